"""Who may do what in the admin."""

from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from games.models import Player


class ReadOnlyAdmin(admin.ModelAdmin):
    """Lists and shows rows to those with the permission to view them, and lets nobody write one."""

    actions = None

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


def signed_in(request: HttpRequest) -> Player:
    """Return who makes a request of the admin, which lets nobody in who has not signed in."""
    if isinstance(request.user, Player):
        return request.user
    raise PermissionDenied
