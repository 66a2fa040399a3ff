"""Live games: start, list, look at, finish."""

from typing import Annotated, Literal
from uuid import UUID

from msgspec import Meta, Struct
from rest_framework.request import Request

from api.v1 import examples, throttles
from api.v1.game_state import DealText, GameState, GameSummary, state_of, summaries_of, url_of
from api.v1.pagination import Keyset, Next, PageQuery, Previous
from api.v1.parsing import Body
from api.v1.resource import Reply, Resource, operation
from api.v1.shares import ShareQuery
from games import selectors, services
from games.engine.deals import DealCode
from games.errors import VersionConflict
from games.limits import MAX_LOG_EVENTS
from games.models import Player

ClaimedScore = Annotated[
    int,
    Meta(
        description="The score that the client shows. The check rejects the game if it is another.",
        ge=-(2**31),
        le=2**31 - 1,
        examples=[655],
    ),
]

_PAGES = Keyset(name="games", fields=("-stream_id",))


class StartGame(Body, frozen=True):
    """A deal to play."""

    deal: DealText


class FinishGame(Body, frozen=True):
    """The end of a game, at a version of its log."""

    version: Annotated[int, Meta(description="How many events the log has.", ge=0, le=MAX_LOG_EVENTS)]
    score: ClaimedScore | None = None


class GamesQuery(PageQuery, frozen=True):
    """Which of one's games to list."""

    status: Annotated[
        Literal["playing", "finished", "verified", "rejected"] | None, Meta(description="Only games of this status.")
    ] = None
    deal: DealText | None = None


class GameQuery(ShareQuery, frozen=True):
    """At which point to look at a game."""

    version: Annotated[
        Annotated[int, Meta(ge=0, le=MAX_LOG_EVENTS)] | None,
        Meta(description="Show the game after its first so many events. The gate of replays holds for it."),
    ] = None


class GamePage(Struct, kw_only=True):
    """Some of one's games, the newest first."""

    games: list[GameSummary]
    next: Next
    previous: Previous


class Games(Resource):
    """`/api/v1/games/`"""

    @operation(
        id="list_games",
        tag="Games",
        query=GamesQuery,
        returns={200: GamePage},
        errors=("bad_deal_code",),
        answer=lambda: GamePage(games=[examples.verified()], next=None, previous=None),
    )
    def get(self, request: Request, *, player: Player, query: GamesQuery) -> GamePage:
        """List one's games.

        The newest first, live and posted ones alike.
        """
        games = selectors.games_of(player=player).select_related("player")
        code = None if query.deal is None else str(DealCode.parse(query.deal))
        if query.status is not None:
            games = games.filter(status=query.status)
        if code is not None:
            games = games.filter(code=code)
        page = _PAGES.page(games, query=query, scope=(player.pk, query.status, code))
        return GamePage(games=summaries_of(page.rows), next=page.next, previous=page.previous)

    @operation(
        id="start_game",
        tag="Games",
        body=StartGame,
        returns={201: GameState},
        errors=("bad_deal_code", "posting_banned", "limit_reached"),
        idempotent=True,
        rates=(throttles.GAME,),
        example={"deal": "DS1-D1N-AAAAAAB"},
        answer=examples.started,
    )
    def post(self, request: Request, *, player: Player, body: StartGame) -> Reply:
        """Start a game.

        A live game of a deal, its log empty. It is kept move by move: append moves, then finish it, or win it.
        Started is attempted: it uses up the first attempt on the deal's number.
        """
        game = services.start_game(player=player, code=DealCode.parse(body.deal))
        return Reply(state_of(game, viewer=player), location=url_of(game.pk))


class OneGame(Resource):
    """`/api/v1/games/{game_id}/`"""

    @operation(
        id="get_game",
        tag="Games",
        query=GameQuery,
        returns={200: GameState},
        errors=("game_not_found", "share_not_found", "replay_not_allowed", "version_conflict"),
        public=True,
        etag=True,
        answer=lambda: examples.finished("verified"),
    )
    def get(self, request: Request, *, viewer: Player | None, query: GameQuery, game_id: UUID) -> GameState:
        """Get a game.

        One's own in every state, and others' once they are verified, unless they are hidden. Poll it after a finish
        until `status` is `verified` or `rejected`; with `If-None-Match` that costs little.

        Face-down cards are `??`. With `version` the game is shown as it stood at that point of its log, which must
        have come so far; else it is `version_conflict`. With `share`,
        the token of a link, it is shown to anybody.
        """
        game = selectors.game_for(game_id=game_id, viewer=viewer, share=query.share)
        if query.version is not None:
            selectors.see_replay(game=game, viewer=viewer, share=query.share)
            if query.version > game.stream.version:
                raise VersionConflict(version=query.version, current=game.stream.version, missing=b"")
        return state_of(game, viewer=viewer, version=query.version)


class Finish(Resource):
    """`/api/v1/games/{game_id}/finish/`"""

    @operation(
        id="finish_game",
        tag="Games",
        body=FinishGame,
        returns={202: GameState},
        errors=(
            "posting_banned",
            "game_not_found",
            "version_conflict",
            "game_finished",
            "score_differs",
            "limit_exceeded",
        ),
        example={"version": len(examples.MOVES), "score": examples.SCORE},
        answer=examples.finished,
    )
    def post(self, request: Request, *, player: Player, body: FinishGame, game_id: UUID) -> Reply:
        """Finish a game.

        Closes the log of one's own live game for good, wherever the game stands; a worker then checks it. A won game
        is finished already, and the answer is the same. So it is for the same finish sent again, which needs no key.
        """
        game = services.finish_game(game_id=game_id, player=player, version=body.version, claimed_score=body.score)
        return Reply(state_of(game, viewer=player), location=url_of(game.pk))
