"""What a request is called where it is counted and logged: by its route, never by the address that was asked for."""

import re
from typing import Final
from uuid import UUID

from django.http import HttpRequest
from django.http.response import HttpResponseBase

_METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
#: What an id in an address is called in the log. Only UUIDs are told, and deal codes: they open nothing.
_IDS: Final = {
    "game_id": "game",
    "match_id": "match",
    "player_id": "of_player",
    "other_id": "other_player",
    "token_id": "session",
    "a": "game",
    "b": "beside",
}
_DEAL: Final = re.compile(r"DS1-D[13][NV]-[0-9A-Z]{7}")
_KINDS: Final = {"games": "game", "matches": "match", "players": "of_player"}
_MADE: Final = re.compile(r"/(games|matches|players)/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/")


def route_of(request: HttpRequest) -> str:
    """Return the pattern that the address matched, such as `api/v1/games/<uuid:game_id>/`; `none` if none did."""
    match = request.resolver_match
    return "none" if match is None else match.route or "/"


def method_of(request: HttpRequest) -> str:
    """Return the method, or `other`: a client may write anything there."""
    return request.method if request.method in _METHODS else "other"


def ids_in(parameters: dict[str, object]) -> dict[str, str]:
    """Return what the address names, for the log: ids and deal codes, and nothing else that stands in it."""
    told = {_IDS.get(name, name): str(value) for name, value in parameters.items() if isinstance(value, UUID)}
    code = parameters.get("code")
    if isinstance(code, str) and _DEAL.fullmatch(code):
        told["deal"] = code
    return told


def made_by(response: HttpResponseBase) -> dict[str, str]:
    """Return kind and id of what the request made, as the answer's Location says."""
    found = _MADE.search(response.headers.get("Location", ""))
    return {_KINDS[found[1]]: found[2]} if found else {}
