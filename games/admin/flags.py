"""The queue of flags: what the check points out and nobody has looked at yet, and what became of the others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from games.admin import replays
from games.admin.decisions import DecidingAdmin
from games.admin.filters import StateFilter
from games.admin.kinds import FLAG_KINDS, Kind, open_to_flag
from games.admin.search import PlayerFilter, found_games
from games.models import Decision, Flag

if TYPE_CHECKING:
    from games.models import Game


class FlagStateFilter(StateFilter):
    """First those that wait for a person."""

    narrowings = {
        "open": (_("Open"), lambda flags: flags.open()),
        "dismissed": (_("Dismissed"), lambda flags: flags.filter(decision__action=Decision.Action.DISMISS)),
        "acted_upon": (_("Acted upon"), lambda flags: flags.filter(decision__action=Decision.Action.HIDE)),
        "all": (_("All"), lambda flags: flags),
    }


@admin.register(Flag)
class FlagAdmin(DecidingAdmin[Flag]):
    """Flags with what they are about. A flag is closed by a decision, here or on the page of its game."""

    kinds = FLAG_KINDS
    key_converter = "int"
    list_display = ("when", "kind_text", "note_text", "game_link", "player_link", "other_link", "state_text")
    list_display_links = ("when",)
    list_filter = (FlagStateFilter, "kind", PlayerFilter)
    list_select_related = ("game__player", "other__player", "decision")
    list_per_page = 50
    ordering = ("-at", "-pk")
    search_fields = ("game__code",)  # shows the box; what is found is said below
    search_help_text = _("A deal code, a deal's seven characters, a game's id, or part of a player's name.")
    show_full_result_count = False
    sortable_by = ()
    fields = ("when", "kind_text", "note_text", "game_link", "player_link", "other_link", "state_text", "reason")
    readonly_fields = fields
    change_form_template = "admin/games/parts/row.html"

    class Media:
        css = {"all": ("games/admin.css",)}

    def open_to(self, row: Flag) -> list[Kind]:
        return open_to_flag(row)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Flag]:
        return super().get_queryset(request).select_related(*self.list_select_related)

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Flag], search_term: str
    ) -> tuple[QuerySet[Flag], bool]:
        return queryset.filter(found_games(search_term, prefix="game__")), False

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        flag = self.get_object(request, object_id)
        shown = {"buttons": self.buttons(request, flag), "title": str(flag)} if flag else {}
        return super().change_view(request, object_id, form_url, shown | (extra_context or {}))

    @admin.display(description=_("when"), ordering="at")
    def when(self, flag: Flag) -> str:
        return f"{flag.at:%Y-%m-%d %H:%M:%S}"

    @admin.display(description=_("flag"))
    def kind_text(self, flag: Flag) -> SafeString:
        return format_html('<span class="game-flag">{}</span>', flag.kind)

    @admin.display(description=_("game"))
    def game_link(self, flag: Flag) -> SafeString:
        return link_to(flag.game)

    @admin.display(description=_("player"))
    def player_link(self, flag: Flag) -> SafeString:
        address = reverse("admin:games_player_change", args=[flag.game.player_id])
        return format_html('<a href="{}">{}</a>', address, flag.game.player)

    @admin.display(description=_("other game"))
    def other_link(self, flag: Flag) -> SafeString | str:
        if flag.other is None:
            return "-"
        return format_html("{} {} {}", link_to(flag.other), _("of"), flag.other.player)

    @admin.display(description=_("note"))
    def note_text(self, flag: Flag) -> str:
        return flag.found

    @admin.display(description=_("state"))
    def state_text(self, flag: Flag) -> str:
        return str(flag.state.label)

    @admin.display(description=_("reason"))
    def reason(self, flag: Flag) -> str:
        if flag.decision is None:
            return "-"
        return f"{flag.decision.reason} ({flag.decision.by}, {flag.decision.at:%Y-%m-%d %H:%M:%S})"


def link_to(game: Game) -> SafeString:
    """Return links to a game's page and to its replay."""
    return format_html(
        '<a href="{}">{}</a> <a href="{}">{}</a>',
        reverse("admin:games_game_change", args=[game.pk]),
        game.code,
        replays.address(game),
        _("Replay"),
    )
