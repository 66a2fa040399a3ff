"""What staff see and decide: flags that the check raises, and decisions with who, when and why."""

from django.conf import settings
from django.db import models

from games.ids import uuid7
from games.models.games import Game


class Flag(models.Model):
    """Something about a verified game for a person to look at. It hides nothing by itself."""

    class Kind(models.TextChoices):
        COPY = "copy", "same line as another player's earlier game"
        PACE = "pace", "faster than a person plays"
        TAKE_BACKS = "take_backs", "many take-backs"
        SEEN_REPLAY = "seen_replay", "had seen a replay of these cards"

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="flags")
    kind = models.CharField(max_length=11, choices=Kind)
    # What was found, in one line; for a copy `other` is the earlier game.
    note = models.CharField(max_length=200, blank=True, default="")
    other = models.ForeignKey(Game, on_delete=models.DO_NOTHING, null=True, blank=True, related_name="copies")
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(name="flag_once", fields=("game", "kind"))]

    def __str__(self) -> str:
        return f"{self.kind} on {self.game_id}"


class Decision(models.Model):
    """What a member of staff did with a game, and why. Rows are added, never changed."""

    class Action(models.TextChoices):
        HIDE = "hide"
        REINSTATE = "reinstate"
        RECHECK = "recheck"

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="decisions")
    action = models.CharField(max_length=9, choices=Action)
    reason = models.TextField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="decisions_made")
    at = models.DateTimeField()

    class Meta:
        ordering = ("-id",)
        constraints = [models.CheckConstraint(name="decision_has_reason", condition=~models.Q(reason=""))]

    def __str__(self) -> str:
        return f"{self.action} {self.game_id}"
