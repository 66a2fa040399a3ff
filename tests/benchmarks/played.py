"""Games of a chosen length, each another: legal moves at random on random deals."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from games.engine.deals import NUMBERS, DealCode, Scoring
from games.engine.moves import MOVES, UNDO, Kind, Move
from games.engine.solo import SoloTable

ACTIONS = 430
"""As many as a won game has when a person plays it, undos included."""

_TURNS = tuple(move for move in MOVES if move.kind in (Kind.DRAW, Kind.RECYCLE))
_HOME = tuple(move for move in MOVES if move.target == "F")
_OTHERS = tuple(move for move in MOVES if move.kind in (Kind.WASTE_TO_COLUMN, Kind.COLUMN_TO_COLUMN))


@dataclass(frozen=True)
class Played:
    """A game as it is posted: its deal, its log, and the score it comes to."""

    code: DealCode
    events: bytes
    score: int

    @property
    def moves(self) -> list[str]:
        return [str(MOVES[event]) for event in self.events]


def deals(number: int, *, seed: int = 430) -> list[DealCode]:
    """Return so many deals, the same each time."""
    choose = Random(seed)
    return [DealCode.from_index(choose.randrange(NUMBERS), draw=1, scoring=Scoring.NORMAL) for _ in range(number)]


def games(number: int, *, boards: int, actions: int = ACTIONS, seed: int = 430) -> Iterator[Played]:
    """Yield so many games in turns on so many deals, no two alike, the same each time."""
    codes = deals(boards, seed=seed)
    for index in range(number):
        yield game(codes[index % boards], actions=actions, choose=Random(f"{seed}/{index}"))


def game(code: DealCode, *, actions: int, choose: Random) -> Played:
    """Play until there are so many actions: home what goes home, else what chance says; anew if it ends too soon."""
    table, events = SoloTable(code), bytearray()
    while len(events) < actions:
        played = next((move for move in _tries(choose) if table.play_events(bytes((move.byte,))) is None), None)
        if played is None:
            table, events = SoloTable(code), bytearray()
        else:
            events.append(played.byte)
    return Played(code=code, events=bytes(events), score=table.score)


def _tries(choose: Random) -> Iterator[Move]:
    """Yield moves to try, the best first; one action in thirty is an undo."""
    if choose.random() < 1 / 30:
        yield UNDO
    yield from choose.sample(_HOME, len(_HOME))
    if choose.random() < 1 / 2:
        yield from choose.sample(_OTHERS, 12)
    yield from _TURNS
    yield from _OTHERS
