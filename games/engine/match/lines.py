"""A match read from the object that a line of JSON holds, and told as one.

{"match": {"number": "AAAAAAB", ...}, "actions": [["A", "draw"], ["B", "T3-T5x1"], ...]}
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from games.engine.deals import RULES_VERSION
from games.engine.errors import NotationError
from games.engine.match.actions import COLUMNS, Event, parse_counted, parse_side
from games.engine.match.errors import IllegalAction
from games.engine.match.fold import MatchFailure, MatchReplay, fold_match
from games.engine.match.options import MatchOptions, Side
from games.engine.match.table import MatchTable
from games.engine.moves import stays_in_column, stays_text
from games.engine.texts import Text

_SHOWN = 40
"""Characters that are shown of a text that is no action."""


@dataclass(frozen=True, slots=True)
class LoggedMatch:
    """A match read from a line of JSON, as far as its actions could be read."""

    options: MatchOptions
    events: bytes
    counts: dict[int, int] = field(default_factory=dict)
    rules: int = RULES_VERSION
    unread: MatchFailure | None = None
    """Why the action after those could not be read."""

    def replay(self) -> MatchReplay:
        """The match played, as far as it goes."""
        replay = fold_match(self.options, self.events, rules=self.rules, counts=self.counts)
        return MatchReplay(replay.table, replay.error or self.unread)


def read_match(options: object, actions: list[object]) -> LoggedMatch:
    """The match of some options and a list of actions; `MatchOptionsError` if the options make none."""
    match = MatchOptions.parse(options)
    events = bytearray()
    counts: dict[int, int] = {}
    for index, entry in enumerate(actions):
        try:
            event, count = _read_entry(entry)
        except NotationError as error:
            return LoggedMatch(match, bytes(events), counts, unread=_unread(index, entry, error))
        if count is not None:
            counts[index] = count
        events.append(event.byte)
    return LoggedMatch(match, bytes(events), counts)


def _read_entry(entry: object) -> tuple[Event, int | None]:
    """The event that `["A", "T3-T5x4"]` stands for, and the count that it states."""
    if not isinstance(entry, list) or len(entry) != 2 or not all(isinstance(part, str) for part in entry):
        raise NotationError(Text('what stands there is no action of a match, written like ["A", "draw"]'))
    side = parse_side(entry[0])
    action, count = parse_counted(entry[1])
    return Event(side, action), count


def _unread(index: int, entry: object, error: NotationError) -> MatchFailure:
    """Why an action could not be read. `T3-T3`, which reads like one, is told as one that is never legal."""
    given, text = entry if isinstance(entry, list) and len(entry) == 2 else (None, None)
    side = Side(given) if isinstance(given, str) and given in tuple(Side) else None
    move = text[:_SHOWN] if isinstance(text, str) else None
    if side and move and stays_in_column(move, columns=COLUMNS):
        return MatchFailure(index, side, move, IllegalAction.code, None, stays_text(move))
    return MatchFailure(index, side, move, error.code, None, error.text)


def _tell_sides(table: MatchTable) -> dict[Side, dict[str, Any]]:
    return {
        side: {"stock": table.stock_count(side), "waste": table.waste(side), "tableau": table.tableau(side)}
        for side in Side
    }


MATCH_TOLD: Mapping[str, Callable[[MatchTable], Any]] = {
    "over": lambda table: table.is_over,
    "winner": lambda table: table.winner,
    "turn": lambda table: table.turn,
    "contributions": lambda table: table.contributions,
    "out": lambda table: table.out,
    "foundations": lambda table: table.foundations,
    "sides": _tell_sides,
}


def tell_match(table: MatchTable, *, legal: bool) -> dict[str, Any]:
    """How a match stands; with `legal`, also the sorted legal actions of each side."""
    told = {name: read(table) for name, read in MATCH_TOLD.items()}
    if legal:
        told["legal"] = {side: sorted(map(str, table.legal_actions(side))) for side in Side}
    return told
