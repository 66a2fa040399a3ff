"""The counts of games in play, compared with the games and put right. A trigger on the games keeps them otherwise."""

from typing import Final

from django.db import connection, transaction

from leaderboards.models import OpenDay

_DIFFERENCES: Final = """
WITH seen AS (
         SELECT code, rules_version, (last_event_at AT TIME ZONE 'UTC')::date AS day,
                get_byte(uuid_send(stream_id), 15) & 7 AS stripe, count(*)::integer AS n
           FROM games_game JOIN games_stream AS stream ON stream.id = stream_id
          WHERE status = 'playing' AND (code = %(code)s OR %(code)s IS NULL)
          GROUP BY 1, 2, 3, 4
     ),
     differing AS (
         SELECT code, rules_version, day, stripe, stored.n AS was, coalesce(seen.n, 0) AS due
           FROM seen FULL JOIN leaderboards_openday AS stored USING (code, rules_version, day, stripe)
          WHERE coalesce(stored.n, 0) <> coalesce(seen.n, 0) AND (code = %(code)s OR %(code)s IS NULL)
     ){then}
SELECT code, rules_version, day, stripe, coalesce(was, 0), due FROM differing ORDER BY code, rules_version, day, stripe
"""
# The difference of one moment is added to what is counted by then, so that games may come and go meanwhile.
_RESTORE: Final = """,
     corrected AS (
         UPDATE leaderboards_openday AS stored SET n = stored.n + due - was FROM differing
          WHERE (stored.code, stored.rules_version, stored.day, stored.stripe)
              = (differing.code, differing.rules_version, differing.day, differing.stripe)
     ),
     added AS (
         INSERT INTO leaderboards_openday AS stored (code, rules_version, day, stripe, n)
         SELECT code, rules_version, day, stripe, due FROM differing WHERE was IS NULL
             ON CONFLICT (code, rules_version, day, stripe) DO UPDATE SET n = stored.n + excluded.n
     )
"""


def differences(*, code: str | None = None) -> list[str]:
    """Return a sentence for each deal, day and stripe of which another number of games is in play than is counted."""
    return _differing(code=code, then="")


@transaction.atomic
def restore(*, code: str | None = None) -> list[str]:
    """Correct the counts of games in play, of all deals or of one, and return what was wrong."""
    with connection.cursor() as cursor:
        # Only against another one of these: a difference must not be added twice.
        cursor.execute("LOCK TABLE leaderboards_openday IN SHARE UPDATE EXCLUSIVE MODE")
    found = _differing(code=code, then=_RESTORE)
    OpenDay.objects.filter(n=0).delete()
    return found


def _differing(*, code: str | None, then: str) -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute(_DIFFERENCES.format(then=then), {"code": code})
        return [
            f"board {deal}, rules {rules}: {was} games in play on {day} are counted in stripe {stripe}, not {due}"
            for deal, rules, day, stripe, was, due in cursor.fetchall()
        ]
