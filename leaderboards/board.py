"""A board as it is read: its total, one's own place, a page of it, and the places around a player.

Ranks are competition ranks: 1, 1, 1, 4. Each answer is read by one statement, and so is of one moment whatever is
written meanwhile; what it costs does not grow with the board.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final
from uuid import UUID

from django.db import connection
from django.db.models import Sum
from psycopg.sql import SQL, Identifier, Literal

from leaderboards.models import ScoreCount, View
from leaderboards.order import GIVEN_KEY, ON_BOARD, Board, Filters, Key, Way, scan
from leaderboards.ranks import Place, places, statement

__all__ = [
    "MAX_NAMESAKES",
    "METHOD",
    "Board",
    "Cursor",
    "Filters",
    "Key",
    "Page",
    "Place",
    "View",
    "around",
    "named",
    "page",
    "place",
    "stamp",
    "total",
]

METHOD: Final = "competition"
"""The name of the way in which equal results are ranked."""

MAX_NAMESAKES: Final = 100
"""So many players of one name are looked for on a board."""

_ALL: Final = Filters()
# Statements that are kept composed: a few for each limit that clients ask for.
_KEPT: Final = 512
_OWN: Final = SQL("SELECT * FROM leaderboards_entry WHERE {} AND player_id = %(player_id)s").format(ON_BOARD)
_NAMED: Final = SQL("""
    SELECT * FROM leaderboards_entry
     WHERE {} AND player_id IN (SELECT id FROM games_player WHERE lower(name) = lower(%(name)s) LIMIT {})
""").format(ON_BOARD, Literal(MAX_NAMESAKES))
_STAMP: Final = """
SELECT xmin FROM leaderboards_dealtotal WHERE code = %(code)s AND rules_version = %(rules_version)s
"""
_LAST_ID: Final = UUID(int=(1 << 128) - 1)
_FIRST_ID: Final = UUID(int=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Cursor:
    """Where a page begins: past a key, whatever has come and gone around it since; backward, where it ends."""

    key: Key
    is_backward: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """Places that follow one another, the best first, and the cursors of the pages on either side, if there are any."""

    rows: tuple[Place, ...]
    next: Cursor | None
    previous: Cursor | None


def total(*, board: Board) -> int:
    """Return how many entries the board has."""
    return ScoreCount.objects.filter(**board.columns).aggregate(sum=Sum("n"))["sum"] or 0


def stamp(*, board: Board) -> str:
    """Return a text that is another one after every result that comes to the deal's boards or goes from them.

    It is the version that PostgreSQL gives the one row of the deal's totals, which a trigger writes each time. A name
    that changes leaves it as it is.
    """
    with connection.cursor() as cursor:
        cursor.execute(_STAMP, board.columns)
        found = cursor.fetchone()
        return str(found[0]) if found else ""


def place(*, board: Board, player_id: UUID) -> Place | None:
    """Return a player's place on the board, or None if no entry there is the player's."""
    found = places(_own_place(), parameters={**board.columns, "player_id": player_id})
    return found[0] if found else None


def named(*, board: Board, name: str) -> list[Place]:
    """Return the places of the players who have this name, in any case of its letters; up to `MAX_NAMESAKES`.

    Names of guests are not their own alone, so there may be several.
    """
    return places(_named(), parameters={**board.columns, "name": name})


def page(*, board: Board, limit: int, cursor: Cursor | None = None, filters: Filters = _ALL) -> Page:
    """Return up to `limit` rows of those that pass the filters: from the top, or from where the cursor says."""
    if cursor is None:
        rows = places(_top(limit=limit, filters=filters), parameters=board.columns)
        return _page(rows[:limit], has_previous=False, has_next=len(rows) > limit)
    key, back = cursor.key, cursor.is_backward
    beside = _beside_key(limit=limit, filters=filters, back=back)
    rows = places(beside, parameters={**board.columns, **key._asdict()})
    keys = [Key.of(row.entry) for row in rows]
    middle = bisect_left(keys, key) if back else bisect_right(keys, key)
    before, after = rows[:middle], rows[middle:]
    if back:
        return _page(before[-limit:], has_previous=len(before) > limit, has_next=bool(after), key=key)
    return _page(after[:limit], has_previous=bool(before), has_next=len(after) > limit, key=key)


def around(*, board: Board, player_id: UUID, each_side: int) -> Page | None:
    """Return a player's row and up to `each_side` on either side, or None if no entry on the board is the player's."""
    rows = places(_around(each_side=each_side), parameters={**board.columns, "player_id": player_id})
    if not rows:
        return None
    middle = [row.entry.player_id for row in rows].index(player_id)
    first, end = max(middle - each_side, 0), middle + each_side + 1
    return _page(rows[first:end], has_previous=first > 0, has_next=end < len(rows))


@cache
def _own_place() -> str:
    return statement(_OWN)


@lru_cache(_KEPT)
def _top(*, limit: int, filters: Filters) -> str:
    return statement(scan(filters=filters, way=Way(), limit=limit + 1, key=None))


@lru_cache(_KEPT)
def _beside_key(*, limit: int, filters: Filters, back: bool) -> str:
    """Return the statement of the rows beyond a key, and of the first one on its other side."""
    ahead, behind = Way(is_backward=back), Way(is_backward=not back, is_inclusive=True)
    return statement(
        SQL("{} UNION ALL {}").format(
            scan(filters=filters, way=ahead, limit=limit + 1, key=GIVEN_KEY),
            scan(filters=filters, way=behind, limit=1, key=GIVEN_KEY),
        )
    )


@lru_cache(_KEPT)
def _around(*, each_side: int) -> str:
    key = SQL(", ").join(Identifier("own", column) for column in Key._fields)
    return statement(
        SQL("SELECT listed.* FROM ({}) AS own CROSS JOIN LATERAL ({} UNION ALL {}) AS listed").format(
            _OWN,
            scan(filters=_ALL, way=Way(is_backward=True), limit=each_side + 1, key=key),
            scan(filters=_ALL, way=Way(is_inclusive=True), limit=each_side + 2, key=key),
        )
    )


@cache
def _named() -> str:
    return statement(_NAMED)


def _page(rows: Sequence[Place], *, has_previous: bool, has_next: bool, key: Key | None = None) -> Page:
    """Return the page of these rows; if it has none, its cursors lead to either side of the key."""
    if rows:
        first, last = Key.of(rows[0].entry), Key.of(rows[-1].entry)
    elif key is not None:
        # An entry may still stand at the key itself. Whichever side it is on, that side begins with it.
        first, last = key._replace(game_id=_LAST_ID), key._replace(game_id=_FIRST_ID)
    else:
        return Page(rows=(), next=None, previous=None)
    return Page(
        rows=tuple(rows),
        next=Cursor(key=last) if has_next else None,
        previous=Cursor(key=first, is_backward=True) if has_previous else None,
    )
