"""The pool of database connections of a web process, looked at now and then."""

from time import monotonic
from typing import Final

from django.db import connection
from prometheus_client import Counter, Gauge

from games.metrics import NAMESPACE

CONNECTIONS: Final = Gauge(
    "database_pool_connections",
    "Connections that the pools hold, by what they do.",
    ("state",),
    namespace=NAMESPACE,
    multiprocess_mode="livesum",
)
WAITING: Final = Gauge(
    "database_pool_waiting",
    "Requests that wait for a connection.",
    namespace=NAMESPACE,
    multiprocess_mode="livesum",
)
WAITS: Final = Counter("database_pool_waits", "Requests that had to wait for a connection.", namespace=NAMESPACE)
WAIT_SECONDS: Final = Counter(
    "database_pool_wait_seconds", "Time that requests have waited for connections.", namespace=NAMESPACE
)

_EVERY_SECONDS: Final = 5.0


class _Sampled:
    """When this process looked last."""

    at = float("-inf")


def sample() -> None:
    """Note how the pool stands, if this process has one and has not looked for some seconds."""
    now = monotonic()
    if now - _Sampled.at < _EVERY_SECONDS:
        return
    _Sampled.at = now
    pool = getattr(connection, "pool", None)  # there is none of a database that nobody has named
    if pool is None:
        return
    stats = pool.pop_stats()
    idle, size = stats.get("pool_available", 0), stats.get("pool_size", 0)
    CONNECTIONS.labels("idle").set(idle)
    CONNECTIONS.labels("used").set(size - idle)
    WAITING.set(stats.get("requests_waiting", 0))
    WAITS.inc(stats.get("requests_queued", 0))
    WAIT_SECONDS.inc(stats.get("requests_wait_ms", 0) / 1000)
