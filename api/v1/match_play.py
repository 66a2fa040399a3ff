"""Playing a match: actions, the events that come of them, and the claim of one whose other player has gone."""

from datetime import datetime
from typing import Annotated, Any, Final
from uuid import UUID

from msgspec import Meta, Struct
from rest_framework.request import Request

from api.v1 import match_examples
from api.v1.errors import ApiError
from api.v1.frames import Shown
from api.v1.game_state import Receipt
from api.v1.match_state import (
    ActionText,
    Contributions,
    Count,
    InviteQuery,
    MatchResult,
    MatchState,
    MatchVersion,
    Passed,
    SideName,
    Stage,
    TableOfTwo,
    Turn,
    state_of_match,
    table_for,
)
from api.v1.matches import Nothing, seen_match
from api.v1.parsing import Body
from api.v1.resource import Resource, operation
from api.v1.steps import pattern_of
from games.engine.errors import NotationError
from games.engine.match.actions import COLUMNS, MatchAction
from games.engine.match.options import Side
from games.engine.match.table import MatchTable
from games.engine.moves import states_count
from games.errors import VersionConflict
from games.limits import MATCH_POLL_EVERY, MAX_LOG_EVENTS
from games.matches import play
from games.matches.errors import BeyondLog
from games.matches.events import MOST_EVENTS, PILES, Teller
from games.matches.play import Acted
from games.matches.seats import side_of
from games.matches.standing import standing_of
from games.matches.table import events_of
from games.models import Match, Player
from games.texts import worded

_LONGEST: Final = 40

Pile = Annotated[
    str,
    Meta(
        description="A side's own with the side before it (`A:stock`, `A:W`, `B:T3`), and `F1` to `F8`.",
        extra_json_schema={"enum": list(PILES)},
    ),
]
After = Annotated[
    int, Meta(description="The version that one has: `n` of the last event that one knows.", ge=0, le=MAX_LOG_EVENTS)
]


SentAction = Annotated[
    ActionText,
    # For clients to know. What breaks it is refused as bad_notation.
    Meta(extra_json_schema={"pattern": pattern_of("draw", "recycle", "pass", "resign", columns=COLUMNS)}),
]


class BadAction(ApiError):
    """A text that is no action of a match."""

    code = "bad_notation"

    def __init__(self, error: NotationError, *, text: str) -> None:
        reason = "states_count" if states_count(text) else "no_move"
        super().__init__(f"{worded(error.text)}.", index=0, move=text[:_LONGEST], reason=reason)


class SendAction(Body, frozen=True):
    """An action of one's own side."""

    count: Annotated[
        int,
        Meta(description="How many actions one's own side has in the log so far.", ge=0, le=MAX_LOG_EVENTS),
    ]
    action: SentAction
    after: Annotated[After | None, Meta(description="If it is given, the answer has all events since.")] = None


class EventsQuery(InviteQuery, frozen=True):
    """From where on to tell events."""

    after: After = 0
    limit: Annotated[int, Meta(description="How many events at most.", ge=1, le=MOST_EVENTS)] = MOST_EVENTS


class TableChange(Struct, kw_only=True, rename={"in_": "in"}):
    """What an event did to a pile: of the cards from place `at` on, `out` lay there before it, `in` after it."""

    pile: Pile
    at: Annotated[int, Meta(description="How many cards of the pile, from its bottom, stay as they are.", ge=0)]
    out: list[Shown]
    in_: list[Shown]


class MatchEvent(Struct, kw_only=True):
    """An event of the one log of both sides."""

    n: Annotated[int, Meta(description="The version after it; the event after that has `n + 1`.", ge=1)]
    side: SideName
    count: Annotated[Count, Meta(description="How many actions its side has in the log then.")]
    action: ActionText
    changes: Annotated[
        list[TableChange],
        Meta(description="Forward is `pile[at:] = in`, in this order; back is `pile[at:] = out`, from the last on."),
    ]
    turn: Turn
    contributions: Contributions
    passed: dict[SideName, Passed]
    out: list[SideName]
    at: Annotated[datetime, Meta(description="When the service took it.")]
    over: Annotated[MatchResult | None, Meta(description="How the match has ended, on its last event.")]


class ActionTaken(Struct, kw_only=True):
    """An action as the log has it, and the table after it. The same for the same action sent again."""

    version: MatchVersion
    count: Annotated[Count, Meta(description="How many actions one's own side has now: send the next one with it.")]
    receipt: Receipt
    events: Annotated[list[MatchEvent], Meta(description="The action's own event, and before it those asked for.")]
    table: TableOfTwo


class Events(Struct, kw_only=True):
    """What has happened since."""

    version: Annotated[MatchVersion, Meta(description="Ask again after this one; more than told if there was no room.")]
    stage: Stage
    revision: Annotated[int, Meta(description="If it is not what one knows, get the match anew.", ge=0)]
    present: Annotated[dict[SideName, bool], Meta(description="Who is there, of those who have a side.")]
    claim_at: datetime | None
    legal: Annotated[list[ActionText], Meta(description="What the asker can do now; nothing for those who look on.")]
    events: list[MatchEvent]
    poll_seconds: Annotated[float, Meta(description="Ask again after so long.", examples=[1])]


class Actions(Resource):
    """`/api/v1/matches/{match_id}/actions/`"""

    @operation(
        id="play_action",
        tag="Matches",
        body=SendAction,
        returns={200: ActionTaken},
        errors=(
            "bad_notation",
            "posting_banned",
            "match_not_found",
            "not_a_player",
            "wrong_stage",
            "version_conflict",
            "count_conflict",
            "illegal_action",
            "limit_exceeded",
        ),
        example={"count": 2, "action": "W-T1", "after": 3},
        answer=lambda: _taken(match_examples.taken(), count=2),
    )
    def post(self, request: Request, *, player: Player, body: SendAction, match_id: UUID) -> ActionTaken:
        """Play an action.

        It is judged on the table as it is when it arrives, after everything that the other side has done by then. So
        an action that is still legal is taken, though the client has not seen the newest events; only what they have
        made impossible is `illegal_action`, with the new tops of the foundations.

        `count` makes it safe to send an action again after a lost answer: the same one at the same count has the same
        answer, and another there is `count_conflict`.
        """
        action = _parse(body.action)
        try:
            acted = play.act(match_id=match_id, player=player, count=body.count, action=action, after=body.after)
        except BeyondLog as error:
            raise VersionConflict(version=error.after, current=error.version, missing=b"") from None
        return _taken(acted, count=body.count)


class EventsOfMatch(Resource):
    """`/api/v1/matches/{match_id}/events/`"""

    @operation(
        id="list_events",
        tag="Matches",
        query=EventsQuery,
        returns={200: Events},
        errors=("match_not_found", "version_conflict"),
        public=True,
        etag=True,
        answer=lambda: _example_poll(after=match_examples.PLAYED - 1),
    )
    def get(self, request: Request, *, viewer: Player | None, query: EventsQuery, match_id: UUID) -> Events:
        """Poll the events of a match.

        Those after a version, for clients that have no stream. It answers at once, whether there are any or not; ask
        again every `poll_seconds`. Asking tells the opponent that one is there.
        """
        match = seen_match(match_id, viewer=viewer, invite=query.invite)
        version = match.stream.version
        if query.after > version:
            raise VersionConflict(version=query.after, current=version, missing=b"")
        side = side_of(match, player=viewer)
        told, table = _news(match, query=query, is_asked=side is not None)
        standing = standing_of(match, version=version, table=table, side=side)
        return Events(
            version=version,
            stage=standing.stage,
            revision=standing.revision,
            present=standing.present,  # type: ignore[arg-type]
            claim_at=standing.claim_at,
            legal=list(standing.legal),
            events=told,
            poll_seconds=MATCH_POLL_EVERY.total_seconds(),
        )


class Claim(Resource):
    """`/api/v1/matches/{match_id}/claim/`"""

    @operation(
        id="claim_match",
        tag="Matches",
        body=Nothing,
        returns={200: MatchState},
        errors=("posting_banned", "match_not_found", "not_a_player", "wrong_stage", "nothing_to_claim"),
        idempotent=True,
        example={},
        answer=match_examples.claimed,
    )
    def post(self, request: Request, *, player: Player, body: Nothing, match_id: UUID) -> MatchState:
        """Claim a match.

        Wins it, and its series, when nothing has come of the opponent for `match_absent_seconds`, or the match has
        waited for them for `match_turn_seconds`. It is logged as a resignation of theirs, and told as `timed_out`.
        """
        return state_of_match(play.claim(match_id=match_id, player=player), viewer=player)


def _parse(text: str) -> MatchAction:
    try:
        return MatchAction.parse(text)
    except NotationError as error:
        raise BadAction(error, text=text) from None


def _taken(acted: Acted, *, count: int) -> ActionTaken:
    events: Any = acted.events  # as MatchEvent describes them
    return ActionTaken(
        version=acted.version,
        count=count + 1,
        receipt=acted.receipt.hex(),
        events=events,
        table=table_for(acted.table, viewer=acted.side),
    )


def _news(match: Match, *, query: EventsQuery, is_asked: bool) -> tuple[Any, MatchTable | None]:
    """Return the events to tell, and the table of a match in play if it is asked for: one fold for both, or none."""
    version = match.stream.version
    is_asked = is_asked and match.status == Match.Status.PLAYING
    if query.after == version and not is_asked:
        return [], None
    events = events_of(match.pk, version=version)
    teller = Teller(match, events=events[: query.after])
    told = teller.tell_all(events[: query.after + query.limit], match=match)
    return told, teller.table_after(events) if is_asked else None


def _example_poll(*, after: int) -> Events:
    told: Any
    told, table = match_examples.news(after=after)
    state = match_examples.playing()
    return Events(
        version=state.version,
        stage=state.stage,
        revision=state.revision,
        present={seat.side: seat.present for seat in state.seats},
        claim_at=state.claim_at,
        legal=list(map(str, table.legal_actions(Side.A))),
        events=told,
        poll_seconds=MATCH_POLL_EVERY.total_seconds(),
    )
