"""Two games of the same cards, side by side: the first action in which they part, and how each of them went.

Compared are effective lines: what was undone is set aside, and so are the undos. Nothing here looks at a database, and
all of it costs time linear in the logs.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple

from games.engine.deals import DealCode
from games.engine.errors import Refusal
from games.engine.moves import DRAW, MOVES, UNDO, Move
from games.engine.play import Effect
from games.engine.solo import SoloTable

MAX_POINTS: Final = 1_000
"""A course of more actions than this has a point for every second, every third, ... of them only."""


class Relation(StrEnum):
    """How two lines lie to each other."""

    EQUAL = "equal"
    A_GOES_ON = "a_goes_on"  # b's line is the beginning of a's
    B_GOES_ON = "b_goes_on"
    PARTED = "parted"


@dataclass(frozen=True, slots=True)
class Played:
    """A game as it is compared: a deal code and a log of legal events."""

    code: DealCode
    events: bytes
    rules_version: int


class Step(NamedTuple):
    """An action at the place where lines part, and what it does there."""

    move: Move
    card: str | None
    """The card moved, the first of a run, or a draw's new top of the waste; None for a recycle."""
    cards: int
    """How many cards move, or are turned; 0 for a recycle."""


@dataclass(frozen=True, slots=True)
class Course:
    """How a game went along its line: what was counted after so many of its actions, in lists of equal length."""

    at: list[int]
    version: list[int]
    """The version of the log right after that action."""
    score: list[int]
    ranked_score: list[int]
    cards_home: list[int]


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two games."""

    length: int
    """How many actions its line has."""
    version: int
    """The version of its log at which it stood where the lines part, just before what it played there."""
    step: Step | None
    """What it played there; None if its line ends there."""
    course: Course


@dataclass(frozen=True, slots=True)
class Comparison:
    """Where two lines part: after `index` actions in common, on `table`, which is as the first game's mode has it."""

    relation: Relation
    index: int
    table: SoloTable
    a: Side
    b: Side


def compare(*, a: Played, b: Played) -> Comparison:
    """Return how two games of the same cards compare. They may be of different modes, but not of different rules.

    Raises ValueError for games of different cards or rules, and for a log with an illegal event.
    """
    if (a.code.number, a.rules_version) != (b.code.number, b.rules_version):
        raise ValueError(f"{a.code} under rules {a.rules_version} is not of the cards and rules of {b.code}")
    kept_a, kept_b = kept(a.events), kept(b.events)
    line_a, line_b = _line(a, kept_a), _line(b, kept_b)
    index = _common(line_a, line_b, same_draw=a.code.draw == b.code.draw)
    table = SoloTable(a.code, rules=a.rules_version)
    _play(table, line_a[:index])
    return Comparison(
        relation=_relation(line_a, line_b, index),
        index=index,
        table=table,
        a=_side(a, kept_a, index),
        b=_side(b, kept_b, index),
    )


def kept(events: bytes) -> list[int]:
    """Return where in a log the events of its effective line are."""
    indexes: list[int] = []
    for index, event in enumerate(events):
        if event != UNDO.byte:
            indexes.append(index)
        elif indexes:
            indexes.pop()
    return indexes


def _line(played: Played, indexes: list[int]) -> bytes:
    return bytes(map(played.events.__getitem__, indexes))


def _common(one: bytes, other: bytes, *, same_draw: bool) -> int:
    """Return how many actions two lines have in common: the same, and with the same effect.

    Between draws of one card and of three, the first draw parts them, though both played it.
    """
    common = 0
    for action, theirs in zip(one, other, strict=False):
        if action != theirs or (action == DRAW.byte and not same_draw):
            break
        common += 1
    return common


def _relation(line_a: bytes, line_b: bytes, index: int) -> Relation:
    match len(line_a) > index, len(line_b) > index:
        case False, False:
            return Relation.EQUAL
        case True, False:
            return Relation.A_GOES_ON
        case False, True:
            return Relation.B_GOES_ON
        case _:
            return Relation.PARTED


def _side(played: Played, indexes: list[int], index: int) -> Side:
    """Play a game's line, and return what the comparison says of it."""
    table = SoloTable(played.code, rules=played.rules_version)
    line = _line(played, indexes)
    course = Course(at=_points(len(line), index), version=[], score=[], ranked_score=[], cards_home=[])
    step = None
    start = 0
    for point in course.at:
        _play(table, line[start:point])
        start = point
        if point == index < len(line):
            step = _step(table, MOVES[line[index]])
        course.version.append(indexes[point - 1] + 1 if point else 0)
        course.score.append(table.score)
        course.ranked_score.append(table.ranked_score)
        course.cards_home.append(table.home)
    version = indexes[index] if index < len(line) else len(played.events)
    return Side(length=len(line), version=version, step=step, course=course)


def _points(length: int, index: int) -> list[int]:
    """Return after how many actions a course has its points: evenly spread, the parting and the end among them."""
    stride = -(-length // MAX_POINTS) or 1
    return sorted({*range(0, length, stride), index, length})


def _step(table: SoloTable, move: Move) -> Step:
    effect = table.effect(move)
    if not isinstance(effect, Effect):
        raise ValueError(f"{move} is illegal where it was played: {effect}")
    return Step(move, effect.lead, effect.cards)


def _play(table: SoloTable, events: bytes) -> None:
    refused: Refusal | None = table.play_events(events)
    if refused is not None:
        raise ValueError(f"the log is not legal at action {table.version} of its line: {refused}")
