"""The check of finished games: claim, fold, decide.

A game waits for its check because its row says so; a message to a worker is a nudge and no more. The claim is
committed first, so that a worker that dies loses its lease and not the game. Folding happens outside of any
transaction. The decision and what follows from it on the boards are one transaction, in a fixed order of locks: games
by id, their players, then boards by code. Running twice changes nothing: the second finds the games decided.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

import structlog
from django.db import OperationalError, connection, transaction
from django.db.models import F
from django.db.models.functions import Greatest
from django.utils import timezone

from games import flags, hashes, log, metrics
from games.engine.deals import DealCode
from games.engine.fold import Replay, effective_line, fold
from games.limits import CHECK_LEASE
from games.models import Game
from games.nudge import nudge_checkers
from games.results import hold_players, result_changed

_BATCH: Final = 50
"""Games claimed and decided together: a commit is a write to disk, and is shared."""

_DRAIN_SECONDS: Final = 15.0
"""After so long a task begins with no more games."""

_DECIDED: Final = """
UPDATE games_game
   SET status = %(status)s, score = %(score)s, ranked_score = %(ranked_score)s, moves = %(moves)s, undos = %(undos)s,
       home = %(home)s, won = %(won)s, rejection = %(rejection)s, refused_index = %(refused_index)s,
       refused_move = %(refused_move)s, refused_reason = %(refused_reason)s, line_hash = %(line_hash)s,
       checked_at = %(checked_at)s, claimed_until = NULL, check_error = ''
 WHERE stream_id = %(stream_id)s
"""

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the fold of a game's log says, as columns of `Game`; `line` is its effective line."""

    columns: dict[str, object]
    line: bytes


def check_waiting(*, limit: int, at: datetime | None = None) -> int:
    """Check up to about `limit` waiting games; return how many were decided here.

    A game whose check was begun before without a decision is claimed alone, so that it cannot harm others. What
    fails in a check is noted on its game and tried again when the lease has run out.
    """
    tried = decided = 0
    ends = time.monotonic() + _DRAIN_SECONDS
    while tried < limit and time.monotonic() < ends:
        wanted = min(_BATCH, limit - tried)
        fresh = _claim(at=at, limit=wanted, begun_before=False)
        again = _claim(at=at, limit=1, begun_before=True)
        decided += _check(fresh, at=at) + _check(again, at=at)
        # Fewer than were wanted are all there were: what has come since has a message of its own.
        if len(fresh) < wanted and not again:
            return decided
        tried += len(fresh) + len(again)
    # There may be more, which the next message is for: a task that ends in time can be told from one that hangs.
    nudge_checkers()
    return decided


def judge(*, code: str, rules_version: int, events: bytes, claimed_score: int | None) -> Verdict:
    """Return the verdict on a log: verified, or rejected with the reason. Touches no database."""
    replay = fold(DealCode.parse(code), events, rules=rules_version)
    table = replay.table
    return Verdict(
        columns={
            "score": table.score,
            "ranked_score": table.ranked_score,
            "moves": table.moves,
            "undos": table.undos,
            "home": table.home,
            "won": table.is_won,
            **_decision(replay, claimed_score=claimed_score),
        },
        line=effective_line(events[: table.version]),
    )


def _decision(replay: Replay, *, claimed_score: int | None) -> dict[str, object]:
    columns: dict[str, object] = {
        "status": Game.Status.VERIFIED,
        "rejection": "",
        "refused_index": None,
        "refused_move": "",
        "refused_reason": "",
    }
    if (failure := replay.error) is not None:
        columns |= {
            "status": Game.Status.REJECTED,
            "rejection": Game.Rejection(failure.code),
            "refused_index": failure.index,
            "refused_move": failure.move or "",
            "refused_reason": failure.reason or "",
        }
    elif claimed_score is not None and claimed_score != replay.table.score:
        columns |= {"status": Game.Status.REJECTED, "rejection": Game.Rejection.SCORE_MISMATCH}
    return columns


@transaction.atomic
def _claim(*, at: datetime | None, limit: int, begun_before: bool) -> list[UUID]:
    """Take waiting games for this worker until the lease runs out, the longest waiting first; return their ids."""
    at = at or timezone.now()
    waiting = Game.objects.waiting(at=at).filter(**{"checks__gt" if begun_before else "checks": 0})
    # One that fails again and again comes after those that have only waited with it.
    rows = waiting.select_for_update(skip_locked=True).order_by("checks", "finished_at")
    ids = list(rows.values_list("pk", flat=True)[:limit])
    Game.objects.filter(pk__in=ids).update(checks=F("checks") + 1, claimed_until=at + CHECK_LEASE)
    return ids


def _check(ids: Sequence[UUID], *, at: datetime | None) -> int:
    """Fold claimed games and decide them; return how many were decided. Failures stay with their games."""
    if not ids:
        return 0
    try:
        logs = log.read_all(stream_ids=ids)
        games = Game.objects.select_related("stream").filter(pk__in=ids)
        verdicts = {game.pk: _judge(game, events=logs[game.pk]) for game in games}
        decided = _decide(verdicts, at=at or timezone.now())
    except Exception as error:  # noqa: BLE001 - it is logged, and kept with its games
        # Whatever it was: staff must see it on the game, and the lease is what makes another try.
        _log.exception("check_failed", games=[str(game_id) for game_id in ids])
        changes: dict[str, object] = {"check_error": f"{type(error).__name__}: {error}"[:2000]}
        if isinstance(error, OperationalError):
            # The database's failure and not the game's: it may last longer than the attempts that a game has.
            changes["checks"] = Greatest(F("checks") - 1, 1)
        Game.objects.filter(pk__in=ids).update(**changes)
        metrics.CHECKS.labels("failed").inc(len(ids))
        return 0
    for game in decided:
        _tell(game)
    return len(decided)


def _tell(game: Game) -> None:
    """Count a decision, and log it: the line has the id of the request that sent the message, if one did."""
    metrics.CHECKS.labels(game.status).inc()
    waited = None
    if game.checked_at and game.finished_at:
        waited = max(0.0, (game.checked_at - game.finished_at).total_seconds())
        metrics.CHECK_WAIT_SECONDS.observe(waited)
    _log.info("game_checked", game=str(game.pk), player=str(game.player_id), status=game.status, waited=waited)


def _judge(game: Game, *, events: bytes) -> Verdict:
    with metrics.CHECK_SECONDS.time():
        return judge(
            code=game.code,
            rules_version=game.stream.rules_version,
            events=events,
            claimed_score=game.claimed_score,
        )


@transaction.atomic
def _decide(verdicts: dict[UUID, Verdict], *, at: datetime) -> list[Game]:
    """Write the verdicts of games that still wait for one, with all that follows from them; return these games."""
    undecided = Game.objects.filter(pk__in=verdicts, status=Game.Status.FINISHED)
    # Rows that refer to these games can still be written: another check may hold a board and flag one as a copy.
    rows = undecided.select_for_update(of=("self",), no_key=True).select_related("stream")
    games = list(rows.order_by("pk"))
    decided: list[dict[str, Any]] = []
    for game in games:
        verdict = verdicts[game.pk]
        line_hash = hashes.line_hash(number=game.number, line=verdict.line)
        columns = verdict.columns | {"line_hash": line_hash, "checked_at": at}
        for name, value in columns.items():
            setattr(game, name, value)
        decided.append(columns | {"stream_id": game.pk})
    with connection.cursor() as cursor:
        cursor.executemany(_DECIDED, decided)
    _follow_up(games, verdicts=verdicts, at=at)
    return games


def _follow_up(games: list[Game], *, verdicts: dict[UUID, Verdict], at: datetime) -> None:
    """Recompute the entries of the games' players and raise flags, in the order in which boards are locked."""
    hold_players(player_ids=[game.player_id for game in games])
    in_order = sorted(games, key=lambda game: (game.code, game.stream.rules_version, game.player_id))
    for game in in_order:
        result_changed(player_id=game.player_id, code=game.code, rules_version=game.stream.rules_version)
    # After the boards' locks are taken: two copies decided at once see one another.
    lines = {game: verdicts[game.pk].line for game in in_order if game.status == Game.Status.VERIFIED}
    flags.raise_flags(lines=lines, at=at)
