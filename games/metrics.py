"""What is counted of games; docs/deploy/monitoring.md tells what each number is good for.

A label has few values, all of them known beforehand: never a player, a game or a deal.
"""

from typing import Final

from prometheus_client import Counter, Gauge, Histogram

from games.commits import after_commit

NAMESPACE: Final = "double_solitaire"

LOG_APPENDS: Final = Counter(
    "log_appends", "Batches that were appended to logs and committed.", ("kind",), namespace=NAMESPACE
)
LOG_EVENTS: Final = Counter(
    "log_events", "Events in the batches that were appended to logs and committed.", ("kind",), namespace=NAMESPACE
)
CHECKS: Final = Counter(
    "checks",
    "Checks of finished games, by how they ended; a failed one is tried again.",
    ("outcome",),
    namespace=NAMESPACE,
)
CHECK_SECONDS: Final = Histogram(
    "check_seconds",
    "Time to fold and judge one game.",
    namespace=NAMESPACE,
    buckets=(0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0),
)
CHECK_WAIT_SECONDS: Final = Histogram(
    "check_wait_seconds",
    "Time from a game's finish to its decision, when it is on the board too.",
    namespace=NAMESPACE,
    buckets=(0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 300.0, 1800.0),
)
NUDGES: Final = Counter(
    "nudges",
    "Messages to workers that something waits, by whether the broker took them.",
    ("outcome",),
    namespace=NAMESPACE,
)
SWEPT: Final = Gauge(
    "sweep_timestamp_seconds",
    "When a worker last took a sweep that beat had sent, in seconds since 1970; 0 if none yet.",
    namespace=NAMESPACE,
    multiprocess_mode="max",
)

# An alert sees a count grow only if it was told before: the first failure of a process is one too.
for _outcome in ("verified", "rejected", "failed"):
    CHECKS.labels(_outcome)
for _outcome in ("sent", "failed"):
    NUDGES.labels(_outcome)


def count_append(*, kind: str, events: int) -> None:
    """Count a batch once the current transaction has committed."""
    after_commit(_count_append, kind, events)


def _count_append(kind: str, events: int) -> None:
    LOG_APPENDS.labels(kind).inc()
    LOG_EVENTS.labels(kind).inc(events)
