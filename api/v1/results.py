"""What a player has played: one result a deal, each with the rank that it has now."""

from datetime import datetime
from typing import Annotated, Final
from uuid import UUID

from msgspec import Meta, Struct
from rest_framework.request import Request

from api.v1.board_rows import ViewName, example_places
from api.v1.deal_parts import Deal, parts_of
from api.v1.game_state import GameId, Origin, PlayerName, Url, name_of, url_of
from api.v1.pagination import Keyset, Next, PageQuery, Previous
from api.v1.resource import Resource, operation
from api.v1.tables import Moves, RankedScore, Score, ScoreText, Won
from games import players
from games.engine.deals import DealCode
from games.engine.scores import format_score
from games.models import Player
from games.moment import one_moment
from leaderboards import results
from leaderboards.board import Place, View

_PAGES: Final = Keyset(name="results", fields=results.NEWEST)


class ResultsQuery(PageQuery, frozen=True):
    """Which of a player's results."""

    view: ViewName = "best"


class Result(Deal, kw_only=True):
    """A player's game on a deal, and its place on the board of the view."""

    rules_version: int
    rank: Annotated[int, Meta(description="The rank that it has now.", ge=1)]
    tied: Annotated[int, Meta(description="How many entries share the rank, this one included.", ge=1)]
    total: Annotated[int, Meta(description="How many entries the board has.", ge=1)]
    percentile: Annotated[float, Meta(description="As in the player's own place on the board.", ge=0, le=100)]
    ranked_score: RankedScore
    ranked_score_text: ScoreText
    moves: Moves
    score: Score
    score_text: ScoreText
    won: Won
    origin: Origin
    finished_at: Annotated[datetime, Meta(description="When the service received the finish.")]
    game_id: GameId
    game_url: Url


class ResultPage(Struct, kw_only=True):
    """Some of a player's results, the newest first."""

    player: PlayerName
    view: ViewName
    results: list[Result]
    next: Next
    previous: Previous


def _result(place: Place) -> Result:
    entry = place.entry
    deal = DealCode.parse(entry.code)
    return Result(
        **parts_of(deal),
        rules_version=entry.rules_version,
        rank=place.rank,
        tied=place.tied,
        total=place.total,
        percentile=place.percentile,
        ranked_score=entry.ranked_score,
        ranked_score_text=format_score(entry.ranked_score, deal.scoring),
        moves=entry.moves,
        score=entry.score,
        score_text=format_score(entry.score, deal.scoring),
        won=entry.won,
        origin=entry.origin,
        finished_at=entry.finished_at,
        game_id=entry.game_id,
        game_url=url_of(entry.game_id),
    )


def _example() -> ResultPage:
    """Return the results that the documentation shows: Ana's one."""
    ana = example_places()[0]
    return ResultPage(player=name_of(ana.entry.player), view="best", results=[_result(ana)], next=None, previous=None)


class Results(Resource):
    """`/api/v1/players/{player_id}/results/`"""

    @operation(
        id="list_results",
        tag="Players",
        query=ResultsQuery,
        returns={200: ResultPage},
        errors=("player_not_found",),
        public=True,
        etag=True,
        answer=_example,
    )
    def get(self, request: Request, *, viewer: Player | None, query: ResultsQuery, player_id: UUID) -> ResultPage:
        """List a player's results.

        The player's entries on the boards of all deals, the newest first, with the ranks that they have now. What is
        on no board is not here: games that are not verified, or hidden, or of players who are on no boards. One's own
        games of all kinds are at `GET /api/v1/games/`.
        """
        player = players.public_player(player_id=player_id)
        entries = results.entries_of(player_id=player_id, view=View(query.view))
        with one_moment():
            page = _PAGES.page(entries, query=query, scope=(player_id, query.view))
            places = results.ranked(page.rows)
        return ResultPage(
            player=name_of(player),
            view=query.view,
            results=list(map(_result, places)),
            next=page.next,
            previous=page.previous,
        )
