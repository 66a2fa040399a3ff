"""Players as staff see them. Tokens, e-mail and passwords are not shown; nothing here makes or deletes a player."""

from typing import Any

from django.contrib import admin
from django.db.models import Count, IntegerField, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.forms import ModelForm
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from games.admin.access import ReadOnlyAdmin
from games.models import Game, Player


class AccountFilter(admin.SimpleListFilter):
    """Guests, or players with an account."""

    title = _("kind")
    parameter_name = "kind"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin) -> list[tuple[str, Any]]:
        return [("guest", _("Guest")), ("account", _("Account"))]

    def queryset(self, request: HttpRequest, queryset: Any) -> Any:
        value = self.value()
        return queryset if value is None else queryset.filter(name_key__isnull=value == "guest")


@admin.register(Player)
class PlayerAdmin(ReadOnlyAdmin):
    """All of a player is to look at but for who may sign in and who is staff, which superusers set."""

    list_display = ("name", "kind", "created_at", "games_link", "on_boards", "is_active", "is_staff")
    list_filter = (AccountFilter, "on_boards", "is_staff", "is_active")
    list_per_page = 50
    search_fields = ("name",)
    show_full_result_count = False
    shown = ("name", "kind", "created_at", "games_link", "on_boards", "erased_at", "is_superuser")
    settable = ("is_active", "is_staff", "groups")
    fieldsets = (
        (_("Player"), {"fields": shown[:-1]}),
        (_("Staff"), {"fields": (*settable, shown[-1])}),
    )
    filter_horizontal = ("groups",)

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

    @admin.display(description=_("games"))
    def games_link(self, player: Player) -> SafeString:
        address = reverse("admin:games_game_changelist", query={"player__id__exact": player.pk})
        return format_html('<a href="{}">{}</a>', address, player.number_of_games)  # type: ignore[attr-defined]
