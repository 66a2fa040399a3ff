"""The leaderboards application."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LeaderboardsConfig(AppConfig):
    """The boards: a projection of the checked games."""

    name = "leaderboards"
    verbose_name = _("Leaderboards")

    def ready(self) -> None:
        from games.results import on_result_changed
        from leaderboards.projection import refresh

        on_result_changed(refresh)
