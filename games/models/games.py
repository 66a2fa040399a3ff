"""Games: what is known of each beside its log, and whose first one on a number it was."""

from datetime import datetime
from typing import ClassVar, Self
from uuid import UUID

from django.conf import settings
from django.db import models
from django.db.models.functions import Concat, TruncDate
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.limits import ABANDONED_AFTER, CHECK_LEASE, MAX_CHECK_ATTEMPTS
from games.models.daily import DailyDeal
from games.models.leases import is_free
from games.models.streams import Stream


class GameQuerySet(models.QuerySet["Game"]):
    def waiting(self, *, at: datetime) -> Self:
        """Finished games that no worker holds and that may still be tried."""
        free = is_free(at=at, lease=CHECK_LEASE)
        return self.filter(free, status=Game.Status.FINISHED, checks__lt=MAX_CHECK_ATTEMPTS)

    def stuck(self, *, at: datetime) -> Self:
        """Finished games whose check was begun too often without a decision."""
        free = is_free(at=at, lease=CHECK_LEASE)
        return self.filter(free, status=Game.Status.FINISHED, checks__gte=MAX_CHECK_ATTEMPTS)

    def abandoned(self, *, at: datetime) -> Self:
        return self.filter(status=Game.Status.PLAYING, last_event_at__lte=at - ABANDONED_AFTER)

    def ranked(self) -> Self:
        """Games that count on boards: verified, not hidden, of players who wish to be seen and may be."""
        return self.filter(
            status=Game.Status.VERIFIED,
            hidden_at=None,
            player__hidden_at=None,
            player__on_boards=True,
            player__erased_at=None,
        )

    def dead(self, *, at: datetime) -> Self:
        """Games of guests that were never finished and have had no event since: those that may be purged.

        Not those that staff have decided on: a decision is for ever, and so is what it is about.
        """
        guests = models.Q(player__name_key=None, player__erased_at=None)
        return self.filter(guests, status=Game.Status.PLAYING, last_event_at__lt=at, decisions=None)

    def in_day(self, deal: DailyDeal) -> Self:
        """Games that were played in the time of a deal's day: live, begun in it, and finished soon enough after it."""
        begins, ends, finish_by = deal.span
        return self.filter(
            code=deal.code,
            origin=Game.Origin.LIVE,
            started_at__gte=begins,
            started_at__lt=ends,
            finished_at__lte=finish_by,
        )


class Game(models.Model):
    """A player's game of one deal. Its log is the truth; the columns of results are what the check computed from it."""

    class Origin(models.TextChoices):
        LIVE = "live", _("Live")  # played against the service
        POSTED = "posted", _("Posted")  # sent whole

    class Status(models.TextChoices):
        PLAYING = "playing", _("Playing")
        FINISHED = "finished", _("Finished")  # waits for its check
        VERIFIED = "verified", _("Verified")
        REJECTED = "rejected", _("Rejected")

    # What a check has ended with.
    DECIDED: ClassVar = (Status.VERIFIED, Status.REJECTED)

    class Rejection(models.TextChoices):
        ILLEGAL_MOVE = "illegal_move", _("Illegal move")
        BAD_BYTE = "bad_byte", _("Bad byte")
        SCORE_MISMATCH = "score_mismatch", _("Score mismatch")

    stream = models.OneToOneField(Stream, on_delete=models.DO_NOTHING, primary_key=True, related_name="game")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="games", db_index=False)
    # The deal code whole, and its parts for lists and filters; a constraint holds them together.
    code = models.CharField(_("deal code"), max_length=15)
    number = models.CharField(_("deal number"), max_length=7)
    mode = models.CharField(_("mode"), max_length=3)
    origin = models.CharField(_("origin"), max_length=6, choices=Origin)
    status = models.CharField(_("status"), max_length=8, choices=Status, default=Status.PLAYING)
    started_at = models.DateTimeField()
    last_event_at = models.DateTimeField()
    # The day (UTC) of the last event: what open games are counted by. An index of the time itself would be written at
    # every append, and so would all others with it.
    active_on = models.GeneratedField(
        expression=TruncDate("last_event_at"), output_field=models.DateField(), db_persist=True
    )
    # When the server received the finish. Equal results are listed by it.
    finished_at = models.DateTimeField(null=True, blank=True)
    claimed_score = models.IntegerField(null=True, blank=True)
    # games.hashes: of the whole game, written at the finish; of its effective line, written by the check.
    content_hash = models.BinaryField(max_length=32, null=True)
    line_hash = models.BinaryField(max_length=32, null=True)
    # Whether the player had been shown somebody's replay of these cards before this game began.
    seen_replay = models.BooleanField(default=False)

    # The check's result, null until there is one. A rejected game has those of its good part.
    score = models.IntegerField(null=True, blank=True)
    ranked_score = models.IntegerField(null=True, blank=True)
    moves = models.PositiveIntegerField(_("moves"), null=True, blank=True)
    undos = models.PositiveIntegerField(null=True, blank=True)
    home = models.PositiveSmallIntegerField(_("cards on foundations"), null=True, blank=True)
    won = models.BooleanField(_("won"), null=True, blank=True)
    rejection = models.CharField(max_length=14, choices=Rejection, blank=True, default="")
    # Where a rejected log stops being legal (counted from 0), the move there, and the engine's reason for refusing it.
    refused_index = models.PositiveIntegerField(null=True, blank=True)
    refused_move = models.CharField(max_length=8, blank=True, default="")
    refused_reason = models.CharField(max_length=40, blank=True, default="")

    # The check as a job: how often begun, by when its worker must have decided, and how the last one failed.
    checks = models.PositiveSmallIntegerField(default=0)
    claimed_until = models.DateTimeField(null=True, blank=True)
    checked_at = models.DateTimeField(null=True, blank=True)
    check_error = models.TextField(blank=True, default="")

    # Moderation, apart from the check. `Decision` has who did it and why, each time.
    hidden_at = models.DateTimeField(null=True, blank=True)

    objects = GameQuerySet.as_manager()

    class Meta:
        verbose_name = _("game")
        verbose_name_plural = _("games")
        ordering = ("-stream_id",)
        constraints = [
            models.CheckConstraint(
                name="game_code_parts",
                condition=models.Q(
                    code=Concat(
                        models.Value("DS1-"), "mode", models.Value("-"), "number", output_field=models.CharField()
                    )
                ),
            ),
            models.CheckConstraint(
                name="game_finish_has_time",
                condition=models.Q(status="playing", finished_at=None)
                | (~models.Q(status="playing") & models.Q(finished_at__isnull=False)),
            ),
            models.CheckConstraint(
                name="game_decision_has_result",
                condition=models.Q(status__in=("playing", "finished"))
                | models.Q(score__isnull=False, ranked_score__isnull=False, moves__isnull=False, won__isnull=False),
            ),
            # The same whole game with the same claim, posted again, is the same game.
            models.UniqueConstraint(
                name="game_posted_once",
                fields=("player", "content_hash", "claimed_score"),
                condition=models.Q(origin="posted"),
                nulls_distinct=False,
            ),
        ]
        indexes = [
            models.Index(name="game_waiting", fields=("finished_at",), condition=models.Q(status="finished")),
            # Counted at every start of a game.
            models.Index(name="game_in_play", fields=("player",), condition=models.Q(status="playing")),
            models.Index(name="game_player_newest", fields=("player", "-stream")),
            models.Index(name="game_player_code", fields=("player", "code", "status")),
            models.Index(name="game_player_number", fields=("player", "number")),
            models.Index(name="game_code_finished", fields=("code", "finished_at")),
            # The order of boards over all games of a deal, of which a board has each player's best one only.
            models.Index(
                "code",
                -models.F("ranked_score"),
                "moves",
                "finished_at",
                "stream",
                name="game_order",
                include=("ranked_score", "player"),
                condition=models.Q(status="verified", hidden_at=None),
            ),
            models.Index(
                name="game_open",
                fields=("code", "status", "active_on"),
                condition=models.Q(status__in=("playing", "finished")),
            ),
            models.Index(name="game_line", fields=("line_hash",), condition=models.Q(line_hash__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.code} {self.stream_id}"

    @property
    def id(self) -> UUID:
        """The game's public id, which is its stream's."""
        return self.stream_id

    @property
    def is_hidden(self) -> bool:
        """Whether the game itself is hidden; that of a hidden player is out of sight all the same."""
        return self.hidden_at is not None

    def is_abandoned(self, *, at: datetime | None = None) -> bool:
        """Whether the game is still open but has had no event for `ABANDONED_AFTER`."""
        at = at or timezone.now()
        return self.status == self.Status.PLAYING and self.last_event_at <= at - ABANDONED_AFTER


class Attempt(models.Model):
    """A player's first game on a number, in any mode, finished or not. Primary data: never rebuilt."""

    pk = models.CompositePrimaryKey("player_id", "number")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="attempts", db_index=False
    )
    number = models.CharField("deal number", max_length=7)
    # Null once a guest's dead game has been purged: it was the first all the same.
    game = models.OneToOneField(Game, on_delete=models.DO_NOTHING, null=True, related_name="attempt")
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.player_id} on {self.number}"


class ReplayView(models.Model):
    """That a player was shown somebody else's replay of a number, and when first. Primary data."""

    pk = models.CompositePrimaryKey("player_id", "number")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="replay_views", db_index=False
    )
    number = models.CharField("deal number", max_length=7)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.player_id} saw {self.number}"
