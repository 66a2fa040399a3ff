"""Players as staff see them. Tokens, e-mail and passwords are not shown; nothing here makes or deletes a player."""

from typing import Any

from django.contrib import admin
from django.db.models import Count, IntegerField, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.forms import ModelForm
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.admin.decisions import DecidingAdmin
from games.admin.filters import GameFilter
from games.admin.kinds import PLAYER_KINDS, Kind, open_to_player
from games.models import Decision, Game, Player, Report, Seat


class AccountFilter(admin.SimpleListFilter):
    """Guests, or players with an account."""

    title = _("kind")
    parameter_name = "kind"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin) -> list[tuple[str, Any]]:
        return [("guest", _("Guest")), ("account", _("Account"))]

    def queryset(self, request: HttpRequest, queryset: Any) -> Any:
        value = self.value()
        return queryset if value is None else queryset.filter(name_key__isnull=value == "guest")


class MeasureFilter(GameFilter):
    """What staff have decided about players."""

    title = _("measure")
    parameter_name = "measure"
    narrowings = {
        "hidden": (pgettext_lazy("player", "Hidden"), lambda players: players.exclude(hidden_at=None)),
        "banned": (_("Banned"), lambda players: players.exclude(banned_at=None)),
        "renamed": (_("Name reset"), lambda players: players.exclude(name_reset_at=None)),
    }


@admin.register(Player)
class PlayerAdmin(DecidingAdmin[Player]):
    """All of a player is to look at but for who may sign in and who is staff, which superusers set.

    The permission to change players is for what moderators decide about them.
    """

    kinds = PLAYER_KINDS
    list_display = ("name", "kind", "created_at", "games_link", "on_boards", "measures", "is_active", "is_staff")
    list_filter = (AccountFilter, MeasureFilter, "on_boards", "is_staff", "is_active")
    list_per_page = 50
    search_fields = ("name",)
    show_full_result_count = False
    shown = (
        "name",
        "kind",
        "created_at",
        "games_link",
        "matches_link",
        "queues",
        "on_boards",
        "measures",
        "erased_at",
        "is_superuser",
    )
    settable = ("is_active", "is_staff", "groups")
    fieldsets = (
        (_("Player"), {"fields": shown[:-1]}),
        (_("Staff"), {"fields": (*settable, shown[-1])}),
    )
    filter_horizontal = ("groups",)
    change_form_template = "admin/games/player/page.html"

    class Media:
        css = {"all": ("games/admin.css",)}

    def open_to(self, row: Player) -> list[Kind]:
        return open_to_player(row)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        player = self.get_object(request, object_id)
        if player is None:
            return super().change_view(request, object_id, form_url, extra_context)
        shown = {
            "buttons": self.buttons(request, player),
            "reports": Report.objects.filter(player=player).select_related("reporter", "decision"),
            "decisions": Decision.objects.filter(player=player).select_related("by", "barred_name"),
        }
        return super().change_view(request, object_id, form_url, shown | (extra_context or {}))

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return bool(request.user.is_active and request.user.is_superuser)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        return self.shown if self.has_change_permission(request, obj) else self.shown + self.settable

    def get_queryset(self, request: HttpRequest) -> QuerySet[Player]:
        played = Game.objects.filter(player=OuterRef("pk")).order_by().values("player").values(n=Count("pk"))
        number = Coalesce(Subquery(played, output_field=IntegerField()), 0)
        players: QuerySet[Player] = super().get_queryset(request).annotate(number_of_games=number)
        return players

    def save_model(self, request: HttpRequest, obj: Player, form: ModelForm, change: bool) -> None:
        """Write only what was set here, so that a rename at the same moment stands."""
        obj.save(update_fields=[name for name in form.changed_data if name != "groups"])

    @admin.display(description=_("kind"))
    def kind(self, player: Player) -> str:
        if player.erased_at:
            return str(_("erased"))
        return str(_("guest") if player.is_guest else _("account"))

    @admin.display(description=_("measures"))
    def measures(self, player: Player) -> str:
        since = {
            pgettext_lazy("player", "hidden"): player.hidden_at,
            _("banned"): player.banned_at,
            _("name reset"): player.name_reset_at,
        }
        return ", ".join(f"{name} {at:%Y-%m-%d}" for name, at in since.items() if at) or "-"

    @admin.display(description=_("about their games"))
    def queues(self, player: Player) -> SafeString:
        query = {"player": player.pk, "state": "all"}
        return format_html(
            '<a href="{}">{}</a> · <a href="{}">{}</a>',
            reverse("admin:games_flag_changelist", query=query),
            _("flags"),
            reverse("admin:games_report_changelist", query=query),
            _("reports"),
        )

    @admin.display(description=_("games"))
    def games_link(self, player: Player) -> SafeString:
        address = reverse("admin:games_game_changelist", query={"player__id__exact": player.pk})
        return format_html('<a href="{}">{}</a>', address, player.number_of_games)  # type: ignore[attr-defined]

    @admin.display(description=_("matches"))
    def matches_link(self, player: Player) -> SafeString:
        address = reverse("admin:games_match_changelist", query={"player": player.pk})
        return format_html('<a href="{}">{}</a>', address, Seat.objects.filter(player=player).count())
