"""Searches for wins and deals of days in the admin, to look at. Nobody sees the deals of a day before it begins."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games import daily
from games.admin.access import ReadOnlyAdmin
from games.models import DailyDeal, Proof


class StuckFilter(admin.SimpleListFilter):
    """Searches that were begun too often without an answer."""

    title = _("search")
    parameter_name = "search"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin) -> list[tuple[str, Any]]:
        return [("stuck", _("Stuck"))]

    def queryset(self, request: HttpRequest, queryset: Any) -> Any:
        return queryset.stuck(at=timezone.now()) if self.value() == "stuck" else queryset


@admin.register(Proof)
class ProofAdmin(ReadOnlyAdmin):
    """What was asked for and found. How a deal was won is not shown here: staff who play must not come upon it."""

    list_display = ("code", "status", "nodes", "asked_at", "answered_at", "attempts")
    list_filter = ("status", StuckFilter)
    search_fields = ("code__exact",)
    search_help_text = _("A deal code in capitals.")
    show_full_result_count = False
    fields = (
        "code",
        "rules_version",
        "status",
        "solver_version",
        "nodes",
        "max_nodes",
        "asked_at",
        "answered_at",
        "attempts",
        "claimed_until",
        "error",
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Proof]:
        return Proof.objects.told(at=timezone.now())


@admin.register(DailyDeal)
class DailyDealAdmin(ReadOnlyAdmin):
    """The deals of today and of past days."""

    list_display = ("day", "mode", "code")
    list_filter = ("mode",)
    date_hierarchy = "day"
    search_fields = ("code__exact",)
    search_help_text = _("A deal code in capitals.")
    show_full_result_count = False

    def get_queryset(self, request: HttpRequest) -> QuerySet[DailyDeal]:
        return daily.begun()
