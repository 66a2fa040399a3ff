"""The order of a board: where an entry stands, and the scans that go on from there in either direction.

A scan reads one range of an index, whatever the size of the board: keys compare as rows, and each combination of the
filtered columns has a range of its own, of which the first few entries are merged.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import product
from typing import Final, NamedTuple, Self
from uuid import UUID

from psycopg.sql import SQL, Composable, Composed, Identifier, Literal, Placeholder

from games.models import Game
from leaderboards.models import Entry, View


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """One deal code under one version of the rules, in one of the views."""

    code: str
    rules_version: int
    view: View = View.BEST

    @property
    def columns(self) -> dict[str, str | int]:
        """What all rows of the board have in common, entries and counts alike."""
        return {"code": self.code, "rules_version": self.rules_version, "view": self.view.value}


class Key(NamedTuple):
    """A place in a board's order, the better the less: that of an entry, or of one which is gone by now."""

    descent: int  # the ranked score with its sign turned
    moves: int
    finished_at: datetime
    game_id: UUID

    @classmethod
    def of(cls, entry: Entry) -> Self:
        return cls(-entry.ranked_score, entry.moves, entry.finished_at, entry.game_id)


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
        origins = Game.Origin.values if self.origin is None else [self.origin.value]
        accounts = [True] if self.accounts_only else [True, False]
        seen = [False] if self.unseen else [True, False]
        return [
            {"origin": origin, "is_account": is_account, "seen_replay": seen_replay}
            for origin, is_account, seen_replay in product(origins, accounts, seen)
        ]


class Way(NamedTuple):
    """Which way a scan goes from a key, and whether it begins with the entry there or with the one beyond."""

    is_backward: bool = False
    is_inclusive: bool = False

    @property
    def comparison(self) -> Composable:
        return SQL("<" if self.is_backward else ">") + SQL("=" if self.is_inclusive else "")


def unseen(name: str, *, type: str) -> Composable:
    """Return a parameter whose value the planner does not see, so that it plans alike for all boards.

    A connection keeps the plan of a statement that it sends again and again only if plans for single values are
    estimated to be no better. For a small board beside a crowded one they would be, and each call would be planned
    anew, which takes several times as long as running it.
    """
    return SQL("(SELECT {}::{})").format(Placeholder(name), SQL(type))


ON_BOARD: Final = SQL("code = {} AND rules_version = {} AND view = {}").format(
    unseen("code", type="varchar"), unseen("rules_version", type="smallint"), unseen("view", type="varchar")
)
"""The condition that a row is of the board whose columns are the statement's parameters."""

KEY: Final = SQL(", ").join(map(Identifier, Key._fields))
_KEY_TYPES: Final = ("integer", "integer", "timestamptz", "uuid")
GIVEN_KEY: Final = SQL(", ").join(unseen(name, type=type) for name, type in zip(Key._fields, _KEY_TYPES, strict=True))
"""The four values of a key that is among the statement's parameters."""

_BACKWARD: Final = SQL(", ").join(Identifier(column) + SQL(" DESC") for column in Key._fields)
_RANGE: Final = SQL("(SELECT * FROM leaderboards_entry WHERE {conditions} ORDER BY {order} LIMIT {limit})")
_MERGED: Final = SQL("(SELECT * FROM ({ranges}) AS merged ORDER BY {order} LIMIT {limit})")


def scan(*, filters: Filters, way: Way, limit: int, key: Composable | None) -> Composed:
    """Return the query of up to `limit` of the board's entries from the key on, or without one from the board's end.

    The key is its four values in SQL, in the order of `Key`. What differs from board to board and from key to key are
    parameters, so that there are few statements, and the server plans each of them once.
    """
    order = _BACKWARD if way.is_backward else KEY
    beyond = [] if key is None else [SQL("({}) {} ({})").format(KEY, way.comparison, key)]
    ranges = [
        _RANGE.format(conditions=_all([ON_BOARD, *_matching(values), *beyond]), order=order, limit=Literal(limit))
        for values in filters.combinations()
    ]
    if len(ranges) == 1:
        return ranges[0]
    return _MERGED.format(ranges=SQL(" UNION ALL ").join(ranges), order=order, limit=Literal(limit))


def _matching(columns: Mapping[str, str | bool]) -> Iterator[Composable]:
    """Yield the conditions that columns have these values."""
    for name, value in columns.items():
        yield Identifier(name) + SQL(" = ") + Literal(value)


def _all(conditions: Iterable[Composable]) -> Composed:
    return SQL(" AND ").join(conditions)
