"""The API's own upkeep. Each task is safe to run twice."""

from celery import shared_task

from api import recovery
from api.live import tickets
from api.v1 import idempotency, throttles


@shared_task
def purge_idempotency_keys() -> None:
    """Delete the idempotency keys, throttle counters and tickets whose time is over."""
    idempotency.purge()
    throttles.purge()
    tickets.purge()


@shared_task(name=recovery.TASK)
def send_recoveries(limit: int = 100) -> int:
    """Send the mails that wait; return how many went. Sent as a nudge on commit, and by beat as a sweep."""
    return recovery.send_waiting(limit=limit)
