"""Leases: by when a worker that has claimed a row must be done with it."""

from datetime import datetime, timedelta

from django.db import models


def is_free(*, at: datetime, lease: timedelta) -> models.Q:
    """Return the condition that no worker holds a row by its `claimed_until`.

    A time that lies too far ahead is none that a worker has set since the clock was set back.
    """
    held_until_too_late = models.Q(claimed_until__gt=at + 2 * lease)
    return models.Q(claimed_until=None) | models.Q(claimed_until__lte=at) | held_until_too_late
