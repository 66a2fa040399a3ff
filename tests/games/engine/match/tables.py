"""Matches for tests: options, tables drawn as pictures, and actions written as words."""

from typing import Any

from games.engine.match.actions import MatchAction
from games.engine.match.errors import IllegalAction, Reason
from games.engine.match.options import MatchOptions, Side
from games.engine.match.table import MatchTable
from games.engine.play import Effect

PLAIN: dict[str, Any] = {
    "number": "7YYRJEA",
    "pace": "simultaneous",
    "draw": 1,
    "redeals": "unlimited",
    "solo_bonus": False,
    "ending": "first_out",
    "first": "A",
}


def options(**changes: object) -> MatchOptions:
    """Return the plain options with some of them changed."""
    return MatchOptions.parse({**PLAIN, **changes})


def drawn(picture: str, **changes: object) -> MatchTable:
    """Return the table of a picture, the cards that it does not name being in stocks."""
    lines = [line.strip() for line in picture.strip().splitlines()]
    for side in Side:
        if not any(line.startswith(f"{side} stock") for line in lines):
            lines.append(f"{side} stock [...] waste")
    return MatchTable.from_picture("\n".join(lines), options(**changes))


def play(table: MatchTable, actions: str) -> None:
    """Play actions written like `A:draw B:T3-T5`."""
    for word in actions.split():
        play_one(table, word)


def play_one(table: MatchTable, word: str) -> Effect:
    side, _, text = word.partition(":")
    return table.play(Side(side), MatchAction.parse(text))


def refused(table: MatchTable, word: str) -> Reason:
    """Return why an action is refused, after holding that it has changed nothing."""
    before = table.picture(reveal=True)
    try:
        play_one(table, word)
    except IllegalAction as error:
        assert table.picture(reveal=True) == before
        return error.reason
    raise AssertionError(f"{word} was taken")
