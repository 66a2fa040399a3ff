"""What may be seen of a match while it is played: by a player, or by somebody who looks on.

Nobody sees a face-down card, their own included, nor the number, which would deal them. What lies face up is there for
everybody, so the views differ only in whose actions they list. This is all that may leave the service before a match
is over; a test holds that it does not change when the hidden cards are others.
"""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.match.options import Side
from games.engine.match.outcome import Ended, WonBy
from games.engine.match.table import MatchTable


@dataclass(frozen=True, slots=True)
class SideView:
    """The cards of a side as they lie, and how it stands."""

    stock: int
    """How many cards."""
    waste: tuple[str, ...]
    """From the bottom."""
    tableau: tuple[str, ...]
    """T1..T7 from the bottom: `?? ?? 5S 4H`."""
    passed: bool
    """Whether its pass stands."""
    done: bool
    idle: int
    """Actions other than passes since either last placed a card on a foundation."""


@dataclass(frozen=True, slots=True)
class MatchView:
    """A match as far as it can be seen. Its names are those of the results that `replay` tells, and a few more."""

    version: int
    over: bool
    winner: str | None
    ended: Ended | None
    won_by: WonBy | None
    turn: Side | None
    contributions: dict[Side, int]
    out: tuple[Side, ...]
    cleared: Side | None
    foundations: tuple[str, ...]
    """Whose the cards on F1..F8 are, from the bottom: `ABBA`."""
    tops: tuple[str | None, ...]
    """The top cards of F1..F8."""
    sides: dict[Side, SideView]
    legal: tuple[str, ...]
    """The actions that the viewer can play, none for somebody who looks on."""


def view_match(table: MatchTable, *, viewer: Side | None) -> MatchView:
    """What a side may see of a table, or where that is None somebody who looks on."""
    outcome = table.outcome
    return MatchView(
        version=table.version,
        over=table.is_over,
        winner=table.winner,
        ended=None if outcome is None else outcome.ended,
        won_by=None if outcome is None else outcome.won_by,
        turn=table.turn,
        contributions=table.contributions,
        out=table.out,
        cleared=table.cleared,
        foundations=tuple(table.foundations),
        tops=tuple(table.foundation_tops),
        sides={side: _view_side(table, side) for side in Side},
        legal=() if viewer is None else tuple(map(str, table.legal_actions(viewer))),
    )


def _view_side(table: MatchTable, side: Side) -> SideView:
    return SideView(
        stock=table.stock_count(side),
        waste=tuple(table.waste(side)),
        tableau=tuple(table.tableau(side)),
        passed=table.has_passed(side),
        done=table.is_done(side),
        idle=table.idle(side),
    )
