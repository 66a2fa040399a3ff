"""Tables drawn for a test: a deal code, and the lines of a picture that matter."""

from games.engine.moves import Move
from games.engine.solo import SoloTable

NORMAL = "DS1-D1N-AAAAAAB"
NORMAL_3 = "DS1-D3N-AAAAAAB"
VEGAS = "DS1-D1V-AAAAAAB"


def table_with(*lines: str, code: str = NORMAL) -> SoloTable:
    """Return the table that these lines of a picture show; cards that they do not name lie in the stock.

    Where a line places `...`, they lie there instead.
    """
    rest = () if any("..." in line for line in lines) else ("stock [...]",)
    return SoloTable.from_picture("\n".join((f"deal {code}", *lines, *rest)))


def play(table: SoloTable, moves: str) -> SoloTable:
    """Play moves written one after another, and return the table."""
    for text in moves.split():
        table.play(Move.parse(text))
    return table


def line_of(table: SoloTable, name: str) -> str:
    """Return what a line of the revealed picture says: `line_of(table, "T3")`."""
    lines = dict(line.partition(" ")[::2] for line in table.picture(reveal=True).splitlines())
    return lines[name]
