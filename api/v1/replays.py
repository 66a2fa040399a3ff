"""How a game was played: its log, its replay, its movetext. All of them pass the one gate of replays."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any, Final
from uuid import UUID

from msgspec import Meta, Struct
from rest_framework.request import Request

from api.v1 import examples
from api.v1.frames import Replay
from api.v1.game_state import Code, GameId, Receipt, Status
from api.v1.rendering import TextRenderer
from api.v1.resource import Reply, Resource, operation
from api.v1.shares import ShareQuery
from api.v1.tables import MoveText
from games import hashes, log, movetexts, selectors
from games.engine.deals import DealCode
from games.engine.moves import decode, known_prefix
from games.models import Game, LogBatch, Player
from games.replay import frames

_GATE: Final = ("game_not_found", "share_not_found", "replay_not_allowed")


class Batch(Struct, kw_only=True):
    """One append, or the finish, as it stands in the log."""

    first_version: Annotated[int, Meta(description="The version that it was appended at.", ge=0)]
    moves: list[MoveText]
    events: Annotated[bytes, Meta(description="The same in base64, a byte each, as `/docs/notation/` has them.")]
    closes: Annotated[bool, Meta(description="The game ends here.")]
    claimed_score: Annotated[int | None, Meta(description="The score that came with the finish.")]
    hash: Receipt
    at: Annotated[datetime, Meta(description="When the service took it.")]


class GameLog(Struct, kw_only=True):
    """A log with all that its hash chain is computed from: id, deal and rules version, then batch by batch."""

    id: GameId
    deal: Code
    rules_version: int
    status: Status
    version: Annotated[int, Meta(description="How many events it has.", ge=0)]
    genesis: Receipt
    batches: list[Batch]
    receipt: Receipt


class Log(Resource):
    """`/api/v1/games/{game_id}/log/`"""

    @operation(
        id="get_log",
        tag="Games",
        query=ShareQuery,
        returns={200: GameLog},
        errors=_GATE,
        public=True,
        etag=True,
        answer=lambda: _log(examples.game(), batches=examples.batches()),
    )
    def get(self, request: Request, *, viewer: Player | None, query: ShareQuery, game_id: UUID) -> GameLog:
        """Get the log of a game.

        Everything to recompute the result and the receipt with. One's own at any time; another player's, once one
        has a verified game on the same cards, unless the service is set otherwise; anybody's by a link, with `share`.
        """
        game = _seen(game_id, viewer=viewer, query=query)
        return _log(game, batches=log.batches(stream_id=game.pk))


class Frames(Resource):
    """`/api/v1/games/{game_id}/replay/`"""

    @operation(
        id="get_replay",
        tag="Games",
        query=ShareQuery,
        returns={200: Replay},
        errors=_GATE,
        public=True,
        etag=True,
        answer=lambda: _frames(examples.game(), events=examples.EVENTS),
    )
    def get(self, request: Request, *, viewer: Player | None, query: ShareQuery, game_id: UUID) -> dict[str, Any]:
        """Get the replay of a game.

        The table as dealt, then what each event changed on it, so that a viewer can go forward and back without
        knowing the rules. Of a finished game the faces of hidden cards are shown in brackets; of a game in play they
        are not. The gate is that of the log.
        """
        game = _seen(game_id, viewer=viewer, query=query)
        return _frames(game, events=_events(game))


class Movetext(Resource):
    """`/api/v1/games/{game_id}/movetext/`"""

    renderer_classes = (TextRenderer,)

    @operation(
        id="get_movetext",
        tag="Games",
        query=ShareQuery,
        returns={200: str},
        errors=_GATE,
        public=True,
        etag=True,
        media_type=TextRenderer.media_type,
        answer=lambda: movetexts.write(game=examples.game(), events=examples.EVENTS),
    )
    def get(self, request: Request, *, viewer: Player | None, query: ShareQuery, game_id: UUID) -> Reply:
        """Get the movetext of a game.

        The whole game as text for people, with the card of every move; `/docs/movetext/` has the format, and
        `manage.py replay` reads it. The gate is that of the log.
        """
        game = _seen(game_id, viewer=viewer, query=query)
        filename = movetexts.filename_of(game=game)
        return Reply(
            movetexts.movetext_of(game=game), headers={"Content-Disposition": f'inline; filename="{filename}"'}
        )


def _seen(game_id: UUID, *, viewer: Player | None, query: ShareQuery) -> Game:
    """Return a game whose replay the viewer may see; that it was shown is remembered."""
    game = selectors.game_for(game_id=game_id, viewer=viewer, share=query.share)
    selectors.see_replay(game=game, viewer=viewer, share=query.share)
    return game


def _events(game: Game) -> bytes:
    """Return the log up to the version that the game was read at: more may be appended before this is."""
    return log.read(stream_id=game.pk, version=game.stream.version)


def _log(game: Game, *, batches: Sequence[LogBatch]) -> GameLog:
    stream = game.stream
    return GameLog(
        id=game.pk,
        deal=game.code,
        rules_version=stream.rules_version,
        status=game.status,
        version=stream.version,
        genesis=hashes.genesis(stream_id=game.pk, code=game.code, rules_version=stream.rules_version).hex(),
        batches=[_batch(batch) for batch in batches],
        receipt=bytes(stream.head).hex(),
    )


def _batch(batch: LogBatch) -> Batch:
    events = bytes(batch.events)
    return Batch(
        first_version=batch.first_version,
        moves=_texts(events),
        events=events,
        closes=batch.closes,
        claimed_score=batch.claimed_score,
        hash=bytes(batch.hash).hex(),
        at=batch.at,
    )


def _texts(events: bytes) -> list[str]:
    """Return the moves of stored events, up to the first byte that is none; only the check decides on such a log."""
    return list(map(str, decode(events[: known_prefix(events)])))


def _frames(game: Game, *, events: bytes) -> dict[str, Any]:
    shown = frames(
        code=DealCode.parse(game.code),
        events=events,
        rules_version=game.stream.rules_version,
        reveal=game.status != Game.Status.PLAYING,
    )
    return {"id": game.pk, "status": game.status, **shown}
