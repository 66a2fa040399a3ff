"""The API's own upkeep. Each task is safe to run twice."""

from celery import shared_task

from api.live import tickets
from api.v1 import idempotency, throttles


@shared_task
def purge_idempotency_keys() -> None:
    """Delete the idempotency keys, throttle counters and tickets whose time is over."""
    idempotency.purge()
    throttles.purge()
    tickets.purge()
