"""Entries and tallies as games say they should be; nothing else writes them.

What belongs on a board is one query over games, and what belongs in its tallies another. A refresh writes what differs
from them for one player, a rebuild for the whole board. Either holds the board's lock until its transaction ends, and
nothing else writes there.

This is right under READ COMMITTED, PostgreSQL's default: the statement after the lock sees all that was committed by
those who held it before.
"""

from functools import cache
from hashlib import sha256
from types import SimpleNamespace
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.db import connection, transaction
from django.db.models import Count, F, Value
from django.db.models.lookups import IsNull

from games.models import DailyDeal, Game
from games.models.daily import Span
from games.models.games import GameQuerySet
from games.statements import Parameter, Reading
from leaderboards import tallies
from leaderboards.metrics import count_update
from leaderboards.models import Entry, MovesCount, ScoreCount, View
from leaderboards.written import Written

_PLAYER: Final[dict[str, Any]] = {
    "code": F("code"),
    "rules_version": F("stream__rules_version"),
    "player_id": F("player_id"),
}
_GAME: Final[dict[str, Any]] = {
    "game_id": F("stream_id"),
    "ranked_score": F("ranked_score"),
    "moves": F("moves"),
    "finished_at": F("finished_at"),
    "score": F("score"),
    "won": F("won"),
    "receipt": F("stream__head"),
    "origin": F("origin"),
    "is_account": IsNull(F("player__name_key"), False),
    "seen_replay": F("seen_replay"),
}
"""What an entry says, beside its view: whose it is on which deal, and of which game, and where its game says it."""

# As `games.results.hold_players` holds several: they are counted, so held, before the board is waited for.
_LOCK: Final = """
WITH player AS MATERIALIZED (SELECT FROM games_player WHERE id = %(player_id)s FOR SHARE)
SELECT pg_advisory_xact_lock(%(board)s) FROM (SELECT count(*) FROM player) AS held
"""

_SCOPE: Final = ("code", "rules_version")
_SCORE: Final = ("code", "rules_version", "view", "ranked_score")
_MOVES: Final = (*_SCORE, "moves")


class Rebuilt(NamedTuple):
    """How many rows of a board were not as they should be, and were removed or added."""

    entries: int
    tallies: int
    counts: int


@transaction.atomic(savepoint=False)
def refresh(*, player_id: UUID, code: str, rules_version: int) -> None:
    """Bring a player's entries and tally on a deal code in line with its games, in the caller's transaction."""
    _lock(code=code, rules_version=rules_version, player_id=player_id)
    changed = _write_entries(code=code, rules_version=rules_version, player_id=player_id)
    count_update(changed=changed > 0)
    tallies.refresh(code=code, rules_version=rules_version, player_id=player_id)


@transaction.atomic
def rebuild(*, code: str, rules_version: int) -> Rebuilt:
    """Bring all that is derived from a deal code's games in line with them; until it is done, readers see the old."""
    _lock(code=code, rules_version=rules_version)
    # The counts first, by the entries and tallies as they stand: the triggers take it from there.
    counts = _write_counts(code=code, rules_version=rules_version)
    counts += tallies.write_totals(code=code, rules_version=rules_version)
    return Rebuilt(
        entries=_write_entries(code=code, rules_version=rules_version),
        tallies=tallies.refresh(code=code, rules_version=rules_version),
        counts=counts,
    )


def _lock(*, code: str, rules_version: int, player_id: UUID | None = None) -> None:
    """Wait for the lock of a board, all views of it, and hold it until the transaction ends; first for a player's."""
    digest = sha256(f"double-solitaire/board/{code}/{rules_version}".encode()).digest()
    with connection.cursor() as cursor:
        cursor.execute(_LOCK, {"player_id": player_id, "board": int.from_bytes(digest[:8], signed=True)})


def _write_entries(*, code: str, rules_version: int, **player: UUID) -> int:
    day = _day().first(code=code)
    written = _entries(of_one_player=bool(player), of_a_day=day is not None)
    span = day.span._asdict() if day else {}
    return written.write(code=code, rules_version=rules_version, **player, **span)


@cache
def _day() -> Reading[DailyDeal]:
    return Reading.of(DailyDeal.objects.filter(code=Parameter("code")))


@cache
def _entries(*, of_one_player: bool, of_a_day: bool) -> Written:
    player = {"player_id": Parameter("player_id")} if of_one_player else {}
    board = {"code": Parameter("code"), "stream__rules_version": Parameter("rules_version")}
    games = Game.objects.ranked().filter(**board, **player)
    views = {View.BEST: _best(games), View.FIRST: games.filter(attempt__player_id=F("player_id")).order_by()}
    if of_a_day:
        # Stands for whichever day it will be.
        day: Any = SimpleNamespace(code=Parameter("code"), span=tuple(map(Parameter, Span._fields)))
        views[View.DAILY] = _best(games.in_day(day))
    columns = (*_PLAYER.values(), *_GAME.values())
    wanted, *others = (rows.values_list(Value(view.value), *columns) for view, rows in views.items())
    wanted = wanted.union(*others, all=True)
    return Written.of(Entry, key=("view", *_PLAYER), values=tuple(_GAME), wanted=wanted, scope=(*_SCOPE, *player))


def _best(games: GameQuerySet) -> GameQuerySet:
    """Return the best game of each player among these."""
    return games.order_by("player_id", "-ranked_score", "moves", "finished_at", "stream_id").distinct("player_id")


def _write_counts(*, code: str, rules_version: int) -> int:
    return sum(written.write(code=code, rules_version=rules_version) for written in _counts())


@cache
def _counts() -> tuple[Written, Written]:
    entries = Entry.objects.filter(**{name: Parameter(name) for name in _SCOPE}).order_by()
    scores, moves = (entries.values_list(*columns).annotate(n=Count("*")) for columns in (_SCORE, _MOVES))
    return (
        Written.of(ScoreCount, key=_SCORE, values=("n",), wanted=scores, scope=_SCOPE),
        Written.of(MovesCount, key=_MOVES, values=("n",), wanted=moves, scope=_SCOPE),
    )
