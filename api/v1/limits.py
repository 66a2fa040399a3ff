"""What the service takes at most."""

from collections.abc import Iterable
from typing import Annotated, Literal

from django.conf import settings
from msgspec import Meta, Struct
from rest_framework.request import Request

from api.v1 import idempotency, pagination, throttles
from api.v1.resource import Resource, operation
from games import limits
from games.models import Player


class RateLimit(Struct, kw_only=True):
    """At most so many requests in each span of so many seconds."""

    name: Annotated[str, Meta(examples=["player"])]
    counted_by: Annotated[
        Literal["player", "address", "name", "email"], Meta(description="Whose requests are added up.")
    ]
    requests: int
    seconds: int


class Limits(Struct, kw_only=True):
    """What is taken at most. Beyond it a request is refused before any work."""

    log_events: Annotated[int, Meta(description="Events in one game.")]
    append_events: Annotated[int, Meta(description="Events in one append.")]
    body_bytes: Annotated[int, Meta(description="Bytes in the body of a request.")]
    name_characters: Annotated[int, Meta(description="Characters in a player's name.")]
    sessions: Annotated[int, Meta(description="Tokens of one player; a further sign-in ends the oldest.")]
    report_characters: Annotated[int, Meta(description="Characters in the text of a report to staff.")]
    page_rows: Annotated[int, Meta(description="Rows in a page: the largest `limit`.")]
    default_page_rows: Annotated[int, Meta(description="Rows in a page without a `limit`.")]
    games_in_play: Annotated[int, Meta(description="Unfinished games of one player at once.")]
    idempotency_key_seconds: Annotated[int, Meta(description="For how long an Idempotency-Key is kept.")]
    check_seconds: Annotated[
        int, Meta(description="How often games that wait for their check are looked for when no message tells of them.")
    ]
    proof_nodes: Annotated[int, Meta(description="Steps after which the search for a win of a deal ends.")]
    daily_grace_seconds: Annotated[
        int, Meta(description="For so long after a day, games of its deals that began in it may be finished to count.")
    ]
    abandoned_after_seconds: Annotated[
        int, Meta(description="A game in play without an event for so long counts as abandoned.")
    ]
    series_matches: Annotated[int, Meta(description="Matches in a series.")]
    open_matches: Annotated[int, Meta(description="Matches of one player that wait for an opponent at once.")]
    matches_at_once: Annotated[int, Meta(description="Matches of one player that are not over, open ones among them.")]
    match_actions: Annotated[int, Meta(description="Actions of one side in one match, passes and resignations aside.")]
    match_open_seconds: Annotated[int, Meta(description="For how long a match waits for an opponent.")]
    match_absent_seconds: Annotated[
        int, Meta(description="A player of whom nothing has come for so long is absent; the match can be claimed.")
    ]
    match_turn_seconds: Annotated[
        int, Meta(description="For so long a match waits for a player who is there and does nothing.")
    ]
    match_left_seconds: Annotated[
        int, Meta(description="A match of whose players nothing has come for so long is ended by the service.")
    ]
    stream_seconds: Annotated[int, Meta(description="For how long a stream of a match stays open at most.")]
    player_streams: Annotated[int, Meta(description="Streams of one player that are open at once, in each process.")]
    address_streams: Annotated[
        int, Meta(description="Streams without a token, from one address, open at once, in each process.")
    ]
    process_streams: Annotated[int, Meta(description="Streams of all that are open at once, in each process.")]
    stream_request_bytes: Annotated[int, Meta(description="Bytes in a request for a stream, its headers included.")]
    rates: list[RateLimit]


class LimitsResource(Resource):
    """`/api/v1/limits/`"""

    @operation(id="get_limits", tag="Service", returns={200: Limits}, public=True)
    def get(self, request: Request, *, viewer: Player | None) -> Limits:
        """Get the limits.

        Every limit and rate of this service, as they are in force now.
        """
        return Limits(
            log_events=limits.MAX_LOG_EVENTS,
            append_events=limits.MAX_APPEND_EVENTS,
            body_bytes=limits.MAX_BODY_BYTES,
            name_characters=limits.MAX_NAME_CHARACTERS,
            sessions=limits.MAX_SESSIONS,
            report_characters=limits.MAX_REPORT_CHARACTERS,
            page_rows=pagination.MAX_PAGE,
            default_page_rows=pagination.DEFAULT_PAGE,
            games_in_play=limits.MAX_GAMES_IN_PLAY,
            idempotency_key_seconds=int(idempotency.KEEP.total_seconds()),
            check_seconds=int(limits.SWEEP_EVERY.total_seconds()),
            proof_nodes=limits.PROOF_NODES,
            daily_grace_seconds=int(limits.DAILY_GRACE.total_seconds()),
            abandoned_after_seconds=int(limits.ABANDONED_AFTER.total_seconds()),
            series_matches=limits.MAX_SERIES,
            open_matches=limits.MAX_OPEN_MATCHES,
            matches_at_once=limits.MAX_MATCHES_AT_ONCE,
            match_actions=limits.MAX_MATCH_ACTIONS,
            match_open_seconds=int(limits.MATCH_OPEN_FOR.total_seconds()),
            match_absent_seconds=int(limits.MATCH_ABSENT_AFTER.total_seconds()),
            match_turn_seconds=int(limits.MATCH_TURN_LIMIT.total_seconds()),
            match_left_seconds=int(limits.MATCH_LEFT_AFTER.total_seconds()),
            stream_seconds=int(limits.STREAM_OPEN_FOR.total_seconds()),
            player_streams=limits.MAX_PLAYER_STREAMS,
            address_streams=limits.MAX_ADDRESS_STREAMS,
            process_streams=settings.STREAM_LIMIT,
            stream_request_bytes=limits.MAX_STREAM_REQUEST_BYTES,
            rates=list(_rates()),
        )


def _rates() -> Iterable[RateLimit]:
    for name, rate in throttles.rates().items():
        yield RateLimit(name=name, counted_by=throttles.COUNTED_BY[name], requests=rate.hits, seconds=rate.seconds)
