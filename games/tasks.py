"""Celery tasks: thin, safe to run twice, and free of arguments that could grow old in a queue."""

from celery import Task, shared_task

from games import check, daily, proofs
from games.limits import CHECK_ENDED_AFTER
from games.matches import sweep
from games.metrics import SWEPT
from games.nudge import CHECK_TASK, PROVE_TASK


@shared_task(bind=True, name=CHECK_TASK, time_limit=CHECK_ENDED_AFTER.total_seconds())
def check_waiting(self: Task, limit: int = 1000) -> int:
    """Check games that wait for it; return how many were decided. Sent as a nudge on commit, and by beat as a sweep."""
    if (self.request.headers or {}).get("celery_beat_task"):
        SWEPT.set_to_current_time()
    return check.check_waiting(limit=limit)


@shared_task(name=PROVE_TASK)
def prove_waiting(limit: int = 1) -> int:
    """Search deals that wait for it; return how many were answered. One at a time: a search holds a worker up."""
    return proofs.prove_waiting(limit=limit)


@shared_task
def prepare_daily_deals() -> int:
    """Make the deals of today and of the next days; return how many were missing. They are made on demand too."""
    return daily.prepare()


@shared_task
def end_left_matches(limit: int = 1000) -> int:
    """End matches that both players have left; return how many. Those beyond the limit wait for the next tick."""
    return sweep.end_left_matches(limit=limit)
