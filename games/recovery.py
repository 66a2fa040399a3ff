"""A way back into an account whose password was forgotten: by a token that only its e-mail address is sent.

Tokens are Django's: signed, an hour good (PASSWORD_RESET_TIMEOUT), and worth nothing once the password or the address
has changed, so each works once. Nothing is kept of them.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar
from uuid import UUID

from django.contrib.auth.tokens import default_token_generator
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from games.engine.texts import Text
from games.errors import GameError
from games.models import Player
from games.players import replace_password


@dataclass(eq=False)
class RecoveryNotPossible(GameError):
    code: ClassVar[str] = "recovery_not_possible"

    @property
    def text(self) -> Text:
        return Text("This service sends no mail; ask the people who run it for a new password.")


@dataclass(eq=False)
class BadRecovery(GameError):
    code: ClassVar[str] = "bad_recovery"

    @property
    def text(self) -> Text:
        return Text("The link is not valid, was used already, or is too old; ask for another one.")


def accounts_of(*, email: str) -> QuerySet[Player]:
    """Return the accounts that can be recovered by mail to this address, whatever its case; the newest first.

    A mail must go to the address that the account has, not to the one that was asked for: the two may be equal to the
    database and not to a mail server.
    """
    return Player.objects.filter(email__iexact=email, name_key__isnull=False, is_active=True).order_by("-id")


def new_token(*, player: Player) -> str:
    """Return a token with which the account's password can be set once."""
    return default_token_generator.make_token(player)


@transaction.atomic
def recover(*, player_id: UUID, token: str, password: str, at: datetime | None = None) -> Player:
    """Set an account's password and end all of its tokens.

    Raises BadRecovery, and BadPassword, after which the token is still good.
    """
    player = Player.objects.select_for_update(no_key=True).filter(pk=player_id, is_active=True).first()
    if player is None or player.is_guest or not default_token_generator.check_token(player, token):
        raise BadRecovery
    replace_password(player=player, password=password, at=at or timezone.now())
    return player
