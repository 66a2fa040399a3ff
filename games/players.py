"""Players: registering, signing in, renaming, leaving. Tokens are handed out once and kept as hashes."""

import secrets
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from hashlib import sha256
from random import SystemRandom
from typing import Final
from uuid import UUID

from django.contrib.auth import authenticate
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from games.errors import (
    AlreadyAccount,
    BadCredentials,
    BadEmail,
    BadPassword,
    NotAnAccount,
    PlayerNotFound,
    TokenNotFound,
    WrongPassword,
)
from games.limits import MAX_SESSIONS
from games.models import AccessToken, BarredName, Player, Report, ShareLink
from games.names import key, made_up_name
from games.naming import free_name, save_named
from games.results import all_results_changed
from games.statements import Parameter, Reading

TOKEN_PREFIX: Final = "dst_"  # noqa: S105
_TOKEN_BYTES: Final = 32
_TOKEN_LENGTH: Final = len(TOKEN_PREFIX) + 43

ERASED_NAME: Final = "Deleted player"


@dataclass(frozen=True, slots=True)
class SignedIn:
    """A player's new token; `token` is its text, which is nowhere else and cannot be had again."""

    player: Player
    access: AccessToken
    token: str


# -- Coming in ---------------------------------------------------------------------------------------------------------


@transaction.atomic
def register_guest(*, name: str | None = None, label: str = "", at: datetime | None = None) -> SignedIn:
    """Return a new guest and its token. A guest's name reserves nothing. Raises BadName and NameTaken."""
    at = at or timezone.now()
    shown = made_up_name(SystemRandom()) if name is None else free_name(name, player=None)
    player = Player(name=shown, created_at=at)
    player.set_unusable_password()
    player.save()
    return _new_token(player=player, label=label, at=at)


@transaction.atomic
def register_account(
    *, name: str, password: str, email: str = "", label: str = "", at: datetime | None = None
) -> SignedIn:
    """Return a new account and its token. Raises BadName, NameTaken, BadPassword and BadEmail."""
    at = at or timezone.now()
    player = Player(created_at=at)
    _become_account(player, name=name, password=password, email=email)
    return _new_token(player=player, label=label, at=at)


@transaction.atomic
def make_account(*, player: Player, password: str, name: str | None = None, email: str = "") -> Player:
    """Make an account of a guest, under its own name or another; its games and tokens stay its own.

    Raises AlreadyAccount, BadName, NameTaken, BadPassword and BadEmail.
    """
    player = _locked(player)
    if not player.is_guest:
        raise AlreadyAccount
    # Boards can be narrowed to accounts. They are told twice, as `name_key` must not change before they are held: see
    # `erase`.
    all_results_changed(player_id=player.pk)
    _become_account(player, name=player.name if name is None else name, password=password, email=email)
    all_results_changed(player_id=player.pk)
    return player


def sign_in(*, name: str, password: str, label: str = "", at: datetime | None = None) -> SignedIn:
    """Return a new token of an account; the oldest beyond `MAX_SESSIONS` ends.

    Raises BadCredentials, and as late for a name that nobody has as for a wrong password: Django hashes either way.
    """
    player = authenticate(username=name, password=password)
    if not isinstance(player, Player):
        raise BadCredentials
    signed_in = _new_token(player=player, label=label, at=at or timezone.now())
    # Nobody is kept out by what is signed in elsewhere, nor makes rows without end.
    oldest = AccessToken.objects.filter(player=player).order_by("-id").values_list("pk", flat=True)[MAX_SESSIONS:]
    AccessToken.objects.filter(pk__in=list(oldest)).delete()
    return signed_in


def access_for_token(token: str) -> AccessToken | None:
    """Return the token in force that this text is, with its player, in one query; None if there is none."""
    if len(token) != _TOKEN_LENGTH or not token.startswith(TOKEN_PREFIX) or not token.isascii():
        return None
    return _in_force().first(digest=_digest(token))


@cache
def _in_force() -> Reading[AccessToken]:
    return Reading.of(AccessToken.objects.in_force().filter(digest=Parameter("digest")), beside=("player",))


def player_for_token(token: str) -> Player | None:
    """Return the player whose token in force this is."""
    access = access_for_token(token)
    return None if access is None else access.player


def tokens_of(*, player: Player) -> QuerySet[AccessToken]:
    """Return the player's tokens in force, the newest first."""
    return AccessToken.objects.in_force().filter(player=player)


def revoke_token(*, player: Player, token_id: UUID, at: datetime | None = None) -> None:
    """End a token of the player's. Raises TokenNotFound."""
    if not tokens_of(player=player).filter(pk=token_id).update(revoked_at=at or timezone.now()):
        raise TokenNotFound(token_id=token_id)


# -- Being here --------------------------------------------------------------------------------------------------------


@transaction.atomic
def rename(*, player: Player, name: str) -> Player:
    """Give the player another name. Raises BadName and NameTaken."""
    player = _locked(player)
    player.name = free_name(name, player=player)
    player.name_reset_at = None
    if not player.is_guest:
        player.name_key = key(player.name)
    save_named(player)
    return player


@transaction.atomic
def set_email(*, player: Player, email: str, password: str) -> Player:
    """Note the account's e-mail address, or none, for who knows its password as it is.

    Raises NotAnAccount, as a guest has nothing to recover, WrongPassword and BadEmail.
    """
    player = _locked(player)
    require_password(player=player, password=password)
    player.email = checked_email(email)
    player.save(update_fields=["email"])
    return player


@transaction.atomic
def set_password(*, player: Player, old: str, new: str, keep: UUID | None = None, at: datetime | None = None) -> Player:
    """Change an account's password and end its tokens but for `keep`.

    Raises NotAnAccount, WrongPassword and BadPassword.
    """
    player = _locked(player)
    require_password(player=player, password=old)
    replace_password(player=player, password=new, keep=keep, at=at or timezone.now())
    return player


def replace_password(*, player: Player, password: str, at: datetime, keep: UUID | None = None) -> None:
    """Set the password of a player whose row this transaction holds, and end its tokens but for `keep`.

    Raises BadPassword.
    """
    _check_password_strength(password, player=player)
    player.set_password(password)
    player.save(update_fields=["password"])
    ended = tokens_of(player=player) if keep is None else tokens_of(player=player).exclude(pk=keep)
    ended.update(revoked_at=at)


@transaction.atomic
def set_on_boards(*, player: Player, on_boards: bool) -> Player:
    """Show the player on boards, or on none; every board is right when this returns."""
    player = _locked(player)
    if player.on_boards != on_boards:
        player.on_boards = on_boards
        player.save(update_fields=["on_boards"])
        all_results_changed(player_id=player.pk)
    return player


def require_password(*, player: Player, password: str) -> None:
    """Raise NotAnAccount for a guest, and WrongPassword unless it is the account's own."""
    if player.is_guest:
        raise NotAnAccount
    if not player.check_password(password):
        raise WrongPassword


def public_player(*, player_id: UUID) -> Player:
    """Return a player whom anybody may see.

    Raises PlayerNotFound: also for one who has opted out, has gone, or was hidden by staff.
    """
    player = Player.objects.filter(pk=player_id, on_boards=True, hidden_at=None, erased_at=None).first()
    if player is None:
        raise PlayerNotFound(player_id=player_id)
    return player


# -- Going -------------------------------------------------------------------------------------------------------------


@transaction.atomic
def erase(*, player: Player, at: datetime | None = None) -> None:
    """Delete all that says who the player is. Its games stay for staff to replay, on no board and in no list."""
    player = _locked(player)
    if player.erased_at is not None:
        return
    # The boards before the name: a change of `name_key` waits for whoever writes a row that refers to the player, and a
    # rebuild writes such rows while it holds a board.
    player.on_boards = False
    player.erased_at = at or timezone.now()
    player.save(update_fields=["on_boards", "erased_at"])
    all_results_changed(player_id=player.pk)
    player.name = ERASED_NAME
    player.name_key = None
    player.email = ""
    player.set_unusable_password()
    player.last_login = None
    player.is_active = player.is_staff = player.is_superuser = False
    player.save()
    _erase_rows(player)


def _erase_rows(player: Player) -> None:
    """Delete what else says who the player is, and what others said of them."""
    # Their labels may name a person or a device.
    AccessToken.objects.filter(player=player).delete()
    BarredName.objects.filter(player=player).delete()
    ShareLink.objects.filter(game__player=player).delete()
    Report.objects.filter(Q(player=player) | Q(game__player=player)).delete()
    # What the player reported is still to be looked at; how they put it goes.
    Report.objects.filter(reporter=player).update(text="")


# -- Inside ------------------------------------------------------------------------------------------------------------


def _locked(player: Player) -> Player:
    """Return the player as it is now, for this transaction to change; rows that refer to it can still be written."""
    return Player.objects.select_for_update(no_key=True).get(pk=player.pk)


def _become_account(player: Player, *, name: str, password: str, email: str) -> None:
    player.name = free_name(name, player=player)
    player.name_reset_at = None
    player.name_key = key(player.name)
    player.email = checked_email(email)
    _check_password_strength(password, player=player)
    player.set_password(password)
    save_named(player)


def checked_email(email: str) -> str:
    """Return the address; an empty one is none. Raises BadEmail."""
    if not email:
        return ""
    try:
        validate_email(email)
    except ValidationError:
        raise BadEmail(email=email) from None
    return email


def _check_password_strength(password: str, *, player: Player) -> None:
    try:
        validate_password(password, user=player)
    except ValidationError as error:
        raise BadPassword(reason=error.error_list[0].code or "invalid", detail=" ".join(error.messages)) from None


def _new_token(*, player: Player, label: str, at: datetime) -> SignedIn:
    token = TOKEN_PREFIX + secrets.token_urlsafe(_TOKEN_BYTES)
    access = AccessToken.objects.create(player=player, digest=_digest(token), label=label, created_at=at)
    return SignedIn(player=player, access=access, token=token)


def _digest(token: str) -> bytes:
    return sha256(token.encode("ascii")).digest()
