"""The log as it is stored. `games.log` is the only writer."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from games.ids import uuid7


class Stream(models.Model):
    """An append-only log: its length, whether it is closed, and the head of its hash chain.

    A trigger holds that the version never falls and that nothing changes after the close.
    """

    class Kind(models.TextChoices):
        GAME = "game"
        MATCH = "match"

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    kind = models.CharField(max_length=5, choices=Kind)
    rules_version = models.PositiveSmallIntegerField()
    # How many events the log has.
    version = models.PositiveIntegerField(default=0)
    is_closed = models.BooleanField(default=False)
    # The hash of the last batch; before the first one, of what the log is about (games.hashes.genesis).
    head = models.BinaryField(max_length=32)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints = [
            models.CheckConstraint(name="stream_kind", condition=models.Q(kind__in=("game", "match"))),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.id} v{self.version}"


class LogBatch(models.Model):
    """One append: events from `first_version` on, one byte each, and the close if it came with them.

    Triggers refuse every update, every delete but that of a `Purge`, and an insert that does not end at its stream's
    version.
    """

    pk = models.CompositePrimaryKey("stream_id", "first_version")
    stream = models.ForeignKey(Stream, on_delete=models.DO_NOTHING, related_name="batches", db_index=False)
    first_version = models.PositiveIntegerField()
    # games.engine.moves has the byte of each action.
    events = models.BinaryField()
    # The finish: no event comes after this batch.
    closes = models.BooleanField(default=False)
    # What the client says the score is; only with the close.
    claimed_score = models.IntegerField(null=True)
    hash = models.BinaryField(max_length=32)
    # When the server took the append.
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="logbatch_says_something",
                condition=~models.Q(events=b"") | models.Q(closes=True),
            ),
            models.CheckConstraint(
                name="logbatch_claim_with_close",
                condition=models.Q(claimed_score=None) | models.Q(closes=True),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.stream_id} from {self.first_version}"


class Purge(models.Model):
    """That a guest's dead game was deleted, with its log. Rows are added, never changed.

    The row comes first: triggers let the log of a stream be deleted only if it is here, and a row in here only if the
    stream is that of a game of a guest, never finished, without an event for `games.limits.DEAD_AFTER` at least.
    """

    stream_id = models.UUIDField(primary_key=True)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False)
    code = models.CharField(max_length=15)
    # How long the log was, the head of its chain, and when it was last added to.
    version = models.PositiveIntegerField()
    head = models.BinaryField(max_length=32)
    last_event_at = models.DateTimeField()
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"purge of {self.stream_id}"


class ClientTime(models.Model):
    """When, by the client's own clock, a log had reached a version. Nothing is ranked by it; it may be deleted."""

    stream = models.ForeignKey(Stream, on_delete=models.CASCADE, related_name="client_times")
    version = models.PositiveIntegerField()
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(name="clienttime_once", fields=("stream", "version"))]

    def __str__(self) -> str:
        return f"{self.stream_id} v{self.version} at {self.at:%Y-%m-%dT%H:%M:%SZ}"
