"""The tables of the boards: entries, and how many of them have each result; tallies, and what they come to on a deal.

All of it is derived from games and can be thrown away: `leaderboards.projection` is the only writer of entries and
tallies, and triggers keep what counts them, in the same transaction and whoever writes.
"""

from django.conf import settings
from django.db import models
from django.db.models import F
from django.db.models.functions import Substr
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.models import Game


class View(models.TextChoices):
    """Which of a player's games on a deal code is ranked."""

    # the best one
    BEST = "best", pgettext_lazy("board", "Best")
    # the player's first on the number, in any mode, and none if that one does not count
    FIRST = "first", pgettext_lazy("board", "First")
    # on the deal of a day, the best of those played in its time; on other deals nobody's
    DAILY = "daily", pgettext_lazy("board", "Daily")


class Entry(models.Model):
    """A player's place on a board: one game, with what it is ordered and filtered by.

    A board is one deal code under one rules version in one view. Its order is: ranked score down, moves up, then when
    the server received the finish, then the game's id. The first two make the rank; equal in both is a tie.
    """

    # A handle for the admin, whose lists need one column. What identifies an entry are the four columns below.
    id = models.BigAutoField(primary_key=True)
    code = models.CharField(_("deal code"), max_length=15)
    rules_version = models.PositiveSmallIntegerField(_("rules version"))
    view = models.CharField(_("view"), max_length=5, choices=View)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("player"),
        on_delete=models.PROTECT,
        related_name="entries",
        db_index=False,
    )
    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="entries", db_index=False)

    ranked_score = models.IntegerField(_("ranked score"))
    # With the sign turned, the whole order rises, so one index range serves a page in either direction.
    descent = models.GeneratedField(expression=-F("ranked_score"), output_field=models.IntegerField(), db_persist=True)
    moves = models.PositiveIntegerField(_("moves"))
    finished_at = models.DateTimeField(_("finished at"))
    # By the rules' own table, take-backs counted again; shown beside the ranked score where they differ.
    score = models.IntegerField(_("score"))
    won = models.BooleanField()
    # The head of the game's hash chain, as its player was given it.
    receipt = models.BinaryField(max_length=32)

    # What lists can be narrowed by.
    origin = models.CharField(_("origin"), max_length=6, choices=Game.Origin)
    is_account = models.BooleanField(_("is account"))
    seen_replay = models.BooleanField(_("seen replay"))

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        ordering = ("code", "rules_version", "view", "descent", "moves", "finished_at", "game")
        constraints = [
            # The player first: the same index finds every board that a player is on.
            models.UniqueConstraint(name="entry_player_once", fields=("player", "code", "rules_version", "view")),
            models.UniqueConstraint(name="entry_game_once", fields=("game", "view")),
            models.CheckConstraint(name="entry_view", condition=models.Q(view__in=("best", "first", "daily"))),
        ]
        indexes = [
            models.Index(
                name="entry_order",
                fields=("code", "rules_version", "view", "descent", "moves", "finished_at", "game"),
            ),
            # What a player has played, the newest first.
            models.Index(name="entry_player_newest", fields=("player", "view", "-finished_at", "-game")),
            # What anybody has played, the newest first.
            models.Index(name="entry_newest", fields=("-finished_at", "-game"), condition=models.Q(view="best")),
            # Each combination of the three filters is a board of its own in here: leaderboards.order merges them.
            models.Index(
                name="entry_filtered_order",
                fields=(
                    "code",
                    "rules_version",
                    "view",
                    "origin",
                    "is_account",
                    "seen_replay",
                    "descent",
                    "moves",
                    "finished_at",
                    "game",
                ),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.ranked_score} in {self.moves} on {self.code} ({self.view})"


class ScoreCount(models.Model):
    """How many entries of a board have a ranked score. Kept by trigger; there is no row for none."""

    id = models.BigAutoField(primary_key=True)
    code = models.CharField(_("deal code"), max_length=15)
    rules_version = models.PositiveSmallIntegerField(_("rules version"))
    view = models.CharField(_("view"), max_length=5, choices=View)
    ranked_score = models.IntegerField(_("ranked score"))
    n = models.IntegerField(_("entries"))

    class Meta:
        verbose_name = _("score count")
        verbose_name_plural = _("score counts")
        ordering = ("code", "rules_version", "view", "-ranked_score")
        constraints = [
            models.UniqueConstraint(name="scorecount_once", fields=("code", "rules_version", "view", "ranked_score")),
            models.CheckConstraint(name="scorecount_not_negative", condition=models.Q(n__gte=0)),
        ]

    def __str__(self) -> str:
        return f"{self.n} x {self.ranked_score} on {self.code} ({self.view})"


class MovesCount(models.Model):
    """How many entries of a board have a ranked score in a number of moves, and so share a rank. Kept by trigger."""

    id = models.BigAutoField(primary_key=True)
    code = models.CharField(_("deal code"), max_length=15)
    rules_version = models.PositiveSmallIntegerField(_("rules version"))
    view = models.CharField(_("view"), max_length=5, choices=View)
    ranked_score = models.IntegerField(_("ranked score"))
    moves = models.PositiveIntegerField(_("moves"))
    n = models.IntegerField(_("entries"))

    class Meta:
        verbose_name = _("moves count")
        verbose_name_plural = _("moves counts")
        ordering = ("code", "rules_version", "view", "-ranked_score", "moves")
        constraints = [
            models.UniqueConstraint(
                name="movescount_once", fields=("code", "rules_version", "view", "ranked_score", "moves")
            ),
            models.CheckConstraint(name="movescount_not_negative", condition=models.Q(n__gte=0)),
        ]

    def __str__(self) -> str:
        return f"{self.n} x {self.ranked_score} in {self.moves} on {self.code} ({self.view})"


class Tally(models.Model):
    """What the decided games of one player on a deal come to, those that boards do not show among them."""

    id = models.BigAutoField(primary_key=True)
    code = models.CharField(_("deal code"), max_length=15)
    rules_version = models.PositiveSmallIntegerField(_("rules version"))
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("player"),
        on_delete=models.PROTECT,
        related_name="tallies",
        db_index=False,
    )
    # Verified games: those that boards show, and those that they do not, because the game or its player is hidden, or
    # the player has opted out or gone.
    shown = models.PositiveIntegerField(_("shown"))
    not_shown = models.PositiveIntegerField(_("not shown"))
    rejected = models.PositiveIntegerField(_("rejected"))
    # Of the games that are shown: how many were won, in how few moves, and when the last one was finished.
    wins = models.PositiveIntegerField(_("wins"))
    fewest_moves = models.PositiveIntegerField(_("fewest moves"), null=True)
    last_finished_at = models.DateTimeField(_("last finished at"), null=True)

    class Meta:
        verbose_name = _("tally")
        verbose_name_plural = _("tallies")
        ordering = ("code", "rules_version", "player")
        constraints = [
            models.UniqueConstraint(name="tally_player_once", fields=("player", "code", "rules_version")),
        ]
        indexes = [
            models.Index(
                name="tally_fewest_moves",
                fields=("code", "rules_version", "fewest_moves"),
                condition=models.Q(fewest_moves__isnull=False),
            ),
            models.Index(
                name="tally_last",
                fields=("code", "rules_version", "last_finished_at"),
                condition=models.Q(last_finished_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.shown} games of {self.player_id} on {self.code}"


class DealTotal(models.Model):
    """What all tallies of a deal come to. Kept by trigger; there is no row for none."""

    id = models.BigAutoField(primary_key=True)
    code = models.CharField(_("deal code"), max_length=15)
    mode = models.GeneratedField(
        verbose_name=_("mode"),
        expression=Substr("code", 5, 3),
        output_field=models.CharField(max_length=3),
        db_persist=True,
    )
    rules_version = models.PositiveSmallIntegerField(_("rules version"))
    # Players who have a game that is shown, and players who have won one.
    players = models.PositiveIntegerField(_("players"))
    winners = models.PositiveIntegerField(_("winners"))
    shown = models.PositiveIntegerField(_("verified games"))
    not_shown = models.PositiveIntegerField(_("verified games not shown"))
    rejected = models.PositiveIntegerField(_("rejected games"))
    wins = models.PositiveIntegerField(_("wins"))
    last_finished_at = models.DateTimeField(_("last finished at"), null=True)

    class Meta:
        verbose_name = _("deal total")
        verbose_name_plural = _("deal totals")
        ordering = ("code", "rules_version")
        constraints = [
            models.UniqueConstraint(name="dealtotal_once", fields=("code", "rules_version")),
        ]
        # A list takes each mode that it is asked for from a range of its own, and merges them.
        indexes = [
            models.Index(
                name="dealtotal_recent",
                fields=("rules_version", "mode", "-last_finished_at", "code"),
                condition=models.Q(last_finished_at__isnull=False),
            ),
            models.Index(
                name="dealtotal_popular",
                fields=("rules_version", "mode", "-players", "-last_finished_at", "code"),
                condition=models.Q(last_finished_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.shown} games of {self.players} players on {self.code}"


class DealDay(models.Model):
    """How many players finished their last game of a deal on a day (UTC). Kept by trigger; there is no row for none.

    Over the last days that makes the number of different players in them, since nobody has two last games.
    """

    id = models.BigAutoField(primary_key=True)
    code = models.CharField(_("deal code"), max_length=15)
    mode = models.GeneratedField(
        verbose_name=_("mode"),
        expression=Substr("code", 5, 3),
        output_field=models.CharField(max_length=3),
        db_persist=True,
    )
    rules_version = models.PositiveSmallIntegerField(_("rules version"))
    day = models.DateField(_("day"))
    players = models.PositiveIntegerField(_("players"))

    class Meta:
        verbose_name = _("deal day")
        verbose_name_plural = _("deal days")
        ordering = ("code", "rules_version", "day")
        constraints = [
            models.UniqueConstraint(name="dealday_once", fields=("code", "rules_version", "day")),
        ]
        indexes = [
            models.Index(name="dealday_top", fields=("rules_version", "mode", "day", "-players", "code")),
        ]

    def __str__(self) -> str:
        return f"{self.players} players of {self.code} on {self.day}"


class OpenDay(models.Model):
    """How many games of a deal are in play, their last event on a day (UTC). Kept by trigger on the games themselves.

    There is no row for none. Of the days before the last seven, all are abandoned. By its id a game belongs to one of
    eight stripes, each counted by itself: so those who start a popular deal at once seldom wait for the same row.
    """

    id = models.BigAutoField(primary_key=True)
    code = models.CharField(_("deal code"), max_length=15)
    rules_version = models.PositiveSmallIntegerField(_("rules version"))
    day = models.DateField(_("day"))
    stripe = models.PositiveSmallIntegerField(_("stripe"))
    n = models.PositiveIntegerField(_("games"))

    class Meta:
        verbose_name = _("open day")
        verbose_name_plural = _("open days")
        ordering = ("code", "rules_version", "day", "stripe")
        constraints = [
            models.UniqueConstraint(name="openday_once", fields=("code", "rules_version", "day", "stripe")),
        ]

    def __str__(self) -> str:
        return f"{self.n} x {self.code} on {self.day}"
