"""Events played on a position, and moves tried on one."""

from __future__ import annotations

from collections import deque
from operator import length_hint
from typing import NamedTuple

from games.engine.actions import ACTIONS, undo_refusal
from games.engine.cards import TEXT
from games.engine.errors import Refusal
from games.engine.moves import Kind, Move
from games.engine.position import JournalEntry, Position


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
        return _sharpen(position, refused) if refused else Effect(lead=None, cards=0)
    action, source, target = ACTIONS[move.byte]
    journal, position.journal = position.journal, deque()
    try:
        refused = action(position, source, target)
        if refused:
            return _sharpen(position, refused)
        entry = position.journal.pop()
        effect = _effect(position, move, entry)
        take_back = entry[0]
        take_back(position, entry)
    finally:
        position.journal = journal
    return effect


def _effect(position: Position, move: Move, entry: JournalEntry) -> Effect:
    """The effect of a move that has just been played, from its entry in the journal."""
    match move.kind:
        case Kind.DRAW:
            return Effect(lead=TEXT[position.pile[position.drawn - 1]], cards=entry[1])
        case Kind.WASTE_TO_COLUMN | Kind.TAKE_BACK:
            return Effect(lead=TEXT[entry[1][-1]], cards=1)
        case Kind.WASTE_TO_FOUNDATION | Kind.COLUMN_TO_FOUNDATION:
            home, _ = entry[1]
            return Effect(lead=TEXT[home[-1]], cards=1)
        case Kind.COLUMN_TO_COLUMN:
            _, onto, count, *_ = entry
            return Effect(lead=TEXT[onto[-count]], cards=count)
        case _:
            return Effect(lead=None, cards=0)


def _sharpen(position: Position, refused: Refusal) -> Refusal:
    """The reason that tells a player most, where an action itself sees only a part of it."""
    if position.is_won:
        return Refusal.GAME_WON
    moves = position.version - position.undos
    if refused is Refusal.NOTHING_TO_UNDO and moves > position.undos:
        return Refusal.UNDO_LIMIT
    return refused
