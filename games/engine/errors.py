"""What the engine refuses, and why.

    EngineError                 (a ValueError)
    +-- DealCodeError           bad_deal_code    a text that is no deal code
    +-- NotationError           bad_notation     a text that is no move, card, pile or picture
    +-- CodecError              bad_byte         a byte that is no action
    +-- IllegalMove             illegal_move     a move that the rules refuse on this table
    +-- UnknownRules            unknown_rules    a rules version that this engine does not have
    +-- MovetextError           bad_movetext     a movetext that does not hold together
    +-- MatchOptionsError       bad_match_options    options that make no match (these two in games.engine.match.errors)
    +-- IllegalAction           illegal_move     an action that the rules refuse on this table of a match

Codes are stable: clients and stored rows rely on them. Texts carry the offending input; `str(error)` is English.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, ClassVar

from games.engine.texts import Text

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
    def text(self) -> Text:
        """The reason in words."""
        return REFUSAL_TEXTS[self]


REFUSAL_TEXTS = {
    Refusal.STOCK_EMPTY: Text("the stock is empty"),
    Refusal.STOCK_NOT_EMPTY: Text("the stock still has cards"),
    Refusal.WASTE_EMPTY: Text("the waste is empty"),
    Refusal.NO_RECYCLE_IN_VEGAS: Text("Vegas goes through the stock once, without recycling"),
    Refusal.COLUMN_EMPTY: Text("the column it would come from is empty"),
    Refusal.FOUNDATION_EMPTY: Text("the foundation it would come from is empty"),
    Refusal.DOES_NOT_FIT: Text("the card is not of the opposite colour and one rank lower"),
    Refusal.NO_CARD_FITS: Text("no face-up card of the first column fits on the second"),
    Refusal.ONLY_A_KING: Text("only a king may go to an empty column"),
    Refusal.NOT_NEXT_ON_FOUNDATION: Text("no foundation of its suit takes the card next"),
    Refusal.WRONG_COUNT: Text("another number of cards would move"),
    Refusal.NOTHING_TO_UNDO: Text("there is no action to undo"),
    Refusal.UNDO_LIMIT: Text("the actions before are too old to undo"),
    Refusal.GAME_WON: Text("the game is won, and nothing is played after that"),
}


def quoted(text: str) -> str:
    """A text as a message shows it: escaped, in quotes, and cut if it is long."""
    return repr(text if len(text) <= 40 else f"{text[:40]}...")


class EngineError(ValueError):
    """Anything that the engine refuses; `code` names the kind, and `text` says it to people."""

    code: ClassVar[str] = "engine_error"

    def __init__(self, text: Text) -> None:
        super().__init__(text)
        self.text = text


class DealCodeError(EngineError):
    """A text that is no deal code; `part` says which part of it is wrong."""

    code = "bad_deal_code"

    def __init__(self, given: str, *, part: str, problem: Text) -> None:
        super().__init__(Text("%(given)s is not a deal code: %(problem)s", given=quoted(given), problem=problem))
        self.given = given
        self.part = part
        self.problem = problem


class NotationError(EngineError):
    """A text that says nothing the engine can read."""

    code = "bad_notation"


class CodecError(EngineError):
    """A byte that stands for no action."""

    code = "bad_byte"

    def __init__(self, byte: int, *, index: int) -> None:
        super().__init__(Text("byte %(byte)s at index %(index)s stands for no action", byte=byte, index=index))
        self.byte = byte
        self.index = index


class IllegalMove(EngineError):
    """A move that the rules refuse; the table is as it was."""

    code = "illegal_move"

    def __init__(self, move: Move, reason: Refusal, *, position: str) -> None:
        super().__init__(refusal_text(str(move), reason))
        self.move = move
        self.reason = reason
        self.position = position


class UnknownRules(EngineError):
    """A version of the rules that this engine does not have."""

    code = "unknown_rules"

    def __init__(self, version: object) -> None:
        super().__init__(Text("there are no rules of version %(version)s", version=repr(version)))
        self.version = version


class MovetextError(EngineError):
    """A movetext that cannot be read.

    `line` counts from 1, and `index` is that of the move, from 0, where the fault lies in one.
    """

    code = "bad_movetext"

    def __init__(self, problem: Text, *, line: int, index: int | None = None) -> None:
        super().__init__(Text("line %(line)s: %(problem)s", line=line, problem=problem))
        self.problem = problem
        self.line = line
        self.index = index


def refusal_text(move: str, reason: Refusal) -> Text:
    """The sentence that says that a move is illegal, and why."""
    return Text("%(move)s is illegal: %(reason)s", move=move, reason=reason.text)
