"""What staff see and decide: flags that the check raises, and decisions with who, when and why."""

from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.ids import uuid7
from games.limits import MAX_NOTE_CHARACTERS
from games.models.games import Game


class Cause(models.TextChoices):
    """Why staff took something away, as its owner is told: a word for clients, to show in any language."""

    UNSTATED = "unstated", "(nothing more is said)"
    COPIED_GAME = "copied_game", "the game is somebody else's"
    NOT_PLAYED = "not_played", "the game was not played by a person"
    OFFENSIVE_NAME = "offensive_name", "the name is offensive"
    IMPERSONATION = "impersonation", "the name is meant to be taken for somebody else's"
    ABUSE = "abuse", "the service or other players were abused"
    OTHER = "other", "as the note says"


_ABOUT_GAMES = ("hide", "reinstate", "recheck", "dismiss", "resolve")
_ABOUT_PLAYERS = ("hide", "reinstate", "ban", "lift_ban", "reset_name", "resolve")


class Decision(models.Model):
    """What a member of staff did about a game or a player, and why. Rows are added, never changed.

    `reason` is for staff. What the player concerned is told are `cause` and `note`; nobody else is told anything.
    """

    class Action(models.TextChoices):
        HIDE = "hide"
        REINSTATE = "reinstate"
        RECHECK = "recheck", "Re-check"
        DISMISS = "dismiss", "Dismiss flags"
        RESOLVE = "resolve", "Resolve reports"
        BAN = "ban", "Ban from posting"
        LIFT_BAN = "lift_ban", "Lift the ban"
        RESET_NAME = "reset_name", "Reset the name"

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    # What it is about: one of the two.
    game = models.ForeignKey(Game, on_delete=models.PROTECT, null=True, blank=True, related_name="decisions")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="decisions"
    )
    action = models.CharField(max_length=10, choices=Action)
    reason = models.TextField()
    cause = models.CharField(max_length=14, choices=Cause, default=Cause.UNSTATED)
    note = models.CharField(max_length=MAX_NOTE_CHARACTERS, blank=True, default="")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="decisions_made")
    at = models.DateTimeField()

    class Meta:
        ordering = ("-id",)
        constraints = [
            models.CheckConstraint(name="decision_has_reason", condition=~Q(reason="")),
            models.CheckConstraint(
                name="decision_fits_its_subject",
                condition=Q(game__isnull=False, player=None, action__in=_ABOUT_GAMES)
                | Q(game=None, player__isnull=False, action__in=_ABOUT_PLAYERS),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.action} {self.game_id or self.player_id}"


class FlagQuerySet(models.QuerySet["Flag"]):
    def open(self) -> Self:
        """Flags that wait for a person: nobody has decided on them, and their games are in public sight."""
        return self.filter(
            decision=None,
            game__status=Game.Status.VERIFIED,
            game__hidden_at=None,
            game__player__hidden_at=None,
            game__player__erased_at=None,
        )


class Flag(models.Model):
    """Something about a verified game for a person to look at. It hides nothing by itself."""

    class Kind(models.TextChoices):
        COPY = "copy", "same line as another player's earlier game"
        PACE = "pace", "faster than a person plays"
        TAKE_BACKS = "take_backs", "many take-backs"
        SEEN_REPLAY = "seen_replay", "had seen a replay of these cards"

    class State(models.TextChoices):
        OPEN = "open"
        DISMISSED = "dismissed"
        ACTED_UPON = "acted_upon"

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="flags")
    kind = models.CharField(max_length=11, choices=Kind)
    # What was found, in one line; for a copy `other` is the earlier game.
    note = models.CharField(max_length=200, blank=True, default="")
    other = models.ForeignKey(Game, on_delete=models.DO_NOTHING, null=True, blank=True, related_name="copies")
    at = models.DateTimeField()
    # What closed it; null while nobody has looked at it.
    decision = models.ForeignKey(Decision, on_delete=models.PROTECT, null=True, blank=True, related_name="flags")

    objects = FlagQuerySet.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint(name="flag_once", fields=("game", "kind"))]
        indexes = [models.Index(name="flag_open", fields=("-at",), condition=Q(decision=None))]

    def __str__(self) -> str:
        return f"{self.kind} on {self.game_id}"

    @property
    def state(self) -> State:
        """Whether somebody has looked at it, and what came of it."""
        if self.decision is None:
            return self.State.OPEN
        return self.State.DISMISSED if self.decision.action == Decision.Action.DISMISS else self.State.ACTED_UPON
