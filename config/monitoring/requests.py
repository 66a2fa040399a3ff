"""Each request: counted, timed, and told in one line of the log, under an id that goes with its tasks to the worker.

The line has the route and the ids in the address, and never the address itself: links to replays, invitations and
tickets of streams stand in addresses, and whoever reads the log must not be able to use them.
"""

import logging
from collections.abc import Callable
from time import perf_counter
from typing import Any, Final
from uuid import uuid4

import structlog
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from prometheus_client import Counter, Histogram
from structlog.contextvars import bind_contextvars, clear_contextvars

from api.pages.viewers import seen_viewer
from config.monitoring import pool
from config.monitoring.routes import ids_in, made_by, method_of, route_of
from games.metrics import NAMESPACE
from games.models import Player

REQUESTS: Final = Counter(
    "requests", "Requests that were answered.", ("route", "method", "status"), namespace=NAMESPACE
)
REQUEST_SECONDS: Final = Histogram(
    "request_seconds",
    "Time from a request's arrival in the application to its answer.",
    ("route", "method"),
    namespace=NAMESPACE,
    buckets=(0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0),
)

#: Machines ask these every few seconds: no line unless somebody wants to see everything.
_QUIET: Final = frozenset({"metrics", "health/live/", "health/ready/"})
_log = structlog.get_logger("request")


class RequestMiddleware:
    """Stands outside of everything but the redirect to TLS and the static files."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        began = perf_counter()
        clear_contextvars()
        bind_contextvars(request_id=str(uuid4()))
        try:
            response = self._get_response(request)
            _record(request, response, seconds=perf_counter() - began)
            return response
        finally:
            clear_contextvars()

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: object, kwargs: dict[str, Any]
    ) -> None:
        """Have every line of this request say what it is about."""
        if told := ids_in(kwargs):
            bind_contextvars(**told)


def _record(request: HttpRequest, response: HttpResponseBase, *, seconds: float) -> None:
    route, method, status = route_of(request), method_of(request), response.status_code
    REQUESTS.labels(route, method, str(status)).inc()
    REQUEST_SECONDS.labels(route, method).observe(seconds)
    pool.sample()
    told = made_by(response) if status in (201, 202) else {}
    if (player := _player_of(request)) is not None:
        told["player"] = str(player.pk)
    _log.log(
        _level(route, status), "request", method=method, route=route, status=status, ms=round(seconds * 1000, 1), **told
    )


def _level(route: str, status: int) -> int:
    if status >= 500:
        return logging.WARNING  # the fault itself has been logged as an error, with where it happened
    return logging.DEBUG if route in _QUIET else logging.INFO


def _player_of(request: HttpRequest) -> Player | None:
    """Return who asked, as far as the request has found out: to ask now would be a query for the log's sake."""
    # By the API's token; by the session of the admin; by the cookie of the pages.
    known = (request.__dict__.get("user"), request.__dict__.get("_cached_user"), seen_viewer(request))
    return next((who for who in known if type(who) is Player), None)
