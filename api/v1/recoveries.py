"""Passwords that were forgotten: a mail with a link, and the new password."""

from typing import Annotated
from uuid import UUID

from django.conf import settings
from msgspec import Meta, Struct
from rest_framework.request import Request

from api import recovery as mails
from api.v1 import throttles
from api.v1.parsing import Body
from api.v1.players import NewPassword
from api.v1.resource import Reply, Resource, operation
from games import players, recovery
from games.models import Player


class AskRecovery(Body, frozen=True):
    """The address that an account was given."""

    email: Annotated[
        str,
        Meta(min_length=1, max_length=254, examples=["ana@example.org"], extra_json_schema={"format": "email"}),
    ]


class Recover(Body, frozen=True):
    """What the link in the mail has behind its `#`, divided at the dot, and the new password."""

    player: UUID
    token: Annotated[
        str,
        Meta(
            min_length=1,
            max_length=100,
            examples=["cx8k1t-0123456789abcdef0123456789abcdef"],
            # What breaks it is refused as bad_recovery.
            extra_json_schema={"pattern": "^[0-9a-z]+-[0-9a-f]{32}$"},
        ),
    ]
    password: NewPassword


class RecoveryAsked(Struct, kw_only=True):
    """What is to be expected, if an account has the address."""

    link_seconds: Annotated[int, Meta(description="For how long the link in the mail works.", examples=[3600])]


class Recoveries(Resource):
    """`/api/v1/players/recovery/`"""

    @operation(
        id="ask_recovery",
        tag="Players",
        body=AskRecovery,
        returns={202: RecoveryAsked},
        errors=("bad_email", "recovery_not_possible"),
        public=True,
        rates=(throttles.RECOVERY,),
        example={"email": "ana@example.org"},
    )
    def post(self, request: Request, *, viewer: Player | None, body: AskRecovery) -> RecoveryAsked:
        """Ask for a mail to set a new password by.

        The answer is the same whether an account has the address or not. If any has, it is soon sent one mail, in the
        language of this request, with the name of each such account and a link for each, which works once and for an
        hour. A guest has no password, and so nothing to recover.
        """
        email = players.checked_email(body.email)
        throttles.count({throttles.RECOVERY_EMAIL: email.lower()})
        mails.ask(email=email)
        return RecoveryAsked(link_seconds=settings.PASSWORD_RESET_TIMEOUT)


class Confirmation(Resource):
    """`/api/v1/players/recovery/confirm/`"""

    @operation(
        id="recover_password",
        tag="Players",
        body=Recover,
        returns={204: None},
        errors=("bad_recovery", "bad_password"),
        public=True,
        rates=(throttles.SIGN_IN,),
        example={
            "player": "0199d3c4-7a51-7c52-8f0e-3c1f6f0e8a11",
            "token": "cx8k1t-0123456789abcdef0123456789abcdef",
            "password": "eight unlucky columns",
        },
    )
    def post(self, request: Request, *, viewer: Player | None, body: Recover) -> Reply:
        """Set a new password by what a mail has brought.

        Every token of the account ends with it; sign in with the new password. A password that is refused leaves the
        link as it was.
        """
        recovery.recover(player_id=body.player, token=body.token, password=body.password)
        return Reply()
