"""Sessions: signing in, and the tokens that come of it."""

from typing import Annotated
from uuid import UUID

from django.urls import reverse
from msgspec import Meta, Struct
from rest_framework.request import Request

from api.v1 import throttles
from api.v1.pagination import Keyset, Next, PageQuery, Previous
from api.v1.parsing import Body
from api.v1.players import Label, NewSession, Session, current_access, new_session, session_of
from api.v1.resource import Reply, Resource, operation
from games import names, players
from games.models import Player

PAGES = Keyset(name="sessions", fields=("-id",))


class SignIn(Body, frozen=True):
    """An account's name, in any case, and its password."""

    name: Annotated[str, Meta(max_length=200, examples=["Ana"])]
    password: Annotated[str, Meta(max_length=1000, examples=["seven lucky foundations"])]
    label: Label = ""


class SessionList(Struct, kw_only=True):
    """A page of the player's tokens, the newest first."""

    sessions: list[Session]
    next: Next
    previous: Previous


class SessionsQuery(PageQuery, frozen=True):
    """Which page."""


class Sessions(Resource):
    """`/api/v1/sessions/`"""

    @operation(id="list_sessions", tag="Sessions", query=SessionsQuery, returns={200: SessionList})
    def get(self, request: Request, *, player: Player, query: SessionsQuery) -> SessionList:
        """List one's own tokens.

        Those in force, the newest first; never the tokens themselves.
        """
        page = PAGES.page(players.tokens_of(player=player), query=query, scope=(player.pk,))
        current = current_access(request)
        sessions = [session_of(access, current=current) for access in page.rows]
        return SessionList(sessions=sessions, next=page.next, previous=page.previous)

    @operation(
        id="sign_in",
        tag="Sessions",
        body=SignIn,
        returns={201: NewSession},
        errors=("bad_credentials",),
        public=True,
        rates=(throttles.SIGN_IN,),
        example={"name": "Ana", "password": "seven lucky foundations", "label": "phone"},
    )
    def post(self, request: Request, *, viewer: Player | None, body: SignIn) -> Reply:
        """Sign in to an account.

        The token in the answer is shown this once. Whether the name or the password was wrong is not said.
        """
        throttles.count({throttles.SIGN_IN_NAME: names.key(body.name)})
        signed_in = players.sign_in(name=body.name, password=body.password, label=body.label)
        address = reverse("session", kwargs={"token_id": signed_in.access.pk})
        return Reply(new_session(signed_in), location=address)


class CurrentSession(Resource):
    """`/api/v1/sessions/current/`"""

    @operation(id="sign_out", tag="Sessions", returns={204: None})
    def delete(self, request: Request, *, player: Player) -> Reply:
        """Sign out: end the token that this request comes with.

        A guest's only token is the only way to it; make an account of it first to come back.
        """
        players.revoke_token(player=player, token_id=current_access(request).pk)
        return Reply()


class OneSession(Resource):
    """`/api/v1/sessions/{token_id}/`"""

    @operation(id="end_session", tag="Sessions", returns={204: None}, errors=("token_not_found",))
    def delete(self, request: Request, *, player: Player, token_id: UUID) -> Reply:
        """End one of one's own tokens."""
        players.revoke_token(player=player, token_id=token_id)
        return Reply()
