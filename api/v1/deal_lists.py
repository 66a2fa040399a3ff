"""The deals that are played: the recent ones, and the popular ones."""

from datetime import datetime
from typing import Annotated, Any, Final, Literal
from uuid import UUID

from django.db.models import Count, Max, Q
from msgspec import Meta, Struct

from api.v1 import examples
from api.v1.deal_parts import SCORINGS, Deal, Draw, ScoringName, parts_of
from api.v1.pagination import Next, PageQuery, Previous, bad_cursor, seal, unseal
from games.engine.deals import DealCode
from games.models import Game

WINDOW: Final = 10_000
"""How many of the newest games a list looks at, whatever their state: it costs no more when there are millions."""

_LIST: Final = "deals"
_ORDERS: Final = {"recent": ("-last_finished_at", "code"), "popular": ("-players", "-last_finished_at", "code")}


class DealsQuery(PageQuery, frozen=True):
    """Which deals, and in which order."""

    order: Annotated[
        Literal["recent", "popular"], Meta(description="By the latest finish, or by the number of players.")
    ] = "recent"
    draw: Annotated[Draw | None, Meta(description="Only deals with this draw.")] = None
    scoring: Annotated[ScoringName | None, Meta(description="Only deals with this scoring.")] = None


class PlayedDeal(Deal, kw_only=True):
    """A deal, and how much it was played of late."""

    games: Annotated[int, Meta(description="Verified games among those that the list looks at.", ge=1)]
    players: Annotated[int, Meta(description="Players of these games.", ge=1)]
    wins: Annotated[int, Meta(description="How many of these games were won.", ge=0)]
    last_finished_at: datetime


class DealPage(Struct, kw_only=True):
    """Some of the deals that are played."""

    deals: list[PlayedDeal]
    next: Next
    previous: Previous


def page_of(query: DealsQuery) -> DealPage:
    """Return the page of deals that the query asks for. Raises InvalidParameters for a cursor of another list.

    A cursor holds the newest game that its first page looked at, so all pages after it look at the same games.
    """
    scope = (query.order, query.draw, query.scoring)
    newest, offset = _position(query.cursor, scope=scope)
    if newest is None:
        return DealPage(deals=[], next=None, previous=None)
    end = offset + query.limit
    found = _played(query, newest=newest, part=slice(offset, end + 1))
    return DealPage(
        deals=[_shown(row) for row in found[: query.limit]],
        next=_seal(newest, end, scope=scope) if len(found) > query.limit else None,
        previous=_seal(newest, max(offset - query.limit, 0), scope=scope) if offset else None,
    )


def example_page() -> DealPage:
    """Return the page that the documentation shows."""
    at = examples.FINISHED_AT
    deal = PlayedDeal(**parts_of(examples.CODE), games=31, players=12, wins=3, last_finished_at=at)
    return DealPage(deals=[deal], next=None, previous=None)


def _played(query: DealsQuery, *, newest: UUID, part: slice) -> list[dict[str, Any]]:
    """Return a part of the deals of the newest games that boards may show, with their counts, in order."""
    window = Game.objects.filter(pk__lte=newest).order_by("-pk").values("pk")[:WINDOW]
    games = Game.objects.ranked().filter(pk__in=window)
    if query.draw is not None:
        games = games.filter(mode__startswith=f"D{query.draw}")
    if query.scoring is not None:
        games = games.filter(mode__endswith=SCORINGS[query.scoring].value)
    counted = (
        games.order_by()
        .values("code")
        .annotate(
            games=Count("pk"),
            players=Count("player", distinct=True),
            wins=Count("pk", filter=Q(won=True)),
            last_finished_at=Max("finished_at"),
        )
    )
    return [dict(row) for row in counted.order_by(*_ORDERS[query.order])[part]]


def _shown(row: dict[str, Any]) -> PlayedDeal:
    return PlayedDeal(**row | parts_of(DealCode.parse(row["code"])))


def _position(cursor: str | None, *, scope: tuple[Any, ...]) -> tuple[UUID | None, int]:
    """Return the newest game to look at, and how many deals come before the page."""
    if cursor is None:
        return Game.objects.order_by("-pk").values_list("pk", flat=True).first(), 0
    try:
        newest, offset = unseal(cursor, name=_LIST, scope=scope)
        return UUID(newest), int(offset)
    except ValueError:
        raise bad_cursor() from None  # of another version of this service: the seal is good


def _seal(newest: UUID, offset: int, *, scope: tuple[Any, ...]) -> str:
    return seal([str(newest), offset], name=_LIST, scope=scope)
