"""The history of a board: who led it when, and how it stood at a time."""

from datetime import UTC, datetime, timedelta, timezone
from typing import Annotated, Any, Final
from uuid import UUID

from django.utils.translation import gettext
from msgspec import Meta
from rest_framework.request import Request

from api.v1.errors import InvalidParameters
from api.v1.history_rows import (
    LeadPage,
    PastBoardPage,
    PastView,
    example_leads,
    example_past,
    lead_of,
    past_of,
)
from api.v1.pagination import Limit, PageQuery, bad_cursor, seal, unseal
from api.v1.parsing import Query
from api.v1.problems import ParameterError
from api.v1.resource import Resource, operation
from games.engine.deals import RULES_VERSION, DealCode
from games.models import Player
from leaderboards import history
from leaderboards.board import Board, Key, View

_LIST: Final = "history"
# The year 2000 begins where the day does first.
_EARLIEST: Final = datetime(2000, 1, 1, tzinfo=timezone(timedelta(hours=14)))


class LeadsQuery(PageQuery, frozen=True):
    """Whose leads."""

    view: PastView = "best"


class PastQuery(Query, frozen=True):
    """Which view, when, and how much of it."""

    at: Annotated[
        datetime,
        Meta(
            tz=True,
            description="A time with an offset from UTC, from the year 2000 on; `%2B` stands for a plus sign. "
            "One to come is taken as now.",
            extra_json_schema={"pattern": "^2[0-9]{3}-"},
        ),
    ]
    view: PastView = "best"
    limit: Limit = 50


class BoardHistory(Resource):
    """`/api/v1/deals/{code}/leaderboard/history/`"""

    @operation(
        id="get_leaderboard_history",
        tag="Leaderboards",
        query=LeadsQuery,
        returns={200: LeadPage},
        errors=("bad_deal_code",),
        public=True,
        etag=True,
        answer=example_leads,
    )
    def get(self, request: Request, *, viewer: Player | None, query: LeadsQuery, code: str) -> LeadPage:
        """Get who led a board when.

        Each game that was the best one for a while, the present lead first; times are those at which the service
        received the finish, so a game that was checked late counts from there on. A result that only equals the lead
        does not take it. Read from the games that count now: who is hidden, has gone or has opted out never led.
        """
        board = _board(code, view=query.view)
        scope = (board.code, board.rules_version, query.view)
        found = history.leads(board=board, limit=query.limit, after=_position(query.cursor, scope=scope))
        return LeadPage(
            deal=board.code,
            rules_version=board.rules_version,
            view=query.view,
            leads=[lead_of(row) for row in found.rows],
            next=_sealed(found.next, scope=scope),
        )


class PastBoard(Resource):
    """`/api/v1/deals/{code}/leaderboard/past/`"""

    @operation(
        id="get_past_leaderboard",
        tag="Leaderboards",
        query=PastQuery,
        returns={200: PastBoardPage},
        errors=("bad_deal_code",),
        public=True,
        etag=True,
        answer=example_past,
    )
    def get(self, request: Request, *, viewer: Player | None, query: PastQuery, code: str) -> PastBoardPage:
        """Get a board as it stood at a time.

        Its first rows, by the games whose finish the service had received by then, with the ranks that they had. Read
        from the games that count now, like the history. `at` is what was asked for, or now if that is still to come.
        """
        if query.at < _EARLIEST:
            detail = gettext("A time from %(year)s to now is expected.") % {"year": f"{_EARLIEST:%Y}"}
            raise InvalidParameters(ParameterError(parameter="at", code="out_of_range", detail=detail))
        at = min(query.at, datetime.now(UTC))
        board = _board(code, view=query.view)
        found = history.past_board(board=board, at=at, limit=query.limit)
        return past_of(board, view=query.view, at=at, rows=found.rows, has_more=found.has_more)


def _board(code: str, *, view: PastView) -> Board:
    return Board(code=str(DealCode.parse(code)), rules_version=RULES_VERSION, view=View(view))


def _sealed(key: Key | None, *, scope: tuple[Any, ...]) -> str | None:
    if key is None:
        return None
    return seal([key.descent, key.moves, key.finished_at.isoformat(), str(key.game_id)], name=_LIST, scope=scope)


def _position(sealed: str | None, *, scope: tuple[Any, ...]) -> Key | None:
    if sealed is None:
        return None
    try:
        descent, moves, finished_at, game_id = unseal(sealed, name=_LIST, scope=scope)
        return Key(descent, moves, datetime.fromisoformat(finished_at), UUID(game_id))
    except ValueError:
        raise bad_cursor() from None  # of another version of this service: the seal is good
