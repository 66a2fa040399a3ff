"""Players: registering, and what anybody may see of one."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext
from msgspec import Meta, Struct
from rest_framework.request import Request

from api.v1 import throttles
from api.v1.errors import InvalidFields
from api.v1.measures import Measures, measures_of
from api.v1.parsing import Body
from api.v1.problems import FieldError
from api.v1.resource import Reply, Resource, operation
from games import players
from games.limits import MAX_NAME_CHARACTERS
from games.models import AccessToken, Player

Name = Annotated[
    str,
    Meta(
        description="1 to 24 characters after normalisation to NFC, a letter or digit among them. Letters of any "
        "script, combining marks, signs and emoji are kept; what cannot be seen or steers other text is refused.",
        examples=["Ana"],
        max_length=200,
        # What breaks it is refused as bad_name.
        extra_json_schema={"minLength": 1, "pattern": rf"^[^\x00]{{1,{MAX_NAME_CHARACTERS}}}$"},
    ),
]
Password = Annotated[str, Meta(min_length=1, max_length=1000, examples=["seven lucky foundations"])]
NewPassword = Annotated[
    str,
    Meta(
        description="8 characters or more, not all of them digits, and none of the most common passwords.",
        max_length=1000,
        examples=["seven lucky foundations"],
        # What breaks it is refused as bad_password.
        extra_json_schema={"minLength": 8, "pattern": r"^[^\x00]*[^\x00\d][^\x00]*$"},
    ),
]
Email = Annotated[
    str,
    Meta(
        description="For password recovery only; empty for none.",
        max_length=254,
        # What breaks it is refused as bad_email.
        extra_json_schema={"anyOf": [{"format": "email"}, {"const": ""}]},
    ),
]
Label = Annotated[
    str,
    Meta(description="What this client calls itself, for its owner to tell tokens apart.", max_length=60),
]


class OwnPlayer(Struct, kw_only=True):
    """A player, as seen by itself."""

    id: UUID
    name: Annotated[str, Meta(examples=["Quiet Heron 4821"])]
    is_guest: Annotated[bool, Meta(description="Without a password; its name is not reserved.")]
    email: Email
    on_boards: Annotated[bool, Meta(description="Whether it is shown on leaderboards.")]
    is_staff: bool
    since: datetime
    measures: Measures


class PublicPlayer(Struct, kw_only=True):
    """A player, as seen by anybody."""

    id: UUID
    name: Annotated[str, Meta(examples=["Ana"])]
    is_guest: Annotated[bool, Meta(description="A guest's name is made up or borrowed, and nobody's own.")]
    since: datetime


class Session(Struct, kw_only=True):
    """A token in force, without the token itself."""

    id: UUID
    label: Label
    created_at: datetime
    is_current: Annotated[bool, Meta(description="The token that this request came with.")]


class NewSession(Struct, kw_only=True):
    """A new token, shown this once: only its hash is kept."""

    token: Annotated[
        str,
        Meta(
            description="Send it as `Authorization: Bearer dst_...`.",
            pattern="^dst_[A-Za-z0-9_-]{43}$",
            examples=["dst_2Vd1yWkq0cJ8l3hH3sJz6m6C9yq0o5XW8g1tKpR7bLw"],
        ),
    ]
    session: Session
    player: OwnPlayer


class Register(Body, frozen=True):
    """Nothing: a guest with a made-up name. A name: a guest of that name. A name and a password: an account."""

    name: Name | None = None
    password: NewPassword | None = None
    email: Email = ""
    label: Label = ""

    rules = {
        "anyOf": [
            {
                "title": "An account",
                "required": ["name", "password"],
                "properties": {"name": {"type": "string"}, "password": {"type": "string"}},
            },
            {"title": "A guest", "properties": {"password": {"type": "null"}, "email": {"const": ""}}},
        ]
    }


class Players(Resource):
    """`/api/v1/players/`"""

    @operation(
        id="register_player",
        tag="Players",
        body=Register,
        returns={201: NewSession},
        errors=("bad_name", "name_taken", "bad_password", "bad_email"),
        public=True,
        rates=(throttles.REGISTRATION,),
        example={"name": "Ana", "password": "seven lucky foundations"},
    )
    def post(self, request: Request, *, viewer: Player | None, body: Register) -> Reply:
        """Register a player.

        Without a body it makes a guest with a made-up name, with a name a guest of that name, with a name and a
        password an account. Only accounts reserve their names: a name that an account has, or one that looks like it,
        is refused. The token in the answer is shown this once.
        """
        if body.password is None:
            if body.email:
                detail = gettext("Only an account, with a password, can have one.")
                raise field_error("/email", "not_for_guests", detail)
            signed_in = players.register_guest(name=body.name, label=body.label)
        elif body.name is None:
            raise field_error("/name", "missing", gettext("An account needs a name."))
        else:
            signed_in = players.register_account(
                name=body.name, password=body.password, email=body.email, label=body.label
            )
        address = reverse("api-player", kwargs={"player_id": signed_in.player.pk})
        return Reply(new_session(signed_in), location=address)


class OnePlayer(Resource):
    """`/api/v1/players/{player_id}/`"""

    @operation(id="get_player", tag="Players", returns={200: PublicPlayer}, errors=("player_not_found",), public=True)
    def get(self, request: Request, *, viewer: Player | None, player_id: UUID) -> PublicPlayer:
        """Get a player.

        What anybody may see: nothing private. Players who are on no boards, have gone, or were hidden by staff are
        not found.
        """
        player = players.public_player(player_id=player_id)
        return PublicPlayer(id=player.pk, name=player.name, is_guest=player.is_guest, since=player.created_at)


def own_player(player: Player) -> OwnPlayer:
    """Return a player as it sees itself."""
    return OwnPlayer(
        id=player.pk,
        name=player.name,
        is_guest=player.is_guest,
        email=player.email,
        on_boards=player.on_boards,
        is_staff=player.is_staff,
        since=player.created_at,
        measures=measures_of(player),
    )


def session_of(access: AccessToken, *, current: AccessToken) -> Session:
    """Return a token as lists show it."""
    return Session(id=access.pk, label=access.label, created_at=access.created_at, is_current=access.pk == current.pk)


def new_session(signed_in: players.SignedIn) -> NewSession:
    """Return the one answer that has a token in it."""
    return NewSession(
        token=signed_in.token,
        session=session_of(signed_in.access, current=signed_in.access),
        player=own_player(signed_in.player),
    )


def current_access(request: Request) -> AccessToken:
    """Return the token that the request came with. Raises RuntimeError in an operation that lets in others."""
    if not isinstance(request.auth, AccessToken):
        raise RuntimeError("the request has no token; the operation must not be public")
    return request.auth


def field_error(pointer: str, code: str, detail: str) -> InvalidFields:
    """Return the refusal of one field."""
    return InvalidFields(FieldError(pointer=pointer, code=code, detail=detail))
