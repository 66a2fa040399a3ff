"""The leaderboards application."""

from django.apps import AppConfig


class LeaderboardsConfig(AppConfig):
    """The boards: a projection of the checked games."""

    name = "leaderboards"
