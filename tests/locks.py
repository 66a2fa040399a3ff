"""Who waits for a lock in the test's own database; other processes of a run have theirs on the same server."""

from django.db import connection

_WAITING = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"


def waiting_for_locks() -> int:
    """How many connections of this database wait for one at the moment."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_clear_snapshot()")  # within a transaction it would stay the same
        cursor.execute(_WAITING)
        return int(cursor.fetchone()[0])
