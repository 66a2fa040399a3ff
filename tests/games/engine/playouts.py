"""Games played at random, each in a style that leads where ordinary play seldom goes."""

from collections.abc import Iterator
from random import Random

from games.engine.deals import NUMBERS, DealCode, Scoring
from games.engine.moves import Kind, Move
from games.engine.solo import SoloTable

STYLES: dict[str, dict[Kind, float]] = {
    "plain": {},
    "home": {Kind.WASTE_TO_FOUNDATION: 40, Kind.COLUMN_TO_FOUNDATION: 40, Kind.WASTE_TO_COLUMN: 8, Kind.TAKE_BACK: 0.1},
    "undoing": {Kind.UNDO: 6, Kind.COLUMN_TO_FOUNDATION: 10, Kind.WASTE_TO_FOUNDATION: 10},
    "taking back": {Kind.TAKE_BACK: 4, Kind.COLUMN_TO_FOUNDATION: 10, Kind.WASTE_TO_FOUNDATION: 10, Kind.UNDO: 0.5},
    "recycling": {Kind.DRAW: 30, Kind.RECYCLE: 30, Kind.COLUMN_TO_FOUNDATION: 10},
}
"""How likely a kind of move is in a style, as a multiple of 1; undo is seldom where it is not named."""

MODES = tuple((draw, scoring) for draw in (1, 3) for scoring in Scoring)


def random_code(random: Random, *, draw: int, scoring: Scoring) -> DealCode:
    """Return a deal code with any number."""
    return DealCode.from_index(random.randrange(NUMBERS), draw=draw, scoring=scoring)


def choose(random: Random, table: SoloTable, style: str) -> Move | None:
    """Return a legal move in a style, or None where there is none."""
    weights = {Kind.UNDO: 0.2, **STYLES[style]}
    moves = table.legal_moves
    return random.choices(moves, [weights.get(move.kind, 1) for move in moves])[0] if moves else None


def playout(code: DealCode, *, seed: int, style: str, length: int) -> Iterator[tuple[Move, SoloTable]]:
    """Yield each move of a random game, and the table after it."""
    random = Random(seed)
    table = SoloTable(code)
    for _ in range(length):
        move = choose(random, table, style)
        if move is None:
            return
        table.play(move)
        yield move, table
