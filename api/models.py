"""What the API itself keeps: answers by idempotency key, and how often somebody has asked."""

from django.conf import settings
from django.db import models


class IdempotencyKey(models.Model):
    """The answer to a request that came with an Idempotency-Key. `api.v1.idempotency` is the only writer.

    The row is inserted before the work and filled after it, in the work's own transaction: a twin of the request
    waits at the primary key until the first one has committed, and then finds the answer.
    """

    pk = models.CompositePrimaryKey("player_id", "route", "key")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False)
    # The method and the path, so the same key elsewhere is another one.
    route = models.CharField(max_length=200)
    key = models.CharField(max_length=255)
    # A keyed SHA-256 of what the body says, however it is written.
    fingerprint = models.BinaryField(max_length=32)
    # The answer: null only within the transaction that does the work.
    status = models.PositiveSmallIntegerField(null=True)
    headers = models.JSONField(default=dict)
    body = models.BinaryField(default=b"")
    at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(name="idempotencykey_at", fields=("at",))]

    def __str__(self) -> str:
        return f"{self.key} of {self.player_id} on {self.route}"


class ThrottleCount(models.Model):
    """How many requests one subject of a rate has made in its present window.

    The table is unlogged: counting waits for no disk, and a crash empties it. `api.v1.throttles` is the only writer.
    Neither players nor addresses can be read from here: the bucket is a keyed hash of the rate's name and the subject.
    """

    bucket = models.BinaryField(primary_key=True, max_length=16)
    # When the window began, in seconds since 1970.
    window = models.BigIntegerField()
    hits = models.PositiveIntegerField()
    expires_at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(name="throttlecount_expires_at", fields=("expires_at",))]

    def __str__(self) -> str:
        return f"{self.hits} since {self.window}"


class Recovery(models.Model):
    """A mail that is to be sent to whoever has accounts with this address, if anybody has. `api.recovery` writes it.

    The row is the job, and it goes with the mail. It is written for any address, so that nothing in an answer, nor how
    long it takes, tells whether the service knows the address.
    """

    # In lower case: who asks twice is sent one mail.
    email = models.EmailField(primary_key=True)
    language = models.CharField(max_length=10)
    attempts = models.PositiveSmallIntegerField(default=0)
    # When it is to be tried, or tried again: a worker that has claimed it is left alone until then.
    due_at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(name="recovery_due_at", fields=("due_at",))]

    def __str__(self) -> str:
        return f"mail to {self.email}"


class StreamTicket(models.Model):
    """What lets in to one stream of a match, once and soon. `api.live.tickets` is the only writer.

    Only the digest of a ticket is kept. The table is unlogged: a crash empties it, and clients ask for another ticket.
    """

    digest = models.BinaryField(primary_key=True, max_length=32)
    match = models.ForeignKey("games.Match", on_delete=models.CASCADE, related_name="+", db_index=False)
    # Who looks on without having signed in is nobody.
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="+", db_index=False
    )
    # By which token of theirs it was asked for; no key to it, as a token goes whether tickets are left or not.
    token_id = models.UUIDField(null=True)
    # Whose streams are counted together: a keyed hash of the player, or of the address of who is nobody.
    holder = models.BinaryField(max_length=16)
    expires_at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(name="streamticket_expires_at", fields=("expires_at",))]

    def __str__(self) -> str:
        return f"ticket for match {self.match_id} until {self.expires_at}"
