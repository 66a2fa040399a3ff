"""The tables of the boards: entries, and how many of them have each result.

All of it is derived from games and can be thrown away: `leaderboards.projection` is the only writer of entries, and a
trigger keeps the counts, in the same transaction and whoever writes.
"""

from django.conf import settings
from django.db import models
from django.db.models import F

from games.models import Game


class View(models.TextChoices):
    """Which of a player's games on a deal code is ranked."""

    BEST = "best"  # the best one
    FIRST = "first"  # the player's first on the number, in any mode, and none if that one does not count
    DAILY = "daily"  # on the deal of a day, the best of those played in its time; on other deals nobody's


class Entry(models.Model):
    """A player's place on a board: one game, with what it is ordered and filtered by.

    A board is one deal code under one rules version in one view. Its order is: ranked score down, moves up, then when
    the server received the finish, then the game's id. The first two make the rank; equal in both is a tie.
    """

    # A handle for the admin, whose lists need one column. What identifies an entry are the four columns below.
    id = models.BigAutoField(primary_key=True)
    code = models.CharField("deal code", max_length=15)
    rules_version = models.PositiveSmallIntegerField()
    view = models.CharField(max_length=5, choices=View)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="entries", db_index=False
    )
    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="entries", db_index=False)

    ranked_score = models.IntegerField()
    # With the sign turned, the whole order rises, so one index range serves a page in either direction.
    descent = models.GeneratedField(expression=-F("ranked_score"), output_field=models.IntegerField(), db_persist=True)
    moves = models.PositiveIntegerField()
    finished_at = models.DateTimeField()
    # By the rules' own table, take-backs counted again; shown beside the ranked score where they differ.
    score = models.IntegerField()
    won = models.BooleanField()
    # The head of the game's hash chain, as its player was given it.
    receipt = models.BinaryField(max_length=32)

    # What lists can be narrowed by.
    origin = models.CharField(max_length=6, choices=Game.Origin)
    is_account = models.BooleanField()
    seen_replay = models.BooleanField()

    class Meta:
        verbose_name_plural = "entries"
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
    code = models.CharField("deal code", max_length=15)
    rules_version = models.PositiveSmallIntegerField()
    view = models.CharField(max_length=5, choices=View)
    ranked_score = models.IntegerField()
    n = models.IntegerField("entries")

    class Meta:
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
    code = models.CharField("deal code", max_length=15)
    rules_version = models.PositiveSmallIntegerField()
    view = models.CharField(max_length=5, choices=View)
    ranked_score = models.IntegerField()
    moves = models.PositiveIntegerField()
    n = models.IntegerField("entries")

    class Meta:
        ordering = ("code", "rules_version", "view", "-ranked_score", "moves")
        constraints = [
            models.UniqueConstraint(
                name="movescount_once", fields=("code", "rules_version", "view", "ranked_score", "moves")
            ),
            models.CheckConstraint(name="movescount_not_negative", condition=models.Q(n__gte=0)),
        ]

    def __str__(self) -> str:
        return f"{self.n} x {self.ranked_score} in {self.moves} on {self.code} ({self.view})"
