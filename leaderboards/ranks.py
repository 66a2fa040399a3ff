"""Entries with their ranks, read in one statement.

The rank is one more than the number of better entries: those of a higher score, and those of the same score in fewer
moves. Both are running sums over the counts, so that it costs the same on a board of twenty and of a million: a board
has some hundreds of different scores, and a score some hundreds of different numbers of moves.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.db import DEFAULT_DB_ALIAS, connection
from psycopg.sql import SQL, Composable, Identifier

from games.models import Player
from leaderboards.models import Entry
from leaderboards.order import KEY, ON_BOARD

_ENTRY: Final = [field.attname for field in Entry._meta.concrete_fields]
_PLAYER: Final = ["id", "name", "name_key"]

# Each part is materialised, so that it is computed once whatever the planner thinks of its size: on a board that is far
# more crowded than most it thinks of a few rows, and would compute windows anew for every row that is listed.
_QUERY: Final = SQL("""
WITH listed AS MATERIALIZED ({listed}),
     board AS MATERIALIZED (
         SELECT worst, best, sum(n) AS total, coalesce(sum(n) FILTER (WHERE ranked_score > best), 0) AS higher
           FROM (SELECT min(ranked_score) AS worst, max(ranked_score) AS best FROM listed) AS ends
           JOIN leaderboards_scorecount ON {on_board}
          GROUP BY worst, best
     ),
     scores AS MATERIALIZED (
         SELECT ranked_score, total, higher + sum(n) OVER (ORDER BY ranked_score DESC) - n AS higher
           FROM board
           JOIN leaderboards_scorecount ON {on_board} AND ranked_score BETWEEN worst AND best
     ),
     results AS MATERIALIZED (
         SELECT ranked_score, counted.moves, tied, quicker
           FROM (SELECT ranked_score, max(moves) AS most FROM listed GROUP BY ranked_score) AS score
          CROSS JOIN LATERAL (
                 SELECT moves, n AS tied, sum(n) OVER (ORDER BY moves) - n AS quicker
                   FROM leaderboards_movescount
                  WHERE {on_board} AND ranked_score = score.ranked_score AND moves <= most
                ) AS counted
     )
SELECT {entry}, {player}, total::integer, tied, (1 + higher + quicker)::integer
  FROM listed
  JOIN games_player AS player ON player.id = listed.player_id
  JOIN scores USING (ranked_score)
  JOIN results USING (ranked_score, moves)
 ORDER BY {order}
""")


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where an entry stands: its rank among `total`, and how many share that rank, itself included."""

    entry: Entry
    rank: int
    tied: int
    total: int

    @property
    def percentile(self) -> float:
        """Of all other entries, how many in a hundred have a worse result; 100 for a board of one."""
        worse = self.total - self.tied - (self.rank - 1)
        return 100 * worse / (self.total - 1) if self.total > 1 else 100.0


def statement(listed: Composable) -> str:
    """Return the statement that says where the entries stand that a query lists; the query gives all their columns.

    Its parameters are the board's columns, and the query's own. Composing it costs more than running it: keep it.
    """
    return _QUERY.format(
        listed=listed,
        on_board=ON_BOARD,
        entry=SQL(", ").join(Identifier("listed", column) for column in _ENTRY),
        player=SQL(", ").join(Identifier("player", column) for column in _PLAYER),
        order=KEY,
    ).as_string()


def places(statement: str, *, parameters: Mapping[str, Any]) -> list[Place]:
    """Return what a statement of `statement` says, the best first. Of the players, names are loaded and no more."""
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
        return [_place(row) for row in cursor.fetchall()]


def _place(row: tuple) -> Place:
    *columns, total, tied, rank = row
    entry = Entry.from_db(DEFAULT_DB_ALIAS, _ENTRY, columns[: len(_ENTRY)])
    entry.player = Player.from_db(DEFAULT_DB_ALIAS, _PLAYER, columns[len(_ENTRY) :])
    return Place(entry=entry, rank=rank, tied=tied, total=total)
