"""What the demonstration prints: tables, and sentences on games."""

import unicodedata
from collections.abc import Sequence

from api.demo.client import Json


def table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Return the lines of a table; columns whose cells are numbers stand to the right."""
    columns = list(zip(header, *rows, strict=True))
    widths = [max(map(_width, column)) for column in columns]
    to_right = [all(cell.lstrip("-$").isdigit() for cell in column[1:]) for column in columns]
    ruled = [header, ["-" * width for width in widths], *rows]
    return [
        "  ".join(
            " " * (width - _width(cell)) + cell if right else cell + " " * (width - _width(cell))
            for cell, width, right in zip(row, widths, to_right, strict=True)
        ).rstrip()
        for row in ruled
    ]


def _width(text: str) -> int:
    """Return how many columns of a terminal a text takes."""
    return sum(0 if unicodedata.combining(c) else 1 + (unicodedata.east_asian_width(c) in "WF") for c in text)


def verdict(game: Json) -> str:
    """Return what the check says of a game."""
    if rejection := game["rejection"]:
        where = "" if rejection["index"] is None else f" at {rejection['index']}"
        return f"rejected: {rejection['code']}{where} ({rejection['message']})"
    flags = ", ".join(_flag(flag) for flag in game["flags"])
    return f"{game['status']}: {game['score_text']} in {game['moves']} moves" + (f"; flagged: {flags}" if flags else "")


def _flag(flag: Json) -> str:
    """Return a flag in words; which game a copy is of, staff see in the admin."""
    return "a copy" if flag["kind"] == "copy" else f"{flag['kind']} ({flag['note'].rstrip('.')})"
