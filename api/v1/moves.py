"""Moves of a live game."""

from typing import Annotated
from uuid import UUID

from msgspec import Meta, Struct
from rest_framework.request import Request

from api.v1 import examples
from api.v1.game_state import Receipt, Status, Url, url_of
from api.v1.parsing import Body
from api.v1.resource import Resource, operation
from api.v1.steps import ClientTime, SentMove, SentTap, parse_steps, refuse_far_time
from api.v1.tables import MoveText, Standing, Table, standing_of, table_of
from games import services
from games.limits import MAX_APPEND_EVENTS, MAX_LOG_EVENTS
from games.models import Player
from games.services import Appended


class AppendMoves(Body, frozen=True):
    """Moves to append, made at a version of the log."""

    version: Annotated[
        int, Meta(description="How many events the log has, as the client knows it.", ge=0, le=MAX_LOG_EVENTS)
    ]
    moves: Annotated[
        list[SentMove | SentTap],
        Meta(
            description="All of them are appended, or none.",
            min_length=1,
            extra_json_schema={"maxItems": MAX_APPEND_EVENTS},
        ),
    ]
    client_time: Annotated[
        ClientTime | None, Meta(description="When the last of them was made, by the client's clock.")
    ] = None


class LiveState(Standing, kw_only=True):
    """A game as an append left it."""

    status: Annotated[Status, Meta(description="`finished` once the game is won: a win closes it by itself.")]
    table: Table


class AppendedMoves(Struct, kw_only=True):
    """What was appended, and the game after it."""

    first_version: Annotated[int, Meta(description="The version that the moves were appended at.", ge=0)]
    version: Annotated[int, Meta(description="The version after them: append the next ones at it.", ge=1)]
    moves: Annotated[
        list[MoveText], Meta(description="As they stand in the log: taps have become the moves that they made.")
    ]
    receipt: Receipt
    url: Url
    state: LiveState


class Moves(Resource):
    """`/api/v1/games/{game_id}/moves/`"""

    @operation(
        id="append_moves",
        tag="Games",
        body=AppendMoves,
        returns={200: AppendedMoves},
        errors=(
            "bad_notation",
            "posting_banned",
            "game_not_found",
            "version_conflict",
            "game_finished",
            "illegal_move",
            "nothing_to_tap",
            "limit_exceeded",
        ),
        example={"version": 0, "moves": ["T7-T8", {"double_tap": "T3"}, "draw"]},
        answer=lambda: _answer(examples.appended()),
    )
    def post(self, request: Request, *, player: Player, body: AppendMoves, game_id: UUID) -> AppendedMoves:
        """Append moves.

        Plays moves in one's own live game: all of them or, if one is illegal, none. `draw`, `recycle` and `undo` are
        moves like the others. Instead of a move a client may send the card that was tapped; it is answered, and
        logged, as the move that it makes.

        `version` says which log the moves were made on. If another client has appended since, the answer is
        `version_conflict` with the moves that are missing. The same append sent again, as after a lost answer, has
        the same answer as the first and appends nothing; so it needs no key.
        """
        refuse_far_time("client_time", body.client_time)
        steps = parse_steps(body.moves, limit="append_events", maximum=MAX_APPEND_EVENTS)
        appended = services.append_moves(
            game_id=game_id, player=player, version=body.version, steps=steps, client_time=body.client_time
        )
        return _answer(appended)


def _answer(appended: Appended) -> AppendedMoves:
    return AppendedMoves(
        first_version=appended.first_version,
        version=appended.version,
        moves=list(map(str, appended.moves)),
        receipt=appended.receipt.hex(),
        url=url_of(appended.game.pk),
        state=LiveState(**standing_of(appended.table), status=appended.game.status, table=table_of(appended.table)),
    )
