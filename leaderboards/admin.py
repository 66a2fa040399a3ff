"""The boards in the admin, to look at: entries and counts follow from games, which are what staff decide on."""

from __future__ import annotations

from django.contrib import admin
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.admin.access import ReadOnlyAdmin
from leaderboards.board import Board, View, place
from leaderboards.models import DealDay, DealTotal, Entry, MovesCount, OpenDay, ScoreCount, Tally


@admin.register(Entry)
class EntryAdmin(ReadOnlyAdmin):
    """Entries in the order of their boards; the page of one says its place."""

    list_display = ("code", "view", "ranked_score", "moves", "player", "origin", "finished_at", "game_link")
    list_filter = ("view", "origin", "is_account", "seen_replay")
    list_select_related = ("player",)
    search_fields = ("code__exact", "player__name")
    search_help_text = _("A deal code in capitals, or part of a player's name.")
    show_full_result_count = False
    # The boards' own order has an index; any other would sort all entries for one page of them.
    sortable_by = ()
    fields = (
        "code",
        "rules_version",
        "view",
        "place",
        "player",
        "game_link",
        "ranked_score",
        "score",
        "moves",
        "finished_at",
        "origin",
        "is_account",
        "seen_replay",
        "receipt_text",
    )
    readonly_fields = ("place", "game_link", "receipt_text")

    @admin.display(description=_("game"))
    def game_link(self, entry: Entry) -> SafeString:
        return format_html(
            '<a href="{}">{}</a>', reverse("admin:games_game_change", args=[entry.game_id]), entry.game_id
        )

    @admin.display(description=_("receipt"))
    def receipt_text(self, entry: Entry) -> str:
        return bytes(entry.receipt).hex()

    @admin.display(description=_("place"))
    def place(self, entry: Entry) -> str:
        board = Board(code=entry.code, rules_version=entry.rules_version, view=View(entry.view))
        found = place(board=board, player_id=entry.player_id)
        if found is None:  # gone since the page was asked for
            return "-"
        return gettext("rank %(rank)d of %(total)d, shared by %(tied)d") % {
            "rank": found.rank,
            "total": found.total,
            "tied": found.tied,
        }


class CountAdmin(ReadOnlyAdmin):
    """What is counted of deals."""

    search_fields = ("code__exact",)
    search_help_text = _("A deal code in capitals.")
    show_full_result_count = False
    sortable_by = ()


@admin.register(ScoreCount)
class ScoreCountAdmin(CountAdmin):
    list_filter = ("view",)
    list_display = ("code", "view", "ranked_score", "n")


@admin.register(MovesCount)
class MovesCountAdmin(CountAdmin):
    list_filter = ("view",)
    list_display = ("code", "view", "ranked_score", "moves", "n")


@admin.register(Tally)
class TallyAdmin(ReadOnlyAdmin):
    list_display = ("code", "player", "shown", "not_shown", "rejected", "wins", "fewest_moves", "last_finished_at")
    list_select_related = ("player",)
    search_fields = ("code__exact", "player__name")
    search_help_text = _("A deal code in capitals, or part of a player's name.")
    show_full_result_count = False
    sortable_by = ()


@admin.register(DealTotal)
class DealTotalAdmin(CountAdmin):
    list_filter = ("mode",)
    list_display = ("code", "players", "winners", "shown", "not_shown", "rejected", "wins", "last_finished_at")


@admin.register(DealDay)
class DealDayAdmin(CountAdmin):
    list_filter = ("mode",)
    list_display = ("code", "day", "players")


@admin.register(OpenDay)
class OpenDayAdmin(CountAdmin):
    list_display = ("code", "day", "n")
