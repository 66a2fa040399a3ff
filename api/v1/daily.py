"""The deals of days."""

from datetime import date, datetime
from typing import Annotated, Final

from django.urls import reverse
from django.utils import timezone
from msgspec import Meta, Struct
from rest_framework.request import Request

from api.v1 import examples
from api.v1.deal_parts import Deal, parts_of
from api.v1.game_state import Code, Url
from api.v1.pagination import Keyset, Next, PageQuery, Previous
from api.v1.parsing import Query
from api.v1.resource import Reply, Resource, operation
from games import daily
from games.engine.deals import DealCode, Scoring
from games.models import DailyDeal, Player
from games.models.daily import Span

Day = Annotated[date, Meta(description="By the server's date in UTC.", examples=["2026-11-30"])]

_PAGES: Final = Keyset(name="daily", fields=("-day",))


class DayQuery(Query, frozen=True):
    """Which day."""

    day: Annotated[date | None, Meta(description="A day that has begun; without it, today.")] = None


class DealOfDay(Deal, kw_only=True):
    """The deal of a day in one mode."""

    shown_winnable: Annotated[
        bool, Meta(description="Chosen because the solver has shown that it can be won; so are those of Normal modes.")
    ]
    daily_leaderboard_url: Annotated[Url, Meta(description="The view of the day. `leaderboard_url` stays open.")]


class DailyDeals(Struct, kw_only=True):
    """The deals of a day, and the time in which they are played to count in it."""

    day: Day
    begins_at: Annotated[datetime, Meta(description="From then on a game that is started counts in the day's view.")]
    ends_at: Annotated[datetime, Meta(description="From then on a game that is started does not; the next day begins.")]
    finish_by: Annotated[datetime, Meta(description="Until then a game that began in the day may be finished.")]
    deals: Annotated[list[DealOfDay], Meta(description="D1N, D3N, D1V, D3V, each on a number of its own.")]
    previous_url: Annotated[Url | None, Meta(description="The nearest day before this one that has deals.")]
    next_url: Annotated[Url | None, Meta(description="The nearest day after this one; null for today.")]


class ListedDay(Struct, kw_only=True):
    """A day and its deals."""

    day: Day
    url: Url
    deals: list[Code]


class DayPage(Struct, kw_only=True):
    """Some of the days that have deals."""

    days: list[ListedDay]
    next: Next
    previous: Previous


class DealsOfDay(Resource):
    """`/api/v1/deals/daily/`"""

    @operation(
        id="get_daily_deals",
        tag="Deals",
        query=DayQuery,
        returns={200: DailyDeals},
        errors=("no_daily_deals",),
        public=True,
        etag=True,
        answer=lambda: _shown(_example(), previous=None, following=None),
    )
    def get(self, request: Request, *, viewer: Player | None, query: DayQuery) -> Reply:
        """Get the deals of a day.

        Four a day, one in each mode, on four numbers that nobody can know before the day begins. The server's date in
        UTC alone decides which day it is. The answer holds until `ends_at` of today, and caches may keep it until then.
        """
        at = timezone.now()
        day = query.day or daily.today(at=at)
        deals = daily.deals_of(day=day, at=at)
        begun = daily.begun(at=at)
        previous = begun.filter(day__lt=day).order_by("-day").values_list("day", flat=True).first()
        following = begun.filter(day__gt=day).order_by("day").values_list("day", flat=True).first()
        # The next day may change what follows on an earlier one.
        seconds_left = int((Span.of(daily.today(at=at)).ends - at).total_seconds())
        return Reply(
            _shown(deals, previous=previous, following=following),
            headers={"Cache-Control": f"public, max-age={seconds_left}"},
        )


class Days(Resource):
    """`/api/v1/deals/daily/days/`"""

    @operation(
        id="list_daily_deals",
        tag="Deals",
        query=PageQuery,
        returns={200: DayPage},
        public=True,
        answer=lambda: DayPage(days=[_listed(_example()[0].day, deals=_example())], next=None, previous=None),
    )
    def get(self, request: Request, *, viewer: Player | None, query: PageQuery) -> DayPage:
        """List the days that have deals.

        The newest first, today's among them once somebody has asked for them or they were made ready.
        """
        page = _PAGES.page(daily.begun().filter(mode=str(daily.MODES[0])), query=query)
        deals = DailyDeal.objects.filter(day__in=[row.day for row in page.rows])
        by_day: dict[date, dict[str, DailyDeal]] = {}
        for deal in deals:
            by_day.setdefault(deal.day, {})[deal.mode] = deal
        return DayPage(
            days=[_listed(row.day, deals=_in_order(by_day[row.day])) for row in page.rows],
            next=page.next,
            previous=page.previous,
        )


def url_of_day(day: date) -> str:
    """Return the address of a day's deals."""
    return reverse("daily-deals", query={"day": day.isoformat()})


def daily_board_url(code: str) -> str:
    """Return the address of the day's view of a deal's board."""
    return reverse("leaderboard", kwargs={"code": code}, query={"view": "daily"})


def _in_order(deals: dict[str, DailyDeal]) -> list[DailyDeal]:
    return [deals[str(mode)] for mode in daily.MODES if str(mode) in deals]


def _listed(day: date, *, deals: list[DailyDeal]) -> ListedDay:
    return ListedDay(day=day, url=url_of_day(day), deals=[deal.code for deal in deals])


def _shown(deals: list[DailyDeal], *, previous: date | None, following: date | None) -> DailyDeals:
    day = deals[0].day
    span = Span.of(day)
    return DailyDeals(
        day=day,
        begins_at=span.begins,
        ends_at=span.ends,
        finish_by=span.finish_by,
        deals=[_deal(DealCode.parse(deal.code)) for deal in deals],
        previous_url=None if previous is None else url_of_day(previous),
        next_url=None if following is None else url_of_day(following),
    )


def _deal(code: DealCode) -> DealOfDay:
    return DealOfDay(
        **parts_of(code),
        shown_winnable=code.scoring is Scoring.NORMAL,
        daily_leaderboard_url=daily_board_url(str(code)),
    )


def _example() -> list[DailyDeal]:
    codes = [
        DealCode.from_index(examples.CODE.index + number, draw=mode.draw, scoring=mode.scoring)
        for number, mode in enumerate(daily.MODES)
    ]
    return [
        DailyDeal(day=examples.STARTED_AT.date(), code=str(code), number=code.number, mode=code.mode) for code in codes
    ]
