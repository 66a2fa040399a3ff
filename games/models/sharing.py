"""Links by which players let anybody see how a game was played."""

from django.db import models
from django.utils import timezone

from games.models.games import Game


class ShareLink(models.Model):
    """The link in force to a game. Deleting the row revokes it; the next one has another token.

    The token stands here as it is, so that its owner can be shown it again. To keep only its hash would protect
    nothing: whoever reads this table reads the log that the link leads to.
    """

    game = models.OneToOneField(Game, on_delete=models.CASCADE, primary_key=True, related_name="share_link")
    token = models.CharField(max_length=22)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    def __str__(self) -> str:
        return f"link to {self.game_id}"
