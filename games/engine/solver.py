"""A win of a deal, looked for with all of its cards known.

The search is depth-first over the engine's own positions and actions. A step is one play, with the draws and recycles
that bring its card to the top of the waste; plays to foundations that can do no harm follow by themselves; a position
like one that was met before is not entered again.

Most deals are won along one of the first lines, or lost in a thicket that a bad choice leads into early. So a search is
given up soon and begun anew in another order, in which chance has a part. Chance is drawn from the number of the try:
the same deal and limit have the same answer on every machine, and a larger limit never has another win.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from operator import attrgetter
from random import Random

from games.engine.deals import RULES_VERSION, DealCode, check_rules
from games.engine.fold import fold
from games.engine.likeness import likeness
from games.engine.play import play
from games.engine.position import Position
from games.engine.prospects import MAX_WEIGHT, Step, harmless, steps

SOLVER_VERSION = 1
"""Counted up whenever a search may have another answer than it had."""

TRY_NODES = 500
"""After so many steps a search begins anew: a win along a good line takes a hundred or two."""


@dataclass(frozen=True, slots=True)
class Solution:
    """What has come of a search."""

    events: bytes | None
    """A log that the engine has folded to a win. None says that none was found, not that there is none."""
    nodes: int
    """How many steps were tried."""


def solve(code: DealCode, *, max_nodes: int, rules: int = RULES_VERSION) -> Solution:
    """A win of the deal, looked for in at most so many steps; the answer is the same wherever it is worked out."""
    check_rules(rules)
    solution = find_win(Position(code), max_nodes=max_nodes)
    if solution.events is not None:
        replay = fold(code, solution.events, rules=rules)
        if replay.error or not replay.table.is_won:
            raise RuntimeError(f"the line found for {code} is no win: {replay.error}\n{replay.table}")
    return solution


def find_win(position: Position, *, max_nodes: int) -> Solution:
    """A win from the position on, looked for in at most so many steps. The position is as it was afterwards."""
    nodes = tries = 0
    while nodes < max_nodes:
        chance = Random(tries) if tries else None  # noqa: S311 - it orders steps, and must be foreseeable
        search = _Search(position, chance=chance, max_nodes=min(TRY_NODES, max_nodes - nodes))
        events = search.run()
        nodes, tries = nodes + search.nodes, tries + 1
        if events is not None or search.is_exhausted:
            return Solution(events=events, nodes=nodes)
    return Solution(events=None, nodes=nodes)


@dataclass(slots=True)
class _Frame:
    """A position on the path: how it was entered, and which steps from it are left, the best last."""

    events: bytes
    mark: int  # how long the journal was before
    left: list[Step]


class _Search:
    """One try. `nodes` and `is_exhausted` tell how far it went."""

    def __init__(self, position: Position, *, chance: Random | None, max_nodes: int) -> None:
        self.nodes = 0
        self.is_exhausted = False
        self._max_nodes = max_nodes
        self._chance = chance
        self._position = position
        self._met: set[bytes] = set()

    def run(self) -> bytes | None:
        """The events of a win; None when the limit is reached, or nothing is left to try."""
        journal, version = self._position.journal, self._position.version
        # Unlike a player's, this one forgets nothing: the search goes back as far as it must.
        self._position.journal = deque()
        try:
            return self._search()
        finally:
            self._go_back(0)
            self._position.journal, self._position.version = journal, version

    def _search(self) -> bytes | None:
        path: list[_Frame] = []
        if entered := self._enter(b""):
            path.append(entered)
        while path and not self._position.is_won:
            frame = path[-1]
            if not frame.left:
                self._go_back(path.pop().mark)
            elif self.nodes == self._max_nodes:
                return None
            else:
                self.nodes += 1
                if entered := self._enter(frame.left.pop().events(self._position)):
                    path.append(entered)
        self.is_exhausted = not path
        return b"".join(frame.events for frame in path) if path else None

    def _enter(self, events: bytes) -> _Frame | None:
        """Play the events and all that is harmless after them; None, with nothing played, if that leads nowhere new."""
        mark = len(self._position.journal)
        self._play(events)
        while more := harmless(self._position):
            self._play(more)
            events += more
        key = likeness(self._position)
        if key in self._met:
            self._go_back(mark)
            return None
        self._met.add(key)
        return _Frame(events=events, mark=mark, left=self._ordered(steps(self._position)))

    def _play(self, events: bytes) -> None:
        if refused := play(self._position, events):
            raise RuntimeError(f"the search proposes an illegal play: {refused}")

    def _go_back(self, mark: int) -> None:
        """Take back actions until the journal is as long as it was."""
        position, journal = self._position, self._position.journal
        while len(journal) > mark:
            entry = journal.pop()
            entry[0](position, entry)

    def _ordered(self, found: list[Step]) -> list[Step]:
        """The steps with the best last: by weight, from the second try on by weight and chance."""
        if self._chance is None:
            return sorted(found, key=attrgetter("weight"))
        draw = self._chance.random
        return sorted(found, key=lambda step: step.weight + MAX_WEIGHT * draw())
