"""The closed set of 166 actions: their notation, and the byte that each is in a log.

    byte       action       written
    0          draw         draw
    1          recycle      recycle
    2          undo         undo
    3..11      waste to column      W-T1 .. W-T9
    12         waste to foundation  W-F
    13..21     column to foundation T1-F .. T9-F
    22..93     column to column     T1-T2, T1-T3 .. T9-T8 (sources, then targets, ascending)
    94..165    take-back            F1-T1 .. F8-T9        (sources, then targets, ascending)

The bytes are published and final: stored logs are made of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from games.engine.errors import CodecError, NotationError, quoted
from games.engine.texts import Text

CODEC_VERSION = 1
COLUMNS = 9
FOUNDATIONS = 8


class Kind(StrEnum):
    """What an action does."""

    DRAW = "draw"
    RECYCLE = "recycle"
    UNDO = "undo"
    WASTE_TO_COLUMN = "waste_to_column"
    WASTE_TO_FOUNDATION = "waste_to_foundation"
    COLUMN_TO_FOUNDATION = "column_to_foundation"
    COLUMN_TO_COLUMN = "column_to_column"
    TAKE_BACK = "take_back"


@dataclass(frozen=True, slots=True)
class Move:
    """One of the 166 actions. There is one object for each: take it from `parse` or `MOVES`."""

    byte: int
    kind: Kind
    source: str | None = None
    target: str | None = None

    @staticmethod
    def parse(text: str) -> Move:
        """The move that a text names, exactly as it is written: no other case, no white space."""
        move = _MOVE_BY_TEXT.get(text)
        if move is None:
            raise NotationError(_explain(text))
        return move

    def __str__(self) -> str:
        return self.kind.value if self.source is None else f"{self.source}-{self.target}"


def _moves() -> Iterator[tuple[Kind, str | None, str | None]]:
    """Kind, source and target of every action, in the order of their bytes."""
    columns = [f"T{n}" for n in range(1, COLUMNS + 1)]
    foundations = [f"F{n}" for n in range(1, FOUNDATIONS + 1)]
    yield from ((kind, None, None) for kind in (Kind.DRAW, Kind.RECYCLE, Kind.UNDO))
    yield from ((Kind.WASTE_TO_COLUMN, "W", column) for column in columns)
    yield (Kind.WASTE_TO_FOUNDATION, "W", "F")
    yield from ((Kind.COLUMN_TO_FOUNDATION, column, "F") for column in columns)
    yield from ((Kind.COLUMN_TO_COLUMN, source, target) for source in columns for target in columns if source != target)
    yield from ((Kind.TAKE_BACK, source, target) for source in foundations for target in columns)


MOVES: tuple[Move, ...] = tuple(Move(byte, *parts) for byte, parts in enumerate(_moves()))
"""All 166 actions, each at the place of its byte."""

DRAW, RECYCLE, UNDO = MOVES[:3]

_MOVE_BY_TEXT = {str(move): move for move in MOVES}
_COUNTED = re.compile(r"(T[1-9]-T[1-9])x(0|[1-9][0-9]{0,17})")
_SAME_COLUMN = re.compile(r"(T[1-9])-\1(?:x(?:0|[1-9][0-9]{0,17}))?")
_ALL_BYTES = bytes(range(len(MOVES)))


def parse_counted(text: str) -> tuple[Move, int | None]:
    """The move that a text names, and the count that it states (``T3-T5x4``), if any."""
    move = _MOVE_BY_TEXT.get(text)
    if move is not None:
        return move, None
    plain, count = split_count(text)
    return Move.parse(plain), count


def split_count(text: str) -> tuple[str, int | None]:
    """A move from column to column without the count that it states, and the count; any other text as it is."""
    counted = _COUNTED.fullmatch(text)
    return (text, None) if counted is None else (counted[1], int(counted[2]))


def states_count(text: str) -> bool:
    """Whether the text is a move with a count, which movetext takes and a log does not."""
    counted = _COUNTED.fullmatch(text)
    return counted is not None and counted[1] in _MOVE_BY_TEXT


def stays_in_column(text: str, *, columns: int = COLUMNS) -> bool:
    """Whether the text would move a column's cards onto that column, of so many: `T3-T3`, which is no move."""
    return _SAME_COLUMN.fullmatch(text) is not None and int(text[1]) <= columns


def stays_text(move: str) -> Text:
    """The sentence that says that such a move is never legal."""
    return Text("%(move)s is illegal: a column's cards cannot go to that column itself", move=move)


def _explain(text: str) -> Text:
    """Why a text is no move."""
    shown = quoted(text)
    if states_count(text):
        plain = repr(text.split("x", maxsplit=1)[0])
        return Text("%(text)s states a count, which is not accepted here: write %(plain)s", text=shown, plain=plain)
    if stays_in_column(text):
        return Text("%(text)s is not a move: a column cannot go to itself", text=shown)
    if re.fullmatch(r"F[1-8]-F[1-8]?", text):
        return Text("%(text)s is not a move: no card goes from one foundation to another", text=shown)
    if text.strip() in _MOVE_BY_TEXT:
        return Text("%(text)s is not a move: it has white space around it", text=shown)
    return Text(
        "%(text)s is not a move: draw, recycle, undo, W-T5, W-F, T3-F, T3-T5 and F4-T2 are how moves are written",
        text=shown,
    )


def encode(moves: Iterable[Move]) -> bytes:
    """The moves as a log holds them, one byte each."""
    return bytes([move.byte for move in moves])


def decode(events: bytes) -> tuple[Move, ...]:
    """The moves of a log's bytes; the first byte that is none raises `CodecError`."""
    known = known_prefix(events)
    if known < len(events):
        raise CodecError(events[known], index=known)
    return tuple(map(MOVES.__getitem__, events))


def known_prefix(events: bytes, *, known: bytes = _ALL_BYTES) -> int:
    """How many bytes come before the first that stands for no action, these being all that do."""
    strange = events.translate(None, known)
    return events.index(strange[0]) if strange else len(events)
