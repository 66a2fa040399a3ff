"""What players do: start a game, append moves to it, finish it, or submit one whole. Each is one transaction."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from games import hashes, log, new_games
from games.engine.deals import RULES_VERSION, DealCode
from games.engine.errors import IllegalMove
from games.engine.fold import fold
from games.engine.moves import Move, encode
from games.engine.solo import SoloTable
from games.errors import (
    GameFinished,
    GameNotFound,
    IllegalAppend,
    LimitExceeded,
    LimitReached,
    NoSuchTap,
    ScoreDiffers,
    VersionConflict,
)
from games.ids import uuid7
from games.limits import MAX_APPEND_EVENTS, MAX_GAMES_IN_PLAY, MAX_LOG_EVENTS
from games.log import Written
from games.models import Attempt, ClientTime, Game, Player, ReplayView, Stream
from games.moderation.bans import require_may_post
from games.nudge import nudge_checkers
from games.statements import Parameter, Reading


@dataclass(frozen=True, slots=True)
class Tap:
    """A card that a client sends instead of a move: the last one of a column, or the top of the waste."""

    pile: str  # "W" or "T1".."T9"
    double: bool = False


Step = Move | Tap


@dataclass(frozen=True, slots=True)
class Appended:
    """What an append did. `table` is as this append left it, also when it was sent again later."""

    game: Game
    table: SoloTable
    moves: tuple[Move, ...]
    first_version: int
    version: int
    receipt: bytes


@dataclass(frozen=True, slots=True)
class Submitted:
    """A whole game as the service has it; `created` is False when it had it already."""

    game: Game
    created: bool
    is_first_attempt: bool


@transaction.atomic
def start_game(*, player: Player, code: DealCode, at: datetime | None = None) -> Game:
    """Return a new live game of a deal, its log empty.

    Raises PostingBanned, as do all services here, and LimitReached.
    """
    require_may_post(player=player)
    # Requests at the same moment may together go a little beyond it, which harms nobody: no lock is worth that.
    if Game.objects.filter(player=player, status=Game.Status.PLAYING)[:MAX_GAMES_IN_PLAY].count() >= MAX_GAMES_IN_PLAY:
        raise LimitReached(limit="games_in_play", maximum=MAX_GAMES_IN_PLAY)
    at = at or timezone.now()
    stream = log.open_stream(kind=Stream.Kind.GAME, subject=str(code), rules_version=RULES_VERSION, at=at)
    game = _new_game(
        stream=stream, player=player, code=code, origin=Game.Origin.LIVE, status=Game.Status.PLAYING, at=at
    )
    new_games.write(game)
    return game


def append_moves(
    *,
    game_id: UUID,
    player: Player,
    version: int,
    steps: Sequence[Step],
    at: datetime | None = None,
    client_time: datetime | None = None,
) -> Appended:
    """Append moves to one's own live game, all of them or none, and close it if they win it.

    Taps are resolved on the table as it stands and logged as moves. The same append at the same version again has the
    same answer. Raises GameNotFound, VersionConflict, GameFinished, IllegalAppend, NoSuchTap and LimitExceeded.
    """
    require_may_post(player=player)
    at = at or timezone.now()
    if len(steps) > MAX_APPEND_EVENTS:
        raise LimitExceeded(limit="append_events", maximum=MAX_APPEND_EVENTS, got=len(steps))
    game, events = _own_game(game_id=game_id, player=player)
    if game.origin == Game.Origin.POSTED:
        # Closed since its beginning, and its log need not be legal.
        raise GameFinished(version=game.stream.version)
    if version > len(events):
        raise VersionConflict(version=version, current=len(events), missing=b"")
    table = _table(game, events=events[:version])
    try:
        moves = _play(table, steps=steps, version=version)
    except (IllegalAppend, NoSuchTap):
        _refuse_if_closed_or_stale(game, version=version, events=events)
        raise
    added = encode(moves)
    if table.is_won:
        written = _close(game, version=version, added=added, events=events + added, at=at, client_time=client_time)
    else:
        written = log.append(stream=game.stream, version=version, events=added, at=at, client_time=client_time)
    return Appended(
        game=game,
        table=table,
        moves=moves,
        first_version=version,
        version=version + len(moves),
        receipt=bytes(written.batch.hash),
    )


def finish_game(
    *, game_id: UUID, player: Player, version: int, claimed_score: int | None = None, at: datetime | None = None
) -> Game:
    """Close one's own live game at a version, with the score that the client claims if it does; return it.

    The same finish again has the same answer, and so has one that follows the win which closed the game by itself,
    unless it claims another score than the game has (ScoreDiffers). Raises GameNotFound, VersionConflict, GameFinished.
    """
    require_may_post(player=player)
    at = at or timezone.now()
    game, events = _own_game(game_id=game_id, player=player)
    if game.status != Game.Status.PLAYING:
        return _finished_already(game, events=events, version=version, claimed_score=claimed_score)
    _close(game, version=version, added=b"", events=events, claimed_score=claimed_score, at=at)
    return game


@transaction.atomic
def submit_game(
    *,
    player: Player,
    code: DealCode,
    events: bytes,
    claimed_score: int | None = None,
    started_at: datetime | None = None,
    finished_at: datetime | None = None,
    rules_version: int = RULES_VERSION,
    at: datetime | None = None,
) -> Submitted:
    """Take a whole game at once, to be checked by a worker; whether its moves are legal is the check's to say.

    `started_at` and `finished_at` are by the client's clock. The same moves on the same deal with the same claim by
    the same player are the same game. Raises LimitExceeded.
    """
    require_may_post(player=player)
    at = at or timezone.now()
    if len(events) > MAX_LOG_EVENTS:
        raise LimitExceeded(limit="log_events", maximum=MAX_LOG_EVENTS, got=len(events))
    content = hashes.content_hash(code=str(code), rules_version=rules_version, events=events)
    stream_id = uuid7()
    game = _new_game(
        stream_id=stream_id,
        player=player,
        code=code,
        origin=Game.Origin.POSTED,
        status=Game.Status.FINISHED,
        at=at,
        finished_at=at,
        claimed_score=claimed_score,
        content_hash=content,
    )
    # Before its log: the same game again has none of its own.
    new = new_games.write(game)
    if new is None:
        return _posted_before(player=player, content_hash=content, claimed_score=claimed_score)
    game.stream = log.record(
        stream_id=stream_id,
        kind=Stream.Kind.GAME,
        subject=str(code),
        rules_version=rules_version,
        events=events,
        claimed_score=claimed_score,
        at=at,
    )
    _note_client_times(game, times={0: started_at, len(events): finished_at})
    nudge_checkers()
    return Submitted(game=game, created=True, is_first_attempt=new.is_first_attempt)


def _posted_before(*, player: Player, content_hash: bytes, claimed_score: int | None) -> Submitted:
    """Return the game that a player has posted before."""
    game = Game.objects.select_related("stream", "player").get(
        player=player, content_hash=content_hash, claimed_score=claimed_score, origin=Game.Origin.POSTED
    )
    return Submitted(game=game, created=False, is_first_attempt=Attempt.objects.filter(game=game).exists())


def _new_game(*, player: Player, code: DealCode, at: datetime, **columns: Any) -> Game:
    """Return a game that begins now, and is not written yet."""
    return Game(
        player=player,
        code=str(code),
        number=code.number,
        mode=code.mode,
        started_at=at,
        last_event_at=at,
        **columns,
    )


@transaction.atomic
def _close(
    game: Game,
    *,
    version: int,
    added: bytes,
    events: bytes,
    at: datetime,
    claimed_score: int | None = None,
    client_time: datetime | None = None,
) -> Written:
    """Close the log of a live game with what is added to it, `events` in all, and have the game checked."""
    written = log.append(
        stream=game.stream,
        version=version,
        events=added,
        closes=True,
        claimed_score=claimed_score,
        at=at,
        client_time=client_time,
    )
    if not written.is_new:
        game.refresh_from_db()
        return written
    game.status = Game.Status.FINISHED
    game.finished_at = game.last_event_at = at
    game.claimed_score = claimed_score
    game.content_hash = hashes.content_hash(code=game.code, rules_version=game.stream.rules_version, events=events)
    game.seen_replay = _has_seen_replay(player_id=game.player_id, number=game.number)
    game.save(update_fields=["status", "finished_at", "claimed_score", "content_hash", "seen_replay"])
    nudge_checkers()
    return written


def _finished_already(game: Game, *, events: bytes, version: int, claimed_score: int | None) -> Game:
    """Answer a finish of a finished game: the same finish again, or one after the win, is fine."""
    stream = game.stream
    if version != stream.version:
        raise GameFinished(version=stream.version)
    if claimed_score == game.claimed_score or claimed_score is None:
        return game
    # What follows is for a live game that its win has closed without a claim; a posted one need not even be legal.
    if game.claimed_score is not None or game.origin == Game.Origin.POSTED:
        raise GameFinished(version=stream.version)
    table = _table(game, events=events)
    if not table.is_won:
        raise GameFinished(version=stream.version)
    if claimed_score != table.score:
        raise ScoreDiffers(claimed=claimed_score, computed=table.score)
    return game


def _own_game(*, game_id: UUID, player: Player) -> tuple[Game, bytes]:
    """Return a player's own game and the events of its log, both of one moment."""
    game = _games_and_logs().first(game_id=game_id, player_id=player.pk)
    if game is None:
        raise GameNotFound(game_id=game_id)
    return game, game.events  # type: ignore[attr-defined]


@cache
def _games_and_logs() -> Reading[Game]:
    games = Game.objects.filter(pk=Parameter("game_id"), player=Parameter("player_id"))
    return Reading.of(games.annotate(events=log.Events("pk")), beside=("stream",))


def _table(game: Game, *, events: bytes) -> SoloTable:
    """Return the table of a live game, whose log holds legal moves only."""
    replay = fold(DealCode.parse(game.code), events, rules=game.stream.rules_version)
    if replay.error is not None:
        raise RuntimeError(f"the live log of game {game.pk} is not legal: {replay.error}")
    return replay.table


def _play(table: SoloTable, *, steps: Sequence[Step], version: int) -> tuple[Move, ...]:
    moves = []
    for index, step in enumerate(steps):
        move = step if isinstance(step, Move) else _resolve(table, step, index=index, version=version + index)
        try:
            table.play(move)
        except IllegalMove as error:
            raise IllegalAppend(
                index=index, version=version + index, move=str(move), reason=str(error.reason), detail=error.text
            ) from error
        moves.append(move)
    return tuple(moves)


def _resolve(table: SoloTable, tap: Tap, *, index: int, version: int) -> Move:
    move = table.double_tap(tap.pile) if tap.double else table.tap(tap.pile)
    if move is None:
        raise NoSuchTap(index=index, version=version, pile=tap.pile)
    return move


def _refuse_if_closed_or_stale(game: Game, *, version: int, events: bytes) -> None:
    """Prefer the cause to the symptom: moves made on an old table, or after the close, are refused as that."""
    if game.stream.is_closed:
        raise GameFinished(version=game.stream.version)
    if version < len(events):
        raise VersionConflict(version=version, current=len(events), missing=events[version:])


def _has_seen_replay(*, player_id: UUID, number: str) -> bool:
    return ReplayView.objects.filter(player_id=player_id, number=number).exists()


def _note_client_times(game: Game, *, times: dict[int, datetime | None]) -> None:
    rows = [ClientTime(stream_id=game.pk, version=version, at=at) for version, at in times.items() if at is not None]
    ClientTime.objects.bulk_create(rows, ignore_conflicts=True)
