"""Where every card of a match lies, and what has been counted: the state that events change."""

from __future__ import annotations

from games.engine.cards import PER_DECK
from games.engine.deals import shuffle_stream
from games.engine.match.actions import COLUMNS
from games.engine.match.options import Ending, MatchOptions, Pace, Redeals, Side
from games.engine.match.outcome import Ended, Outcome, WonBy
from games.engine.moves import FOUNDATIONS
from games.engine.position import Layout
from games.engine.scores import Points

GAME = "DM1"
NO_POINTS = Points(start=0, home=0, waste_to_column=0, flip=0, recycle_cost=0)
SIDES = tuple(Side)


def shuffle_deck(number: str, side: Side) -> list[int]:
    """The 52 cards of a side in dealing order: 0 to 51 are A's, 52 to 103 B's."""
    first = 0 if side is Side.A else PER_DECK
    return [first + card for card in shuffle_stream(f"{GAME}-{number}/{side}", size=PER_DECK)]


class MatchPosition:
    """The cards of a match and whatever decides its end. It checks nothing. Sides are indices, 0 for A and 1 for B.

    - `layouts`: the cards of each side, laid out by the solo rules, without points. They share their `homes`.
    - `turn`: whose turn it is; None when both play at once, and once it is over.
    - `passed`: whether each side's pass stands.
    - `idle`: how many actions other than passes each has made since either last placed a card on a foundation.
    - `placed`: how many cards each has there. `last`: who placed the last.
    - `cleared`: who was the first with seven empty columns; noted only where that wins.
    - `out`: who is out, in that order. `ended`: what has ended the match, if it is over. `resigned`: who did.
    - `stuck`: whether each side's cards leave it no action; None where that has to be found out anew.
    - `version`: how many events there have been.
    """

    __slots__ = (
        "cleared",
        "clearing_wins",
        "ended",
        "homes",
        "idle",
        "last",
        "layouts",
        "out",
        "passed",
        "placed",
        "plays_out",
        "resigned",
        "single_pass",
        "stuck",
        "turn",
        "version",
    )

    def __init__(self, options: MatchOptions) -> None:
        self.homes: list[list[int]] = [[] for _ in range(FOUNDATIONS)]
        self.layouts = tuple(
            Layout(
                shuffle_deck(options.number, side),
                columns=COLUMNS,
                turn=options.draw(side),
                points=NO_POINTS,
                homes=self.homes,
                # Nothing is undone in a match; the last entry tells what an action has done.
                undoable=1,
            )
            for side in SIDES
        )
        self.turn = SIDES.index(options.first) if options.pace is Pace.ALTERNATING else None
        self.passed = [False, False]
        self.idle = [0, 0]
        self.placed = [0, 0]
        self.last: int | None = None
        self.cleared: int | None = None
        self.out: list[int] = []
        self.ended: Ended | None = None
        self.resigned: int | None = None
        self.stuck: list[bool | None] = [None, None]
        self.version = 0
        self.clearing_wins = options.solo_bonus
        self.single_pass = options.redeals is Redeals.SINGLE
        self.plays_out = options.ending is Ending.PLAY_OUT

    @property
    def outcome(self) -> Outcome | None:
        """How the match has ended, or None while it is not over."""
        if self.ended is None:
            return None
        winner, won_by = self._decide()
        return Outcome(
            ended=self.ended,
            winner=None if winner is None else SIDES[winner],
            won_by=won_by,
            contributions=dict(zip(SIDES, self.placed, strict=True)),
        )

    def _decide(self) -> tuple[int | None, WonBy | None]:
        """Who has won a match that is over, and by what; None and None if it is void."""
        if self.resigned is not None:
            return 1 - self.resigned, WonBy.RESIGNATION
        if self.cleared is not None:
            return self.cleared, WonBy.BONUS
        a, b = self.placed
        if a != b:
            return int(b > a), WonBy.CARDS
        return self.last, None if self.last is None else WonBy.LAST_CARD
