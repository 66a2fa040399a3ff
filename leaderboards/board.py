"""A board as it is read: its total, one's own place, a page of it, and the rows around a player.

Ranks are competition ranks: 1, 1, 1, 4. They come from the counts by score and by (score, moves) and never from
counting entries, so that each of these costs the same on a board of twenty and of a million. What a list shows is
read by one statement, and so is of one moment whatever is written meanwhile.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from django.db.models import QuerySet, Sum

from leaderboards.models import Entry, ScoreCount, View
from leaderboards.order import Board, Filters, Key, Way, scan
from leaderboards.ranks import carry_on, with_counts, with_place, with_rank

__all__ = [
    "METHOD",
    "Board",
    "Cursor",
    "Filters",
    "Key",
    "Page",
    "Place",
    "Row",
    "View",
    "around",
    "page",
    "place",
    "total",
]

METHOD: Final = "competition"
"""The name of the way in which equal results are ranked."""

_NO_FILTERS: Final = Filters()
_LAST_ID: Final = UUID(int=(1 << 128) - 1)
_FIRST_ID: Final = UUID(int=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where one entry stands: its rank among `total`, and how many share that rank, itself included."""

    rank: int
    total: int
    tied: int
    entry: Entry

    @property
    def worse(self) -> int:
        """How many entries have a worse result."""
        return self.total - self.tied - (self.rank - 1)

    @property
    def percentile(self) -> float:
        """Of all other entries, how many in a hundred have a worse result; 100 for a board of one."""
        return 100 * self.worse / (self.total - 1) if self.total > 1 else 100.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A line of a list: an entry, and its rank on the whole board."""

    rank: int
    entry: Entry


@dataclass(frozen=True, slots=True, kw_only=True)
class Cursor:
    """Where a page begins: past a key, whatever has come and gone around it since; backward, where it ends."""

    key: Key
    is_backward: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """Rows that follow one another, the best first, and the cursors of the pages on either side, if there are any."""

    rows: tuple[Row, ...]
    next: Cursor | None
    previous: Cursor | None


def total(*, board: Board) -> int:
    """Return how many entries the board has."""
    return ScoreCount.objects.filter(**board.columns).aggregate(sum=Sum("n"))["sum"] or 0


def place(*, board: Board, player_id: UUID) -> Place | None:
    """Return a player's place on the board, or None if no entry there is the player's."""
    entry = with_place(_entries(board).filter(player_id=player_id), board=board).first()
    if entry is None:
        return None
    return Place(rank=entry.rank, total=entry.total, tied=entry.tied, entry=entry)


def page(*, board: Board, limit: int, cursor: Cursor | None = None, filters: Filters = _NO_FILTERS) -> Page:
    """Return up to `limit` rows of those that pass the filters: from the top, or from where the cursor says."""
    if cursor is None:
        rows = _rows(board, filters=filters, key=None, way=Way(), limit=limit + 1)
        return _page(rows[:limit], key=None, has_previous=False, has_next=len(rows) > limit)
    key, is_backward = cursor.key, cursor.is_backward
    rows = _rows(board, filters=filters, key=key, way=Way(is_backward), limit=limit + 1)
    has_more = len(rows) > limit
    way_back = Way(not is_backward, is_inclusive=True)
    has_passed = scan(_entries(board), filters=filters, key=key, way=way_back, limit=1).exists()
    if is_backward:
        return _page(rows[-limit:], key=key, has_previous=has_more, has_next=has_passed)
    return _page(rows[:limit], key=key, has_previous=has_passed, has_next=has_more)


def around(*, board: Board, player_id: UUID, each_side: int) -> Page | None:
    """Return a player's row and up to `each_side` on either side, or None if no entry on the board is the player's."""
    own = _entries(board).filter(player_id=player_id).first()
    if own is None:
        return None
    key = Key.of(own)
    entries = with_counts(_entries(board), board=board, key=key)
    before = scan(entries, filters=_NO_FILTERS, key=key, way=Way(is_backward=True), limit=each_side + 1)
    after = scan(entries, filters=_NO_FILTERS, key=key, way=Way(is_inclusive=True), limit=each_side + 2)
    found = sorted(before.union(after, all=True), key=Key.of)
    rows = _numbered(found, ranks=carry_on(found, key=key))
    at = sum(Key.of(entry) < key for entry in found)
    first, end = max(at - each_side, 0), at + each_side + 1
    return _page(rows[first:end], key=key, has_previous=first > 0, has_next=end < len(rows))


def _entries(board: Board) -> QuerySet[Entry]:
    return Entry.objects.filter(**board.columns).select_related("player", "game")


def _rows(board: Board, *, filters: Filters, key: Key | None, way: Way, limit: int) -> list[Row]:
    """Return up to `limit` rows from the key on, the best first whichever way they were scanned."""
    if filters == _NO_FILTERS:
        counted = scan(
            with_counts(_entries(board), board=board, key=key), filters=filters, key=key, way=way, limit=limit
        )
        run = sorted(counted, key=Key.of)
        return _numbered(run, ranks=carry_on(run, key=key))
    ranked = scan(with_rank(_entries(board), board=board), filters=filters, key=key, way=way, limit=limit)
    return sorted((Row(rank=entry.rank, entry=entry) for entry in ranked), key=lambda row: Key.of(row.entry))


def _numbered(entries: Sequence[Entry], *, ranks: Sequence[int]) -> list[Row]:
    return [Row(rank=rank, entry=entry) for rank, entry in zip(ranks, entries, strict=True)]


def _page(rows: Sequence[Row], *, key: Key | None, has_previous: bool, has_next: bool) -> Page:
    """Return the page of these rows; without any, its cursors lead back to both sides of the key."""
    if rows:
        first, last = Key.of(rows[0].entry), Key.of(rows[-1].entry)
    elif key:
        # The entry at the key itself may still be there: what lies on either side of the page includes it.
        first, last = key._replace(game_id=_LAST_ID), key._replace(game_id=_FIRST_ID)
    else:
        return Page(rows=(), next=None, previous=None)
    return Page(
        rows=tuple(rows),
        next=Cursor(key=last) if has_next else None,
        previous=Cursor(key=first, is_backward=True) if has_previous else None,
    )
