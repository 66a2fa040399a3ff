"""How a match has ended, and who has won it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from games.engine.match.options import Side

VOID = "void"


class Ended(StrEnum):
    """What has ended a match."""

    RESIGNED = "resigned"
    OUT = "out"
    """A player's last card went to a foundation, and the match ends with the first who is out."""
    CLEARED = "cleared"
    """A player's columns are empty, the solo bonus is on, and the match is not played out."""
    DONE = "done"
    """Both are done: out, or passed, or without an action, or for too long without a card on a foundation."""


class WonBy(StrEnum):
    """What has decided a match."""

    RESIGNATION = "resignation"
    BONUS = "bonus"
    """Having been the first whose columns were all empty."""
    CARDS = "cards"
    """More cards of one's own on the foundations."""
    LAST_CARD = "last_card"
    """As many, and the last of all."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a match that is over. Nobody wins a void one, in which no card was placed: it is dealt again."""

    ended: Ended
    winner: Side | None
    won_by: WonBy | None
    contributions: dict[Side, int]
    """How many cards of each side's own lie on the foundations."""

    @property
    def is_void(self) -> bool:
        """Whether it does not count."""
        return self.winner is None

    @property
    def forfeited_by(self) -> Side | None:
        """Who has resigned, if anybody."""
        return self.winner.other if self.winner and self.ended is Ended.RESIGNED else None
