"""What the service refuses about matches, by cause; like `games.errors`, and part of its tree.

GameError
├── MatchNotFound        no such match, or none that this viewer may know of
├── NotAPlayer           somebody who looks on would act
├── WrongStage           the match has not begun, or is under way, or is over
├── AlreadySeated        a player would join a match of their own
├── CountConflict        the action is not the next one of its side
├── IllegalMatchAction   an action that the rules refuse on the table as it is
└── NothingToClaim       the opponent is there, or has been until a moment ago
"""

from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar
from uuid import UUID

from games.engine.texts import Text
from games.errors import GameError


@dataclass(eq=False)
class MatchNotFound(GameError):
    code: ClassVar[str] = "match_not_found"
    match_id: UUID

    @property
    def text(self) -> Text:
        return Text("There is no match %(match_id)s, or it is not yours to see.", match_id=self.match_id)


@dataclass(eq=False)
class NotAPlayer(GameError):
    code: ClassVar[str] = "not_a_player"
    match_id: UUID

    @property
    def text(self) -> Text:
        return Text("You are not one of the players of match %(match_id)s.", match_id=self.match_id)


_STAGES = {
    "open": Text("The match waits for an opponent."),
    "ready": Text("The match waits until both players are ready."),
    "playing": Text("The match is being played."),
    "over": Text("The match is over."),
    "cancelled": Text("The match was called off before it began."),
    "expired": Text("Nobody joined the match in time."),
}
STAGES = tuple(_STAGES)
"""What a match can be at; `expired` is one that is open for too long."""


@dataclass(eq=False)
class WrongStage(GameError):
    """`stage` is what the match is at: its status, or `expired`."""

    code: ClassVar[str] = "wrong_stage"
    stage: str

    @property
    def text(self) -> Text:
        return _STAGES[self.stage]


@dataclass(eq=False)
class AlreadySeated(GameError):
    code: ClassVar[str] = "already_seated"

    @property
    def text(self) -> Text:
        return Text("This is your own match; somebody else has to join it.")


@dataclass(eq=False)
class CountConflict(GameError):
    """`count` is what the client named, `current` how many actions its side has in the log.

    `action` is what the log has of the side at `count`, None where the client is ahead.
    """

    code: ClassVar[str] = "count_conflict"
    count: int
    current: int
    action: str | None

    @property
    def text(self) -> Text:
        said = {"count": self.count, "current": self.current}
        if self.action is None:
            return Text("Your count in this match is %(current)s, not %(count)s.", **said)
        return Text(
            "At your count of %(count)s the log has %(action)s; it is %(current)s by now.", action=self.action, **said
        )


@dataclass(eq=False)
class IllegalMatchAction(GameError):
    """`version` is the log's on which the action was judged, `tops` the top cards of F1 to F8 there."""

    code: ClassVar[str] = "illegal_action"
    action: str
    reason: str
    version: int
    tops: tuple[str | None, ...]
    detail: Text

    @property
    def text(self) -> Text:
        return Text("%(detail)s. Nothing was changed.", detail=self.detail)


class BeyondLog(ValueError):
    """A version was named, `after`, that the log has not come to; `version` is its last."""

    def __init__(self, *, after: int, version: int) -> None:
        super().__init__(f"the log has {version} events, and those after {after} were asked for")
        self.after = after
        self.version = version


@dataclass(eq=False)
class NothingToClaim(GameError):
    """`claim_at` is when the match can be claimed if nothing comes of the opponent until then; None if it cannot be."""

    code: ClassVar[str] = "nothing_to_claim"
    claim_at: datetime | None

    @property
    def text(self) -> Text:
        if self.claim_at is None:
            return Text("The match does not wait for your opponent.")
        return Text(
            "The match can be claimed from %(time)s UTC on, if nothing comes of your opponent until then.",
            time=f"{self.claim_at:%Y-%m-%d %H:%M:%S}",
        )
