"""Telling whoever waits for news of a match that there are some.

PostgreSQL hands the message on when the transaction commits, and drops it with one that does not. It says which match
and how long its log is, and nothing else: who hears of it reads what they may see.
"""

from typing import Final
from uuid import UUID

from django.db import connection

CHANNEL: Final = "match"


def wake(*, match_id: UUID, version: int) -> None:
    """Tell the listeners on the channel `match`: `<id> <version>`, once the current transaction has committed."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, f"{match_id} {version}"])
