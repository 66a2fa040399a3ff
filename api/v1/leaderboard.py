"""The board of a deal, and one's own place on it."""

from datetime import datetime
from typing import Annotated, Any, Final, Literal
from uuid import UUID

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from msgspec import Meta
from rest_framework.request import Request

from api.v1.board_rows import (
    BoardFound,
    BoardPage,
    OwnPlace,
    ViewName,
    board_at,
    example_found,
    example_page,
    example_place,
    head_of,
    own_place,
    row_of,
)
from api.v1.errors import ApiError
from api.v1.pagination import PageQuery, bad_cursor, seal, unseal
from api.v1.parsing import Query
from api.v1.resource import Resource, operation
from games.limits import MAX_NAME_CHARACTERS
from games.models import Game, Player
from leaderboards import absence
from leaderboards import board as boards
from leaderboards.board import Cursor, Filters, Key

_LIST: Final = "leaderboard"


class BoardQuery(PageQuery, frozen=True):
    """Which view of a board, and which of its rows. The ranks stay those of the whole view."""

    view: ViewName = "best"
    origin: Annotated[Literal["live", "posted"] | None, Meta(description="Only games of this origin.")] = None
    accounts_only: Annotated[bool, Meta(description="Only players who have an account.")] = False
    unseen: Annotated[bool, Meta(description="Only games whose player had not been shown a replay of these cards.")] = (
        False
    )

    @property
    def filters(self) -> Filters:
        return Filters(
            origin=None if self.origin is None else Game.Origin(self.origin),
            accounts_only=self.accounts_only,
            unseen=self.unseen,
        )


class PlaceQuery(Query, frozen=True):
    """Which view, and how much of it."""

    view: ViewName = "best"
    each_side: Annotated[int, Meta(description="How many rows above and below one's own.", ge=0, le=50)] = 5


class SearchQuery(Query, frozen=True):
    """Whom to find, and in which view."""

    name: Annotated[str, Meta(description="A player's name, whole.", min_length=1, max_length=MAX_NAME_CHARACTERS)]
    view: ViewName = "best"


class NotRanked(ApiError):
    """A player without an entry on a board; `reason` says why."""

    code = "not_ranked"


_REASONS: Final = {
    "opted_out": _("You have opted out of the boards."),
    "player_hidden": _("Staff have hidden you and your games."),
    "hidden": _("Your game on this deal was hidden by staff."),
    "not_first_attempt": _("Your first game on this number was another one, or does not count."),
    "not_on_the_day": _("None of your games that count was played on the day, live and in its time."),
    "waiting": _("Your game on this deal waits for its check."),
    "rejected": _("Your game on this deal was rejected by its check."),
    "playing": _("Your game on this deal is not finished."),
    "no_game": _("You have no game on this deal."),
}


class Leaderboard(Resource):
    """`/api/v1/deals/{code}/leaderboard/`"""

    @operation(
        id="get_leaderboard",
        tag="Leaderboards",
        query=BoardQuery,
        returns={200: BoardPage},
        errors=("bad_deal_code", "not_daily"),
        public=True,
        etag=True,
        answer=example_page,
    )
    def get(self, request: Request, *, viewer: Player | None, query: BoardQuery, code: str) -> BoardPage:
        """Get a page of a board.

        The verified games on a deal, one a player: the higher ranked score first, of equal ones the fewer moves.
        Equal in both share a rank and are listed by when the service received their finish. A deal that nobody has
        played has an empty board.
        """
        board = board_at(code, view=query.view)
        scope = (board.code, board.rules_version, query.view, query.origin, query.accounts_only, query.unseen)
        cursor = _cursor(query.cursor, scope=scope)
        page = boards.page(board=board, limit=query.limit, cursor=cursor, filters=query.filters)
        total = page.rows[0].total if page.rows else boards.total(board=board)
        return BoardPage(
            **head_of(board, total=total),
            rows=list(map(row_of, page.rows)),
            next=_sealed(page.next, scope=scope),
            previous=_sealed(page.previous, scope=scope),
        )


class Place(Resource):
    """`/api/v1/deals/{code}/leaderboard/me/`"""

    @operation(
        id="get_own_place",
        tag="Leaderboards",
        query=PlaceQuery,
        returns={200: OwnPlace},
        errors=("bad_deal_code", "not_daily", "not_ranked"),
        etag=True,
        answer=example_place,
    )
    def get(self, request: Request, *, player: Player, query: PlaceQuery, code: str) -> OwnPlace:
        """Get one's own place on a board.

        The rank, how many share it, the percentile, and the rows around. Without an entry it is `not_ranked`, with
        the reason.
        """
        board = board_at(code, view=query.view)
        around = boards.around(board=board, player_id=player.pk, each_side=query.each_side)
        if around is None:
            reason = absence.reason_of(player=player, board=board)
            raise NotRanked(str(_REASONS[reason]), reason=reason)
        return own_place(board, player_id=player.pk, around=around.rows)


class PlayerPlace(Resource):
    """`/api/v1/deals/{code}/leaderboard/players/{player_id}/`"""

    @operation(
        id="get_players_place",
        tag="Leaderboards",
        query=PlaceQuery,
        returns={200: OwnPlace},
        errors=("bad_deal_code", "not_daily", "not_ranked"),
        public=True,
        etag=True,
        answer=example_place,
    )
    def get(
        self, request: Request, *, viewer: Player | None, query: PlaceQuery, code: str, player_id: UUID
    ) -> OwnPlace:
        """Get a player's place on a board.

        The same as one's own place, of anybody on the board.
        """
        board = board_at(code, view=query.view)
        around = boards.around(board=board, player_id=player_id, each_side=query.each_side)
        if around is None:
            raise NotRanked(gettext("That player has no entry on this board."), reason="not_listed")
        return own_place(board, player_id=player_id, around=around.rows)


class Search(Resource):
    """`/api/v1/deals/{code}/leaderboard/search/`"""

    @operation(
        id="search_leaderboard",
        tag="Leaderboards",
        query=SearchQuery,
        returns={200: BoardFound},
        errors=("bad_deal_code", "not_daily"),
        public=True,
        answer=example_found,
    )
    def get(self, request: Request, *, viewer: Player | None, query: SearchQuery, code: str) -> BoardFound:
        """Find players on a board by their name.

        The whole name, in any case of its letters. Guests may share a name, so there may be several rows; the ranks are
        those of the whole board.
        """
        board = board_at(code, view=query.view)
        found = boards.named(board=board, name=query.name)
        total = found[0].total if found else boards.total(board=board)
        return BoardFound(**head_of(board, total=total), rows=list(map(row_of, found)))


def _sealed(cursor: Cursor | None, *, scope: tuple[Any, ...]) -> str | None:
    if cursor is None:
        return None
    key = cursor.key
    values = [int(cursor.is_backward), key.descent, key.moves, key.finished_at.isoformat(), str(key.game_id)]
    return seal(values, name=_LIST, scope=scope)


def _cursor(sealed: str | None, *, scope: tuple[Any, ...]) -> Cursor | None:
    if sealed is None:
        return None
    try:
        backward, descent, moves, finished_at, game_id = unseal(sealed, name=_LIST, scope=scope)
        key = Key(descent, moves, datetime.fromisoformat(finished_at), UUID(game_id))
    except ValueError:
        raise bad_cursor() from None  # of another version of this service: the seal is good
    return Cursor(key=key, is_backward=bool(backward))
