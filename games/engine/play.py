"""Events played on a position, and moves tried on one."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import partial
from operator import length_hint
from typing import NamedTuple

from games.engine.actions import ACTIONS, undo_refusal
from games.engine.cards import TEXT
from games.engine.errors import Refusal
from games.engine.moves import MOVES, Kind, Move
from games.engine.position import Layout, Position


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
    outcome = tried(position, partial(action, position, source, target), _EFFECTS[move.byte])
    return _sharpen(position, outcome) if isinstance(outcome, Refusal) else outcome


def tried(layout: Layout, action: Callable[[], Refusal | None], effect: Callable[[Layout], Effect]) -> Refusal | Effect:
    """What an action does to a layout, which then is as it was before, or why it is refused."""
    journal, layout.journal = layout.journal, deque()
    try:
        refused = action()
        if refused:
            return refused
        had = effect(layout)
        entry = layout.journal.pop()
        take_back = entry[0]
        take_back(layout, entry)
    finally:
        layout.journal = journal
    return had


def legal(position: Position) -> tuple[Move, ...]:
    """The moves that would not be refused, in the order of their bytes: each is tried as `attempt` tries it."""
    undoable = undo_refusal(position) is None
    journal, position.journal = position.journal, deque()
    found = []
    try:
        for move, (action, source, target) in zip(MOVES, ACTIONS, strict=True):
            if move.kind is Kind.UNDO:
                if undoable:
                    found.append(move)
            elif not action(position, source, target):
                entry = position.journal.pop()
                take_back = entry[0]
                take_back(position, entry)
                found.append(move)
    finally:
        position.journal = journal
    return tuple(found)


def effect_of(position: Position, move: Move) -> Effect:
    """The effect that a move has had: it is the last that was played."""
    return _EFFECTS[move.byte](position)


def none(_layout: Layout) -> Effect:
    """That of what moves no card."""
    return Effect(None, 0)


def turned(layout: Layout) -> Effect:
    """That of the last action, a draw."""
    return Effect(TEXT[layout.pile[layout.drawn - 1]], layout.journal[-1][1])


def laid(layout: Layout) -> Effect:
    """That of the last action, which laid one card on a column."""
    onto = layout.journal[-1][1]
    return Effect(TEXT[onto[-1]], 1)


def placed(layout: Layout) -> Effect:
    """That of the last action, which placed a card on a foundation."""
    home, _ = layout.journal[-1][1]
    return Effect(TEXT[home[-1]], 1)


def joined(layout: Layout) -> Effect:
    """That of the last action, which moved cards from column to column."""
    _, onto, count, *_ = layout.journal[-1]
    return Effect(TEXT[onto[-count]], count)


_EFFECT_BY_KIND: dict[Kind, Callable[[Layout], Effect]] = {
    Kind.DRAW: turned,
    Kind.RECYCLE: none,
    Kind.UNDO: none,
    Kind.WASTE_TO_COLUMN: laid,
    Kind.WASTE_TO_FOUNDATION: placed,
    Kind.COLUMN_TO_FOUNDATION: placed,
    Kind.COLUMN_TO_COLUMN: joined,
    Kind.TAKE_BACK: laid,
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
