"""The closed set of 61 actions of a match: their notation, and the byte that each is in a log.

    0          draw         draw
    1          recycle      recycle
    2          pass         pass
    3          resign       resign
    4..10      waste to column      W-T1 .. W-T7
    11         waste to foundation  W-F
    12..18     column to foundation T1-F .. T7-F
    19..60     column to column     T1-T2, T1-T3 .. T7-T6 (sources, then targets, ascending)

An event of the log is an action of a side, still one byte: that of the action, plus 128 if the side is B. The bytes are
published and final: stored logs are made of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from games.engine import moves
from games.engine.errors import CodecError, NotationError, quoted
from games.engine.match.options import Side
from games.engine.texts import Text

MATCH_CODEC_VERSION = 1
COLUMNS = 7
SIDE_BIT = 128


class MatchKind(StrEnum):
    """What an action does."""

    DRAW = "draw"
    RECYCLE = "recycle"
    PASS = "pass"  # noqa: S105, it is no password
    RESIGN = "resign"
    WASTE_TO_COLUMN = "waste_to_column"
    WASTE_TO_FOUNDATION = "waste_to_foundation"
    COLUMN_TO_FOUNDATION = "column_to_foundation"
    COLUMN_TO_COLUMN = "column_to_column"


@dataclass(frozen=True, slots=True)
class MatchAction:
    """One of the 61 actions. There is one object for each: take it from `parse` or `ACTIONS`."""

    byte: int
    kind: MatchKind
    source: str | None = None
    target: str | None = None

    @staticmethod
    def parse(text: str) -> MatchAction:
        """The action that a text names, exactly as it is written: no other case, no white space."""
        action = _ACTION_BY_TEXT.get(text)
        if action is None:
            raise NotationError(_explain(text))
        return action

    def __str__(self) -> str:
        return self.kind.value if self.source is None else f"{self.source}-{self.target}"


class Event(NamedTuple):
    """What a log holds: an action, and the side whose it was."""

    side: Side
    action: MatchAction

    @property
    def byte(self) -> int:
        """The event in a log."""
        return self.action.byte + (SIDE_BIT if self.side is Side.B else 0)


def _actions() -> Iterator[tuple[MatchKind, str | None, str | None]]:
    """Kind, source and target of every action, in the order of their bytes."""
    columns = [f"T{n}" for n in range(1, COLUMNS + 1)]
    bare = (MatchKind.DRAW, MatchKind.RECYCLE, MatchKind.PASS, MatchKind.RESIGN)
    yield from ((kind, None, None) for kind in bare)
    yield from ((MatchKind.WASTE_TO_COLUMN, "W", column) for column in columns)
    yield (MatchKind.WASTE_TO_FOUNDATION, "W", "F")
    yield from ((MatchKind.COLUMN_TO_FOUNDATION, column, "F") for column in columns)
    yield from ((MatchKind.COLUMN_TO_COLUMN, source, to) for source in columns for to in columns if source != to)


ACTIONS: tuple[MatchAction, ...] = tuple(MatchAction(byte, *parts) for byte, parts in enumerate(_actions()))
"""All 61 actions, each at the place of its byte."""

EVENTS: dict[int, Event] = {event.byte: event for event in (Event(side, action) for side in Side for action in ACTIONS)}
"""All 122 events, each under its byte."""

_ACTION_BY_TEXT = {str(action): action for action in ACTIONS}
_ALL_BYTES = bytes(EVENTS)


def parse_counted(text: str) -> tuple[MatchAction, int | None]:
    """The action that a text names, and the count that it states (``T3-T5x4``), if any."""
    plain, count = moves.split_count(text)
    return MatchAction.parse(plain), count


def parse_side(text: str) -> Side:
    """The side that a text names."""
    if text in tuple(Side):
        return Side(text)
    raise NotationError(Text("the players of a match are A and B, not %(given)s", given=quoted(text)))


def _explain(text: str) -> Text:
    """Why a text is no action of a match."""
    shown = quoted(text)
    plain, count = moves.split_count(text)
    if count is not None and plain in _ACTION_BY_TEXT:
        return Text(
            "%(text)s states a count, which is not accepted here: write %(plain)s", text=shown, plain=repr(plain)
        )
    if moves.stays_in_column(text, columns=COLUMNS):
        return Text("%(text)s is not a move: a column cannot go to itself", text=shown)
    if text == "undo":
        return Text("%(text)s is no action of a match: what has been played stands", text=shown)
    if text.startswith("F"):
        return Text("%(text)s is no action of a match: a card on a foundation stays there", text=shown)
    return Text(
        "%(text)s is no action of a match: draw, recycle, W-T5, W-F, T3-F, T3-T5, pass and resign are how they are"
        " written, with the columns T1 to T7",
        text=shown,
    )


def encode(events: Iterable[tuple[Side, MatchAction]]) -> bytes:
    """The events as a log holds them, one byte each."""
    return bytes([Event(side, action).byte for side, action in events])


def decode(log: bytes) -> tuple[Event, ...]:
    """The events of a log's bytes; the first byte that is none raises `CodecError`."""
    known = known_prefix(log)
    if known < len(log):
        raise CodecError(log[known], index=known)
    return tuple(map(EVENTS.__getitem__, log))


def known_prefix(log: bytes) -> int:
    """How many bytes come before the first that stands for no event."""
    return moves.known_prefix(log, known=_ALL_BYTES)
