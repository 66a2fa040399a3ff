"""What the service refuses, by cause. The API turns each class into a problem; a test holds the two together.

GameError
├── GameNotFound         no such game, or none that this viewer may know of
├── VersionConflict      the log is not at the version that the client named
├── GameFinished         the log is closed
├── IllegalAppend        a move of the append is illegal
├── NoSuchTap            a tap that moves nothing
├── ScoreDiffers         a claim that contradicts a game which a win has closed already
├── LimitExceeded        more than the published limit
├── ReplayNotAllowed     somebody else's replay, which this viewer may not see yet
├── ProofNotFound        how a deal can be won, of one that is not shown winnable by a search
├── NoDailyDeals         a day that has no deals, or none yet
├── NotDaily             a code that is the deal of no day
├── PostingBanned        a player whom staff have banned from posting
├── GameNotFinished      a game in play, where a finished one is needed
├── ShareNotFound        a link to a replay that is none, or none any more
├── AlreadyReported      a report while an earlier one by the same player waits
├── ReportOfOneself      a report of one's own game or player
├── ReasonMissing        a decision of staff without a reason
├── NothingToDecide      a decision that is in force already
├── DecisionNotYours     a decision that this member of staff may not make
├── BadName              a name that cannot be shown or told apart
├── NameTaken            a name, or a look-alike, that an account has
├── BadCredentials       no account has this name and password
└── AlreadyAccount       the guest is an account already
"""

from dataclasses import dataclass
from datetime import date, datetime
from typing import ClassVar
from uuid import UUID


@dataclass(eq=False)
class GameError(Exception):
    """The root. `code` is stable and goes to clients; `str(error)` is a sentence in English."""

    code: ClassVar[str]

    @property
    def message(self) -> str:
        raise NotImplementedError

    def __str__(self) -> str:
        return self.message


@dataclass(eq=False)
class GameNotFound(GameError):
    code: ClassVar[str] = "game_not_found"
    game_id: UUID

    @property
    def message(self) -> str:
        return f"There is no game {self.game_id}, or it is not yours to see."


@dataclass(eq=False)
class VersionConflict(GameError):
    """`missing` are the events from `version` to `current`; empty when the client is ahead of the log."""

    code: ClassVar[str] = "version_conflict"
    version: int
    current: int
    missing: bytes

    @property
    def message(self) -> str:
        return f"The log is at version {self.current}, not {self.version}."


@dataclass(eq=False)
class GameFinished(GameError):
    code: ClassVar[str] = "game_finished"
    version: int

    @property
    def message(self) -> str:
        return f"The game was finished at version {self.version}; nothing can be added to its log."


@dataclass(eq=False)
class IllegalAppend(GameError):
    """`index` counts from 0 in the request, `version` is the log's at that move; `detail` is the engine's sentence."""

    code: ClassVar[str] = "illegal_move"
    index: int
    version: int
    move: str
    reason: str
    detail: str

    @property
    def message(self) -> str:
        return f"Move {self.index} of the request: {self.detail}. Nothing was appended."


@dataclass(eq=False)
class NoSuchTap(GameError):
    code: ClassVar[str] = "nothing_to_tap"
    index: int
    version: int
    pile: str

    @property
    def message(self) -> str:
        return f"Move {self.index} of the request taps {self.pile}, which moves nothing. Nothing was appended."


@dataclass(eq=False)
class ScoreDiffers(GameError):
    code: ClassVar[str] = "score_differs"
    claimed: int
    computed: int

    @property
    def message(self) -> str:
        return f"The game ended by its win with a score of {self.computed}, not {self.claimed}."


@dataclass(eq=False)
class LimitExceeded(GameError):
    code: ClassVar[str] = "limit_exceeded"
    limit: str
    maximum: int
    got: int

    @property
    def message(self) -> str:
        return f"{self.limit} is limited to {self.maximum}; this would be {self.got}."


@dataclass(eq=False)
class ReplayNotAllowed(GameError):
    code: ClassVar[str] = "replay_not_allowed"
    policy: str

    @property
    def message(self) -> str:
        if self.policy == "never":
            return "Replays of other players' games are not shown here."
        return "Another player's replay can be seen once you have a verified game on the same cards."


@dataclass(eq=False)
class PostingBanned(GameError):
    """`cause` and `note` are what staff tell the player of their reason."""

    code: ClassVar[str] = "posting_banned"
    since: datetime
    cause: str
    note: str

    @property
    def message(self) -> str:
        note = f" {self.note}" if self.note else ""
        return f"You have been banned from posting since {self.since:%Y-%m-%d} ({self.cause}).{note}"


@dataclass(eq=False)
class GameNotFinished(GameError):
    code: ClassVar[str] = "game_not_finished"
    game_id: UUID

    @property
    def message(self) -> str:
        return f"Game {self.game_id} is still being played."


@dataclass(eq=False)
class ShareNotFound(GameError):
    code: ClassVar[str] = "share_not_found"
    game_id: UUID

    @property
    def message(self) -> str:
        return f"There is no such link to game {self.game_id}, or it was revoked, or the game is not shown any more."


@dataclass(eq=False)
class AlreadyReported(GameError):
    code: ClassVar[str] = "already_reported"

    @property
    def message(self) -> str:
        return "Your earlier report of this still waits for staff."


@dataclass(eq=False)
class ReportOfOneself(GameError):
    code: ClassVar[str] = "report_of_oneself"

    @property
    def message(self) -> str:
        return "One's own game or player cannot be reported."


@dataclass(eq=False)
class ProofNotFound(GameError):
    code: ClassVar[str] = "proof_not_found"
    deal: str

    @property
    def message(self) -> str:
        return f"No search has shown that {self.deal} can be won."


@dataclass(eq=False)
class NoDailyDeals(GameError):
    """`reason` is `not_yet` for a day to come, or `none` for a past one that the service has not seen."""

    code: ClassVar[str] = "no_daily_deals"
    day: date
    reason: str

    @property
    def message(self) -> str:
        if self.reason == "not_yet":
            return f"The deals of {self.day} are told when the day begins, by the server's date in UTC."
        return f"There are no deals of {self.day}."


@dataclass(eq=False)
class NotDaily(GameError):
    code: ClassVar[str] = "not_daily"
    deal: str

    @property
    def message(self) -> str:
        return f"{self.deal} is the deal of no day up to now."


@dataclass(eq=False)
class ReasonMissing(GameError):
    code: ClassVar[str] = "reason_missing"

    @property
    def message(self) -> str:
        return "A decision needs a reason."


@dataclass(eq=False)
class NothingToDecide(GameError):
    code: ClassVar[str] = "nothing_to_decide"
    action: str
    state: str
    subject: str = "game"

    @property
    def message(self) -> str:
        return f"Cannot {self.action} a {self.subject} that is {self.state}."


@dataclass(eq=False)
class DecisionNotYours(GameError):
    """`why` is `own` (their own case) or `staff` (another member of staff's); a superuser may decide both."""

    code: ClassVar[str] = "decision_not_yours"
    why: str

    @property
    def message(self) -> str:
        whose = "your own case" if self.why == "own" else "a member of staff"
        return f"Only a superuser decides about {whose}."


@dataclass(eq=False)
class BadName(GameError):
    """`reason` is a games.names.NameFlaw, `detail` its sentence."""

    code: ClassVar[str] = "bad_name"
    name: str
    reason: str
    detail: str

    @property
    def message(self) -> str:
        return f"The name {self.name!a} cannot be used: {self.detail}"


@dataclass(eq=False)
class NameTaken(GameError):
    code: ClassVar[str] = "name_taken"
    name: str

    @property
    def message(self) -> str:
        return f"The name {self.name!r}, or one that looks like it, is taken."


@dataclass(eq=False)
class BadCredentials(GameError):
    code: ClassVar[str] = "bad_credentials"

    @property
    def message(self) -> str:
        return "No account has this name and password."


@dataclass(eq=False)
class AlreadyAccount(GameError):
    code: ClassVar[str] = "already_account"

    @property
    def message(self) -> str:
        return "This player has an account already."


@dataclass(eq=False)
class BadPassword(GameError):
    """`reason` is the code of the validator that refused it first, `detail` what all of them say."""

    code: ClassVar[str] = "bad_password"
    reason: str
    detail: str

    @property
    def message(self) -> str:
        return f"The password cannot be used: {self.detail}"


@dataclass(eq=False)
class BadEmail(GameError):
    code: ClassVar[str] = "bad_email"
    email: str

    @property
    def message(self) -> str:
        return f"{self.email!r} is not an e-mail address."


@dataclass(eq=False)
class WrongPassword(GameError):
    code: ClassVar[str] = "wrong_password"

    @property
    def message(self) -> str:
        return "This needs the account's password, and that is not it."


@dataclass(eq=False)
class NotAnAccount(GameError):
    code: ClassVar[str] = "not_an_account"

    @property
    def message(self) -> str:
        return "This player is a guest and has no password; make an account of it first."


@dataclass(eq=False)
class PlayerNotFound(GameError):
    code: ClassVar[str] = "player_not_found"
    player_id: UUID

    @property
    def message(self) -> str:
        return f"There is no player {self.player_id} to be seen."


@dataclass(eq=False)
class TokenNotFound(GameError):
    code: ClassVar[str] = "token_not_found"
    token_id: UUID

    @property
    def message(self) -> str:
        return f"You have no token {self.token_id}."
