"""What is counted of boards; docs/deploy/monitoring.md tells what it is good for."""

from typing import Final

from prometheus_client import Counter

from games.commits import after_commit
from games.metrics import NAMESPACE

UPDATES: Final = Counter(
    "board_updates",
    "Times that a player's entries on a board were brought in line with their games, by whether any changed.",
    ("result",),
    namespace=NAMESPACE,
)


def count_update(*, changed: bool) -> None:
    """Count it once the current transaction has committed."""
    after_commit(_count, "changed" if changed else "unchanged")


def _count(result: str) -> None:
    UPDATES.labels(result).inc()
