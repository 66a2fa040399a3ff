"""Where a page of a list begins, in its address. Signed, so that nothing but what a page has said is ever looked up."""

from collections.abc import Sequence
from typing import Any

from django.core.exceptions import BadRequest
from django.core.signing import BadSignature, Signer


def seal(values: Sequence[Any], *, name: str) -> str:
    """Return the cursor that says these values, good for the list of this name only."""
    return _signer(name).sign_object(list(values))


def unseal(cursor: str, *, name: str) -> list[Any]:
    """Return what a cursor says. Raises BadRequest for a text that `seal` has not made for the same list."""
    try:
        return list(_signer(name).unsign_object(cursor))
    except (BadSignature, ValueError):
        raise BadRequest(f"{cursor!r} is no cursor of this list") from None


def _signer(name: str) -> Signer:
    return Signer(sep=".", salt=f"api.pages.cursors {name}")
