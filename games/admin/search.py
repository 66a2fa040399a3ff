"""What a search of staff finds, and the lists narrowed to one player or one deal that other pages link to."""

from __future__ import annotations

from contextlib import suppress
from typing import Any
from uuid import UUID

from django.contrib import admin
from django.db.models import Exists, OuterRef, Q
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.engine.deals import DealCode
from games.engine.errors import DealCodeError
from games.models import Player, Seat


def found_games(term: str, *, prefix: str = "") -> Q:
    """Return the games that a term can mean: a deal code, a number, an id, a part of a player's name; all for none.

    Codes, numbers and ids are found through their indexes. `prefix` is what leads from the rows to their games.
    """
    term = term.strip()
    if not term:
        return Q()
    found = Q(**{f"{prefix}player__name__icontains": term})
    try:
        found |= Q(**{f"{prefix}stream_id": UUID(term)})
    except ValueError:
        found |= Q(**{f"{prefix}number": term.upper()})
    with suppress(DealCodeError):
        found |= Q(**{f"{prefix}code": str(DealCode.parse(term))})
    return found


def found_matches(term: str) -> Q:
    """Return the matches that a term can mean: their own id or that of their series, a part of a player's name.

    All for none. A name can be both players', so the matches are found by their seats and come once.
    """
    term = term.strip()
    if not term:
        return Q()
    seats = Seat.objects.filter(match=OuterRef("pk"), player__name__icontains=term)
    found = Q(Exists(seats))
    with suppress(ValueError):
        found |= Q(stream_id=UUID(term)) | Q(series_id=UUID(term))
    return found


class PlayerFilter(admin.SimpleListFilter):
    """The rows of one player, whom the address names; without one there is nothing to choose from."""

    title = _("player")
    parameter_name = "player"
    # What leads from a row to its player's id; a list has one or the other.
    fields: tuple[str, ...] = ("game__player",)

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin) -> list[tuple[str, Any]]:
        with suppress(ValueError):
            player = Player.objects.filter(pk=UUID(request.GET.get(self.parameter_name, ""))).first()
            if player is not None:
                return [(str(player.pk), player.name)]
        return []

    def queryset(self, request: HttpRequest, queryset: Any) -> Any:
        value = self.value()
        if value is None:
            return queryset
        found = Q()
        for field in self.fields:
            found |= Q(**{field: value})
        return queryset.filter(found)
