"""Where every card lies, and what has been counted: the state that actions change."""

from __future__ import annotations

from collections import deque
from itertools import pairwise
from typing import Any

from games.engine.cards import CARDS
from games.engine.deals import DealCode, shuffle
from games.engine.moves import COLUMNS, FOUNDATIONS
from games.engine.scores import POINTS, Points

UNDO_LIMIT = 200

JournalEntry = tuple[Any, ...]
"""A function that takes an action back, and whatever it needs to."""


class Layout:
    """The cards of one player, and the points of what is done with them. It checks nothing.

    Columns, foundations and lists count from 0, and every list of cards runs from the bottom up.

    - `pile`, `drawn`: stock and waste in one list, in the order in which cards are turned. The first
      `drawn` are the waste, its top last; the rest is the stock, its top first. So a recycle, which shows
      the same cards in the same order, moves no card.
    - `hidden`, `runs`: each column's face-down and face-up cards. The face-up ones are always a run, and
      there are none only in an empty column.
    - `homes`: the cards on each foundation, which two players may share. `scored`: for each card, whether it
      has scored there.
    - `score`, and `surplus`: what of it the ranked score leaves out.
    - `journal`: the newest actions that can be undone.
    """

    __slots__ = (
        "drawn",
        "flip_points",
        "hidden",
        "home_points",
        "homes",
        "journal",
        "pile",
        "recycle_cost",
        "runs",
        "score",
        "scored",
        "surplus",
        "turn",
        "waste_to_column_points",
    )

    def __init__(
        self, cards: list[int], *, columns: int, turn: int, points: Points, homes: list[list[int]], undoable: int
    ) -> None:
        """Deal cards: 1, 2, 3, ... to the columns, the last of each face up, and what is left to the stock."""
        ends = [n * (n + 1) // 2 for n in range(columns + 1)]
        self.pile = cards[ends[-1] :]
        self.drawn = 0
        self.turn = turn
        self.hidden = [cards[start : end - 1] for start, end in pairwise(ends)]
        self.runs = [[cards[end - 1]] for end in ends[1:]]
        self.homes = homes
        self.scored = bytearray(CARDS)
        self.score = points.start
        self.surplus = 0
        self.journal: deque[JournalEntry] = deque(maxlen=undoable)
        self.home_points = points.home
        self.waste_to_column_points = points.waste_to_column
        self.flip_points = points.flip
        self.recycle_cost = points.recycle_cost

    @property
    def is_home(self) -> bool:
        """Whether all of the player's cards lie on the foundations."""
        return not self.pile and not any(self.runs)


class Position(Layout):
    """A solo game: the layout of its deal, and how many events it has had, `undos` of them."""

    __slots__ = ("undos", "version")

    def __init__(self, code: DealCode) -> None:
        super().__init__(
            shuffle(code.number),
            columns=COLUMNS,
            turn=code.draw,
            points=POINTS[code.scoring],
            homes=[[] for _ in range(FOUNDATIONS)],
            undoable=UNDO_LIMIT,
        )
        self.undos = 0
        self.version = 0

    @property
    def is_won(self) -> bool:
        """Whether all cards lie on the foundations."""
        return self.is_home
