"""The deals that are played: the recent ones, the popular ones, and those that are popular of late.

The first two are lists of `DealTotal` in the order of an index, each mode by itself. The third is of limited length:
the deals that had the most players on one of the last days, with the number of different players on all of them.
"""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Any, Final, NamedTuple

from django.db import connection
from django.db.models import QuerySet

from games.daily import MODES
from leaderboards.models import DealTotal

RECENT: Final = ("-last_finished_at", "code")
POPULAR: Final = ("-players", "-last_finished_at", "code")

BUSIEST_A_DAY: Final = 50
"""Of each day and mode, so many deals are looked at."""
MAX_DAYS: Final = 31

_LATELY: Final = """
WITH busiest AS (
         SELECT DISTINCT top.code
           FROM unnest(%(modes)s::text[]) AS asked (mode)
          CROSS JOIN unnest(%(days)s::date[]) AS last (day)
          CROSS JOIN LATERAL (
                 SELECT code FROM leaderboards_dealday
                  WHERE rules_version = %(rules_version)s AND mode = asked.mode AND day = last.day
                  ORDER BY players DESC, code LIMIT %(limit)s
                ) AS top
     )
SELECT counted.players, total.last_finished_at, total.code
  FROM busiest
  JOIN leaderboards_dealtotal AS total ON total.code = busiest.code AND total.rules_version = %(rules_version)s
 CROSS JOIN LATERAL (
        SELECT sum(players)::integer AS players FROM leaderboards_dealday AS of_deal
         WHERE of_deal.code = busiest.code AND of_deal.rules_version = %(rules_version)s
           AND of_deal.day >= %(since)s
       ) AS counted
 ORDER BY counted.players DESC, total.last_finished_at DESC, total.code
"""


class Lately(NamedTuple):
    """A deal, and how many different players have finished a game of it in the last days."""

    players: int
    last_finished_at: datetime
    code: str

    @property
    def order(self) -> tuple[int, timedelta, str]:
        """What the list is sorted by: the most players first, of equal ones the last played, then by code."""
        return -self.players, _FAR - self.last_finished_at, self.code


_FAR: Final = datetime.fromisoformat("9999-12-31T00:00:00+00:00")


def played(*, rules_version: int) -> QuerySet[DealTotal]:
    """Return the deals with a game that boards show."""
    return DealTotal.objects.filter(rules_version=rules_version, last_finished_at__isnull=False)


def top(*, order: Sequence[str], rules_version: int, limit: int) -> list[DealTotal]:
    """Return the first of the deals with a game that boards show, in one of the orders above, of all modes together."""
    modes = [played(rules_version=rules_version).filter(mode=str(mode)).order_by(*order)[:limit] for mode in MODES]
    return list(modes[0].union(*modes[1:], all=True).order_by(*order)[:limit])


def lately(*, rules_version: int, modes: Sequence[str], days: int, today: date) -> list[Lately]:
    """Return the deals with the most players in the last `days` days, today among them, in order."""
    last = [today - timedelta(days=ago) for ago in range(days)]
    parameters: dict[str, Any] = {
        "rules_version": rules_version,
        "modes": list(modes),
        "days": last,
        "since": last[-1],
        "limit": BUSIEST_A_DAY,
    }
    with connection.cursor() as cursor:
        cursor.execute(_LATELY, parameters)
        return [Lately(*row) for row in cursor.fetchall()]
