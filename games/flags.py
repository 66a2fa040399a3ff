"""What the check points out to staff. A flag hides nothing and rejects nothing: a person looks, and decides.

The thresholds are published in the documentation of the check.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Q

from games import flag_notes
from games.engine.moves import Kind, decode
from games.engine.texts import Text
from games.models import ClientTime, Flag, Game

MAX_ACTIONS_PER_SECOND: Final = 5.0
MIN_ACTIONS_FOR_PACE: Final = 20
MAX_CLOCK_SKEW: Final = timedelta(minutes=5)
MANY_TAKE_BACKS: Final = 10
MIN_ACTIONS_FOR_COPY: Final = 100


def raise_flags(*, game: Game, line: bytes, at: datetime) -> None:
    """Write the flags of a game that has just been verified; `line` is its effective line."""
    found = [*_pace(game), *_take_backs(line), *_seen_replay(game)]
    rows = [Flag(game=game, kind=kind, note=str(note), at=at) for kind, note in found]
    rows += [_copy(game=later, other=first, at=at) for later, first in _copies(game, line=line)]
    Flag.objects.bulk_create(rows, ignore_conflicts=True)


Found = Iterator[tuple[Flag.Kind, Text]]


def _pace(game: Game) -> Found:
    """Flag a game played faster than a person does."""
    actions = (game.moves or 0) + (game.undos or 0)
    times = _times(game)
    is_by_client = game.origin == Game.Origin.POSTED
    if is_by_client and max(times, default=game.started_at) > game.started_at + MAX_CLOCK_SKEW:
        yield Flag.Kind.PACE, flag_notes.future()
    elif len(times) > 1:
        seconds = (times[-1] - times[0]).total_seconds()
        if seconds < 0:
            # A server's clock that was set back during a game tells nothing of who played it.
            if is_by_client:
                yield Flag.Kind.PACE, flag_notes.backwards()
        elif actions >= MIN_ACTIONS_FOR_PACE and actions > seconds * MAX_ACTIONS_PER_SECOND:
            yield Flag.Kind.PACE, flag_notes.pace(actions, f"{seconds:.1f}")


def _times(game: Game) -> list[datetime]:
    """Return when the game began and ended: by the server's clock, or for a posted one what its client said."""
    if game.origin == Game.Origin.POSTED:
        return list(ClientTime.objects.filter(stream_id=game.pk).order_by("version").values_list("at", flat=True))
    return [game.started_at, game.finished_at] if game.finished_at else [game.started_at]


def _take_backs(line: bytes) -> Found:
    number = sum(move.kind is Kind.TAKE_BACK for move in decode(line))
    if number >= MANY_TAKE_BACKS:
        yield Flag.Kind.TAKE_BACKS, flag_notes.take_backs(number)


def _seen_replay(game: Game) -> Found:
    if game.seen_replay:
        yield Flag.Kind.SEEN_REPLAY, flag_notes.seen_replay()


def _copies(game: Game, *, line: bytes) -> Iterator[tuple[Game, Game]]:
    """Yield (later, earlier) for this game and those of other players with the same line on the same cards.

    Checks may end in any order, so a game that was finished later but checked sooner is flagged now.
    """
    if not (game.won or len(line) >= MIN_ACTIONS_FOR_COPY):
        return
    same = Game.objects.filter(line_hash=game.line_hash, status=Game.Status.VERIFIED).exclude(player=game.player_id)
    is_earlier = Q(finished_at__lt=game.finished_at) | Q(finished_at=game.finished_at, pk__lt=game.pk)
    if earliest := same.filter(is_earlier).order_by("finished_at", "pk").first():
        yield game, earliest
    for later in same.exclude(is_earlier):
        yield later, game


def _copy(*, game: Game, other: Game, at: datetime) -> Flag:
    return Flag(game=game, kind=Flag.Kind.COPY, note=f"Same line as game {other.pk}.", other=other, at=at)
