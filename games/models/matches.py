"""Matches between two players, the series that they belong to, and who sits where.

A match has no score to check: its log holds legal actions only, and its result is what they lead to. The columns of
results say it for lists, and the audit holds them against the log.
"""

from datetime import datetime
from typing import Any, Final, Self
from uuid import UUID

from django.conf import settings
from django.db import models
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.engine.match.options import Ending, MatchOptions, Pace, Redeals, Side
from games.engine.match.outcome import VOID, Ended, Outcome, WonBy
from games.ids import uuid7
from games.limits import MATCH_LEFT_AFTER, MATCH_OPEN_FOR
from games.models.streams import Stream

SIDES = [(side.value, side.value) for side in Side]

SEEN_BY_OTHERS: Final = models.Q(player__hidden_at=None, player__erased_at=None) & (
    models.Q(player__on_boards=True) | ~models.Q(match__series__invite="")
)
"""Of a seat: that its player keeps nobody from looking on who may see the match else. `games.matches.sight` asks the
same of the seats of one match that it has at hand."""


def _one_of(field: str, values: type[Pace] | type[Redeals] | type[Ending] | type[Side]) -> models.Q:
    return models.Q(**{f"{field}__in": [value.value for value in values]})


class Series(models.Model):
    """One or more matches between the same two players, with the options that all of them have."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    length = models.PositiveSmallIntegerField(_("matches"))
    pace = models.CharField(_("pace"), max_length=12)
    draw_a = models.PositiveSmallIntegerField()
    draw_b = models.PositiveSmallIntegerField()
    redeals = models.CharField(max_length=9)
    solo_bonus = models.BooleanField()
    ending = models.CharField(max_length=9)
    # Who starts the first match; starters alternate.
    first = models.CharField(max_length=1, choices=SIDES)
    # What the link says by which the opponent comes, and those who may look on; empty for a series open to anybody.
    invite = models.CharField(max_length=22, blank=True, default="")
    rematch_of = models.OneToOneField("self", on_delete=models.PROTECT, null=True, related_name="rematch")
    # How the series stands, over all of its matches that have ended.
    total_a = models.PositiveSmallIntegerField(default=0)
    total_b = models.PositiveSmallIntegerField(default=0)
    winner = models.CharField(max_length=1, blank=True, default="", choices=SIDES)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("series")
        verbose_name_plural = _("series")
        constraints = [
            models.CheckConstraint(
                name="series_options",
                condition=_one_of("pace", Pace)
                & _one_of("redeals", Redeals)
                & _one_of("ending", Ending)
                & _one_of("first", Side)
                & models.Q(draw_a__in=(1, 3), draw_b__in=(1, 3), length__gte=1),
            ),
        ]

    def __str__(self) -> str:
        return f"{self._meta.verbose_name} {self.pk}"

    @property
    def is_private(self) -> bool:
        """Whether only those who have its link may see it or join."""
        return bool(self.invite)

    def options(self, *, number: str, first: str) -> MatchOptions:
        """Return the options of one of its matches."""
        return MatchOptions(
            number=number,
            pace=Pace(self.pace),
            draw_a=self.draw_a,
            draw_b=self.draw_b,
            redeals=Redeals(self.redeals),
            solo_bonus=self.solo_bonus,
            ending=Ending(self.ending),
            first=Side(first),
        )


class MatchQuerySet(models.QuerySet["Match"]):
    def waiting(self, *, at: datetime) -> Self:
        """Matches that want an opponent still."""
        return self.filter(status=Match.Status.OPEN, created_at__gt=at - MATCH_OPEN_FOR)

    def going_on(self, *, at: datetime) -> Self:
        """Matches that are not over: those that want an opponent still, that are about to begin, or in play."""
        waits = models.Q(status=Match.Status.OPEN, created_at__gt=at - MATCH_OPEN_FOR)
        return self.filter(waits | models.Q(status__in=(Match.Status.READY, Match.Status.PLAYING)))

    def left(self, *, at: datetime) -> Self:
        """Matches that are not over and wait for nobody to join, with both of their players gone for too long."""
        there = Seat.objects.filter(match=models.OuterRef("pk"), seen_at__gt=at - MATCH_LEFT_AFTER)
        return self.filter(~models.Exists(there), status__in=(Match.Status.READY, Match.Status.PLAYING))

    def in_public(self) -> Self:
        """Matches that anybody may see: not by a link alone, and of nobody who is hidden, gone, or on no boards."""
        unseen = Seat.objects.filter(~SEEN_BY_OTHERS, match=models.OuterRef("pk"))
        return self.filter(~models.Exists(unseen), series__invite="")

    def with_seats(self) -> Self:
        """Matches with their stream, series, seats and players at hand, and how many void ones came before each."""
        before = Match.objects.filter(
            series=models.OuterRef("series"), ordinal__lt=models.OuterRef("ordinal"), winner=VOID
        )
        counted = before.order_by().values("series").values(n=models.Count("*"))
        voids_before = Coalesce(models.Subquery(counted), 0)
        rows = self.select_related("stream", "series").prefetch_related("seats__player")
        return rows.annotate(voids_before=voids_before)


class Match(models.Model):
    """A match of a series. Its log is the truth; the columns of results are what the log leads to."""

    class Status(models.TextChoices):
        OPEN = "open", pgettext_lazy("match", "Open")  # wants an opponent
        READY = "ready", pgettext_lazy("match", "Ready")  # has both, who are to say that they are ready
        PLAYING = "playing", pgettext_lazy("match", "Playing")
        OVER = "over", pgettext_lazy("match", "Over")
        CANCELLED = "cancelled", pgettext_lazy("match", "Cancelled")  # before it began

    stream = models.OneToOneField(Stream, on_delete=models.DO_NOTHING, primary_key=True, related_name="match")
    series = models.ForeignKey(Series, on_delete=models.PROTECT, related_name="matches", db_index=False)
    # Which of the series, from 1; those that were void are counted too.
    ordinal = models.PositiveSmallIntegerField()
    # Who starts, if they alternate.
    first = models.CharField(max_length=1, choices=SIDES)
    status = models.CharField(_("status"), max_length=9, choices=Status, default=Status.OPEN)
    # Counts what happens beside the log: somebody joins, is ready, the match begins and ends.
    revision = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    started_at = models.DateTimeField(null=True, blank=True)
    last_event_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    # The result. `timed_out`: the loser did not resign, but let a published time go by.
    winner = models.CharField(
        max_length=4, blank=True, default="", choices=[*SIDES, (VOID, pgettext_lazy("match", "Void"))]
    )
    ended = models.CharField(max_length=8, blank=True, default="")
    won_by = models.CharField(max_length=11, blank=True, default="")
    cards_a = models.PositiveSmallIntegerField(default=0)
    cards_b = models.PositiveSmallIntegerField(default=0)
    timed_out = models.BooleanField(default=False)

    objects = MatchQuerySet.as_manager()

    voids_before: int
    """How many matches of the series before this one were void; `with_seats` brings it along."""

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        ordering = ("-stream_id",)
        constraints = [
            models.UniqueConstraint(name="match_in_series", fields=("series", "ordinal")),
            models.CheckConstraint(
                name="match_result_when_over",
                condition=models.Q(status="over", ended_at__isnull=False, started_at__isnull=False)
                & ~models.Q(winner="")
                & ~models.Q(ended="")
                | ~models.Q(status="over") & models.Q(ended_at=None, winner="", ended="", won_by="", timed_out=False),
            ),
            models.CheckConstraint(
                name="match_playing_has_begun",
                condition=~models.Q(status="playing") | models.Q(started_at__isnull=False),
            ),
        ]
        indexes = [
            models.Index(name="match_open", fields=("-stream",), condition=models.Q(status="open")),
            models.Index(
                name="match_under_way", fields=("stream",), condition=models.Q(status__in=("ready", "playing"))
            ),
            models.Index(name="match_playing", fields=("-stream",), condition=models.Q(status="playing")),
        ]

    def __str__(self) -> str:
        return f"{self._meta.verbose_name} {self.stream_id}"

    @property
    def id(self) -> UUID:
        """The match's public id, which is its stream's."""
        return self.stream_id

    @property
    def is_over(self) -> bool:
        return self.status == self.Status.OVER

    @property
    def round(self) -> int:
        """Which of the matches that count in the series this is: one that is void is played again as the same."""
        return self.ordinal - self.voids_before

    @property
    def rounds(self) -> int:
        """How many there are as far as is known: a series that is level after its last match has more of them."""
        return max(self.series.length, self.round)

    @property
    def outcome(self) -> Outcome:
        """How a match that is over has ended, as its columns say."""
        return Outcome(
            ended=Ended(self.ended),
            winner=None if self.winner == VOID else Side(self.winner),
            won_by=WonBy(self.won_by) if self.won_by else None,
            contributions={Side.A: self.cards_a, Side.B: self.cards_b},
        )

    def is_expired(self, *, at: datetime | None = None) -> bool:
        """Whether nobody has joined for so long that nobody can any more."""
        return self.status == self.Status.OPEN and self.created_at <= (at or timezone.now()) - MATCH_OPEN_FOR


def result_columns(outcome: Outcome | None) -> dict[str, Any]:
    """Return the columns in which a match stands as its log leads to: of one that is not over, empty ones."""
    if outcome is None:
        return {"winner": "", "ended": "", "won_by": "", "cards_a": 0, "cards_b": 0}
    return {
        "winner": str(outcome.winner or VOID),
        "ended": str(outcome.ended),
        "won_by": str(outcome.won_by or ""),
        "cards_a": outcome.contributions[Side.A],
        "cards_b": outcome.contributions[Side.B],
    }


class MatchNumber(models.Model):
    """The number that deals a match's cards: a secret until the match is over.

    It stands apart, so that whatever lists matches, or complains of a row of theirs, cannot tell it.
    """

    match = models.OneToOneField(Match, on_delete=models.PROTECT, primary_key=True, related_name="secret")
    number = models.CharField(max_length=26)

    def __str__(self) -> str:
        return f"number of match {self.match_id}"


class Seat(models.Model):
    """That a player has a side of a match, whether they are ready for it, and when they were last there."""

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="seats", db_index=False)
    side = models.CharField(max_length=1, choices=SIDES)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="seats", db_index=False)
    ready_at = models.DateTimeField(null=True, blank=True)
    seen_at = models.DateTimeField()

    class Meta:
        ordering = ("side",)
        constraints = [
            models.UniqueConstraint(name="seat_of_side", fields=("match", "side")),
            models.UniqueConstraint(name="seat_of_player", fields=("player", "match")),
            models.CheckConstraint(name="seat_side", condition=models.Q(side__in=("A", "B"))),
        ]

    def __str__(self) -> str:
        return f"{self.side} of match {self.match_id}"
