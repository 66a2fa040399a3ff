"""The sign-in of the first run."""

import secrets
from dataclasses import dataclass

from django.contrib.auth import get_user_model


@dataclass(frozen=True, kw_only=True)
class SignIn:
    """A name and a password for the admin; the password is known here and now only."""

    name: str
    password: str


def ensure_admin(*, name: str = "admin") -> SignIn | None:
    """Make a superuser with a generated password if the database has none; None if it has one."""
    players = get_user_model()._default_manager
    if players.filter(is_superuser=True).exists():
        return None
    sign_in = SignIn(name=name, password=secrets.token_urlsafe(12))
    players.create_superuser(name, password=sign_in.password)
    return sign_in
