"""A message to the workers that games wait for their check. Only a nudge: the waiting is in the games' own rows.

When no message can be sent, nothing is lost: the sweep finds the games within `limits.SWEEP_EVERY`.
"""

import logging
import time
from typing import Final

from celery import current_app
from django.db import transaction

CHECK_TASK: Final = "games.tasks.check_waiting"

# After a failure, requests do not wait for the broker again for so long.
_QUIET_SECONDS: Final = 5.0

_logger = logging.getLogger(__name__)


class _Broker:
    """When this process may bother the broker again."""

    quiet_until = 0.0


def nudge_checkers() -> None:
    """Send the nudge once the current transaction has committed."""
    transaction.on_commit(_send, robust=True)


def _send() -> None:
    if time.monotonic() < _Broker.quiet_until:
        return
    try:
        current_app.send_task(CHECK_TASK, retry=False, ignore_result=True, expires=60)
    except Exception as error:  # noqa: BLE001 - each transport has errors of its own, and a committed game stays committed
        _Broker.quiet_until = time.monotonic() + _QUIET_SECONDS
        _logger.warning("nudge_failed", extra={"error": str(error)})
