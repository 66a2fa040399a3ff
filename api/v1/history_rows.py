"""The JSON of a board's history: leads, and the rows of an earlier board."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from api.v1 import examples
from api.v1.board_rows import BoardRow
from api.v1.game_state import Code, GameId, Origin, PlayerName, Receipt, Url, name_of, url_of
from api.v1.pagination import Next
from api.v1.tables import Moves, RankedScore, Score, ScoreText, Won
from games.engine.deals import RULES_VERSION, DealCode
from games.engine.scores import format_score
from games.models import Game
from leaderboards import history
from leaderboards.board import METHOD, Board

PastView = Annotated[
    Literal["best", "first"],
    Meta(description="`best`: all games. `first`: only each player's first game on the number, in any mode."),
]


class LeadRow(Struct, kw_only=True):
    """A game that led the board, and when."""

    since: Annotated[datetime, Meta(description="When the service received its finish.")]
    until: Annotated[datetime | None, Meta(description="When a better one was received; null if it leads now.")]
    player: PlayerName
    ranked_score: RankedScore
    ranked_score_text: ScoreText
    moves: Moves
    score: Score
    score_text: ScoreText
    won: Won
    origin: Origin
    seen_replay: bool
    game_id: GameId
    game_url: Url
    receipt: Receipt


class LeadPage(Struct, kw_only=True):
    """Who led a board when, the present lead first."""

    deal: Code
    rules_version: int
    view: PastView
    leads: list[LeadRow]
    next: Next


class PastBoardPage(Struct, kw_only=True):
    """The top of a board as it stood at a time."""

    deal: Code
    rules_version: int
    view: PastView
    method: Annotated[Literal["competition"], Meta(description="How equal results are ranked: 1, 1, 1, 4.")]
    at: datetime
    rows: list[BoardRow]
    has_more: Annotated[bool, Meta(description="More players than these were on the board by then.")]


def lead_of(row: history.Lead) -> LeadRow:
    """Return a lead as the history shows it."""
    facts = _facts(row.game)
    return LeadRow(since=facts.pop("finished_at"), until=row.until, **facts)


def past_of(
    board: Board, *, view: PastView, at: datetime, rows: Sequence[tuple[int, Game]], has_more: bool
) -> PastBoardPage:
    """Return an earlier board as it is shown."""
    return PastBoardPage(
        deal=board.code,
        rules_version=board.rules_version,
        view=view,
        method=METHOD,
        at=at.astimezone(UTC),
        rows=[BoardRow(rank=rank, **_facts(game)) for rank, game in rows],
        has_more=has_more,
    )


def _facts(game: Game) -> dict[str, Any]:
    """Return what boards say of a verified game, by the names of `BoardRow`."""
    if game.ranked_score is None or game.score is None:
        raise ValueError(f"game {game.pk} is {game.status} and has no result")
    scoring = DealCode.parse(game.code).scoring
    return {
        "player": name_of(game.player),
        "ranked_score": game.ranked_score,
        "ranked_score_text": format_score(game.ranked_score, scoring),
        "moves": game.moves,
        "score": game.score,
        "score_text": format_score(game.score, scoring),
        "won": game.won,
        "origin": game.origin,
        "seen_replay": game.seen_replay,
        "finished_at": game.finished_at,
        "game_id": game.pk,
        "game_url": url_of(game.pk),
        "receipt": bytes(game.stream.head).hex(),
    }


def _example_game() -> Game:
    game = examples.game()
    game.score = game.ranked_score = examples.SCORE
    game.moves, game.won, game.origin = len(examples.MOVES), False, Game.Origin.LIVE
    return game


def example_leads() -> LeadPage:
    """Return the history that the documentation shows."""
    lead = lead_of(history.Lead(game=_example_game(), until=None))
    return LeadPage(deal=str(examples.CODE), rules_version=RULES_VERSION, view="best", leads=[lead], next=None)


def example_past() -> PastBoardPage:
    """Return the earlier board that the documentation shows."""
    board = Board(code=str(examples.CODE), rules_version=RULES_VERSION)
    at = examples.FINISHED_AT + timedelta(hours=1)
    return past_of(board, view="best", at=at, rows=[(1, _example_game())], has_more=False)
