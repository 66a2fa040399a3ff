"""What positions have in common from which the same wins can be reached."""

from __future__ import annotations

from games.engine.cards import CARDS, PER_DECK
from games.engine.position import Position
from games.engine.turning import is_single_pass, phase

_FACE = bytes(byte % PER_DECK if byte < CARDS else byte for byte in range(256))
"""For `bytes.translate`: the two cards of a face are as good as one another."""

# Bytes that are neither cards nor counts.
_HIDDEN, _COLUMN, _COLUMNS = 0xE0, b"\xfd", b"\xfe"


def likeness(position: Position) -> bytes:
    """A key that two positions of one deal share if they differ in nothing that a win hangs on.

    The order of columns does not matter, nor which of two cards of a face is which, nor the points. A column's hidden
    cards are those of its place in the deal, so the place and their number say which they are. The foundations are
    known by what lies elsewhere; and where all of the pile can be had at any time, the pile by them.
    """
    columns = []
    for place, (hidden, run) in enumerate(zip(position.hidden, position.runs, strict=True)):
        faces = bytes(run).translate(_FACE)
        columns.append(faces + bytes((_HIDDEN + place, len(hidden))) if hidden else faces)
    columns.sort()
    if position.turn == 1 and not is_single_pass(position):
        rest = bytes(map(len, position.homes))
    else:
        rest = bytes(position.pile).translate(_FACE) + bytes((phase(position),))
    return _COLUMN.join(columns) + _COLUMNS + rest
