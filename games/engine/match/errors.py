"""What a match refuses, and why.

A match shares the other errors of `games.engine.errors`, and the reasons for which cards cannot move, with solo games.
These are its own.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from games.engine.errors import EngineError, Refusal
from games.engine.texts import Text

if TYPE_CHECKING:
    from games.engine.match.actions import MatchAction
    from games.engine.match.options import Side


class MatchRefusal(StrEnum):
    """The reasons for which an action can be illegal whatever the cards."""

    MATCH_OVER = "match_over"
    PLAYER_OUT = "player_out"
    OUT_OF_TURN = "out_of_turn"
    ALREADY_PASSED = "already_passed"
    NO_REDEAL = "no_redeal"

    @property
    def text(self) -> Text:
        """The reason in words."""
        return MATCH_REFUSAL_TEXTS[self]


MATCH_REFUSAL_TEXTS = {
    MatchRefusal.MATCH_OVER: Text("the match is over, and nothing is played after that"),
    MatchRefusal.PLAYER_OUT: Text("the player is out, and can do nothing more"),
    MatchRefusal.OUT_OF_TURN: Text("it is the other player's turn"),
    MatchRefusal.ALREADY_PASSED: Text("the player has passed already, and that still stands"),
    MatchRefusal.NO_REDEAL: Text("this match goes through the stock once, without recycling"),
}

Reason = Refusal | MatchRefusal
"""Why an action of a match is illegal."""


class MatchOptionsError(EngineError):
    """Options that make no match; `field` names the one that is wrong, and is None if all of them are."""

    code = "bad_match_options"

    def __init__(self, problem: Text, *, field: str | None) -> None:
        super().__init__(problem)
        self.field = field


class IllegalAction(EngineError):
    """An action that the rules refuse a side; the table is as it was. `position` is what everybody may see of it."""

    code = "illegal_move"

    def __init__(self, side: Side, action: MatchAction, reason: Reason, *, position: str) -> None:
        super().__init__(reason_text(side, str(action), reason))
        self.side = side
        self.action = action
        self.reason = reason
        self.position = position


def reason_text(side: Side, action: str, reason: Reason) -> Text:
    """The sentence that says that an action of a side is illegal, and why."""
    return Text("%(move)s of player %(side)s is illegal: %(reason)s", move=action, side=side, reason=reason.text)
