"""A match's log folded into a table: the good part of it, and the failure that ends it, if one does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from games.engine.deals import RULES_VERSION
from games.engine.errors import CodecError, Refusal
from games.engine.match.actions import EVENTS, known_prefix
from games.engine.match.errors import IllegalAction, Reason, reason_text
from games.engine.match.options import MatchOptions, Side
from games.engine.match.table import MatchTable
from games.engine.play import Effect
from games.engine.texts import Text


@dataclass(frozen=True, slots=True)
class MatchFailure:
    """The event at which the replay of a match ends too early."""

    index: int
    """Which event, counted from 0."""
    side: Side | None
    """Whose it is; None for a byte that is no event, or where a text names no side."""
    move: str | None
    """The notation of its action; None for a byte that is no event."""
    code: str
    """The code of the error that it is: `illegal_move`, `bad_byte`, ..."""
    reason: Reason | None
    """Why it is illegal, if that is what it is."""
    text: Text
    """All of it as people are told."""

    @property
    def message(self) -> str:
        """The text in English."""
        return str(self.text)


@dataclass(frozen=True, slots=True)
class MatchReplay:
    """A match as far as it goes: the table after its good events, and the failure after them, or None."""

    table: MatchTable
    error: MatchFailure | None


def fold_match(
    options: MatchOptions, events: bytes, *, rules: int = RULES_VERSION, counts: Mapping[int, int] | None = None
) -> MatchReplay:
    """The replay of a match's log, in time linear in its length. It never raises on what the log holds.

    `counts` says how many cards the events under its indices claim to move, and is checked. Only rules that do not
    exist raise (`UnknownRules`): they are the caller's mistake, not the log's.
    """
    claimed = counts or {}
    good = known_prefix(events)
    table = MatchTable(options, rules=rules)
    for stop in (*sorted(index for index in claimed if index < good), good):
        refused = table.play_events(events[table.version : stop])
        if refused is None and stop in claimed and stop < good:
            refused = _check_count(table, events[stop], claimed[stop])
        if refused:
            index = table.version
            return MatchReplay(table, _illegal(index, events[index], refused, count=claimed.get(index)))
    if good < len(events):
        unknown = CodecError(events[good], index=good)
        return MatchReplay(table, MatchFailure(good, None, None, unknown.code, None, unknown.text))
    return MatchReplay(table, None)


def _check_count(table: MatchTable, event: int, count: int) -> Reason | None:
    """Why an event that claims to move so many cards is illegal, or None."""
    effect = table.effect(*EVENTS[event])
    if not isinstance(effect, Effect):
        return effect
    return None if effect.cards == count else Refusal.WRONG_COUNT


def _illegal(index: int, event: int, reason: Reason, *, count: int | None) -> MatchFailure:
    side, action = EVENTS[event]
    move = str(action) if count is None else f"{action}x{count}"
    return MatchFailure(index, side, move, IllegalAction.code, reason, reason_text(side, move, reason))
