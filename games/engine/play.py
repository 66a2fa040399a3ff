"""Events played on a position, and moves tried on one."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from operator import length_hint
from typing import NamedTuple

from games.engine.actions import ACTIONS, undo_refusal
from games.engine.cards import TEXT
from games.engine.errors import Refusal
from games.engine.moves import MOVES, Kind, Move
from games.engine.position import Position


class Effect(NamedTuple):
    """What a move would do."""

    lead: str | None
    """The card moved, the first of a run, or a draw's new top of the waste; None for a recycle and an undo."""
    cards: int
    """How many cards move, or are turned; 0 for a recycle and an undo."""


def play(position: Position, events: bytes) -> Refusal | None:
    """Why one of the events is refused, or None. Those before it stay played, and `version` has counted them."""
    rest = iter(events)
    for action, source, target in map(ACTIONS.__getitem__, rest):
        refused = action(position, source, target)
        if refused:
            position.version += len(events) - length_hint(rest) - 1
            return _sharpen(position, refused)
    position.version += len(events)
    return None


def attempt(position: Position, move: Move) -> Refusal | Effect:
    """What a move would do, or why it is refused: it is played and at once taken back, beside the journal."""
    if move.kind is Kind.UNDO:
        refused = undo_refusal(position)
        return _sharpen(position, refused) if refused else Effect(None, 0)
    action, source, target = ACTIONS[move.byte]
    journal, position.journal = position.journal, deque()
    try:
        refused = action(position, source, target)
        if refused:
            return _sharpen(position, refused)
        effect = effect_of(position, move)
        entry = position.journal.pop()
        take_back = entry[0]
        take_back(position, entry)
    finally:
        position.journal = journal
    return effect


def effect_of(position: Position, move: Move) -> Effect:
    """The effect that a move has had: it is the last that was played."""
    return _EFFECTS[move.byte](position)


def _none(_position: Position) -> Effect:
    return Effect(None, 0)


def _turned(position: Position) -> Effect:
    return Effect(TEXT[position.pile[position.drawn - 1]], position.journal[-1][1])


def _laid(position: Position) -> Effect:
    onto = position.journal[-1][1]
    return Effect(TEXT[onto[-1]], 1)


def _placed(position: Position) -> Effect:
    home, _ = position.journal[-1][1]
    return Effect(TEXT[home[-1]], 1)


def _joined(position: Position) -> Effect:
    _, onto, count, *_ = position.journal[-1]
    return Effect(TEXT[onto[-count]], count)


_EFFECT_BY_KIND: dict[Kind, Callable[[Position], Effect]] = {
    Kind.DRAW: _turned,
    Kind.RECYCLE: _none,
    Kind.UNDO: _none,
    Kind.WASTE_TO_COLUMN: _laid,
    Kind.WASTE_TO_FOUNDATION: _placed,
    Kind.COLUMN_TO_FOUNDATION: _placed,
    Kind.COLUMN_TO_COLUMN: _joined,
    Kind.TAKE_BACK: _laid,
}
_EFFECTS = tuple(_EFFECT_BY_KIND[move.kind] for move in MOVES)


def _sharpen(position: Position, refused: Refusal) -> Refusal:
    """The reason that tells a player most, where an action itself sees only a part of it."""
    if position.is_won:
        return Refusal.GAME_WON
    moves = position.version - position.undos
    if refused is Refusal.NOTHING_TO_UNDO and moves > position.undos:
        return Refusal.UNDO_LIMIT
    return refused
