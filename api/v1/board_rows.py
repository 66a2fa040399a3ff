"""The JSON of a board: its entries, its head, one's own place."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any, Final, Literal
from uuid import UUID

from msgspec import Meta, Struct

from api.v1 import examples
from api.v1.game_state import Code, GameId, Origin, PlayerName, Receipt, Url, name_of, url_of
from api.v1.pagination import Next, Previous
from api.v1.tables import Moves, RankedScore, Score, ScoreText, Won
from games import daily
from games.engine.deals import RULES_VERSION, DealCode
from games.engine.scores import format_score
from games.errors import NotDaily
from games.models import Game, Player
from leaderboards.board import METHOD, Board, Place, View
from leaderboards.models import Entry

ViewName = Annotated[
    Literal["best", "first", "daily"],
    Meta(
        description="`best`: each player's best game. `first`: each player's first game on the number, in any mode. "
        "`daily`, of the deal of a day only: each player's best live game that began on the day and was finished "
        "within two hours after it."
    ),
]


class BoardRow(Struct, kw_only=True):
    """An entry: one game of one player, ranked."""

    rank: Annotated[int, Meta(description="1, 1, 1, 4: equal results share a rank.", ge=1, examples=[1])]
    player: PlayerName
    ranked_score: RankedScore
    ranked_score_text: ScoreText
    moves: Moves
    score: Score
    score_text: ScoreText
    won: Won
    origin: Origin
    seen_replay: Annotated[bool, Meta(description="The player had been shown a replay of these cards by then.")]
    finished_at: Annotated[datetime, Meta(description="When the service received the finish; orders equal results.")]
    game_id: GameId
    game_url: Url
    receipt: Receipt


class BoardHead(Struct, kw_only=True):
    """Which board it is, and how it is ranked."""

    deal: Code
    rules_version: int
    view: ViewName
    method: Annotated[Literal["competition"], Meta(description="How equal results are ranked: 1, 1, 1, 4.")]
    total: Annotated[int, Meta(description="How many entries the whole view has.", ge=0)]


class BoardPage(BoardHead, kw_only=True):
    """A page of a board."""

    rows: list[BoardRow]
    next: Next
    previous: Previous


class BoardFound(BoardHead, kw_only=True):
    """The rows of those who were looked for."""

    rows: list[BoardRow]


class OwnPlace(BoardHead, kw_only=True):
    """One's own place on a board."""

    rank: Annotated[int, Meta(ge=1)]
    tied: Annotated[int, Meta(description="How many entries share the rank, one's own included.", ge=1)]
    percentile: Annotated[
        float,
        Meta(
            description="Of all other entries, how many in a hundred have a worse result: "
            "100 * worse / (total - 1); 100 on a board of one.",
            ge=0,
            le=100,
        ),
    ]
    entry: BoardRow
    around: Annotated[list[BoardRow], Meta(description="The rows around one's own, and that one among them.")]


def board_at(code: str, *, view: str) -> Board:
    """Return the board that is asked for. Raises DealCodeError, and NotDaily for the view of a day that is none."""
    board = Board(code=str(DealCode.parse(code)), rules_version=RULES_VERSION, view=View(view))
    if board.view == View.DAILY and daily.daily_deal(code=board.code) is None:
        raise NotDaily(deal=board.code)
    return board


def head_of(board: Board, *, total: int) -> dict[str, Any]:
    """Return which board it is, by the names of `BoardHead`."""
    return {
        "deal": board.code,
        "rules_version": board.rules_version,
        "view": board.view.value,
        "method": METHOD,
        "total": total,
    }


def row_of(row: Place) -> BoardRow:
    """Return an entry with its rank."""
    entry = row.entry
    scoring = DealCode.parse(entry.code).scoring
    return BoardRow(
        rank=row.rank,
        player=name_of(entry.player),
        ranked_score=entry.ranked_score,
        ranked_score_text=format_score(entry.ranked_score, scoring),
        moves=entry.moves,
        score=entry.score,
        score_text=format_score(entry.score, scoring),
        won=entry.won,
        origin=entry.origin,
        seen_replay=entry.seen_replay,
        finished_at=entry.finished_at,
        game_id=entry.game_id,
        game_url=url_of(entry.game_id),
        receipt=bytes(entry.receipt).hex(),
    )


def own_place(board: Board, *, player_id: UUID, around: Sequence[Place]) -> OwnPlace:
    """Return a player's place out of the places around it."""
    (own,) = (place for place in around if place.entry.player_id == player_id)
    return OwnPlace(
        **head_of(board, total=own.total),
        rank=own.rank,
        tied=own.tied,
        percentile=own.percentile,
        entry=row_of(own),
        around=list(map(row_of, around)),
    )


def example_page() -> BoardPage:
    """Return the board that the documentation shows."""
    return BoardPage(**head_of(_BOARD, total=2), rows=list(map(row_of, example_places())), next=None, previous=None)


def example_found() -> BoardFound:
    """Return what a search for Ana finds on it."""
    return BoardFound(**head_of(_BOARD, total=2), rows=list(map(row_of, example_places()[:1])))


def example_place() -> OwnPlace:
    """Return Ana's place on it."""
    return own_place(_BOARD, player_id=examples.ANA.id, around=example_places())


_BOARD: Final = Board(code=str(examples.CODE), rules_version=RULES_VERSION)


def example_places() -> list[Place]:
    """Return the rows that the documentation shows: two players with the same result, the first of them Ana."""
    ana = examples.game().player
    bo = Player(id=UUID("019ad3c9-0a44-7d0b-93f4-0d3a56a3f0a7"), name="Bo", name_key="bo")
    game_ids = examples.GAME_ID, UUID("019ad3c9-66d5-7f7e-8a3b-5b1f0e6f7c20")
    return [
        Place(entry=_example_entry(player, game_id=game_id), rank=1, tied=2, total=2)
        for player, game_id in zip((ana, bo), game_ids, strict=True)
    ]


def _example_entry(player: Player, *, game_id: UUID) -> Entry:
    return Entry(
        code=str(examples.CODE),
        rules_version=RULES_VERSION,
        view=View.BEST,
        player=player,
        game_id=game_id,
        ranked_score=examples.SCORE,
        score=examples.SCORE,
        moves=len(examples.MOVES),
        won=False,
        origin=Game.Origin.LIVE,
        is_account=not player.is_guest,
        seen_replay=False,
        finished_at=examples.FINISHED_AT,
        receipt=examples.CLOSED,
    )
