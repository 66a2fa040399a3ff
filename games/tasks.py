"""Celery tasks: thin, safe to run twice, and free of arguments that could grow old in a queue."""

from celery import shared_task

from games import check
from games.nudge import CHECK_TASK


@shared_task(name=CHECK_TASK)
def check_waiting(limit: int = 1000) -> int:
    """Check games that wait for it; return how many were decided. Sent as a nudge on commit, and by beat as a sweep."""
    return check.check_waiting(limit=limit)
