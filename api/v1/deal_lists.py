"""The deals that are played: the recent ones, and the popular ones, of all time or of the last days."""

from bisect import bisect_left, bisect_right
from datetime import UTC, datetime
from typing import Annotated, Any, Final, Literal

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext
from msgspec import Meta, Struct

from api.v1 import examples
from api.v1.deal_parts import SCORINGS, Deal, Draw, ScoringName, parts_of
from api.v1.errors import InvalidParameters
from api.v1.pagination import Keyset, Next, PageQuery, Previous, bad_cursor, seal, unseal
from api.v1.problems import ParameterError
from games.engine.deals import RULES_VERSION, DealCode
from games.moment import one_moment
from leaderboards import deals
from leaderboards.deals import Lately
from leaderboards.models import DealTotal

_PAGES: Final = {
    "recent": Keyset(name="recent deals", fields=deals.RECENT),
    "popular": Keyset(name="popular deals", fields=deals.POPULAR),
}
_LATELY: Final = "popular deals of late"


class DealsQuery(PageQuery, frozen=True):
    """Which deals, and in which order."""

    order: Annotated[
        Literal["recent", "popular"],
        Meta(description="By when a verified game was last finished, or by the number of players."),
    ] = "recent"
    days: Annotated[
        Annotated[int, Meta(ge=1, le=deals.MAX_DAYS)] | None,
        Meta(
            description="With `order=popular`: count only players of the last so many days (UTC), today among them. "
            f"The list then has the {deals.BUSIEST_A_DAY} busiest deals of each of these days and each mode."
        ),
    ] = None
    draw: Annotated[Draw | None, Meta(description="Only deals with this draw.")] = None
    scoring: Annotated[ScoringName | None, Meta(description="Only deals with this scoring.")] = None

    @property
    def modes(self) -> list[str]:
        draws = (1, 3) if self.draw is None else (self.draw,)
        scorings = SCORINGS.values() if self.scoring is None else (SCORINGS[self.scoring],)
        return [f"D{draw}{scoring.value}" for draw in draws for scoring in scorings]

    @property
    def scope(self) -> tuple[Any, ...]:
        return self.days, self.draw, self.scoring


class PlayedDeal(Deal, kw_only=True):
    """A deal, and how much it was played. Counted are the games that boards show."""

    games: Annotated[int, Meta(description="Verified games.", ge=1)]
    players: Annotated[int, Meta(description="Players of these games.", ge=1)]
    wins: Annotated[int, Meta(description="How many of these games were won.", ge=0)]
    winners: Annotated[int, Meta(description="How many players have won it: proof that it can be won.", ge=0)]
    recent_players: Annotated[
        int | None, Meta(description="Players who finished a game of it in the last `days`; null if not asked for.")
    ]
    last_finished_at: Annotated[datetime, Meta(description="When the last of these games was finished.")]


class DealPage(Struct, kw_only=True):
    """Some of the deals that are played."""

    deals: list[PlayedDeal]
    next: Next
    previous: Previous


def page_of(query: DealsQuery) -> DealPage:
    """Return the page of deals that the query asks for. Raises InvalidParameters."""
    if query.days is not None:
        if query.order != "popular":
            detail = gettext("Only with order=popular; the recent deals are listed by when they were last played.")
            raise InvalidParameters(ParameterError(parameter="days", code="not_with_order", detail=detail))
        with one_moment():
            return _page_of_late(query, days=query.days)
    played = deals.played(rules_version=RULES_VERSION)
    parts = [Q(mode=mode) for mode in query.modes]
    page = _PAGES[query.order].page(played, query=query, scope=query.scope, parts=parts)
    return DealPage(deals=list(map(_shown, page.rows)), next=page.next, previous=page.previous)


def _page_of_late(query: DealsQuery, *, days: int) -> DealPage:
    """Return a page of the list that is made anew each time; a cursor says which deal it begins or ends at."""
    today = timezone.now().astimezone(UTC).date()
    found = deals.lately(rules_version=RULES_VERSION, modes=query.modes, days=days, today=today)
    first, end = _part(found, query=query)
    rows = found[first:end]
    totals = {total.code: total for total in deals.played(rules_version=RULES_VERSION).filter(code__in=_codes(rows))}
    return DealPage(
        deals=[_shown(totals[row.code], recent_players=row.players) for row in rows],
        next=_seal(rows[-1], query=query) if rows and end < len(found) else None,
        previous=_seal(rows[0], query=query, is_backward=True) if rows and first else None,
    )


def _part(found: list[Lately], *, query: DealsQuery) -> tuple[int, int]:
    """Return where in the list the page begins and ends."""
    if query.cursor is None:
        return 0, query.limit
    try:
        is_backward, players, last_finished_at, code = unseal(query.cursor, name=_LATELY, scope=query.scope)
        key = Lately(players, datetime.fromisoformat(last_finished_at), code).order
    except ValueError:
        raise bad_cursor() from None  # of another version of this service: the seal is good
    keys = [row.order for row in found]
    if is_backward:
        end = bisect_left(keys, key)
        return max(end - query.limit, 0), end
    first = bisect_right(keys, key)
    return first, first + query.limit


def _seal(row: Lately, *, query: DealsQuery, is_backward: bool = False) -> str:
    values = [int(is_backward), row.players, row.last_finished_at.isoformat(), row.code]
    return seal(values, name=_LATELY, scope=query.scope)


def _codes(rows: list[Lately]) -> list[str]:
    return [row.code for row in rows]


def _shown(total: DealTotal, *, recent_players: int | None = None) -> PlayedDeal:
    if total.last_finished_at is None:
        raise RuntimeError(f"{total.code} is listed, and no game of it is shown")
    return PlayedDeal(
        **parts_of(DealCode.parse(total.code)),
        games=total.shown,
        players=total.players,
        wins=total.wins,
        winners=total.winners,
        recent_players=recent_players,
        last_finished_at=total.last_finished_at,
    )


def example_page() -> DealPage:
    """Return the page that the documentation shows."""
    total = DealTotal(
        code=str(examples.CODE), shown=31, players=12, wins=3, winners=2, last_finished_at=examples.FINISHED_AT
    )
    return DealPage(deals=[_shown(total)], next=None, previous=None)
