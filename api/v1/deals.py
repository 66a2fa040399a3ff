"""Deals: new ones, those that are played, and what is known of each."""

import secrets
from collections.abc import Callable
from typing import Annotated

from django.urls import reverse
from msgspec import Meta, Struct
from rest_framework.request import Request

from api.v1 import examples
from api.v1.daily import Day, daily_board_url, url_of_day
from api.v1.deal_lists import DealPage, DealsQuery, example_page, page_of
from api.v1.deal_parts import SCORINGS, Deal, Draw, ScoringName, parts_of
from api.v1.game_state import Url
from api.v1.parsing import Body
from api.v1.resource import Resource, operation
from api.v1.tables import Table, table_of
from api.v1.winnable import Winnable, example_winnable, winnable_of
from games import daily
from games.engine.deals import NUMBERS, RULES_VERSION, DealCode, Scoring
from games.engine.solo import SoloTable
from games.models import DailyDeal, Player
from leaderboards import board as boards
from leaderboards.board import Board, View


class NewDeal(Body, frozen=True):
    """Which kind of deal is wanted."""

    draw: Draw = 1
    scoring: ScoringName = "normal"


class Mode(Deal, kw_only=True):
    """The same cards in one of the four modes."""

    players: Annotated[int, Meta(description="Entries on its board: players with a verified game.", ge=0)]
    first_attempts: Annotated[int, Meta(description="Entries on its board of first attempts.", ge=0)]


class OfDay(Struct, kw_only=True):
    """The day whose deal a code is."""

    day: Day
    url: Url
    leaderboard_url: Annotated[Url, Meta(description="The view of the day.")]


class WholeDeal(Deal, kw_only=True):
    """A deal, its table before the first move, and the four modes of its cards."""

    rules_version: Annotated[int, Meta(description="The rules that it is played by now.")]
    stats_url: Annotated[Url, Meta(description="How many have played it, and how they did.")]
    winnable: Winnable
    daily: Annotated[OfDay | None, Meta(description="The day whose deal it is or was; null for all others.")]
    table: Table
    modes: Annotated[list[Mode], Meta(description="D1N, D1V, D3N, D3V.", min_length=4, max_length=4)]


class Deals(Resource):
    """`/api/v1/deals/`"""

    @operation(
        id="list_deals",
        tag="Deals",
        query=DealsQuery,
        returns={200: DealPage},
        public=True,
        answer=example_page,
    )
    def get(self, request: Request, *, viewer: Player | None, query: DealsQuery) -> DealPage:
        """List deals that are played.

        The most recently finished first, or those with the most players, of all time or of the last `days`. Counted are
        verified games that boards show.
        """
        return page_of(query)

    @operation(
        id="new_deal",
        tag="Deals",
        body=NewDeal,
        returns={200: Deal},
        public=True,
        example={"draw": 1, "scoring": "normal"},
        answer=lambda: Deal(**parts_of(examples.CODE)),
    )
    def post(self, request: Request, *, viewer: Player | None, body: NewDeal) -> Deal:
        """Get a new deal.

        A random one out of 2^35, which nobody is likely to have seen. Nothing is kept of it until somebody plays it.
        """
        return Deal(**parts_of(random_code(draw=body.draw, scoring=SCORINGS[body.scoring])))


class OneDeal(Resource):
    """`/api/v1/deals/{code}/`"""

    @operation(
        id="get_deal",
        tag="Deals",
        returns={200: WholeDeal},
        errors=("bad_deal_code",),
        public=True,
        etag=True,
        answer=lambda: _whole(
            examples.CODE,
            entries=lambda board: 12 if board.code == str(examples.CODE) else 0,
            winnable=example_winnable(),
            day=None,
        ),
    )
    def get(self, request: Request, *, viewer: Player | None, code: str) -> WholeDeal:
        """Get a deal.

        What a code says, the table that it deals, hidden cards hidden, and how many are on the boards of its four
        modes. Case and white space around the code do not matter. Every deal of the right form exists, played or not.
        """
        deal = DealCode.parse(code)
        return _whole(
            deal,
            entries=lambda board: boards.total(board=board),
            winnable=winnable_of(deal),
            day=daily.daily_deal(code=str(deal)),
        )


def random_code(*, draw: int, scoring: Scoring) -> DealCode:
    """Return the code of a deal that nobody could know before."""
    return DealCode.from_index(secrets.randbelow(NUMBERS), draw=draw, scoring=scoring)


def _whole(deal: DealCode, *, entries: Callable[[Board], int], winnable: Winnable, day: DailyDeal | None) -> WholeDeal:
    """Return a deal, with as many entries on each board as `entries` says."""
    modes = [
        Mode(
            **parts_of(code),
            players=entries(Board(code=str(code), rules_version=RULES_VERSION, view=View.BEST)),
            first_attempts=entries(Board(code=str(code), rules_version=RULES_VERSION, view=View.FIRST)),
        )
        for code in deal.siblings()
    ]
    return WholeDeal(
        **parts_of(deal),
        rules_version=RULES_VERSION,
        stats_url=reverse("deal-stats", kwargs={"code": str(deal)}),
        winnable=winnable,
        daily=None if day is None else _of_day(day),
        table=table_of(SoloTable(deal)),
        modes=modes,
    )


def _of_day(deal: DailyDeal) -> OfDay:
    return OfDay(day=deal.day, url=url_of_day(deal.day), leaderboard_url=daily_board_url(deal.code))
