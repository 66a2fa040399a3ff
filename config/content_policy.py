"""What a page may load: only what this service itself serves, and nothing written into the page.

Streams of matches may be served at another port or host (STREAM_URL); pages may ask exactly there too.
"""

from collections.abc import Callable
from typing import Final

from django.http import HttpRequest, HttpResponse

from api.live.addresses import stream_origin

HEADER: Final = "Content-Security-Policy"
_CONNECT: Final = "connect-src 'self'"
POLICY: Final = (
    f"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; {_CONNECT}; "
    "manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)


class ContentPolicyMiddleware:
    """Sends the policy with every answer that has none of its own."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self._get_response(request)
        response.headers.setdefault(HEADER, _policy(request))
        return response


def _policy(request: HttpRequest) -> str:
    origin = stream_origin(request)
    return POLICY if origin is None else POLICY.replace(_CONNECT, f"{_CONNECT} {origin}")
