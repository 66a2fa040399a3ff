"""The Celery application with games whose check hangs or fails: `celery -A tests.faults.poisoned worker`.

A lease and the end of a task that hangs come soon, so that a test need not wait for minutes.
"""

import time
from datetime import timedelta
from typing import Any

import django

from config.celery import app

django.setup()

from games import check, tasks  # noqa: E402 - it needs the applications
from tests.faults.test_workers import FAILS, HANGS  # noqa: E402

_judge = check.judge


def _poisoned(*, code: str, **log: Any) -> check.Verdict:
    if code == HANGS:
        time.sleep(3600)
    if code == FAILS:
        raise ZeroDivisionError("a poisoned game")
    return _judge(code=code, **log)


vars(check)["judge"] = _poisoned
vars(check)["CHECK_LEASE"] = timedelta(seconds=2)
tasks.check_waiting.time_limit = 4

__all__ = ["app"]
