"""A message to the workers that games wait for their check, or deals for a search. Only a nudge: rows are what waits.

When no message can be sent, nothing is lost: sweeps find the rows, as often as `games.limits` says.
"""

import logging
import time
from functools import partial
from typing import Final

from celery import current_app
from django.db import transaction

CHECK_TASK: Final = "games.tasks.check_waiting"
PROVE_TASK: Final = "games.tasks.prove_waiting"

# After a failure, requests do not wait for the broker again for so long.
_QUIET_SECONDS: Final = 5.0

_logger = logging.getLogger(__name__)


class _Broker:
    """When this process may bother the broker again."""

    quiet_until = 0.0


def nudge_checkers() -> None:
    """Tell the workers of a game to check, once the current transaction has committed."""
    transaction.on_commit(partial(_send, CHECK_TASK), robust=True)


def nudge_provers() -> None:
    """Tell the workers of a deal to search, once the current transaction has committed."""
    transaction.on_commit(partial(_send, PROVE_TASK), robust=True)


def _send(task: str) -> None:
    if time.monotonic() < _Broker.quiet_until:
        return
    try:
        current_app.send_task(task, retry=False, ignore_result=True, expires=60)
    except Exception as error:  # noqa: BLE001 - each transport has errors of its own, and a committed game stays committed
        _Broker.quiet_until = time.monotonic() + _QUIET_SECONDS
        _logger.warning("nudge_failed", extra={"error": str(error)})
