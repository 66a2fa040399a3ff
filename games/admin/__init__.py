"""The admin: staff look at games, matches and players, replay them, and decide with a reason. Nobody edits a log."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from games.admin.flags import FlagAdmin
from games.admin.games import GameAdmin
from games.admin.matches import MatchAdmin
from games.admin.players import PlayerAdmin
from games.admin.proofs import DailyDealAdmin, ProofAdmin
from games.admin.record import DecisionAdmin
from games.admin.reports import ReportAdmin

__all__ = [
    "DailyDealAdmin",
    "DecisionAdmin",
    "FlagAdmin",
    "GameAdmin",
    "MatchAdmin",
    "PlayerAdmin",
    "ProofAdmin",
    "ReportAdmin",
]

admin.site.site_header = _("Double Solitaire")
admin.site.site_title = _("Double Solitaire")
admin.site.index_title = _("Staff")
# There are few models, and the lists need the width.
admin.site.enable_nav_sidebar = False
