"""What is refused of the decisions of staff; like `games.errors`, and part of its tree."""

from dataclasses import dataclass
from typing import ClassVar

from games.engine.texts import Text
from games.errors import GameError


@dataclass(eq=False)
class ReasonMissing(GameError):
    code: ClassVar[str] = "reason_missing"

    @property
    def text(self) -> Text:
        return Text("A decision needs a reason.")


@dataclass(eq=False)
class NothingToDecide(GameError):
    """`said` names what cannot be decided, and the state that leaves nothing to decide."""

    code: ClassVar[str] = "nothing_to_decide"
    said: Text

    @property
    def text(self) -> Text:
        return self.said


@dataclass(eq=False)
class DecisionNotYours(GameError):
    """`why` is `own` (their own case) or `staff` (another member of staff's); a superuser may decide both."""

    code: ClassVar[str] = "decision_not_yours"
    why: str

    @property
    def text(self) -> Text:
        if self.why == "own":
            return Text("Only a superuser decides about your own case.")
        return Text("Only a superuser decides about a member of staff.")
