"""What staff see and decide: flags that the check raises, and decisions with who, when and why."""

from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games import flag_notes
from games.ids import uuid7
from games.limits import MAX_NOTE_CHARACTERS
from games.models.games import Game
from games.models.matches import Match
from games.texts import worded


class Cause(models.TextChoices):
    """Why staff took something away, as its owner is told: a word for clients, to show in any language."""

    UNSTATED = "unstated", _("(nothing more is said)")
    COPIED_GAME = "copied_game", _("the game is somebody else's")
    NOT_PLAYED = "not_played", _("the game was not played by a person")
    OFFENSIVE_NAME = "offensive_name", _("the name is offensive")
    IMPERSONATION = "impersonation", _("the name is meant to be taken for somebody else's")
    ABUSE = "abuse", _("the service or other players were abused")
    OTHER = "other", _("as the note says")


_ABOUT_GAMES = ("hide", "reinstate", "recheck", "dismiss", "resolve")
_ABOUT_MATCHES = ("call_off",)
_ABOUT_PLAYERS = ("hide", "reinstate", "ban", "lift_ban", "reset_name", "resolve")


class Decision(models.Model):
    """What a member of staff did about a game, a match or a player, and why. Rows are added, never changed.

    `reason` is for staff. What the player concerned is told are `cause` and `note`; nobody else is told anything.
    """

    class Action(models.TextChoices):
        HIDE = "hide", _("Hide")
        REINSTATE = "reinstate", _("Reinstate")
        RECHECK = "recheck", _("Re-check")
        DISMISS = "dismiss", _("Dismiss flags")
        RESOLVE = "resolve", _("Resolve reports")
        BAN = "ban", _("Ban from posting")
        LIFT_BAN = "lift_ban", _("Lift the ban")
        RESET_NAME = "reset_name", _("Reset the name")
        CALL_OFF = "call_off", _("Call off")

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    # What it is about: one of the three.
    game = models.ForeignKey(Game, on_delete=models.PROTECT, null=True, blank=True, related_name="decisions")
    match = models.ForeignKey(Match, on_delete=models.PROTECT, null=True, blank=True, related_name="decisions")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="decisions"
    )
    action = models.CharField(_("action"), max_length=10, choices=Action)
    reason = models.TextField(_("reason"))
    cause = models.CharField(_("cause"), max_length=14, choices=Cause, default=Cause.UNSTATED)
    note = models.CharField(_("note"), max_length=MAX_NOTE_CHARACTERS, blank=True, default="")
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="decisions_made", verbose_name=_("by")
    )
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("decision")
        verbose_name_plural = _("decisions")
        ordering = ("-id",)
        constraints = [
            models.CheckConstraint(name="decision_has_reason", condition=~Q(reason="")),
            models.CheckConstraint(
                name="decision_fits_its_subject",
                condition=Q(game__isnull=False, match=None, player=None, action__in=_ABOUT_GAMES)
                | Q(game=None, match__isnull=False, player=None, action__in=_ABOUT_MATCHES)
                | Q(game=None, match=None, player__isnull=False, action__in=_ABOUT_PLAYERS),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.action} {self.game_id or self.match_id or self.player_id}"


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
        COPY = "copy", _("same line as another player's earlier game")
        PACE = "pace", _("faster than a person plays")
        TAKE_BACKS = "take_backs", _("many take-backs")
        SEEN_REPLAY = "seen_replay", _("had seen a replay of these cards")

    class State(models.TextChoices):
        OPEN = "open", _("Open")
        DISMISSED = "dismissed", _("Dismissed")
        ACTED_UPON = "acted_upon", _("Acted upon")

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="flags")
    kind = models.CharField(_("kind"), max_length=11, choices=Kind)
    # What was found, as `games.flag_notes` has it; for a copy `other` is the earlier game.
    note = models.CharField(_("note"), max_length=200, blank=True, default="")
    other = models.ForeignKey(Game, on_delete=models.DO_NOTHING, null=True, blank=True, related_name="copies")
    at = models.DateTimeField()
    # What closed it; null while nobody has looked at it.
    decision = models.ForeignKey(Decision, on_delete=models.PROTECT, null=True, blank=True, related_name="flags")

    objects = FlagQuerySet.as_manager()

    class Meta:
        verbose_name = _("flag")
        verbose_name_plural = _("flags")
        constraints = [models.UniqueConstraint(name="flag_once", fields=("game", "kind"))]
        indexes = [models.Index(name="flag_open", fields=("-at",), condition=Q(decision=None))]

    def __str__(self) -> str:
        return f"{self.kind} on {self.game_id}"

    @property
    def found(self) -> str:
        """What was found, in the language that is active."""
        try:
            return worded(flag_notes.text_of(self.note))
        except ValueError:
            return self.note  # a sentence: a worker of an earlier release has written it while this one was rolled out

    @property
    def state(self) -> State:
        """Whether somebody has looked at it, and what came of it."""
        if self.decision is None:
            return self.State.OPEN
        return self.State.DISMISSED if self.decision.action == Decision.Action.DISMISS else self.State.ACTED_UPON
