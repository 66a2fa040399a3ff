"""Which cards of stock and waste can be brought to the top of the waste, and by which draws and recycles."""

from __future__ import annotations

from collections.abc import Iterable

from games.engine.moves import DRAW, RECYCLE
from games.engine.position import Position

_DRAW, _RECYCLE = bytes((DRAW.byte,)), bytes((RECYCLE.byte,))


def is_single_pass(position: Position) -> bool:
    """Whether the stock is gone through once, without recycling."""
    return not position.recycle_cost


def reachable(position: Position) -> Iterable[int]:
    """How many cards have been drawn when each card that can be brought to the top of the waste lies there.

    The card is `pile[drawn - 1]`. The waste's top comes first, then what this pass shows, then what a fresh one does
    where recycling is allowed. With draw 3 the two differ, until the pass is over, unless `drawn` is a multiple of 3.
    """
    count, drawn, turn = len(position.pile), position.drawn, position.turn
    this_pass = _stops(drawn, count, turn)
    if is_single_pass(position):
        return this_pass
    return dict.fromkeys((*this_pass, *_stops(0, count, turn)))


def turns(position: Position, *, drawn: int) -> bytes:
    """The draws, and the recycle if it takes one, after which so many cards have been drawn: one of `reachable`."""
    count, turn = len(position.pile), position.turn
    ahead = drawn - position.drawn
    if ahead >= 0 and (ahead % turn == 0 or drawn == count):
        return _DRAW * _draws(ahead, turn)
    return _DRAW * _draws(count - position.drawn, turn) + _RECYCLE + _DRAW * _draws(drawn, turn)


def phase(position: Position) -> int:
    """A number that two positions with the same pile have in common if the same cards of it can be reached.

    Where recycling is allowed the pass begins anew at will, so what has been drawn tells only where this pass stops
    at other cards than a fresh one would.
    """
    drawn = position.drawn
    if is_single_pass(position):
        return drawn
    return drawn if drawn % position.turn and drawn < len(position.pile) else 0


def _stops(drawn: int, count: int, turn: int) -> list[int]:
    """The numbers of cards drawn at which a pass stops, from here to its end; none of them 0."""
    stops = [*range(drawn or turn, count, turn)]
    return [*stops, count] if count else stops


def _draws(cards: int, turn: int) -> int:
    """How many draws turn so many cards, the last of them perhaps fewer."""
    return -(-cards // turn)
