"""The rules of a match: who may act, what an event changes beside the cards, and when it ends.

What the cards allow is the solo rules' business (`games.engine.actions`), each side having a layout of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from games.engine import actions
from games.engine import play as effects
from games.engine.errors import Refusal
from games.engine.match.actions import ACTIONS, EVENTS, Event, MatchKind
from games.engine.match.errors import MatchRefusal, Reason
from games.engine.match.options import Side
from games.engine.match.outcome import Ended
from games.engine.match.position import SIDES, MatchPosition
from games.engine.play import Effect, tried
from games.engine.position import Layout

IDLE_LIMIT = 100
"""So many actions without a card on a foundation, and a player is done."""

_Action = Callable[[Layout, int, int], Refusal | None]


def _nothing(_layout: Layout, _source: int, _target: int) -> Refusal | None:
    """A pass and a resignation leave the cards alone."""
    return None


_RULES: dict[MatchKind, tuple[_Action, Callable[[Layout], Effect]]] = {
    MatchKind.DRAW: (actions.draw, effects.turned),
    MatchKind.RECYCLE: (actions.recycle, effects.none),
    MatchKind.PASS: (_nothing, effects.none),
    MatchKind.RESIGN: (_nothing, effects.none),
    MatchKind.WASTE_TO_COLUMN: (actions.waste_to_column, effects.laid),
    MatchKind.WASTE_TO_FOUNDATION: (actions.waste_to_foundation, effects.placed),
    MatchKind.COLUMN_TO_FOUNDATION: (actions.column_to_foundation, effects.placed),
    MatchKind.COLUMN_TO_COLUMN: (actions.column_to_column, effects.joined),
}


class _Step(NamedTuple):
    """An event, taken apart for playing it."""

    side: int
    kind: MatchKind
    action: _Action
    source: int
    target: int
    is_special: bool
    """Whether more than the turn decides if it is allowed: a pass, a resignation, a recycle."""
    moves_cards: bool
    """Whether it is anything else than a pass or a resignation."""
    places: bool
    """Whether it puts a card on a foundation."""
    ends_turn: bool


def _column(pile: str | None) -> int:
    """The index of a column; 0 where the action knows its pile by itself."""
    return int(pile[1]) - 1 if pile and pile[1:] else 0


def _step(event: Event) -> _Step:
    kind = event.action.kind
    return _Step(
        side=SIDES.index(event.side),
        kind=kind,
        action=_RULES[kind][0],
        source=_column(event.action.source),
        target=_column(event.action.target),
        is_special=kind in (MatchKind.PASS, MatchKind.RESIGN, MatchKind.RECYCLE),
        moves_cards=kind not in (MatchKind.PASS, MatchKind.RESIGN),
        places=event.action.target == "F",
        ends_turn=kind in (MatchKind.DRAW, MatchKind.PASS),
    )


_STEPS = {byte: _step(event) for byte, event in EVENTS.items()}
_CARD_MOVES = tuple(_step(Event(Side.A, action)) for action in ACTIONS if action.source)


def play(position: MatchPosition, events: bytes) -> Reason | None:
    """Why one of the events is refused, or None. Those before it stay played, and `version` has counted them."""
    layouts = position.layouts
    for step in map(_STEPS.__getitem__, events):
        side = step.side
        refused = _bar(position, step) or step.action(layouts[side], step.source, step.target)
        if refused:
            return refused
        position.version += 1
        _settle(position, step)
    return None


def attempt(position: MatchPosition, event: Event) -> Reason | Effect:
    """What an event would do to its side's cards, or why it is refused. Plays nothing."""
    step = _STEPS[event.byte]
    barred = _bar(position, step)
    if barred:
        return barred
    if step.action is _nothing:
        return Effect(None, 0)
    return _attempt_cards(position.layouts[step.side], step)


def effect_of(position: MatchPosition, event: Event) -> Effect:
    """The effect that an event has had: it is the last that was played."""
    _, effect = _RULES[event.action.kind]
    return effect(position.layouts[SIDES.index(event.side)])


def is_done(position: MatchPosition, side: int) -> bool:
    """Whether a side would let the match end: out, passed, idle for too long, or with no action left."""
    if position.passed[side] or position.idle[side] >= IDLE_LIMIT or side in position.out:
        return True
    layout = position.layouts[side]
    if layout.drawn < len(layout.pile) or (layout.pile and not position.single_pass):
        return False  # There is a draw or a recycle, so nothing else need be looked for.
    stuck = position.stuck[side]
    if stuck is None:
        stuck = position.stuck[side] = not _has_move(layout)
    return stuck


def _bar(position: MatchPosition, step: _Step) -> MatchRefusal | None:
    """Why a side may not do such a thing now, whatever its cards, or None."""
    side = step.side
    if position.ended is not None:
        return MatchRefusal.MATCH_OVER
    if side in position.out:
        return MatchRefusal.PLAYER_OUT
    is_off_turn = position.turn is not None and position.turn != side
    if is_off_turn and step.kind is not MatchKind.RESIGN:
        return MatchRefusal.OUT_OF_TURN
    return _bar_special(position, step) if step.is_special else None


def _bar_special(position: MatchPosition, step: _Step) -> MatchRefusal | None:
    """Why a side on turn may not pass or recycle, or None."""
    side, kind = step.side, step.kind
    if kind is MatchKind.PASS and position.turn is None and position.passed[side]:
        return MatchRefusal.ALREADY_PASSED
    if kind is MatchKind.RECYCLE and position.single_pass:
        return MatchRefusal.NO_REDEAL
    return None


def _settle(position: MatchPosition, step: _Step) -> None:
    """Count an event whose cards have been moved, pass the turn, and end the match if it ends."""
    side = step.side
    if step.moves_cards:
        position.passed[side] = False
        position.stuck[side] = None
        position.idle[side] += 1
        if step.places:
            _count_card(position, side)
    elif step.kind is MatchKind.PASS:
        position.passed[side] = True
    else:
        position.resigned = side
        position.ended = Ended.RESIGNED
    other = 1 - side
    if position.turn is not None and (step.ends_turn or side in position.out) and other not in position.out:
        position.turn = other
    if position.ended is None and is_done(position, other) and is_done(position, side):
        position.ended = Ended.DONE
    if position.ended is not None:
        position.turn = None


def _count_card(position: MatchPosition, side: int) -> None:
    """Count a card that a side has put on a foundation: what it undoes for the other, and what it may end."""
    layout = position.layouts[side]
    position.placed[side] += 1
    position.last = side
    position.idle[:] = 0, 0
    position.stuck[:] = None, None
    position.passed[1 - side] = False
    if any(layout.runs):
        return
    if position.clearing_wins and position.cleared is None:
        position.cleared = side
        if not position.plays_out:
            position.ended = Ended.CLEARED
    if layout.is_home:
        position.out.append(side)
        if not position.plays_out:
            position.ended = Ended.OUT


def _has_move(layout: Layout) -> bool:
    """Whether a layout has any legal action that moves cards."""
    return any(isinstance(_attempt_cards(layout, step), Effect) for step in _CARD_MOVES)


def _attempt_cards(layout: Layout, step: _Step) -> Refusal | Effect:
    _, effect = _RULES[step.kind]
    return tried(layout, partial(step.action, layout, step.source, step.target), effect)
