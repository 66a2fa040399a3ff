"""Who may read the metrics: whoever has the token; without one, this machine while it serves nobody else."""

from collections.abc import Mapping
from ipaddress import ip_address
from secrets import compare_digest
from typing import Any

from django.conf import settings

from config import environment


def may_read(request: Mapping[str, Any]) -> bool:
    """Whether a request, given by its WSGI environment, may."""
    if settings.METRICS_TOKEN:
        return has_token(request)
    # Behind a proxy every peer is this machine, so what others can reach must have a token.
    return environment.are_loopback(settings.ALLOWED_HOSTS) and _is_from_here(request)


def has_token(request: Mapping[str, Any]) -> bool:
    """Whether a request carries METRICS_TOKEN."""
    given = request.get("HTTP_AUTHORIZATION", "")
    return compare_digest(given.encode(), f"Bearer {settings.METRICS_TOKEN}".encode())


def _is_from_here(request: Mapping[str, Any]) -> bool:
    if "HTTP_X_FORWARDED_FOR" in request or "HTTP_FORWARDED" in request:
        return False
    try:
        return ip_address(request.get("REMOTE_ADDR", "")).is_loopback
    except ValueError:
        return False
