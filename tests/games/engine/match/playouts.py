"""Matches played at random, each in a style that leads where ordinary play seldom goes."""

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

from games.engine.deals import ALPHABET
from games.engine.match.actions import MatchAction, MatchKind
from games.engine.match.options import MatchOptions, Side
from games.engine.match.table import MatchTable
from games.engine.play import Effect

STYLES: dict[str, dict[MatchKind, float]] = {
    "plain": {MatchKind.PASS: 0.3, MatchKind.RESIGN: 0.01},
    "home": {
        MatchKind.WASTE_TO_FOUNDATION: 60,
        MatchKind.COLUMN_TO_FOUNDATION: 60,
        MatchKind.WASTE_TO_COLUMN: 6,
        MatchKind.COLUMN_TO_COLUMN: 1.5,
        MatchKind.DRAW: 4,
        MatchKind.PASS: 0,
        MatchKind.RESIGN: 0,
    },
    "passing": {MatchKind.PASS: 3, MatchKind.COLUMN_TO_FOUNDATION: 10, MatchKind.WASTE_TO_FOUNDATION: 10},
    "keen": {
        MatchKind.WASTE_TO_FOUNDATION: 1000,
        MatchKind.COLUMN_TO_FOUNDATION: 1000,
        MatchKind.WASTE_TO_COLUMN: 30,
        MatchKind.DRAW: 4,
        MatchKind.RECYCLE: 4,
        MatchKind.COLUMN_TO_COLUMN: 0.5,
        MatchKind.PASS: 0.0001,
        MatchKind.RESIGN: 0,
    },
    "drawing": {MatchKind.DRAW: 30, MatchKind.RECYCLE: 30, MatchKind.PASS: 0.1, MatchKind.RESIGN: 0},
}
"""How likely a kind of action is in a style, as a multiple of 1."""

COMBINATIONS: tuple[dict[str, Any], ...] = tuple(
    dict(zip(("pace", "draw", "redeals", "solo_bonus", "ending", "first"), values, strict=True))
    for values in product(
        ("simultaneous", "alternating"),
        (1, 3, {"A": 1, "B": 3}, {"A": 3, "B": 1}),
        ("unlimited", "single"),
        (False, True),
        ("first_out", "play_out"),
        ("A", "B"),
    )
)
"""All options that there are, without the number."""


def random_number(random: Random, *, length: int = 7) -> str:
    """Return any number of a match."""
    return "".join(random.choices(ALPHABET, k=length))


def choose(random: Random, table: MatchTable, style: str) -> tuple[Side, MatchAction] | None:
    """Return a side and a legal action of it in a style, or None where there is none."""
    weights = {MatchKind.RESIGN: 0.002, **STYLES[style]}
    turn = table.turn
    for side in random.sample(tuple(Side), 2) if turn is None else (turn,):
        actions = table.legal_actions(side)
        chances = [weights.get(action.kind, 1) * _merit(table, side, action, style) for action in actions]
        if any(chances):
            return side, random.choices(actions, chances)[0]
    return None


def _merit(table: MatchTable, side: Side, action: MatchAction, style: str) -> float:
    """Return how much more a keen player wants a move between columns because it uncovers a hidden card."""
    if style != "keen" or action.kind is not MatchKind.COLUMN_TO_COLUMN:
        return 1
    column = table.columns(side)[int(str(action)[1]) - 1]
    effect = table.effect(side, action)
    return 200 if isinstance(effect, Effect) and "??" in column and column[-effect.cards - 1] == "??" else 1


def playout(
    options: MatchOptions, *, seed: int, style: str, length: int
) -> Iterator[tuple[Side, MatchAction, MatchTable]]:
    """Yield each side and action of a random match, and the table after it."""
    random = Random(seed)
    table = MatchTable(options)
    for _ in range(length):
        chosen = choose(random, table, style)
        if chosen is None:
            return
        table.play(*chosen)
        yield *chosen, table
