"""Matches: create, list, look at, join, be ready, call off, play again."""

from typing import Annotated, Any, Final, Literal
from uuid import UUID

from msgspec import Meta, Struct
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request

from api.v1 import match_examples, throttles
from api.v1.match_state import (
    Draw,
    EndingName,
    Invite,
    InviteQuery,
    MatchState,
    MatchSummary,
    PaceName,
    RedealsName,
    SeriesLength,
    SideName,
    SoloBonus,
    state_of_match,
    summary_of_match,
    url_of_match,
)
from api.v1.pagination import Keyset, Next, PageQuery, Previous
from api.v1.parsing import Body
from api.v1.resource import Reply, Resource, operation
from games.engine.match.options import Ending, Pace, Redeals, Side
from games.matches import clock, lobby, sight
from games.matches.lobby import Choice
from games.models import Match, Player
from games.models.matches import MatchQuerySet

_PAGES: Final = Keyset(name="matches", fields=("-stream_id",))


class EachDraw(Body, frozen=True):
    """A draw of its own for each side."""

    A: Draw
    B: Draw


class CreateMatch(Body, frozen=True):
    """What is chosen before a match."""

    pace: PaceName = "simultaneous"
    draw: Annotated[Draw | EachDraw, Meta(description="For both sides, or one for each.")] = 1
    redeals: RedealsName = "unlimited"
    solo_bonus: SoloBonus = False
    ending: EndingName = "first_out"
    first: Annotated[SideName, Meta(description="Who starts the first match, if they alternate.")] = "A"
    series: SeriesLength = 1
    side: Annotated[SideName, Meta(description="The side that one takes oneself.")] = "A"
    private: Annotated[bool, Meta(description="Open only to who has its link, instead of to anybody.")] = False


class JoinMatch(Body, frozen=True):
    """What opens the match, if it is by a link only."""

    invite: Invite = None


class Nothing(Body, frozen=True):
    """Nothing: who asks, and of what, says it all."""


class MatchesQuery(PageQuery, frozen=True):
    """Which matches to list."""

    of: Annotated[
        Literal["open", "live", "own"],
        Meta(
            description="`open`: wait for anybody. `live`: being played, to look at. `own`: the asker's, all of them."
        ),
    ] = "open"


class MatchPage(Struct, kw_only=True):
    """Some matches, the newest first."""

    matches: list[MatchSummary]
    next: Next
    previous: Previous


class Matches(Resource):
    """`/api/v1/matches/`"""

    @operation(
        id="list_matches",
        tag="Matches",
        query=MatchesQuery,
        returns={200: MatchPage},
        errors=("not_authenticated",),
        public=True,
        etag=True,
        answer=lambda: MatchPage(matches=[match_examples.listed()], next=None, previous=None),
    )
    def get(self, request: Request, *, viewer: Player | None, query: MatchesQuery) -> MatchPage:
        """List matches.

        Those that anybody may join, those that anybody may look at, or one's own. Private ones are among one's own
        only.
        """
        page = _PAGES.page(_listed(query.of, viewer=viewer), query=query, scope=(query.of, viewer and viewer.pk))
        return MatchPage(matches=list(map(summary_of_match, page.rows)), next=page.next, previous=page.previous)

    @operation(
        id="create_match",
        tag="Matches",
        body=CreateMatch,
        returns={201: MatchState},
        errors=("posting_banned", "limit_exceeded", "limit_reached"),
        idempotent=True,
        rates=(throttles.MATCH,),
        example=match_examples.CHOICE,
        answer=match_examples.opened,
    )
    def post(self, request: Request, *, player: Player, body: CreateMatch) -> Reply:
        """Create a match.

        It waits for an opponent: anybody, or with `private` whoever brings what stands in `invite`. The options hold
        for all matches of its series.
        """
        match = lobby.create_match(player=player, choice=_choice(body), side=Side(body.side), is_private=body.private)
        return Reply(state_of_match(match, viewer=player), location=url_of_match(match.pk))


class OneMatch(Resource):
    """`/api/v1/matches/{match_id}/`"""

    @operation(
        id="get_match",
        tag="Matches",
        query=InviteQuery,
        returns={200: MatchState},
        errors=("match_not_found",),
        public=True,
        etag=True,
        answer=match_examples.playing,
    )
    def get(self, request: Request, *, viewer: Player | None, query: InviteQuery, match_id: UUID) -> MatchState:
        """Get a match.

        The whole table as it stands, to begin with and after a gap; what happens then comes as events. A private
        match is shown to its players, and to who brings its `invite`.
        """
        match = seen_match(match_id, viewer=viewer, invite=query.invite)
        return state_of_match(match, viewer=viewer)


class Join(Resource):
    """`/api/v1/matches/{match_id}/join/`"""

    @operation(
        id="join_match",
        tag="Matches",
        body=JoinMatch,
        returns={200: MatchState},
        errors=("posting_banned", "match_not_found", "wrong_stage", "already_seated", "limit_reached"),
        idempotent=True,
        rates=(throttles.MATCH,),
        example={"invite": match_examples.INVITE},
        answer=match_examples.joined,
    )
    def post(self, request: Request, *, player: Player, body: JoinMatch, match_id: UUID) -> MatchState:
        """Join a match.

        Takes the free side. Of several who try, the first has it; the others are told that the match is not open.
        """
        match = lobby.join_match(match_id=match_id, player=player, invite=body.invite)
        return state_of_match(match, viewer=player)


class Ready(Resource):
    """`/api/v1/matches/{match_id}/ready/`"""

    @operation(
        id="be_ready",
        tag="Matches",
        body=Nothing,
        returns={200: MatchState},
        errors=("posting_banned", "match_not_found", "not_a_player", "wrong_stage"),
        idempotent=True,
        example={},
        answer=match_examples.begun,
    )
    def post(self, request: Request, *, player: Player, body: Nothing, match_id: UUID) -> MatchState:
        """Say that one is ready.

        The match begins, and its table is shown, when both are. Every match of a series begins so.
        """
        return state_of_match(lobby.be_ready(match_id=match_id, player=player), viewer=player)


class Cancel(Resource):
    """`/api/v1/matches/{match_id}/cancel/`"""

    @operation(
        id="cancel_match",
        tag="Matches",
        body=Nothing,
        returns={200: MatchState},
        errors=("match_not_found", "not_a_player", "wrong_stage"),
        idempotent=True,
        example={},
        answer=match_examples.called_off,
    )
    def post(self, request: Request, *, player: Player, body: Nothing, match_id: UUID) -> MatchState:
        """Call a match off.

        Before the first match of a series begins, either player may; it stays to be seen, as `cancelled`. Later one
        resigns.
        """
        return state_of_match(lobby.cancel_match(match_id=match_id, player=player), viewer=player)


class Rematch(Resource):
    """`/api/v1/matches/{match_id}/rematch/`"""

    @operation(
        id="rematch",
        tag="Matches",
        body=Nothing,
        returns={200: MatchState},
        errors=("posting_banned", "match_not_found", "not_a_player", "wrong_stage", "player_not_found"),
        idempotent=True,
        rates=(throttles.MATCH,),
        example={},
        answer=match_examples.again,
    )
    def post(self, request: Request, *, player: Player, body: Nothing, match_id: UUID) -> Reply:
        """Play again.

        Answers the first match of a new series with the same options, the other side starting, and says that one is
        ready for it. There is one rematch of a series, whoever asks first.
        """
        match = lobby.rematch(match_id=match_id, player=player)
        return Reply(state_of_match(match, viewer=player), location=url_of_match(match.pk))


def seen_match(match_id: UUID, *, viewer: Player | None, invite: str | None = None) -> Match:
    """Return a match that the viewer may see; that they are there is noted, if they play in it."""
    if viewer is not None:
        clock.note_asked(match_id=match_id, player=viewer)
    return sight.match_for(match_id=match_id, viewer=viewer, invite=invite)


def _listed(of: str, *, viewer: Player | None) -> MatchQuerySet:
    if of == "open":
        return sight.open_matches()
    if of == "live":
        return sight.live_matches()
    if viewer is None:
        raise NotAuthenticated
    return sight.matches_of(player=viewer)


def _choice(body: CreateMatch) -> Choice:
    draws: Any = (body.draw, body.draw) if isinstance(body.draw, int) else (body.draw.A, body.draw.B)
    return Choice(
        pace=Pace(body.pace),
        draw_a=draws[0],
        draw_b=draws[1],
        redeals=Redeals(body.redeals),
        solo_bonus=body.solo_bonus,
        ending=Ending(body.ending),
        first=Side(body.first),
        length=body.series,
    )
