"""What the engine refuses, and why.

    EngineError                 (a ValueError)
    +-- DealCodeError           bad_deal_code    a text that is no deal code
    +-- NotationError           bad_notation     a text that is no move, card, pile or picture
    +-- CodecError              bad_byte         a byte that is no action
    +-- IllegalMove             illegal_move     a move that the rules refuse on this table
    +-- UnknownRules            unknown_rules    a rules version that this engine does not have
    +-- MovetextError           bad_movetext     a movetext that does not hold together

Codes are stable: clients and stored rows rely on them. Messages carry the offending input.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from games.engine.moves import Move


class Refusal(StrEnum):
    """The reasons for which a move can be illegal."""

    STOCK_EMPTY = "stock_empty"
    STOCK_NOT_EMPTY = "stock_not_empty"
    WASTE_EMPTY = "waste_empty"
    NO_RECYCLE_IN_VEGAS = "no_recycle_in_vegas"
    COLUMN_EMPTY = "column_empty"
    FOUNDATION_EMPTY = "foundation_empty"
    DOES_NOT_FIT = "does_not_fit"
    NO_CARD_FITS = "no_card_fits"
    ONLY_A_KING = "only_a_king"
    NOT_NEXT_ON_FOUNDATION = "not_next_on_foundation"
    WRONG_COUNT = "wrong_count"
    NOTHING_TO_UNDO = "nothing_to_undo"
    UNDO_LIMIT = "undo_limit"
    GAME_WON = "game_won"

    @property
    def message(self) -> str:
        """The reason in English words."""
        return REFUSAL_MESSAGES[self]


REFUSAL_MESSAGES = {
    Refusal.STOCK_EMPTY: "the stock is empty",
    Refusal.STOCK_NOT_EMPTY: "the stock still has cards",
    Refusal.WASTE_EMPTY: "the waste is empty",
    Refusal.NO_RECYCLE_IN_VEGAS: "Vegas goes through the stock once, without recycling",
    Refusal.COLUMN_EMPTY: "the column it would come from is empty",
    Refusal.FOUNDATION_EMPTY: "the foundation it would come from is empty",
    Refusal.DOES_NOT_FIT: "the card is not of the opposite colour and one rank lower",
    Refusal.NO_CARD_FITS: "no face-up card of the first column fits on the second",
    Refusal.ONLY_A_KING: "only a king may go to an empty column",
    Refusal.NOT_NEXT_ON_FOUNDATION: "no foundation of its suit takes the card next",
    Refusal.WRONG_COUNT: "another number of cards would move",
    Refusal.NOTHING_TO_UNDO: "there is no action to undo",
    Refusal.UNDO_LIMIT: "the actions before are too old to undo",
    Refusal.GAME_WON: "the game is won, and nothing is played after that",
}


def quoted(text: str) -> str:
    """A text as a message shows it: escaped, in quotes, and cut if it is long."""
    return repr(text if len(text) <= 40 else f"{text[:40]}...")


class EngineError(ValueError):
    """Anything that the engine refuses; `code` names the kind."""

    code: ClassVar[str] = "engine_error"


class DealCodeError(EngineError):
    """A text that is no deal code; `part` says which part of it is wrong."""

    code = "bad_deal_code"

    def __init__(self, text: str, *, part: str, problem: str) -> None:
        super().__init__(f"{quoted(text)} is not a deal code: {problem}")
        self.text = text
        self.part = part
        self.problem = problem


class NotationError(EngineError):
    """A text that says nothing the engine can read."""

    code = "bad_notation"


class CodecError(EngineError):
    """A byte that stands for no action."""

    code = "bad_byte"

    def __init__(self, byte: int, *, index: int) -> None:
        super().__init__(f"byte {byte} at index {index} stands for no action")
        self.byte = byte
        self.index = index


class IllegalMove(EngineError):
    """A move that the rules refuse; the table is as it was."""

    code = "illegal_move"

    def __init__(self, move: Move, reason: Refusal, *, position: str) -> None:
        super().__init__(describe_refusal(str(move), reason))
        self.move = move
        self.reason = reason
        self.position = position


class UnknownRules(EngineError):
    """A version of the rules that this engine does not have."""

    code = "unknown_rules"

    def __init__(self, version: object) -> None:
        super().__init__(f"there are no rules of version {version!r}")
        self.version = version


class MovetextError(EngineError):
    """A movetext that cannot be read.

    `line` counts from 1, and `index` is that of the move, from 0, where the fault lies in one.
    """

    code = "bad_movetext"

    def __init__(self, problem: str, *, line: int, index: int | None = None) -> None:
        super().__init__(f"line {line}: {problem}")
        self.problem = problem
        self.line = line
        self.index = index


def describe_refusal(move: str, reason: Refusal) -> str:
    """The sentence that says that a move is illegal, and why."""
    return f"{move} is illegal: {reason.message}"
