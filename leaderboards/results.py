"""What was played lately, by one player or by anybody: entries on all boards, each with the rank that it has now."""

from collections.abc import Sequence
from typing import Final, NamedTuple
from uuid import UUID

from django.db import connection
from django.db.models import Count, QuerySet, Sum

from games.models import Game, Player
from games.moment import one_moment
from leaderboards.models import Entry, Tally, View
from leaderboards.ranks import Place

NEWEST: Final = ("-finished_at", "-game_id")

# Sums over the counts of each entry's own board: of those with a higher score, and of those with the same in no more
# moves.
_RANKS: Final = """
SELECT entry.id, (1 + scores.higher + results.quicker)::integer, results.tied::integer, scores.total::integer
  FROM leaderboards_entry AS entry
 CROSS JOIN LATERAL (
        SELECT sum(n) AS total, coalesce(sum(n) FILTER (WHERE ranked_score > entry.ranked_score), 0) AS higher
          FROM leaderboards_scorecount AS counted
         WHERE (counted.code, counted.rules_version, counted.view) = (entry.code, entry.rules_version, entry.view)
       ) AS scores
 CROSS JOIN LATERAL (
        SELECT sum(n) FILTER (WHERE moves = entry.moves) AS tied,
               coalesce(sum(n) FILTER (WHERE moves < entry.moves), 0) AS quicker
          FROM leaderboards_movescount AS counted
         WHERE (counted.code, counted.rules_version, counted.view) = (entry.code, entry.rules_version, entry.view)
           AND counted.ranked_score = entry.ranked_score AND counted.moves <= entry.moves
       ) AS results
 WHERE entry.id = ANY(%s)
"""


class Sums(NamedTuple):
    """How many deals a player has played, how many verified games of them, and how many of these were won."""

    deals: int
    games: int
    wins: int


def entries_of(*, player_id: UUID, view: View) -> QuerySet[Entry]:
    """Return a player's entries on all boards of a view."""
    return Entry.objects.filter(player_id=player_id, view=view)


def sums_of(*, player_id: UUID) -> Sums:
    """Return what a player's games that boards show come to. It takes longer the more deals the player has played."""
    tallies = Tally.objects.filter(player_id=player_id, shown__gt=0)
    return Sums(**tallies.aggregate(deals=Count("pk"), games=Sum("shown", default=0), wins=Sum("wins", default=0)))


def latest(*, limit: int) -> list[Place]:
    """Return the results that were finished last, the newest first, one a player on each deal: the player's best.

    They are entries of boards, so nobody is among them whom boards do not show.
    """
    with one_moment():
        newest = Entry.objects.filter(view=View.BEST).select_related("player").order_by(*NEWEST)
        return ranked(list(newest[:limit]))


def ranked(entries: Sequence[Entry]) -> list[Place]:
    """Return where each entry stands on its own board, in one statement. Read both inside `one_moment`."""
    with connection.cursor() as cursor:
        cursor.execute(_RANKS, [[entry.pk for entry in entries]])
        ranks = {entry_id: numbers for entry_id, *numbers in cursor.fetchall()}
    return [
        Place(entry=entry, rank=rank, tied=tied, total=total)
        for entry in entries
        for rank, tied, total in [ranks[entry.pk]]
    ]


def best_game_of(*, player: Player, code: str, rules_version: int) -> Game | None:
    """Return a player's best verified game on a deal, one that boards do not show among them; None if there is none."""
    games = Game.objects.filter(player=player, code=code, status=Game.Status.VERIFIED)
    own = games.filter(stream__rules_version=rules_version).select_related("stream", "player")
    return own.order_by("-ranked_score", "moves", "finished_at", "pk").first()
