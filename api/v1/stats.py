"""The numbers of a deal, those of its four modes side by side, and how one's own result lies in them."""

from django.utils import timezone
from rest_framework.request import Request

from api.v1.board_rows import ViewName, board_at
from api.v1.deal_numbers import DealStats, example_stats, stats_of
from api.v1.parsing import Query
from api.v1.resource import Resource, operation
from games.engine.deals import RULES_VERSION, DealCode
from games.models import Player
from games.moment import one_moment
from leaderboards import board as boards
from leaderboards.stats import numbers


class StatsQuery(Query, frozen=True):
    """Which entries the results are those of."""

    view: ViewName = "best"


class Stats(Resource):
    """`/api/v1/deals/{code}/stats/`"""

    @operation(
        id="get_deal_stats",
        tag="Deals",
        query=StatsQuery,
        returns={200: DealStats},
        errors=("bad_deal_code", "not_daily"),
        public=True,
        etag=True,
        answer=example_stats,
    )
    def get(self, request: Request, *, viewer: Player | None, query: StatsQuery, code: str) -> DealStats:
        """Get the numbers of a deal.

        Its games by what became of them, its players and winners, how results spread, and where one's own is among
        them; and the same summary for all four modes of the cards. All of it is exact and of one moment.
        """
        board = board_at(code, view=query.view)
        deal = DealCode.parse(board.code)
        codes = [str(sibling) for sibling in deal.siblings()]
        with one_moment():
            found = numbers(codes=codes, rules_version=RULES_VERSION, view=board.view, at=timezone.now())
            place = None if viewer is None else boards.place(board=board, player_id=viewer.pk)
        return stats_of(deal, view=query.view, found=found, place=place)
