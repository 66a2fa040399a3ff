"""What players do: start a game, append moves to it, finish it, or submit one whole. Each is one transaction."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils import timezone

from games import hashes, log
from games.constraints import broken_constraint
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
    NoSuchTap,
    ScoreDiffers,
    VersionConflict,
)
from games.limits import MAX_APPEND_EVENTS, MAX_LOG_EVENTS
from games.models import Attempt, ClientTime, Game, Player, ReplayView, Stream
from games.moderation.bans import require_may_post
from games.nudge import nudge_checkers


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


@transaction.atomic
def start_game(*, player: Player, code: DealCode, at: datetime | None = None) -> Game:
    """Return a new live game of a deal, its log empty. Raises PostingBanned, as do all services here."""
    require_may_post(player=player)
    at = at or timezone.now()
    stream = log.open_stream(kind=Stream.Kind.GAME, subject=str(code), rules_version=RULES_VERSION, at=at)
    return _new_game(
        stream=stream, player=player, code=code, origin=Game.Origin.LIVE, status=Game.Status.PLAYING, at=at
    )


@transaction.atomic
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
    # The events first: an append that comes in between leaves the stream's head newer than they are, never older.
    events = log.read(stream_id=game_id)
    game = _own_game(game_id=game_id, player=player)
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
    batch, is_new = log.append(stream=game.stream, version=version, events=added, closes=table.is_won, at=at)
    if is_new:
        _note_client_times(game, times={version + len(moves): client_time})
        game.last_event_at = at
        if table.is_won:
            _close(game, events=events + added, claimed_score=None, at=at)
        else:
            game.save(update_fields=["last_event_at"])
    return Appended(
        game=game,
        table=table,
        moves=moves,
        first_version=version,
        version=version + len(moves),
        receipt=bytes(batch.hash),
    )


@transaction.atomic
def finish_game(
    *, game_id: UUID, player: Player, version: int, claimed_score: int | None = None, at: datetime | None = None
) -> Game:
    """Close one's own live game at a version, with the score that the client claims if it does; return it.

    The same finish again has the same answer, and so has one that follows the win which closed the game by itself,
    unless it claims another score than the game has (ScoreDiffers). Raises GameNotFound, VersionConflict, GameFinished.
    """
    require_may_post(player=player)
    at = at or timezone.now()
    game = _own_game(game_id=game_id, player=player)
    if game.status != Game.Status.PLAYING:
        return _finished_already(game, version=version, claimed_score=claimed_score)
    events = log.read(stream_id=game_id)
    written = log.append(
        stream=game.stream, version=version, events=b"", closes=True, claimed_score=claimed_score, at=at
    )
    if written.is_new:
        _close(game, events=events, claimed_score=claimed_score, at=at)
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
    same = Game.objects.filter(
        player=player, content_hash=content, claimed_score=claimed_score, origin=Game.Origin.POSTED
    )
    if earlier := same.first():
        return Submitted(game=earlier, created=False)
    try:
        with transaction.atomic():
            stream = log.record(
                kind=Stream.Kind.GAME,
                subject=str(code),
                rules_version=rules_version,
                events=events,
                claimed_score=claimed_score,
                at=at,
            )
            game = _new_game(
                stream=stream,
                player=player,
                code=code,
                origin=Game.Origin.POSTED,
                status=Game.Status.FINISHED,
                at=at,
                finished_at=at,
                claimed_score=claimed_score,
                content_hash=content,
            )
            _note_client_times(game, times={0: started_at, len(events): finished_at})
    except IntegrityError as error:
        if broken_constraint(error) != "game_posted_once":
            raise
        # A twin of this request committed in between.
        return Submitted(game=same.get(), created=False)
    nudge_checkers()
    return Submitted(game=game, created=True)


def _new_game(*, stream: Stream, player: Player, code: DealCode, at: datetime, **columns: object) -> Game:
    """Write the game that owns a stream, and remember it if it is the player's first on the number."""
    game = Game.objects.create(
        stream=stream,
        player=player,
        code=str(code),
        number=code.number,
        mode=code.mode,
        started_at=at,
        last_event_at=at,
        seen_replay=_has_seen_replay(player_id=player.pk, number=code.number),
        **columns,
    )
    attempt = Attempt(player=player, number=code.number, game=game, at=at)
    Attempt.objects.bulk_create([attempt], ignore_conflicts=True)
    return game


def _close(game: Game, *, events: bytes, claimed_score: int | None, at: datetime) -> None:
    """Mark a live game whose log has just been closed as finished, and nudge the checkers."""
    game.status = Game.Status.FINISHED
    game.finished_at = at
    game.claimed_score = claimed_score
    game.content_hash = hashes.content_hash(code=game.code, rules_version=game.stream.rules_version, events=events)
    game.seen_replay = _has_seen_replay(player_id=game.player_id, number=game.number)
    game.save(update_fields=["status", "finished_at", "last_event_at", "claimed_score", "content_hash", "seen_replay"])
    nudge_checkers()


def _finished_already(game: Game, *, version: int, claimed_score: int | None) -> Game:
    """Answer a finish of a finished game: the same finish again, or one after the win, is fine."""
    stream = game.stream
    if version != stream.version:
        raise GameFinished(version=stream.version)
    if claimed_score == game.claimed_score or claimed_score is None:
        return game
    # What follows is for a live game that its win has closed without a claim; a posted one need not even be legal.
    if game.claimed_score is not None or game.origin == Game.Origin.POSTED:
        raise GameFinished(version=stream.version)
    table = _table(game, events=log.read(stream_id=game.pk))
    if not table.is_won:
        raise GameFinished(version=stream.version)
    if claimed_score != table.score:
        raise ScoreDiffers(claimed=claimed_score, computed=table.score)
    return game


def _own_game(*, game_id: UUID, player: Player) -> Game:
    game = Game.objects.select_related("stream").filter(pk=game_id, player=player).first()
    if game is None:
        raise GameNotFound(game_id=game_id)
    return game


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
