"""Where clients find the streams, by the setting STREAM_URL."""

from urllib.parse import urlsplit
from uuid import UUID

from django.conf import settings
from django.http import HttpRequest


def stream_url(request: HttpRequest, *, match_id: UUID, ticket: str) -> str:
    """Return the address of a match's stream for who asks by this request."""
    return f"{_base(request)}matches/{match_id}/?ticket={ticket}"


def stream_origin(request: HttpRequest) -> str | None:
    """Return the origin of the streams for who asks by this request; None if it is the pages' own."""
    base = urlsplit(_base(request))
    return f"{base.scheme}://{base.netloc}" if base.netloc else None


def _base(request: HttpRequest) -> str:
    """Return STREAM_URL; what begins with a port is at the host by which this service is asked."""
    base: str = settings.STREAM_URL
    if not base.startswith(":"):
        return base
    host = request.get_host()
    name = host if host.endswith("]") else host.rpartition(":")[0] or host
    return f"{request.scheme}://{name}{base}"
