"""Since when the service has been there: who could not reach it was not absent, and had no turn to let go by.

The process of streams notes every few seconds that it is there, and web processes do when a player asks for a match. So
it is neither taken for an outage that nobody plays, nor that one of these processes stands still.
"""

from datetime import datetime
from typing import Final

from django.db import connection
from django.utils import timezone

from games.limits import OUTAGE_AFTER, SEEN_EVERY
from games.models import Uptime

_NOTE: Final = """
    INSERT INTO games_uptime AS up (id, since, noted_at) VALUES (1, NULL, %(at)s)
    ON CONFLICT (id) DO UPDATE
        SET since = CASE WHEN up.noted_at < %(away)s THEN excluded.noted_at ELSE up.since END,
            noted_at = excluded.noted_at
        WHERE up.noted_at <= %(due)s
"""


def note_up(*, at: datetime | None = None) -> None:
    """Note that the service is there. Outside of a transaction: others that note the same wait for its end."""
    at = at or timezone.now()
    with connection.cursor() as cursor:
        cursor.execute(_NOTE, {"at": at, "away": at - OUTAGE_AFTER, "due": at - SEEN_EVERY})


def up_since(*, at: datetime | None = None) -> datetime | None:
    """Return since when the service has been there, which is now if it has only just come back; None if always."""
    at = at or timezone.now()
    row = Uptime.objects.first()
    if row is None:
        return None
    return at if row.noted_at < at - OUTAGE_AFTER else row.since
