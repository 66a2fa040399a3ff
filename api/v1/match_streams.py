"""The way into a match's stream, which another process serves (`api.live`)."""

from datetime import datetime, timedelta
from typing import Annotated
from uuid import UUID

from msgspec import Meta, Struct
from rest_framework.request import Request

from api.live import tickets
from api.live.addresses import stream_url
from api.v1 import examples, match_examples, throttles
from api.v1.match_state import InviteQuery
from api.v1.matches import Nothing, seen_match
from api.v1.resource import Resource, operation
from games.models import AccessToken, Player


class StreamOpening(Struct, kw_only=True):
    """Where to open the stream, and until when."""

    url: Annotated[
        str,
        Meta(
            description="Open it as it is (`text/event-stream`); relative to this service, or absolute. It works once.",
            examples=["/live/matches/019ad3d4-7a51-7c52-8f0e-3c1f6f0e8a11/?ticket=kS8..."],
        ),
    ]
    expires_at: Annotated[datetime, Meta(description="Open it before this time; it may then stay open for longer.")]


class MatchStream(Resource):
    """`/api/v1/matches/{match_id}/stream/`"""

    @operation(
        id="open_stream",
        tag="Matches",
        body=Nothing,
        query=InviteQuery,
        returns={201: StreamOpening},
        errors=("match_not_found",),
        public=True,
        example={},
        answer=lambda: StreamOpening(
            url=f"/live/matches/{match_examples.MATCH_ID}/?ticket=kS8wTqZ2mVbN5rYc1xLd0A",
            expires_at=examples.STARTED_AT + timedelta(minutes=1),
        ),
    )
    def post(
        self, request: Request, *, viewer: Player | None, query: InviteQuery, body: Nothing, match_id: UUID
    ) -> StreamOpening:
        """Get a ticket for the stream of a match.

        The address in the answer can be opened once, within a minute: by an `EventSource`, or whatever reads
        server-sent events. What comes is what `events/` tells, as soon as it happens. With a token it is a player's
        stream, if one plays in the match; who has none looks on. `/docs/match-api/` tells of the stream.
        """
        match = seen_match(match_id, viewer=viewer, invite=query.invite)
        ticket = tickets.issue(
            match_id=match.pk,
            player=viewer,
            address=throttles.address_of(request._request),
            token_id=request.auth.pk if isinstance(request.auth, AccessToken) else None,
        )
        url = stream_url(request._request, match_id=match.pk, ticket=ticket.text)
        return StreamOpening(url=url, expires_at=ticket.expires_at)
