"""A series of matches between the same two players: who starts, how it stands, and who has won it.

series = Series(length=3, first=Side.A)
series.starter                                  # who starts the next match, or None
series = series.after(table.outcome)            # a new series; the old one is as it was
series.winner, series.totals
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from games.engine.match.errors import MatchOptionsError
from games.engine.match.options import Side
from games.engine.match.outcome import Outcome
from games.engine.texts import Text


@dataclass(frozen=True, slots=True)
class Series:
    """How many matches are played, who starts the first, and the outcomes so far, void ones among them."""

    length: int
    first: Side
    outcomes: tuple[Outcome, ...] = ()

    def __post_init__(self) -> None:
        if type(self.length) is not int or self.length < 1:
            problem = Text("a series has one or more matches, not %(length)s", length=repr(self.length))
            raise MatchOptionsError(problem, field="series")

    def after(self, outcome: Outcome) -> Series:
        """The series with one match more; `ValueError` if it is over already."""
        if self.is_over:
            raise ValueError("the series is over, and no match is played after that")
        return replace(self, outcomes=(*self.outcomes, outcome))

    @property
    def played(self) -> int:
        """How many matches count: void ones do not."""
        return sum(not outcome.is_void for outcome in self.outcomes)

    @property
    def totals(self) -> dict[Side, int]:
        """How many cards each side has placed in all matches."""
        return {side: sum(outcome.contributions[side] for outcome in self.outcomes) for side in Side}

    @property
    def starter(self) -> Side | None:
        """Who starts the next match, a new deal, if they alternate; None once the series is over.

        Starters alternate, but a void match is dealt again with the same.
        """
        if self.is_over:
            return None
        return self.first if self.played % 2 == 0 else self.first.other

    @property
    def is_over(self) -> bool:
        """Whether no further match is played."""
        return self.winner is not None

    @property
    def winner(self) -> Side | None:
        """Who has won the series, or None while it is not over.

        Who resigns a match forfeits the series. Otherwise a single match is the series; in a longer one all are
        played and the totals decide, with as many matches more as it takes for them to differ.
        """
        last = self.outcomes[-1] if self.outcomes else None
        if last is None:
            return None
        if last.forfeited_by:
            return last.winner
        if self.length == 1:
            return last.winner
        a, b = self.totals[Side.A], self.totals[Side.B]
        if self.played < self.length or a == b:
            return None
        return Side.A if a > b else Side.B
