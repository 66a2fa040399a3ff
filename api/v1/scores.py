"""Whole games in one request, played elsewhere."""

from typing import Annotated

from msgspec import Meta
from rest_framework.request import Request

from api.v1 import examples, throttles
from api.v1.game_state import DealText, GameSummary, summary_of, url_of
from api.v1.games import ClaimedScore
from api.v1.parsing import Body
from api.v1.resource import Reply, Resource, operation
from api.v1.steps import ClientTime, SentMove, parse_moves, refuse_far_time
from games import services
from games.engine.deals import DealCode
from games.limits import MAX_LOG_EVENTS
from games.models import Player
from games.services import Submitted


class PostScore(Body, frozen=True):
    """A whole game."""

    deal: DealText
    moves: Annotated[
        list[SentMove],
        Meta(
            description="Every action from the deal on, `undo` and what it took back included.",
            extra_json_schema={"maxItems": MAX_LOG_EVENTS},
        ),
    ]
    score: ClaimedScore | None = None
    started_at: Annotated[ClientTime | None, Meta(description="When it began, by the client's clock.")] = None
    finished_at: Annotated[ClientTime | None, Meta(description="When it ended, by the client's clock.")] = None


class Scores(Resource):
    """`/api/v1/scores/`"""

    @operation(
        id="post_score",
        tag="Scores",
        body=PostScore,
        returns={202: GameSummary},
        errors=("bad_deal_code", "bad_notation", "limit_exceeded", "posting_banned"),
        idempotent=True,
        rates=(throttles.GAME,),
        example={
            "deal": str(examples.CODE),
            "moves": list(examples.MOVES),
            "score": examples.SCORE,
            "started_at": "2026-11-30T12:00:00Z",
            "finished_at": "2026-11-30T13:07:30+01:00",
        },
        answer=examples.posted,
    )
    def post(self, request: Request, *, player: Player, body: PostScore) -> Reply:
        """Post a whole game.

        Takes the game and has it checked by a worker, within seconds. Poll `url` until its `status` is `verified` or
        `rejected`; keep the `receipt`. Texts that are no moves are refused here and now, with their index; whether
        the moves are legal and give the score is for the check to find.

        Sent again, with the same Idempotency-Key or without one, the same moves on the same deal with the same score
        are the same game, and answered with it.
        """
        code = DealCode.parse(body.deal)
        events = parse_moves(body.moves, limit="log_events", maximum=MAX_LOG_EVENTS)
        refuse_far_time("started_at", body.started_at)
        refuse_far_time("finished_at", body.finished_at)
        submitted = services.submit_game(
            player=player,
            code=code,
            events=events,
            claimed_score=body.score,
            started_at=body.started_at,
            finished_at=body.finished_at,
        )
        return taken(submitted)


def taken(submitted: Submitted) -> Reply:
    """Return the answer to whoever has posted a game."""
    game = submitted.game
    return Reply(summary_of(game, is_first_attempt=submitted.is_first_attempt), location=url_of(game.pk))
