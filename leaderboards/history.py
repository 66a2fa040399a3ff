"""The history of a board: who led it when, and the board as it stood at a time.

Nothing is stored for it. Both are read from the games that count now, by when the server received their finish: who is
hidden, has gone or has opted out since is in no history, as if never there, and a game that was checked late counts
from its finish on.

Both are walks down the order of all games of a deal (the index game_order), each step of which goes on where the last
one ended. A lead is the best game among those finished before the next lead; a row of an earlier board is the best game
by then of a player who has none above. So an answer reads one range of the index at most once, however many games
there are: at worst, for what was long ago, all of the deal's games, of which a million take some tenths of a second.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.db import connection
from django.db.models import F, Min, OuterRef, Q, QuerySet, Subquery
from django.db.models.lookups import IsNull, LessThanOrEqual

from games.models import Attempt, Game
from leaderboards.models import View
from leaderboards.order import Board, Key


@dataclass(frozen=True, slots=True, kw_only=True)
class Lead:
    """A game at the head of a board: since its finish, until that of a better one, or None if it leads now."""

    game: Game
    until: datetime | None

    @property
    def since(self) -> datetime:
        if self.game.finished_at is None:
            raise ValueError(f"game {self.game.pk} leads a board and is not finished")
        return self.game.finished_at


@dataclass(frozen=True, slots=True, kw_only=True)
class Leads:
    """Leads that follow one another, the latest first, and the key that earlier ones come after, if there are any."""

    rows: tuple[Lead, ...]
    next: Key | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PastBoard:
    """The top of a board at a time: each game with its rank then, and whether there were more."""

    rows: tuple[tuple[int, Game], ...]
    has_more: bool


_KEY: Final = ", ".join(Key._fields)

# `counted` are the games that count, as the ORM has them; PostgreSQL sees through it to their index.
_WALK: Final = """
WITH RECURSIVE walk AS (
    (SELECT counted.*, ARRAY[player_id] AS players, 1 AS step FROM ({counted}) AS counted
      WHERE {beginning} ORDER BY {key} LIMIT 1)
  UNION ALL
    SELECT further.*, walk.players || further.player_id, walk.step + 1
      FROM walk
     CROSS JOIN LATERAL (
           SELECT * FROM ({counted}) AS counted
            WHERE ({key}) > (walk.descent, walk.moves, walk.finished_at, walk.game_id) AND {condition}
            ORDER BY {key} LIMIT 1
           ) AS further
     WHERE walk.step < %s
)
SELECT {key} FROM walk ORDER BY step
"""


def leads(*, board: Board, limit: int, after: Key | None = None) -> Leads:
    """Return up to `limit` leads of a board, from the present one back, or those before the lead of a key."""
    games = _counted(board)
    beginning = f"({_KEY}) > (%s, %s, %s, %s) AND finished_at < %s" if after else "true"
    keys = _walk(
        games=games,
        beginning=beginning,
        beginning_values=(*after, after.finished_at) if after else (),
        condition="finished_at < walk.finished_at",
        steps=limit + 1,
    )
    # What led after the first of a later page is asked again: the lead of the key may be hidden by now.
    first_end = _end(games, key=keys[0]) if after and keys else None
    ends = [first_end, *(key.finished_at for key in keys)]
    rows = zip(_games(keys[:limit]), ends, strict=False)
    return Leads(
        rows=tuple(Lead(game=game, until=until) for game, until in rows),
        next=keys[limit - 1] if len(keys) > limit else None,
    )


def past_board(*, board: Board, at: datetime, limit: int) -> PastBoard:
    """Return the first `limit` rows of a board as it stood at a time, with the ranks that they had."""
    keys = _walk(
        games=_counted(board).filter(finished_at__lte=at),
        beginning="true",
        condition="player_id <> ALL (walk.players)",
        steps=limit + 1,
    )
    results = [(key.descent, key.moves) for key in keys[:limit]]
    # The rows begin at the top, so the first one with a result is as far down as all of them rank.
    ranks = [results.index(result) + 1 for result in results]
    return PastBoard(rows=tuple(zip(ranks, _games(keys[:limit]), strict=True)), has_more=len(keys) > limit)


def _counted(board: Board) -> QuerySet[Game, Any]:
    """Return the games that count on a board or have counted, as rows of `Key` and the player."""
    games = Game.objects.ranked().filter(code=board.code, stream__rules_version=board.rules_version)
    if board.view == View.FIRST:
        # Asked of one game after another: as a join, it would tempt the planner to find all attempts first, each time.
        attempt = Attempt.objects.filter(game_id=OuterRef("pk")).values("game_id")
        games = games.filter(IsNull(Subquery(attempt), False))
    return games.order_by().values(
        "moves", "finished_at", "player_id", descent=-F("ranked_score"), game_id=F("stream_id")
    )


def _walk(
    *, games: QuerySet[Game, Any], beginning: str, condition: str, steps: int, beginning_values: Sequence[Any] = ()
) -> list[Key]:
    counted, values = games.query.sql_with_params()
    statement = _WALK.format(counted=counted, beginning=beginning, condition=condition, key=_KEY)
    with connection.cursor() as cursor:
        cursor.execute(statement, [*values, *beginning_values, *values, steps])
        return [Key(*row) for row in cursor.fetchall()]


def _end(games: QuerySet[Game, Any], *, key: Key) -> datetime | None:
    """Return when the first game that is better than a lead was finished."""
    better = Q(ranked_score__gt=-key.descent) | Q(ranked_score=-key.descent, moves__lt=key.moves)
    # The same again in the terms of the index, so that nothing below the lead is read.
    above = LessThanOrEqual(-F("ranked_score"), key.descent)
    end: datetime | None = games.filter(above, better).aggregate(end=Min("finished_at"))["end"]
    return end


def _games(keys: Sequence[Key]) -> list[Game]:
    """Return the games of these keys, in their order, with players and streams."""
    ids: list[UUID] = [key.game_id for key in keys]
    found = Game.objects.select_related("player", "stream").in_bulk(ids)
    return [found[game_id] for game_id in ids]
