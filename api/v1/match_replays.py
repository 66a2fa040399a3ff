"""A match that is over: its replay with every card, and its log with all that its receipt is computed from."""

from collections.abc import Iterable
from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from msgspec import Meta, Struct
from rest_framework.request import Request

from api.v1 import match_examples
from api.v1.frames import Shown
from api.v1.game_state import Receipt
from api.v1.match_play import MatchEvent, Pile
from api.v1.match_state import ActionText, InviteQuery, MatchId, SideName
from api.v1.matches import seen_match
from api.v1.resource import Resource, operation
from games import hashes, log
from games.engine.match.actions import decode
from games.engine.match.options import MatchOptions
from games.matches.events import replay
from games.matches.seats import require_stage
from games.matches.table import events_of, options_of, subject_of
from games.models import LogBatch, Match, Player

_ERRORS = ("match_not_found", "wrong_stage")


class DealtToTwo(Struct, kw_only=True):
    """The table before the first event."""

    piles: Annotated[dict[Pile, list[Shown]], Meta(description="Every pile from its bottom, hidden cards in brackets.")]


class MatchReplay(Struct, kw_only=True):
    """A match for viewers that know no rules."""

    id: MatchId
    rules_version: int
    number: Annotated[str, Meta(description="What the cards were dealt by.")]
    first: DealtToTwo
    events: list[MatchEvent]


class SidedAction(Struct, kw_only=True):
    """An action and whose it was."""

    side: SideName
    action: ActionText


class MatchBatch(Struct, kw_only=True):
    """One append as it stands in the log; the last one closes it."""

    first_version: Annotated[int, Meta(description="The version that it was appended at.", ge=0)]
    actions: list[SidedAction]
    events: Annotated[bytes, Meta(description="The same in base64, a byte each, as `/docs/match/` has them.")]
    closes: Annotated[bool, Meta(description="The match ends here.")]
    hash: Receipt
    at: Annotated[datetime, Meta(description="When the service took it.")]


class MatchLog(Struct, kw_only=True):
    """A log with all that its hash chain is computed from."""

    id: MatchId
    rules_version: int
    subject: Annotated[
        str,
        Meta(
            description="The number and the options, as the chain begins with them.",
            examples=["DM1-ABCDEFGHIJKLMNOPQRSTUVWXYZ/simultaneous/13/unlimited/no_bonus/first_out/A"],
        ),
    ]
    match: Annotated[dict[str, Any], Meta(description="The same as `manage.py replay` reads it.")]
    version: Annotated[int, Meta(description="How many events it has.", ge=0)]
    genesis: Receipt
    batches: list[MatchBatch]
    receipt: Receipt
    timed_out: bool


class MatchFrames(Resource):
    """`/api/v1/matches/{match_id}/replay/`"""

    @operation(
        id="get_match_replay",
        tag="Matches",
        query=InviteQuery,
        returns={200: MatchReplay},
        errors=_ERRORS,
        public=True,
        etag=True,
        answer=lambda: _frames(match_examples.over(), number=match_examples.NUMBER, shown=match_examples.replayed()),
    )
    def get(self, request: Request, *, viewer: Player | None, query: InviteQuery, match_id: UUID) -> dict[str, Any]:
        """Get the replay of a match.

        Once it is over: the table as dealt, with the faces of hidden cards in brackets, then what each event changed.
        """
        match = _over(match_id, viewer=viewer, query=query)
        return _frames(match, number=options_of(match).number, shown=replay(match, events=events_of(match.pk)))


class LogOfMatch(Resource):
    """`/api/v1/matches/{match_id}/log/`"""

    @operation(
        id="get_match_log",
        tag="Matches",
        query=InviteQuery,
        returns={200: MatchLog},
        errors=_ERRORS,
        public=True,
        etag=True,
        answer=lambda: _log(match_examples.over(), options=match_examples.options(), batches=match_examples.batches()),
    )
    def get(self, request: Request, *, viewer: Player | None, query: InviteQuery, match_id: UUID) -> MatchLog:
        """Get the log of a match.

        Once it is over: everything to recompute the result and the receipt with.
        """
        match = _over(match_id, viewer=viewer, query=query)
        return _log(match, options=options_of(match), batches=log.batches(stream_id=match.pk))


def _frames(match: Match, *, number: str, shown: dict[str, Any]) -> dict[str, Any]:
    return {
        "id": match.pk,
        "rules_version": match.stream.rules_version,
        "number": number,
        "first": {"piles": shown["first"]},
        "events": shown["events"],
    }


def _log(match: Match, *, options: MatchOptions, batches: Iterable[LogBatch]) -> MatchLog:
    subject, stream = subject_of(options), match.stream
    genesis = hashes.genesis(stream_id=match.pk, code=subject, rules_version=stream.rules_version)
    return MatchLog(
        id=match.pk,
        rules_version=stream.rules_version,
        subject=subject,
        match=options.as_json(),
        version=stream.version,
        genesis=genesis.hex(),
        batches=list(map(_batch, batches)),
        receipt=bytes(stream.head).hex(),
        timed_out=match.timed_out,
    )


def _over(match_id: UUID, *, viewer: Player | None, query: InviteQuery) -> Match:
    match = seen_match(match_id, viewer=viewer, invite=query.invite)
    require_stage(match, Match.Status.OVER)
    return match


def _batch(batch: LogBatch) -> MatchBatch:
    events = bytes(batch.events)
    return MatchBatch(
        first_version=batch.first_version,
        actions=[SidedAction(side=event.side.value, action=str(event.action)) for event in decode(events)],
        events=events,
        closes=batch.closes,
        hash=bytes(batch.hash).hex(),
        at=batch.at,
    )
