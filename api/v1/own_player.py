"""One's own player: look at it, change it, make an account of it, take its data away, delete it."""

from typing import Annotated, Any

from django.db import transaction
from django.utils.translation import gettext
from msgspec import UNSET, Meta, Struct, UnsetType
from rest_framework.request import Request

from api.v1 import idempotency, throttles
from api.v1.parsing import Body
from api.v1.players import Email, Name, NewPassword, OwnPlayer, Password, current_access, field_error, own_player
from api.v1.resource import Reply, Resource, operation
from games import exports, players
from games.models import Player


class ChangePlayer(Body, frozen=True):
    """What is to change; what is left out stays."""

    name: Name | UnsetType = UNSET
    on_boards: Annotated[bool, Meta(description="false takes the player off every board.")] | UnsetType = UNSET
    email: Email | UnsetType = UNSET
    password: Annotated[Password, Meta(description="An account's own, which `email` needs.")] | UnsetType = UNSET

    # Otherwise whoever gets hold of a token could have a new password sent to themselves.
    rules = {"dependentRequired": {"email": ["password"]}}


class DeletePlayer(Body, frozen=True):
    """An account proves with its password that it is its owner who asks."""

    password: Password | None = None


class MakeAccount(Body, frozen=True):
    """What makes an account of a guest; without a name it keeps the one that it has."""

    password: NewPassword
    name: Name | None = None
    email: Email = ""


class ChangePassword(Body, frozen=True):
    """The password as it is, and as it shall be."""

    old: Password
    new: NewPassword


class Export(Struct, kw_only=True):
    """All that the service keeps about the player."""

    player: dict[str, Any]
    tokens: list[dict[str, Any]]
    games: Annotated[list[dict[str, Any]], Meta(description="Each with every move of its log.")]
    attempts: Annotated[list[dict[str, Any]], Meta(description="The first game on each deal number.")]
    replays_seen: Annotated[list[dict[str, Any]], Meta(description="Deal numbers of which a replay was shown.")]
    decisions: Annotated[list[dict[str, Any]], Meta(description="What staff have decided about the player.")]
    barred_names: Annotated[list[dict[str, Any]], Meta(description="Names that staff have taken away.")]
    reports: Annotated[list[dict[str, Any]], Meta(description="What the player has reported to staff.")]
    shared: Annotated[list[dict[str, Any]], Meta(description="Links to replays that are in force.")]
    matches: Annotated[
        list[dict[str, Any]], Meta(description="Every match with one's own actions; the number once it is over.")
    ]


class Me(Resource):
    """`/api/v1/players/me/`"""

    @operation(id="get_own_player", tag="Players", returns={200: OwnPlayer})
    def get(self, request: Request, *, player: Player) -> OwnPlayer:
        """Get one's own player.

        With the `measures` of staff in force: whether it is hidden, banned from posting or had its name reset, since
        when, and what they say of why.
        """
        return own_player(player)

    @operation(
        id="change_own_player",
        tag="Players",
        body=ChangePlayer,
        returns={200: OwnPlayer},
        errors=("bad_name", "name_taken", "bad_email", "wrong_password", "not_an_account"),
        example={"name": "Ana M.", "on_boards": True},
    )
    def patch(self, request: Request, *, player: Player, body: ChangePlayer) -> OwnPlayer:
        """Rename, opt out of boards, change the e-mail address.

        All of it or nothing. The e-mail address is where a new password can be sent, so changing it needs the password
        as it is. With `on_boards` false the player is on no board from this answer on, and on all of them
        again, at the same times, once it is true.
        """
        if body.password is not UNSET:
            throttles.count({throttles.SIGN_IN: throttles.address_of(request._request)})
        elif body.email is not UNSET and not player.is_guest:
            raise field_error("/password", "missing", gettext("The field is missing."))
        with transaction.atomic():
            if body.name is not UNSET:
                player = players.rename(player=player, name=body.name)
            if body.email is not UNSET:
                password = "" if body.password is UNSET else body.password
                player = players.set_email(player=player, email=body.email, password=password)
            if body.on_boards is not UNSET:
                player = players.set_on_boards(player=player, on_boards=body.on_boards)
        return own_player(player)

    @operation(
        id="delete_own_player",
        tag="Players",
        body=DeletePlayer,
        returns={204: None},
        errors=("wrong_password",),
        rates=(throttles.SIGN_IN,),
        example={"password": "seven lucky foundations"},
    )
    def delete(self, request: Request, *, player: Player, body: DeletePlayer) -> Reply:
        """Delete one's own player, for good.

        An account must give its password. Name, e-mail address, password and tokens are deleted, and the player is on
        no board and in no list any more. The games stay, without a name, for staff to replay.
        """
        if not player.is_guest:
            if body.password is None:
                raise field_error("/password", "missing", gettext("An account is deleted with its password."))
            players.require_password(player=player, password=body.password)
        with transaction.atomic():
            players.erase(player=player)
            idempotency.forget(player=player)
        return Reply()


class OwnAccount(Resource):
    """`/api/v1/players/me/account/`"""

    @operation(
        id="make_account",
        tag="Players",
        body=MakeAccount,
        returns={200: OwnPlayer},
        errors=("bad_name", "name_taken", "bad_password", "bad_email", "already_account"),
        idempotent=True,
        example={"name": "Ana", "password": "seven lucky foundations"},
    )
    def post(self, request: Request, *, player: Player, body: MakeAccount) -> OwnPlayer:
        """Make an account of a guest.

        The games, the id and the tokens stay; from now on the name is reserved, and the player can sign in anywhere.
        """
        account = players.make_account(player=player, name=body.name, password=body.password, email=body.email)
        return own_player(account)


class OwnPassword(Resource):
    """`/api/v1/players/me/password/`"""

    @operation(
        id="change_password",
        tag="Players",
        body=ChangePassword,
        returns={204: None},
        errors=("wrong_password", "bad_password", "not_an_account"),
        rates=(throttles.SIGN_IN,),
        example={"old": "seven lucky foundations", "new": "eight unlucky columns"},
    )
    def post(self, request: Request, *, player: Player, body: ChangePassword) -> Reply:
        """Change the password.

        Every other token of the account ends with it.
        """
        access = current_access(request)
        players.set_password(player=player, old=body.old, new=body.new, keep=access.pk)
        return Reply()


class OwnExport(Resource):
    """`/api/v1/players/me/export/`"""

    @operation(id="export_own_player", tag="Players", returns={200: Export}, rates=(throttles.EXPORT,))
    def get(self, request: Request, *, player: Player) -> Export:
        """Export all of one's own data.

        The player, its tokens (not their text), every game with every move, and what else the service keeps.
        """
        return Export(**exports.export(player=player))
