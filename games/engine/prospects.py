"""The plays that are worth trying in a position all of whose cards are known, and those that can do no harm.

This proposes and the engine disposes: a play is made by the actions themselves. Plays are left out that only lose
time: a card taken back from a foundation, a run split for another reason than to play the card beneath, a column
emptied while no king can use it, a second empty column as good as the first.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from games.engine.cards import CARDS, KING, LADDER, PER_DECK, RANK, SUIT, is_red
from games.engine.moves import COLUMNS, Move
from games.engine.position import Position
from games.engine.turning import is_single_pass, reachable, turns


class Step(NamedTuple):
    """A play, and its place among the others: the greater weight first."""

    weight: float
    drawn: int
    """How many cards must have been drawn for it; 0 if its card lies in a column."""
    moves: bytes

    def events(self, position: Position) -> bytes:
        """The moves, after the draws and the recycle that they need."""
        return turns(position, drawn=self.drawn) + self.moves if self.drawn else self.moves


MAX_WEIGHT = 100
"""No step weighs more."""

# What a step weighs. One that turns a hidden card counts more, the more lie in its column.
_PLAY_TURNS = 90
_RUN_TURNS = 80
_KING_TURNS = 70
_PLAY_EMPTIES = 60
_SPLIT_AND_PLAY = 55
_PLAY = 50
_WASTE_PLAY = 45
_RUN_EMPTIES = 40
_WASTE_KING = 35
_WASTE_LAY = 20  # and half a point for each rank: low cards block more than they bring
_PASSED_BY = 8  # taken off for each card that a single pass leaves behind

_KINGS = 8


def _bytes(form: str) -> tuple[bytes, ...]:
    """The moves of a form, for T1 to T9."""
    return tuple(bytes((Move.parse(form.format(column)).byte,)) for column in range(1, COLUMNS + 1))


_HOME = _bytes("T{}-F")
_LAY = _bytes("W-T{}")
_WASTE_HOME = bytes((Move.parse("W-F").byte,))
_ACROSS = {
    (source, target): bytes((Move.parse(f"T{source + 1}-T{target + 1}").byte,))
    for source in range(COLUMNS)
    for target in range(COLUMNS)
    if source != target
}
_ROW = tuple(2 * suit for suit in SUIT)
_OTHER_COLOUR = tuple((0, 1, 6, 7) if is_red(card) else (2, 3, 4, 5) for card in range(CARDS))
"""For each card, the foundations of the other colour."""


def steps(position: Position) -> list[Step]:
    """All steps from here that are worth a try, in no particular order."""
    spots, empty = _spots(position)
    return [*_from_columns(position, spots, empty), *_from_waste(position, spots, empty)]


def harmless(position: Position) -> bytes | None:
    """A play to a foundation that cannot cost a win, with what turns its card up; None when there is none left."""
    for column, run in enumerate(position.runs):
        if run and _is_played(position, run[-1]) and _is_needed_by_none(position, run[-1]):
            return _HOME[column]
    if position.turn > 1:
        return None  # a card less in the waste brings other cards up
    for at in reachable(position):
        card = position.pile[at - 1]
        if _is_played(position, card) and _is_needed_by_none(position, card):
            return turns(position, drawn=at) + _WASTE_HOME
        if is_single_pass(position):
            return None  # further draws would pass a card by
    return None


Spots = dict[int, list[int]]
"""The columns that take a card, by its rung on the ladder."""


def _spots(position: Position) -> tuple[Spots, int | None]:
    """Which columns take which cards, and an empty one."""
    spots: Spots = {}
    empty = None
    for column, run in enumerate(position.runs):
        if run:
            spots.setdefault(LADDER[run[-1]] - 1, []).append(column)
        elif empty is None:
            empty = column
    return spots, empty


def _from_columns(position: Position, spots: Spots, empty: int | None) -> Iterator[Step]:
    """Plays of cards that lie face up in columns."""
    is_king_waiting = _is_king_waiting(position)
    for source, run in enumerate(position.runs):
        if not run:
            continue
        below = len(position.hidden[source])
        if _is_played(position, run[-1]):
            weight = _PLAY if len(run) > 1 else _PLAY_TURNS + below if below else _PLAY_EMPTIES
            yield Step(weight, 0, _HOME[source])
        if RANK[run[0]] == KING:
            if below and empty is not None:
                yield Step(_KING_TURNS + below, 0, _ACROSS[source, empty])
        elif below or is_king_waiting:
            weight = _RUN_TURNS + below if below else _RUN_EMPTIES
            yield from (Step(weight, 0, _ACROSS[source, target]) for target in spots.get(LADDER[run[0]], ()))
        yield from _splits(position, source, spots)


def _splits(position: Position, source: int, spots: Spots) -> Iterator[Step]:
    """Parts of a run laid elsewhere, each with the play of the card beneath it."""
    run, below = position.runs[source], len(position.hidden[source])
    for beneath, card in pairwise(run):
        if _is_played(position, beneath):
            weight = _RUN_TURNS + below if below and beneath == run[0] else _SPLIT_AND_PLAY
            for target in spots.get(LADDER[card], ()):
                yield Step(weight, 0, _ACROSS[source, target] + _HOME[source])


def _from_waste(position: Position, spots: Spots, empty: int | None) -> Iterator[Step]:
    """Plays of the cards that can be brought to the top of the waste, of two alike the first."""
    pile, drawn = position.pile, position.drawn
    single = is_single_pass(position)
    # With draw 1 and recycling two of a face are as good as one another.
    alike = PER_DECK if position.turn == 1 and not single else CARDS
    seen = set()
    for at in reachable(position):
        card = pile[at - 1]
        if card % alike in seen:
            continue
        seen.add(card % alike)
        off = _PASSED_BY * max(at - drawn, 0) if single else 0
        if _is_played(position, card):
            yield Step(_WASTE_PLAY - off, at, _WASTE_HOME)
        if RANK[card] == KING and empty is not None:
            yield Step(_WASTE_KING - off, at, _LAY[empty])
        for target in spots.get(LADDER[card], ()):
            yield Step(_WASTE_LAY + RANK[card] / 2 - off, at, _LAY[target])


def _is_played(position: Position, card: int) -> bool:
    """Whether a foundation takes the card."""
    row, below = _ROW[card], RANK[card] - 1
    return len(position.homes[row]) == below or len(position.homes[row + 1]) == below


def _is_needed_by_none(position: Position, card: int) -> bool:
    """Whether all cards that could ever be laid on the card are played, or are aces, which need no column."""
    below = RANK[card] - 1
    return below < 2 or all(len(position.homes[home]) >= below for home in _OTHER_COLOUR[card])


def _is_king_waiting(position: Position) -> bool:
    """Whether a king could use an empty column: it is neither played nor at the bottom of one."""
    settled = sum(len(home) == KING for home in position.homes)
    for hidden, run in zip(position.hidden, position.runs, strict=True):
        settled += not hidden and bool(run) and RANK[run[0]] == KING
    return settled < _KINGS
