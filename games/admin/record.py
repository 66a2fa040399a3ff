"""The record of decisions: who decided what, when and why. To look at; the database refuses to change it."""

from django.contrib import admin
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from games.admin.access import ReadOnlyAdmin
from games.models import Decision


@admin.register(Decision)
class DecisionAdmin(ReadOnlyAdmin):
    """Every decision, the latest first."""

    list_display = ("when", "action", "subject", "by", "reason", "cause", "note")
    list_display_links = ("when",)
    list_filter = ("action", "cause")
    list_select_related = ("game__player", "match", "player", "by")
    list_per_page = 50
    search_fields = ("by__name", "player__name", "game__player__name")
    search_help_text = _("Part of the name of who decided, or of the player concerned.")
    show_full_result_count = False
    sortable_by = ()
    fields = ("when", "action", "subject", "by", "reason", "cause", "note")
    readonly_fields = fields

    def has_view_permission(self, request: HttpRequest, obj: Decision | None = None) -> bool:
        return request.user.has_perm("games.view_decision")

    @admin.display(description=_("when"), ordering="id")
    def when(self, decision: Decision) -> str:
        return f"{decision.at:%Y-%m-%d %H:%M:%S}"

    @admin.display(description=_("about"))
    def subject(self, decision: Decision) -> SafeString:
        if decision.game is not None:
            address = reverse("admin:games_game_change", args=[decision.game_id])
            return format_html('<a href="{}">{}</a> {} {}', address, decision.game.code, _("of"), decision.game.player)
        if decision.match is not None:
            address = reverse("admin:games_match_change", args=[decision.match_id])
            return format_html('<a href="{}">{}</a>', address, decision.match)
        address = reverse("admin:games_player_change", args=[decision.player_id])
        return format_html('<a href="{}">{}</a>', address, decision.player)
