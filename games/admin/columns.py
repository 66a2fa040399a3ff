"""Columns that several lists of the admin have."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.utils.html import format_html
from django.utils.safestring import SafeString

if TYPE_CHECKING:
    from games.admin.filters import Label


def moment(field: str, *, label: Label) -> Callable[[admin.ModelAdmin, Any], SafeString | str]:
    """Return a column that shows a time to the second, in UTC, for a field of the row."""

    @admin.display(description=label, ordering=field)
    def shown(_admin: admin.ModelAdmin, row: Any) -> SafeString | str:
        at = getattr(row, field)
        if at is None:
            return "-"
        day, time = f"{at:%Y-%m-%d %H:%M:%S}".split()
        return format_html('<time class="moment"><span>{}</span> <span>{}</span></time>', day, time)

    return shown
