"""Since when the service has been there to see its players."""

from django.db import models


class Uptime(models.Model):
    """The one row that every process notes the time in that it serves. `games.matches.uptime` is the only writer."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1, editable=False)
    # When it came back from the last time away; null while it has not been away since the row was made.
    since = models.DateTimeField(null=True)
    noted_at = models.DateTimeField()

    class Meta:
        constraints = [models.CheckConstraint(name="uptime_is_one", condition=models.Q(id=1))]

    def __str__(self) -> str:
        return f"up since {self.since}, noted at {self.noted_at}"
