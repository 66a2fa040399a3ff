"""Matches as staff see them: the list, and a page of each.

Staff are players too. While a match goes on its page shows what everybody sees, and nothing here ever shows more: no
hidden card, and not the number, which has no page. Once it is over there is its replay.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.gzip import gzip_page

from games.admin import logs
from games.admin.columns import moment
from games.admin.decisions import DecidingAdmin
from games.admin.filters import MATCH_FILTERS
from games.admin.kinds import MATCH_KINDS, Kind, open_to_match
from games.admin.search import PlayerFilter, found_matches
from games.engine.match.options import Side
from games.matches import clock
from games.matches.frames import frames as frames_of
from games.matches.seats import stage_of
from games.matches.table import events_of, number_of, table_of
from games.matches.viewer import MatchViewer, ShownTable, match_viewer_of, names_of, public_table_of
from games.matches.words import options_in_short, result_words, told_apart
from games.models import Decision, Match
from games.viewer import NoSuchStep


class SeatFilter(PlayerFilter):
    """The matches of one player."""

    fields = ("seats__player",)


@admin.register(Match)
class MatchAdmin(DecidingAdmin[Match]):
    """Everything about a match that its players and those who look on may know, to look at."""

    kinds = MATCH_KINDS
    list_display = ("created", "players", "status_text", "options", "of_series", "result", "begun", "ended_at_text")
    list_display_links = ("created",)
    list_filter = (*MATCH_FILTERS, SeatFilter)
    list_per_page = 50
    search_fields = ("stream_id",)  # shows the box; what is found is said below
    search_help_text = _("The id of a match or of its series, or part of a player's name.")
    show_full_result_count = False
    fieldsets = (
        (
            _("Match"),
            {
                "fields": (
                    "players",
                    "status_text",
                    "options",
                    "of_series",
                    "private",
                    "result",
                    "number",
                    "created",
                    "begun",
                    "last_event",
                    "ended_at_text",
                )
            },
        ),
    )
    change_form_template = "admin/games/match/page.html"

    class Media:
        css = {"all": ("games/admin.css", "games/match-table.css")}

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.frames)
        return [path("<uuid:match_id>/frames/", view, name="games_match_frames"), *super().get_urls()]

    def open_to(self, row: Match) -> list[Kind]:
        return open_to_match(row)

    # -- the list, and what the page has in common with it

    created = moment("created_at", label=_("created"))
    begun = moment("started_at", label=_("begun"))
    last_event = moment("last_event_at", label=_("last event"))
    ended_at_text = moment("ended_at", label=_("ended"))

    def get_queryset(self, request: HttpRequest) -> QuerySet[Match]:
        return Match.objects.with_seats()

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Match], search_term: str
    ) -> tuple[QuerySet[Match], bool]:
        return queryset.filter(found_matches(search_term)), False

    @admin.display(description=_("players"))
    def players(self, match: Match) -> SafeString:
        seats = (
            (seat.side, reverse("admin:games_player_change", args=[seat.player_id]), seat.player.name)
            for seat in match.seats.all()
        )
        return format_html_join(" ", '<span class="match-seat">{} <a href="{}">{}</a></span>', seats)

    @admin.display(description=_("status"), ordering="status")
    def status_text(self, match: Match) -> SafeString:
        text = gettext("Expired") if stage_of(match) == "expired" else match.get_status_display()
        return format_html('<span class="game-status {}">{}</span>', match.status, text)

    @admin.display(description=_("options"))
    def options(self, match: Match) -> str:
        names = told_apart({Side(seat.side): seat.player.name for seat in match.seats.all()})
        return ", ".join(options_in_short(match.series, names=names))

    @admin.display(description=_("series"))
    def of_series(self, match: Match) -> SafeString:
        address = reverse("admin:games_match_changelist", query={"q": match.series_id})
        return format_html('<a href="{}">{} / {}</a>', address, match.round, match.rounds)

    @admin.display(description=_("by a link only"), boolean=True)
    def private(self, match: Match) -> bool:
        return match.series.is_private

    @admin.display(description=_("result"))
    def result(self, match: Match) -> str:
        return result_words(match, names=names_of(match)) if match.is_over else "-"

    # -- the page

    @admin.display(description=_("number"))
    def number(self, match: Match) -> str:
        return number_of(match) or gettext("a secret until the match is over")

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        match = self.get_object(request, object_id)
        if match is None or not self.has_view_permission(request, match):
            return super().change_view(request, object_id, form_url, extra_context)
        shown = {
            "title": " – ".join(names_of(match).values()),
            "subtitle": str(match.pk),
            "status": self.status_text(match),
            "result": self.result(match) if match.is_over else "",
            "buttons": self.buttons(request, match),
            "viewer": self._viewer(request, match) if match.is_over else None,
            "table": self._table(match) if match.status == Match.Status.PLAYING else None,
            "seats": [(seat, clock.is_there(seat)) for seat in match.seats.all()],
            "others": self._others(match),
            "decisions": Decision.objects.filter(match=match).select_related("by", "barred_name"),
            "log": logs.shown_of_match(match),
        }
        return super().change_view(request, object_id, form_url, shown | (extra_context or {}))

    @staticmethod
    def _others(match: Match) -> list[tuple[Match, str]]:
        """Return the other matches of the series, each with its result in words."""
        others = match.series.matches.with_seats().exclude(pk=match.pk).order_by("ordinal")
        return [(one, result_words(one, names=names_of(one)) if one.is_over else "") for one in others]

    @staticmethod
    def _table(match: Match) -> ShownTable:
        """Return the table as it stands, hidden cards hidden: of what is shown here nothing else is known."""
        table = table_of(match, events=events_of(match.pk, version=match.stream.version))
        return public_table_of(match, table, bottom=Side.A)

    @staticmethod
    def _viewer(request: HttpRequest, match: Match) -> MatchViewer:
        bottom = request.GET.get("bottom", Side.A)
        if bottom not in tuple(Side):
            raise Http404(f"the sides of a match are A and B, not {bottom!r}")
        try:
            return match_viewer_of(
                match,
                step=request.GET.get("step"),
                bottom=Side(bottom),
                address=reverse("admin:games_match_change", args=[match.pk]),
                frames_address=reverse("admin:games_match_frames", args=[match.pk]),
            )
        except NoSuchStep as error:
            raise Http404(str(error)) from None

    def frames(self, request: HttpRequest, match_id: UUID) -> HttpResponse:
        return _frames(request, model_admin=self, match_id=match_id)


@gzip_page
def _frames(request: HttpRequest, *, model_admin: MatchAdmin, match_id: UUID) -> HttpResponse:
    """Return the frames of a match that is over, for the viewer's script."""
    if not model_admin.has_view_permission(request):
        raise PermissionDenied
    match = get_object_or_404(Match.objects.with_seats(), pk=match_id, status=Match.Status.OVER)
    return JsonResponse(frames_of(match, events=events_of(match.pk)))
