"""The games application."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Players, games and their logs."""

    name = "games"
