"""What the service refuses, by cause. The API turns each class into a problem; a test holds the two together.

GameError
├── GameNotFound         no such game, or none that this viewer may know of
├── VersionConflict      the log is not at the version that the client named
├── GameFinished         the log is closed
├── IllegalAppend        a move of the append is illegal
├── NoSuchTap            a tap that moves nothing
├── ScoreDiffers         a claim that contradicts a game which a win has closed already
├── LimitExceeded        more than the published limit
├── LimitReached         one more beside as many as there may be at once
├── ReplayNotAllowed     somebody else's replay, which this viewer may not see yet
├── ProofNotFound        how a deal can be won, of one that is not shown winnable by a search
├── NoDailyDeals         a day that has no deals, or none yet
├── NotDaily             a code that is the deal of no day
├── PostingBanned        a player whom staff have banned from posting
├── GameNotFinished      a game in play, where a finished one is needed
├── ShareNotFound        a link to a replay that is none, or none any more
├── AlreadyReported      a report while an earlier one by the same player waits
├── ReportOfOneself      a report of one's own game or player
├── in games.moderation.errors
│   ├── ReasonMissing        a decision of staff without a reason
│   ├── NothingToDecide      a decision that is in force already
│   └── DecisionNotYours     a decision that this member of staff may not make
├── BadName              a name that cannot be shown or told apart
├── NameTaken            a name, or a look-alike, that an account has
├── BadCredentials       no account has this name and password
├── in games.recovery
│   ├── RecoveryNotPossible  this service sends no mail
│   └── BadRecovery          a link to set a new password that is none, was used, or came too late
└── AlreadyAccount       the guest is an account already
"""

from dataclasses import dataclass
from datetime import date, datetime
from typing import ClassVar
from uuid import UUID

from games.engine.texts import Text


@dataclass(eq=False)
class GameError(Exception):
    """The root. `code` is stable and goes to clients; `text` is a sentence in any language, `str(error)` in English."""

    code: ClassVar[str]

    @property
    def text(self) -> Text:
        raise NotImplementedError

    def __str__(self) -> str:
        return str(self.text)


@dataclass(eq=False)
class GameNotFound(GameError):
    code: ClassVar[str] = "game_not_found"
    game_id: UUID

    @property
    def text(self) -> Text:
        return Text("There is no game %(game_id)s, or it is not yours to see.", game_id=self.game_id)


@dataclass(eq=False)
class VersionConflict(GameError):
    """`missing` are the events from `version` to `current`; empty when the client is ahead of the log."""

    code: ClassVar[str] = "version_conflict"
    version: int
    current: int
    missing: bytes

    @property
    def text(self) -> Text:
        return Text("The log is at version %(current)s, not %(version)s.", current=self.current, version=self.version)


@dataclass(eq=False)
class GameFinished(GameError):
    code: ClassVar[str] = "game_finished"
    version: int

    @property
    def text(self) -> Text:
        return Text(
            "The game was finished at version %(version)s; nothing can be added to its log.", version=self.version
        )


@dataclass(eq=False)
class IllegalAppend(GameError):
    """`index` counts from 0 in the request, `version` is the log's at that move; `detail` is what the engine says."""

    code: ClassVar[str] = "illegal_move"
    index: int
    version: int
    move: str
    reason: str
    detail: Text

    @property
    def text(self) -> Text:
        return Text(
            "Move %(index)s of the request: %(detail)s. Nothing was appended.", index=self.index, detail=self.detail
        )


@dataclass(eq=False)
class NoSuchTap(GameError):
    code: ClassVar[str] = "nothing_to_tap"
    index: int
    version: int
    pile: str

    @property
    def text(self) -> Text:
        return Text(
            "Move %(index)s of the request taps %(pile)s, which moves nothing. Nothing was appended.",
            index=self.index,
            pile=self.pile,
        )


@dataclass(eq=False)
class ScoreDiffers(GameError):
    code: ClassVar[str] = "score_differs"
    claimed: int
    computed: int

    @property
    def text(self) -> Text:
        return Text(
            "The game ended by its win with a score of %(computed)s, not %(claimed)s.",
            computed=self.computed,
            claimed=self.claimed,
        )


@dataclass(eq=False)
class LimitExceeded(GameError):
    code: ClassVar[str] = "limit_exceeded"
    limit: str
    maximum: int
    got: int

    @property
    def text(self) -> Text:
        return Text(
            "%(limit)s is limited to %(maximum)s; this would be %(got)s.",
            limit=self.limit,
            maximum=self.maximum,
            got=self.got,
        )


@dataclass(eq=False)
class LimitReached(GameError):
    """The request itself is good, and will do once there are fewer."""

    code: ClassVar[str] = "limit_reached"
    limit: str
    maximum: int

    @property
    def text(self) -> Text:
        return Text(
            "%(limit)s: there are %(maximum)s already, as many as there may be at once. End one of them first.",
            limit=self.limit,
            maximum=self.maximum,
        )


@dataclass(eq=False)
class ReplayNotAllowed(GameError):
    code: ClassVar[str] = "replay_not_allowed"
    policy: str

    @property
    def text(self) -> Text:
        if self.policy == "never":
            return Text("Replays of other players' games are not shown here.")
        return Text("Another player's replay can be seen once you have a verified game on the same cards.")


@dataclass(eq=False)
class PostingBanned(GameError):
    """`cause` and `note` are what staff tell the player of their reason."""

    code: ClassVar[str] = "posting_banned"
    since: datetime
    cause: str
    note: str

    @property
    def text(self) -> Text:
        said = {"day": f"{self.since:%Y-%m-%d}", "cause": self.cause}
        if self.note:
            return Text("You have been banned from posting since %(day)s (%(cause)s). %(note)s", note=self.note, **said)
        return Text("You have been banned from posting since %(day)s (%(cause)s).", **said)


@dataclass(eq=False)
class GameNotFinished(GameError):
    code: ClassVar[str] = "game_not_finished"
    game_id: UUID

    @property
    def text(self) -> Text:
        return Text("Game %(game_id)s is still being played.", game_id=self.game_id)


@dataclass(eq=False)
class ShareNotFound(GameError):
    code: ClassVar[str] = "share_not_found"
    game_id: UUID

    @property
    def text(self) -> Text:
        return Text(
            "There is no such link to game %(game_id)s, or it was revoked, or the game is not shown any more.",
            game_id=self.game_id,
        )


@dataclass(eq=False)
class AlreadyReported(GameError):
    code: ClassVar[str] = "already_reported"

    @property
    def text(self) -> Text:
        return Text("Your earlier report of this still waits for staff.")


@dataclass(eq=False)
class ReportOfOneself(GameError):
    code: ClassVar[str] = "report_of_oneself"

    @property
    def text(self) -> Text:
        return Text("One's own game or player cannot be reported.")


@dataclass(eq=False)
class ProofNotFound(GameError):
    code: ClassVar[str] = "proof_not_found"
    deal: str

    @property
    def text(self) -> Text:
        return Text("No search has shown that %(deal)s can be won.", deal=self.deal)


@dataclass(eq=False)
class NoDailyDeals(GameError):
    """`reason` is `not_yet` for a day to come, or `none` for a past one that the service has not seen."""

    code: ClassVar[str] = "no_daily_deals"
    day: date
    reason: str

    @property
    def text(self) -> Text:
        if self.reason == "not_yet":
            return Text("The deals of %(day)s are told when the day begins, by the server's date in UTC.", day=self.day)
        return Text("There are no deals of %(day)s.", day=self.day)


@dataclass(eq=False)
class NotDaily(GameError):
    code: ClassVar[str] = "not_daily"
    deal: str

    @property
    def text(self) -> Text:
        return Text("%(deal)s is the deal of no day up to now.", deal=self.deal)


@dataclass(eq=False)
class BadName(GameError):
    """`reason` is a games.names.NameFlaw, `detail` its sentence."""

    code: ClassVar[str] = "bad_name"
    name: str
    reason: str
    detail: Text

    @property
    def text(self) -> Text:
        return Text("The name %(name)s cannot be used: %(detail)s", name=ascii(self.name), detail=self.detail)


@dataclass(eq=False)
class NameTaken(GameError):
    code: ClassVar[str] = "name_taken"
    name: str

    @property
    def text(self) -> Text:
        return Text("The name %(name)s, or one that looks like it, is taken.", name=repr(self.name))


@dataclass(eq=False)
class BadCredentials(GameError):
    code: ClassVar[str] = "bad_credentials"

    @property
    def text(self) -> Text:
        return Text("No account has this name and password.")


@dataclass(eq=False)
class AlreadyAccount(GameError):
    code: ClassVar[str] = "already_account"

    @property
    def text(self) -> Text:
        return Text("This player has an account already.")


@dataclass(eq=False)
class BadPassword(GameError):
    """`reason` is the code of the first validator that refused it, `detail` what all say in the active language."""

    code: ClassVar[str] = "bad_password"
    reason: str
    detail: str

    @property
    def text(self) -> Text:
        return Text("The password cannot be used: %(detail)s", detail=self.detail)


@dataclass(eq=False)
class BadEmail(GameError):
    code: ClassVar[str] = "bad_email"
    email: str

    @property
    def text(self) -> Text:
        return Text("%(email)s is not an e-mail address.", email=repr(self.email))


@dataclass(eq=False)
class WrongPassword(GameError):
    code: ClassVar[str] = "wrong_password"

    @property
    def text(self) -> Text:
        return Text("This needs the account's password, and that is not it.")


@dataclass(eq=False)
class NotAnAccount(GameError):
    code: ClassVar[str] = "not_an_account"

    @property
    def text(self) -> Text:
        return Text("This player is a guest and has no password; make an account of it first.")


@dataclass(eq=False)
class PlayerNotFound(GameError):
    code: ClassVar[str] = "player_not_found"
    player_id: UUID

    @property
    def text(self) -> Text:
        return Text("There is no player %(player_id)s to be seen.", player_id=self.player_id)


@dataclass(eq=False)
class TokenNotFound(GameError):
    code: ClassVar[str] = "token_not_found"
    token_id: UUID

    @property
    def text(self) -> Text:
        return Text("You have no token %(token_id)s.", token_id=self.token_id)
