"""What is counted of boards; docs/deploy/monitoring.md tells what it is good for."""

from functools import partial
from typing import Final

from django.db import transaction
from prometheus_client import Counter

from games.metrics import NAMESPACE

UPDATES: Final = Counter(
    "board_updates",
    "Times that a player's entries on a board were brought in line with their games, by whether any changed.",
    ("result",),
    namespace=NAMESPACE,
)


def count_update(*, changed: bool) -> None:
    """Count it once the current transaction has committed."""
    transaction.on_commit(partial(_count, "changed" if changed else "unchanged"), robust=True)


def _count(result: str) -> None:
    UPDATES.labels(result).inc()
