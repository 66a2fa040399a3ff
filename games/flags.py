"""What the check points out to staff. A flag hides nothing and rejects nothing: a person looks, and decides.

The thresholds are published in the documentation of the check.
"""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.db import connection

from games import flag_notes
from games.engine.moves import Kind, decode
from games.models import ClientTime, Flag, Game

MAX_ACTIONS_PER_SECOND: Final = 5.0
MIN_ACTIONS_FOR_PACE: Final = 20
MAX_CLOCK_SKEW: Final = timedelta(minutes=5)
MANY_TAKE_BACKS: Final = 10
MIN_ACTIONS_FOR_COPY: Final = 100


# What is due is asked for all games of a check at once: of (copy, the game that it copies), a game that was checked is
# the former once, with the first one of its line, and the latter for each that was finished later but checked sooner.
_COPIES: Final = """
WITH lines AS (
    SELECT line_hash, player_id, finished_at, stream_id FROM games_game WHERE stream_id = ANY(%(games)s)
)
SELECT lines.stream_id, earliest.stream_id
  FROM lines
 CROSS JOIN LATERAL (
       SELECT stream_id FROM games_game AS other
        WHERE other.line_hash = lines.line_hash AND status = 'verified' AND other.player_id <> lines.player_id
          AND (other.finished_at, other.stream_id) < (lines.finished_at, lines.stream_id)
        ORDER BY other.finished_at, other.stream_id LIMIT 1
       ) AS earliest
 UNION
SELECT other.stream_id, lines.stream_id
  FROM lines
  JOIN games_game AS other
    ON other.line_hash = lines.line_hash AND status = 'verified' AND other.player_id <> lines.player_id
   AND (other.finished_at, other.stream_id) > (lines.finished_at, lines.stream_id)
"""


def raise_flags(*, lines: Mapping[Game, bytes], at: datetime) -> None:
    """Write the flags of games that have just been verified, given with their effective lines."""
    times = _times(lines)
    rows = [
        Flag(game=game, kind=kind, note=note, at=at)
        for game, line in lines.items()
        for kind, note in (*_pace(game, times=times[game]), *_take_backs(line), *_seen_replay(game))
    ]
    rows += [_copy(game_id=later, other_id=first, at=at) for later, first in _copies(lines)]
    Flag.objects.bulk_create(rows, ignore_conflicts=True)


Found = Iterator[tuple[Flag.Kind, str]]


def _pace(game: Game, *, times: list[datetime]) -> Found:
    """Flag a game played faster than a person does."""
    actions = (game.moves or 0) + (game.undos or 0)
    is_by_client = game.origin == Game.Origin.POSTED
    if is_by_client and max(times, default=game.started_at) > game.started_at + MAX_CLOCK_SKEW:
        yield Flag.Kind.PACE, flag_notes.FUTURE
    elif len(times) > 1:
        seconds = (times[-1] - times[0]).total_seconds()
        if seconds < 0:
            # A server's clock that was set back during a game tells nothing of who played it.
            if is_by_client:
                yield Flag.Kind.PACE, flag_notes.BACKWARDS
        elif actions >= MIN_ACTIONS_FOR_PACE and actions > seconds * MAX_ACTIONS_PER_SECOND:
            yield Flag.Kind.PACE, flag_notes.fast(actions=actions, seconds=seconds)


def _times(games: Iterable[Game]) -> dict[Game, list[datetime]]:
    """Return when each game began and ended: by the server's clock, or for a posted one what its client said."""
    times: dict[Game, list[datetime]] = {
        game: [] if game.origin == Game.Origin.POSTED else [game.started_at, *filter(None, [game.finished_at])]
        for game in games
    }
    posted = {game.pk: game for game in times if game.origin == Game.Origin.POSTED}
    told = ClientTime.objects.filter(stream_id__in=posted).order_by("stream_id", "version")
    for stream_id, at in told.values_list("stream_id", "at"):
        times[posted[stream_id]].append(at)
    return times


def _take_backs(line: bytes) -> Found:
    number = sum(move.kind is Kind.TAKE_BACK for move in decode(line))
    if number >= MANY_TAKE_BACKS:
        yield Flag.Kind.TAKE_BACKS, flag_notes.take_backs(number)


def _seen_replay(game: Game) -> Found:
    if game.seen_replay:
        yield Flag.Kind.SEEN_REPLAY, flag_notes.SEEN_REPLAY


def _copies(lines: Mapping[Game, bytes]) -> list[tuple[UUID, UUID]]:
    """Return (later, earlier) for these games and those of other players with the same line on the same cards.

    Checks may end in any order, so a game that was finished later but checked sooner is flagged now.
    """
    telling = [game.pk for game, line in lines.items() if game.won or len(line) >= MIN_ACTIONS_FOR_COPY]
    with connection.cursor() as cursor:
        cursor.execute(_COPIES, {"games": telling})
        return list(cursor.fetchall())


def _copy(*, game_id: UUID, other_id: UUID, at: datetime) -> Flag:
    return Flag(game_id=game_id, kind=Flag.Kind.COPY, note=flag_notes.copy(other_id), other_id=other_id, at=at)
