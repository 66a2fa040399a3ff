"""Who looks at a page: a player's API token in a cookie, which scripts keep there and pages only read.

Nothing is ever changed by the cookie: what changes things goes through the API, with the token in its header. So
pages need no sessions and no protection of forms.
"""

from collections.abc import Callable
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.functional import SimpleLazyObject

from games import players
from games.models import Player

COOKIE: Final = "player_token"
_SEEN: Final = "_viewer_of_page"


def viewer_of(request: HttpRequest) -> Player | None:
    """Return who looks at the page, None if nobody says so. One query at most for a request."""
    if not hasattr(request, _SEEN):
        access = players.access_for_token(request.COOKIES.get(COOKIE, ""))
        setattr(request, _SEEN, None if access is None else access.player)
    viewer: Player | None = getattr(request, _SEEN)
    return viewer


def seen_viewer(request: HttpRequest) -> Player | None:
    """Return who looks at the page if the request has found out; None if it has not, or nobody does."""
    seen: Player | None = getattr(request, _SEEN, None)
    return seen


def viewer(request: HttpRequest) -> dict[str, object]:
    """Return what templates know of who looks: asked only where one uses it."""
    return {"viewer": SimpleLazyObject(lambda: viewer_of(request))}


class ViewerMiddleware:
    """Says of each page that was made for its viewer that it is for nobody else."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self._get_response(request)
        if hasattr(request, _SEEN):
            patch_vary_headers(response, ("Cookie",))
            if not response.has_header("Cache-Control"):
                patch_cache_control(response, private=True, no_cache=True)
        return response
