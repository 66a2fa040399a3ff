"""Where every card lies, and what has been counted: the state that actions change."""

from __future__ import annotations

from collections import deque
from typing import Any

from games.engine.cards import CARDS
from games.engine.deals import DealCode, shuffle
from games.engine.moves import COLUMNS, FOUNDATIONS
from games.engine.scores import POINTS

UNDO_LIMIT = 200

JournalEntry = tuple[Any, ...]
"""A function that takes an action back, and whatever it needs to."""

# Where each column's cards lie in the order of dealing: from, and up to but without.
_DEALT = tuple((n * (n - 1) // 2, n * (n + 1) // 2) for n in range(1, COLUMNS + 1))


class Position:
    """The cards of a solo game, its points and its journal of undoable actions. It checks nothing.

    Columns, foundations and lists count from 0, and every list of cards runs from the bottom up.

    - `pile`, `drawn`: stock and waste in one list, in the order in which cards are turned. The first
      `drawn` are the waste, its top last; the rest is the stock, its top first. So a recycle, which shows
      the same cards in the same order, moves no card.
    - `hidden`, `runs`: each column's face-down and face-up cards. The face-up ones are always a run, and
      there are none only in an empty column.
    - `homes`: the cards on each foundation. `scored`: for each card, whether it has scored there.
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
        "undos",
        "version",
        "waste_to_column_points",
    )

    def __init__(self, code: DealCode) -> None:
        points = POINTS[code.scoring]
        cards = shuffle(code.number)
        self.pile = cards[45:]
        self.drawn = 0
        self.turn = code.draw
        self.hidden = [cards[start : end - 1] for start, end in _DEALT]
        self.runs = [[cards[end - 1]] for _, end in _DEALT]
        self.homes: list[list[int]] = [[] for _ in range(FOUNDATIONS)]
        self.scored = bytearray(CARDS)
        self.score = points.start
        self.surplus = 0
        self.undos = 0
        self.version = 0
        self.journal: deque[JournalEntry] = deque(maxlen=UNDO_LIMIT)
        self.home_points = points.home
        self.waste_to_column_points = points.waste_to_column
        self.flip_points = points.flip
        self.recycle_cost = points.recycle_cost

    @property
    def is_won(self) -> bool:
        """Whether all cards lie on the foundations."""
        return not self.pile and not any(self.runs)
