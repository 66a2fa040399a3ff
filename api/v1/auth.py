"""Who asks: a bearer token is the only way in."""

from typing import Final

from django.utils.translation import gettext
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from api.v1.errors import CHALLENGE
from games import players
from games.models import AccessToken, Player

_SCHEME: Final = "bearer"


class BearerAuthentication(BaseAuthentication):
    """Reads `Authorization: Bearer dst_...`; `request.user` is the player, `request.auth` the AccessToken."""

    def authenticate(self, request: Request) -> tuple[Player, AccessToken] | None:
        header = request.META.get("HTTP_AUTHORIZATION")
        if header is None:
            return None
        scheme, _, token = header.partition(" ")
        if scheme.lower() != _SCHEME or not token.strip():
            raise AuthenticationFailed(gettext("The Authorization header must be `Bearer` and a token."))
        access = players.access_for_token(token.strip())
        if access is None:
            raise AuthenticationFailed(gettext("The token is unknown or revoked, or its player was deleted."))
        return access.player, access

    def authenticate_header(self, request: Request) -> str:
        """Return the challenge that goes with every 401 (RFC 6750, section 3)."""
        return CHALLENGE + (', error="invalid_token"' if "HTTP_AUTHORIZATION" in request.META else "")


def viewer_of(request: Request) -> Player | None:
    """Return who asks, None if nobody says so."""
    return request.user if isinstance(request.user, Player) else None
