"""Tallies as games say they should be, and what they come to on a deal.

`leaderboards.projection` calls this under the board's lock, as for entries. A game that boards do not show is counted
without saying whose it is or why: hidden by staff, of a hidden player, of one who has opted out or gone.
"""

from functools import cache
from typing import Any, Final
from uuid import UUID

from django.db import connection
from django.db.models import Count, Max, Q, Sum
from django.db.models.functions import TruncDate

from games.models import Game
from games.statements import Parameter
from leaderboards.models import DealDay, DealTotal, Tally
from leaderboards.written import Written

_SUMS: Final[dict[str, Any]] = {
    "players": Count("pk", filter=Q(shown__gt=0)),
    "winners": Count("pk", filter=Q(wins__gt=0)),
    **{name: Sum(name) for name in ("shown", "not_shown", "rejected", "wins")},
    "last_finished_at": Max("last_finished_at"),
}

_VALUES: Final = ("shown", "not_shown", "rejected", "wins", "fewest_moves", "last_finished_at")

# A row that is there is updated in place, so that the totals are touched once.
_WRITE: Final = """
WITH wanted AS MATERIALIZED (
         SELECT games_game.code, games_stream.rules_version, games_game.player_id,
                count(*) FILTER (WHERE is_shown) AS shown,
                count(*) FILTER (WHERE status = 'verified' AND NOT is_shown) AS not_shown,
                count(*) FILTER (WHERE status = 'rejected') AS rejected,
                count(*) FILTER (WHERE is_shown AND won) AS wins,
                min(moves) FILTER (WHERE is_shown AND won) AS fewest_moves,
                max(finished_at) FILTER (WHERE is_shown) AS last_finished_at
           FROM games_game
           JOIN games_stream ON games_stream.id = games_game.stream_id
           JOIN games_player ON games_player.id = games_game.player_id
          CROSS JOIN LATERAL (SELECT {ranked} AS is_shown) AS seen
          WHERE status IN ('verified', 'rejected') AND games_game.code = %(code)s
            AND games_stream.rules_version = %(rules_version)s AND {one_player}
          GROUP BY games_game.code, games_stream.rules_version, games_game.player_id
     ),
     removed AS (
         DELETE FROM leaderboards_tally AS stored
          WHERE code = %(code)s AND rules_version = %(rules_version)s AND {one_player}
            AND NOT EXISTS (SELECT FROM wanted WHERE wanted.player_id = stored.player_id)
         RETURNING 1
     ),
     written AS (
         INSERT INTO leaderboards_tally AS stored (code, rules_version, player_id, {values})
         SELECT code, rules_version, player_id, {values} FROM wanted
             ON CONFLICT (player_id, code, rules_version) DO UPDATE SET ({values}) = ROW({new_values})
             WHERE ({old_values}) IS DISTINCT FROM ({new_values})
         RETURNING 1
     )
SELECT (SELECT count(*) FROM removed) + (SELECT count(*) FROM written)
"""


def refresh(*, code: str, rules_version: int, player_id: UUID | None = None) -> int:
    """Bring the tallies of a deal, or that of one of its players, in line with the games; return how many changed."""
    statement = _statement(of_one_player=player_id is not None)
    with connection.cursor() as cursor:
        cursor.execute(statement, {"code": code, "rules_version": rules_version, "player_id": player_id})
        changed: int = cursor.fetchone()[0]
        return changed


def write_totals(*, code: str, rules_version: int) -> int:
    """Bring a deal's totals and days in line with its tallies as they stand; return how many rows changed."""
    return sum(written.write(code=code, rules_version=rules_version) for written in _totals())


@cache
def _totals() -> tuple[Written, Written]:
    deal = ("code", "rules_version")
    tallies = Tally.objects.filter(**{name: Parameter(name) for name in deal}).order_by()
    totals = tallies.values_list(*deal).annotate(**{f"sum_{name}": amount for name, amount in _SUMS.items()})
    days = (
        tallies.exclude(last_finished_at=None).values_list(*deal, TruncDate("last_finished_at")).annotate(n=Count("*"))
    )
    return (
        Written.of(DealTotal, key=deal, values=tuple(_SUMS), wanted=totals, scope=deal),
        Written.of(DealDay, key=(*deal, "day"), values=("players",), wanted=days, scope=deal),
    )


@cache
def _statement(*, of_one_player: bool) -> str:
    """Return the statement of a refresh; which games are shown, it says as `GameQuerySet.ranked` does."""
    query = Game.objects.ranked().query
    condition, values = query.where.as_sql(query.get_compiler(connection=connection), connection)
    return _WRITE.format(
        ranked=connection.ops.compose_sql(condition, values),  # type: ignore[attr-defined]
        one_player="player_id = %(player_id)s" if of_one_player else "TRUE",
        values=", ".join(_VALUES),
        old_values=", ".join(f"stored.{name}" for name in _VALUES),
        new_values=", ".join(f"excluded.{name}" for name in _VALUES),
    )
