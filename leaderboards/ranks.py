"""Ranks, from the counts: in SQL for one entry, and carried on from entry to entry for a run of them.

The rank is one more than the number of better entries: those of a higher score, and those of the same score in fewer
moves. Every expression here reads counts only, and stands in the statement that reads the entries.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, TypedDict

from django.db.models import OuterRef, QuerySet, Subquery, Sum, Value
from django.db.models.expressions import Combinable
from django.db.models.functions import Coalesce

from leaderboards.models import Entry, MovesCount, ScoreCount
from leaderboards.order import Board, Key

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

_BEFORE_ALL: Final = (-(2**31), 0)


class Placed(TypedDict):
    """An entry with its rank, how many share it, and how many entries its board has."""

    rank: int
    tied: int
    total: int


class Ranked(TypedDict):
    """An entry with its rank."""

    rank: int


class Counted(TypedDict):
    """An entry with how many share its rank, and how many entries are above a key and level with it."""

    tied: int
    above: int
    level: int


def with_place(entries: QuerySet[Entry], *, board: Board) -> "QuerySet[WithAnnotations[Entry, Placed]]":
    """Return the entries with all that a `Place` says, looked up for each."""
    return entries.annotate(
        rank=1 + _above(board, score=OuterRef("ranked_score"), moves=OuterRef("moves")),
        tied=_level(board, score=OuterRef("ranked_score"), moves=OuterRef("moves")),
        total=_sum(ScoreCount.objects.filter(**board.columns)),
    )


def with_rank(entries: QuerySet[Entry], *, board: Board) -> "QuerySet[WithAnnotations[Entry, Ranked]]":
    """Return the entries with their ranks, looked up for each: for lists that leave others out."""
    return entries.annotate(rank=1 + _above(board, score=OuterRef("ranked_score"), moves=OuterRef("moves")))


def with_counts(
    entries: QuerySet[Entry], *, board: Board, key: Key | None
) -> "QuerySet[WithAnnotations[Entry, Counted]]":
    """Return the entries with what `carry_on` needs, which costs one sum for all of them."""
    zero = Value(0)
    above = zero if key is None else _above(board, score=Value(-key.descent), moves=Value(key.moves))
    level = zero if key is None else _level(board, score=Value(-key.descent), moves=Value(key.moves))
    tied = _level(board, score=OuterRef("ranked_score"), moves=OuterRef("moves"))
    return entries.annotate(tied=tied, above=above, level=level)


def carry_on(entries: "Sequence[WithAnnotations[Entry, Counted]]", *, key: Key | None) -> list[int]:
    """Return the ranks of entries that follow one another in the board's order, at the key and to both sides of it.

    Without a key they begin at the top. From the key's own rank the others are carried on through the ties: down by
    those that are passed, up by those that are reached.
    """
    if not entries:
        return []
    at = _BEFORE_ALL if key is None else key.result
    above, level = entries[0].above, entries[0].level
    ties = {Key.of(entry).result: entry.tied for entry in entries}
    ranks = {at: 1 + above}
    rank = 1 + above
    for result in reversed([result for result in ties if result < at]):
        rank -= ties[result]
        ranks[result] = rank
    rank = 1 + above + level
    for result in [result for result in ties if result > at]:
        ranks[result] = rank
        rank += ties[result]
    return [ranks[Key.of(entry).result] for entry in entries]


def _above(board: Board, *, score: OuterRef | Value, moves: OuterRef | Value) -> Combinable:
    """Return the number of entries with a better result."""
    higher = ScoreCount.objects.filter(**board.columns, ranked_score__gt=score)
    quicker = MovesCount.objects.filter(**board.columns, ranked_score=score, moves__lt=moves)
    return _sum(higher) + _sum(quicker)


def _level(board: Board, *, score: OuterRef | Value, moves: OuterRef | Value) -> Combinable:
    """Return the number of entries with this result."""
    return _sum(MovesCount.objects.filter(**board.columns, ranked_score=score, moves=moves))


def _sum(counts: QuerySet[ScoreCount] | QuerySet[MovesCount]) -> Combinable:
    summed = counts.order_by().values("view").annotate(sum=Sum("n")).values("sum")
    return Coalesce(Subquery(summed), 0)
