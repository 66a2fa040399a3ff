"""The order of a board: where an entry stands, and the scans that go on from there in either direction.

A scan reads one range of an index, whatever the size of the board: keys compare as rows, and each combination of the
filtered columns has a range of its own, which PostgreSQL merges.
"""

from dataclasses import dataclass
from datetime import datetime
from itertools import product
from typing import Final, NamedTuple, Self, TypeVar
from uuid import UUID

from django.db.models import (
    BooleanField,
    DateTimeField,
    ExpressionWrapper,
    F,
    Func,
    QuerySet,
    TextField,
    UUIDField,
    Value,
)
from django.db.models.lookups import GreaterThan, GreaterThanOrEqual, LessThan, LessThanOrEqual

from games.models import Game
from leaderboards.models import Entry, View

Entries = TypeVar("Entries", bound=QuerySet[Entry])


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """One deal code under one version of the rules, in one of the views."""

    code: str
    rules_version: int
    view: View = View.BEST

    @property
    def columns(self) -> dict[str, str | int]:
        """What all rows of the board have in common, entries and counts alike."""
        return {"code": self.code, "rules_version": self.rules_version, "view": self.view}


class Key(NamedTuple):
    """A place in a board's order, the better the less: that of an entry, or of one which is gone by now."""

    descent: int  # the ranked score with its sign turned
    moves: int
    finished_at: datetime
    game_id: UUID

    @classmethod
    def of(cls, entry: Entry) -> Self:
        return cls(-entry.ranked_score, entry.moves, entry.finished_at, entry.game_id)

    @property
    def result(self) -> tuple[int, int]:
        """What the rank depends on. Entries with the same result are tied."""
        return self.descent, self.moves


_ORDER: Final = Key._fields
_REVERSED: Final = tuple(f"-{column}" for column in _ORDER)


@dataclass(frozen=True, slots=True, kw_only=True)
class Filters:
    """What a list is narrowed to. The ranks in it stay those of the whole board."""

    origin: Game.Origin | None = None
    accounts_only: bool = False
    unseen: bool = False  # only games whose player had not been shown a replay of these cards

    def combinations(self) -> list[dict[str, str | bool]]:
        """Return the values of the filtered columns that pass; one without any when all of them do."""
        if self == Filters():
            return [{}]
        origins = list(Game.Origin) if self.origin is None else [self.origin]
        accounts = [True] if self.accounts_only else [True, False]
        seen = [False] if self.unseen else [True, False]
        return [
            {"origin": origin, "is_account": is_account, "seen_replay": seen_replay}
            for origin, is_account, seen_replay in product(origins, accounts, seen)
        ]


class Way(NamedTuple):
    """Which way a scan goes, and whether it begins with the entry at the key or with the one beyond."""

    is_backward: bool = False
    is_inclusive: bool = False


def scan(entries: Entries, *, filters: Filters, key: Key | None, way: Way, limit: int) -> Entries:
    """Return up to `limit` of a board's entries from the key on, or from its end, in the order of the way.

    `entries` are all of one board, with whatever they are annotated with.
    """
    order = _REVERSED if way.is_backward else _ORDER
    if key is not None:
        entries = entries.filter(_is_beyond(key, way))
    ranges = [entries.filter(**values).order_by(*order)[:limit] for values in filters.combinations()]
    if len(ranges) == 1:
        return ranges[0]
    return ranges[0].union(*ranges[1:], all=True).order_by(*order)[:limit]


def _is_beyond(key: Key, way: Way) -> ExpressionWrapper:
    """Return the comparison of an entry's key with this one, as one row with another."""
    compare = {
        Way(False, False): GreaterThan,
        Way(False, True): GreaterThanOrEqual,
        Way(True, False): LessThan,
        Way(True, True): LessThanOrEqual,
    }[way]
    values = (
        Value(key.descent),
        Value(key.moves),
        Value(key.finished_at, DateTimeField()),
        Value(key.game_id, UUIDField()),
    )
    return ExpressionWrapper(compare(_row(*map(F, _ORDER)), _row(*values)), output_field=BooleanField())


def _row(*columns: F | Value) -> Func:
    # Django asks for a type; PostgreSQL compares column by column.
    return Func(*columns, function="ROW", output_field=TextField())
