"""The queue of reports: what players ask staff to look at."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import Truncator
from django.utils.translation import gettext_lazy as _

from games.admin.decisions import DecidingAdmin
from games.admin.filters import StateFilter
from games.admin.flags import link_to
from games.admin.kinds import REPORT_KINDS, Kind, open_to_report
from games.admin.search import PlayerFilter, found_games
from games.models import Report


class ReportStateFilter(StateFilter):
    """First those that wait for a person."""

    narrowings = {
        "open": (_("Open"), lambda reports: reports.filter(decision=None)),
        "closed": (_("Closed"), lambda reports: reports.exclude(decision=None)),
        "all": (_("All"), lambda reports: reports),
    }


class SubjectFilter(PlayerFilter):
    """Reports of one player or of that player's games."""

    fields = ("player", "game__player")


@admin.register(Report)
class ReportAdmin(DecidingAdmin[Report]):
    """Reports with what they are about. A report is closed by a decision, here or on the page of its subject."""

    kinds = REPORT_KINDS
    list_display = ("when", "cause", "subject", "short_text", "reporter_link", "state_text")
    list_display_links = ("when",)
    list_filter = (ReportStateFilter, "cause", SubjectFilter)
    list_select_related = ("game__player", "player", "reporter", "decision__by")
    list_per_page = 50
    ordering = ("-at", "-pk")
    search_fields = ("player__name",)  # shows the box; what is found is said below
    search_help_text = _("A deal code, a deal's seven characters, a game's id, or part of a name of those concerned.")
    show_full_result_count = False
    sortable_by = ()
    fields = ("when", "cause", "subject", "text", "reporter_link", "state_text", "reason")
    readonly_fields = fields
    change_form_template = "admin/games/parts/row.html"

    class Media:
        css = {"all": ("games/admin.css",)}

    def open_to(self, row: Report) -> list[Kind]:
        return open_to_report(row)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Report]:
        return super().get_queryset(request).select_related(*self.list_select_related)

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Report], search_term: str
    ) -> tuple[QuerySet[Report], bool]:
        found = found_games(search_term, prefix="game__")
        if term := search_term.strip():
            found |= Q(player__name__icontains=term) | Q(reporter__name__icontains=term)
        return queryset.filter(found), False

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        report = self.get_object(request, object_id)
        shown = {"buttons": self.buttons(request, report), "title": str(report)} if report else {}
        return super().change_view(request, object_id, form_url, shown | (extra_context or {}))

    @admin.display(description=_("when"), ordering="at")
    def when(self, report: Report) -> str:
        return f"{report.at:%Y-%m-%d %H:%M:%S}"

    @admin.display(description=_("about"))
    def subject(self, report: Report) -> SafeString:
        if report.game is not None:
            return format_html("{} {} {}", link_to(report.game), _("of"), report.game.player)
        address = reverse("admin:games_player_change", args=[report.player_id])
        return format_html('<a href="{}">{}</a>', address, report.player)

    @admin.display(description=_("text"))
    def short_text(self, report: Report) -> str:
        return Truncator(report.text).chars(80)

    @admin.display(description=_("by"))
    def reporter_link(self, report: Report) -> SafeString:
        address = reverse("admin:games_player_change", args=[report.reporter_id])
        return format_html('<a href="{}">{}</a>', address, report.reporter)

    @admin.display(description=_("state"))
    def state_text(self, report: Report) -> str:
        return str(_("open") if report.decision is None else report.decision.get_action_display())

    @admin.display(description=_("reason"))
    def reason(self, report: Report) -> str:
        if report.decision is None:
            return "-"
        return f"{report.decision.reason} ({report.decision.by}, {report.decision.at:%Y-%m-%d %H:%M:%S})"
