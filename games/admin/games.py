"""Games as staff see them: the list, and a page with all that is known of one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import selectors
from games.admin import judgement, logs, replays
from games.admin.access import signed_in
from games.admin.columns import moment
from games.admin.decisions import DecidingAdmin
from games.admin.filters import GAME_FILTERS
from games.admin.judgement import score_text
from games.admin.kinds import GAME_KINDS, Kind, open_to_game
from games.admin.search import found_games
from games.limits import MAX_CHECK_ATTEMPTS
from games.models import Attempt, Decision, Flag, Game, Report

if TYPE_CHECKING:
    from games.admin.filters import Label

OTHER_GAMES: Final = 50
"""How many of a player's other games of the same cards a game's page lists."""


@admin.register(Game)
class GameAdmin(DecidingAdmin[Game]):
    """Everything about a game, to look at. What staff decide goes through `games.moderation`, with a reason."""

    kinds = GAME_KINDS

    list_display = (
        "code",
        "player_link",
        "status_text",
        "origin",
        "ranked_score_text",
        "moves",
        "won",
        "flag_names",
        "hidden",
        "finished",
        "links",
    )
    list_filter = GAME_FILTERS
    list_select_related = ("player",)
    list_per_page = 50
    search_fields = ("code", "number", "stream_id", "player__name")
    search_help_text = _("A deal code, a deal's seven characters, a game's id, or part of a player's name.")
    show_full_result_count = False
    fieldsets = (
        (
            _("Game"),
            {"fields": ("deal", "player_link", "origin", "started", "last_event", "finished", "beginnings")},
        ),
    )
    change_form_template = "admin/games/game/page.html"

    class Media:
        css = {"all": ("games/admin.css",)}

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view
        own = [
            path("<uuid:game_id>/frames/", view(self.frames), name="games_game_frames"),
        ]
        return own + super().get_urls()

    def open_to(self, row: Game) -> list[Kind]:
        return open_to_game(row)

    # -- the list, and what the page has in common with it

    started = moment("started_at", label=_("started"))
    last_event = moment("last_event_at", label=_("last event"))
    finished = moment("finished_at", label=_("finished"))
    hidden = moment("hidden_at", label=_("hidden"))

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        return super().get_queryset(request).select_related("player").prefetch_related("flags")

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Game], search_term: str
    ) -> tuple[QuerySet[Game], bool]:
        """Find by what the term can be: a code, a number, an id, a part of a name."""
        return queryset.filter(found_games(search_term)), False

    @admin.display(description=_("player"), ordering="player__name")
    def player_link(self, game: Game) -> SafeString:
        return format_html(
            '<a href="{}">{}</a>', reverse("admin:games_player_change", args=[game.player_id]), game.player.name
        )

    @admin.display(description=_("status"), ordering="status")
    def status_text(self, game: Game) -> SafeString:
        note: Label = game.rejection
        if game.is_abandoned():
            note = _("abandoned")
        elif game.status == Game.Status.FINISHED:
            note = _("check stuck") if game.checks >= MAX_CHECK_ATTEMPTS else _("waits for its check")
        status = format_html('<span class="game-status {}">{}</span>', game.status, game.get_status_display())
        return format_html('{} <span class="quiet">{}</span>', status, note) if note else status

    @admin.display(description=_("ranked"), ordering="ranked_score")
    def ranked_score_text(self, game: Game) -> str:
        return score_text(game, game.ranked_score)

    @admin.display(description=_("flags"))
    def flag_names(self, game: Game) -> SafeString:
        flags = sorted(flag.kind for flag in game.flags.all())
        return format_html_join(" ", '<span class="game-flag">{}</span>', ((flag,) for flag in flags))

    @admin.display(description="")
    def links(self, game: Game) -> SafeString:
        return format_html(
            '<a href="{}">{}</a><br><a href="{}">{}</a>',
            replays.address(game),
            _("Replay"),
            _list(code__exact=game.code),
            _("Same deal"),
        )

    # -- the page

    @admin.display(description=_("deal"))
    def deal(self, game: Game) -> SafeString:
        return format_html(
            '{} · <a href="{}">{}</a> · <a href="{}">{}</a>',
            game.code,
            _list(code__exact=game.code),
            _("all games of this deal"),
            _list(number__exact=game.number),
            _("of these cards in any mode"),
        )

    @admin.display(description=_("the player and these cards"))
    def beginnings(self, game: Game) -> str:
        first = Attempt.objects.filter(game=game).exists()
        attempt = _("First attempt at this number.") if first else _("Not the first attempt at this number.")
        return f"{attempt} {_('Had been shown a replay of these cards.')}" if game.seen_replay else str(attempt)

    def why(self, game: Game) -> str:
        """Return why a game is rejected: with the place, the move and the reason, or with both scores."""
        if not game.rejection:
            return ""
        if game.rejection == Game.Rejection.SCORE_MISMATCH:
            claimed, computed = score_text(game, game.claimed_score), score_text(game, game.score)
            scores = {"code": game.rejection, "claimed": claimed, "computed": computed}
            return gettext("%(code)s: claimed %(claimed)s, computed %(computed)s") % scores
        if (index := game.refused_index) is None:
            return game.rejection
        # The index, as errors have it, and the number that the move has in the replay.
        said = {"code": game.rejection, "index": index, "number": index + 1}
        where = gettext("%(code)s at %(index)s (move %(number)s):") % said
        return f"{where} {game.refused_move} {game.refused_reason}".rstrip()

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Show the game's page, with its log: whoever reads it has seen how the cards were played."""
        game = self.get_object(request, object_id)
        if game is None or not self.has_view_permission(request, game):
            return super().change_view(request, object_id, form_url, extra_context)
        selectors.see_replay(game=game, viewer=signed_in(request))
        decisions = list(Decision.objects.filter(game=game).select_related("by", "barred_name"))
        shown = {
            "title": game.code,
            "subtitle": str(game.pk),
            "status": self.status_text(game),
            "why": self.why(game),
            "viewer": replays.shown(game, request=request),
            "compared": judgement.compared(game),
            "check_history": judgement.check_history(game, decisions=decisions),
            "attempts": {"begun": game.checks, "most": MAX_CHECK_ATTEMPTS},
            "others": self._others(game),
            "buttons": self.buttons(request, game),
            "flags": Flag.objects.filter(Q(game=game) | Q(other=game)).select_related(
                "game__player", "other__player", "decision"
            ),
            "reports": Report.objects.filter(game=game).select_related("reporter", "decision"),
            "decisions": decisions,
            "log": logs.shown(game),
        }
        return super().change_view(request, object_id, form_url, shown | (extra_context or {}))

    def _others(self, game: Game) -> list[tuple[Game, str]]:
        """Return the player's other games of the same cards with their ranked scores, the newest first."""
        games = Game.objects.filter(player=game.player_id, number=game.number).exclude(pk=game.pk)
        return [(other, score_text(other, other.ranked_score)) for other in games.order_by("-stream_id")[:OTHER_GAMES]]

    def frames(self, request: HttpRequest, game_id: UUID) -> HttpResponse:
        return replays.frames(request, model_admin=self, game_id=game_id)


def _list(**lookups: str) -> str:
    """Return the address of the games that have these values."""
    return reverse("admin:games_game_changelist", query=lookups)
