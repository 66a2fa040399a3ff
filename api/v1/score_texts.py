"""Whole games in one request, as movetext: for people who have a game as text, and for what exports it.

It is a resource of its own beside `scores/`, not a second media type there: so each has one kind of body and its own
refusals, and a client made from the document gets a method for each.
"""

from typing import Final

from rest_framework.request import Request

from api.v1 import examples, throttles
from api.v1.game_state import GameSummary
from api.v1.parsing import Text
from api.v1.resource import Reply, Resource, operation
from api.v1.scores import taken
from games import movetexts, services
from games.models import Player

_EXAMPLE: Final = f"""\
[Deal "{examples.CODE}"]
[Score "{examples.SCORE}"]

1. T7-T8=8D T3-T5=8H draw=6H
"""


class ScoreTexts(Resource):
    """`/api/v1/scores/movetext/`"""

    @operation(
        id="post_movetext",
        tag="Scores",
        body=Text,
        returns={202: GameSummary},
        errors=("bad_movetext", "limit_exceeded", "posting_banned"),
        idempotent=True,
        rates=(throttles.GAME,),
        example={"text": _EXAMPLE},
        answer=examples.posted,
    )
    def post(self, request: Request, *, player: Player, body: Text) -> Reply:
        """Post a whole game as movetext.

        The same as `POST /api/v1/scores/`, for a game in the text form of `/docs/movetext/`. The text must hold one
        game. What it says beside the moves is held against the deal at once: a card that is not there, or a count of
        cards that is not true, is refused with its `line` and `index`. Whether the moves are legal and give the
        `Score` is for the check to find. `Player`, `Date` and other tags change nothing: the game is that of the
        player whose token came with it, and of now.

        A text that says the same as an earlier one, or as a game posted as JSON, is the same game.
        """
        game = movetexts.read(body.text)
        submitted = services.submit_game(
            player=player,
            code=game.deal,
            events=game.events,
            claimed_score=game.score,
            rules_version=game.rules,
        )
        return taken(submitted)
