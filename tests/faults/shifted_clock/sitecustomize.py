"""Runs in every Python process that has this directory in PYTHONPATH: its clock is as far off as a file says.

The file is the one that SHIFTED_CLOCK names, and has the seconds. Clocks that measure time that passes are as they are.
"""

import os
import time
from datetime import datetime, timedelta, tzinfo
from pathlib import Path

from celery import Celery
from celery.worker import request
from django.utils import timezone

_file = Path(os.environ["SHIFTED_CLOCK"])
_time, _time_ns, _django_now, _celery_now = time.time, time.time_ns, timezone.now, Celery.now


def _seconds() -> int:
    return int(_file.read_text())


class _ShiftedDatetime(datetime):
    @classmethod
    def now(cls, tz: tzinfo | None = None) -> "_ShiftedDatetime":
        return super().now(tz) + timedelta(seconds=_seconds())


def _shifted_celery_now(app: Celery) -> datetime:
    now: datetime = _celery_now(app)
    return now + timedelta(seconds=_seconds())


time.time = lambda: _time() + _seconds()
time.time_ns = lambda: _time_ns() + _seconds() * 1_000_000_000
timezone.now = lambda: _django_now() + timedelta(seconds=_seconds())
Celery.now = _shifted_celery_now
request.datetime = _ShiftedDatetime  # by which a worker tells messages that have expired
