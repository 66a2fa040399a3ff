"""What players tell staff: reports of games and of players."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.ids import uuid7
from games.limits import MAX_REPORT_CHARACTERS
from games.models.games import Game
from games.models.moderation import Decision


class Report(models.Model):
    """That a player asks staff to look at a game or at another player. It waits until staff have decided."""

    class Cause(models.TextChoices):
        CHEATING = "cheating", _("cheating")
        OFFENSIVE_NAME = "offensive_name", _("an offensive name")
        IMPERSONATION = "impersonation", _("a name meant to be taken for somebody else's")
        ABUSE = "abuse", _("abuse of the service or of players")
        OTHER = "other", _("something else")

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    reporter = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="reports_made")
    # What it is about: one of the two.
    game = models.ForeignKey(Game, on_delete=models.CASCADE, null=True, blank=True, related_name="reports")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True, related_name="reports"
    )
    cause = models.CharField(_("cause"), max_length=14, choices=Cause)
    text = models.CharField(_("text"), max_length=MAX_REPORT_CHARACTERS, blank=True, default="")
    at = models.DateTimeField()
    # What answered it; null while it waits.
    decision = models.ForeignKey(Decision, on_delete=models.PROTECT, null=True, blank=True, related_name="reports")

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        ordering = ("-id",)
        constraints = [
            models.CheckConstraint(
                name="report_has_one_subject",
                condition=Q(game__isnull=False, player=None) | Q(game=None, player__isnull=False),
            ),
            # One open report by a player of a subject.
            models.UniqueConstraint(
                name="report_of_game_once", fields=("reporter", "game"), condition=Q(decision=None, player=None)
            ),
            models.UniqueConstraint(
                name="report_of_player_once", fields=("reporter", "player"), condition=Q(decision=None, game=None)
            ),
        ]
        indexes = [models.Index(name="report_open", fields=("-at",), condition=Q(decision=None))]

    def __str__(self) -> str:
        return f"{self.cause} of {self.game_id or self.player_id}"

    @property
    def is_open(self) -> bool:
        return self.decision_id is None
