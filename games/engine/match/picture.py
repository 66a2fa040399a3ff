"""A match's table as text, for tests, errors and logs, and the same text read back.

    version 12 turn A passed B cleared - out - last B idle 3 1 ended - resigned -
    foundations 2S:AB - AH:B - - - - -
    A stock [3C 7H] waste 4C 6H
    A T1 [9H 2D] 8H 7C
    A T2
    ...
    B stock ...

Cards run from the bottom up, but the stock's from the top down, as they will be turned. Face-down ones stand in
brackets, or where they are not revealed as `??`, the stock as a mere count. A foundation is named by its top card, and
by whose its cards are. The number of the match is not in it, and neither are the options.

Reading takes revealed pictures only. A pile that is left out is empty, words of the first line that are left out are
those of the start, and `...` stands once for each side, among hidden cards, for all of its that are named nowhere else.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from games.engine.cards import PER_DECK, PER_SUIT, RANK, SUIT, TEXT, parse_face
from games.engine.errors import NotationError, quoted
from games.engine.match.actions import COLUMNS
from games.engine.match.options import MatchOptions
from games.engine.match.outcome import Ended
from games.engine.match.position import SIDES, MatchPosition
from games.engine.moves import FOUNDATIONS
from games.engine.picture import REST, draw_column
from games.engine.position import Layout
from games.engine.texts import Text

_NONE = "-"
_BOTH = "both"
_STANDING = re.compile(
    r"version (?P<version>\d{1,9}) turn (?P<turn>A|B|both|-) passed (?P<passed>AB|A|B|-) cleared (?P<cleared>A|B|-)"
    r" out (?P<out>AB|BA|A|B|-) last (?P<last>A|B|-) idle (?P<a>\d{1,9}) (?P<b>\d{1,9})"
    rf" ended (?P<ended>{'|'.join(Ended)}|-) resigned (?P<resigned>A|B|-)"
)
_STOCK = re.compile(r"stock \[(?P<hidden>[^\[\]]*)\]\s*waste(?P<shown>[^\[\]]*)")
_COLUMN = re.compile(r"T\d(?:\s*\[(?P<hidden>[^\[\]]*)\])?(?P<shown>[^\[\]]*)")


def draw(position: MatchPosition, *, reveal: bool) -> str:
    """The picture of a position; revealed, `parse` reads it back."""
    lines = [_standing(position), "foundations " + " ".join(map(_foundation, position.homes))]
    for side, layout in zip(SIDES, position.layouts, strict=True):
        lines += [f"{side} {line}".rstrip() for line in _layout(layout, reveal=reveal)]
    return "\n".join(lines)


def _standing(position: MatchPosition) -> str:
    """The line that says what the cards do not."""
    nobody = _NONE if position.ended else _BOTH
    passed = [side for side, has in enumerate(position.passed) if has]
    a, b = position.idle
    return (
        f"version {position.version} turn {nobody if position.turn is None else SIDES[position.turn]}"
        f" passed {_names(passed)} cleared {_names((position.cleared,))} out {_names(position.out)}"
        f" last {_names((position.last,))} idle {a} {b}"
        f" ended {position.ended or _NONE} resigned {_names((position.resigned,))}"
    )


def _names(sides: Iterable[int | None]) -> str:
    return "".join(SIDES[side] for side in sides if side is not None) or _NONE


def _foundation(home: list[int]) -> str:
    """The top card and the owners of a foundation's cards."""
    return f"{TEXT[home[-1]]}:{_names(card // PER_DECK for card in home)}" if home else _NONE


def _layout(layout: Layout, *, reveal: bool) -> list[str]:
    """The lines of a side's stock and waste, and of its columns."""
    stock, waste = layout.pile[layout.drawn :], layout.pile[: layout.drawn]
    hidden = f"[{draw_column([], stock)}]" if reveal else len(stock)
    lines = [f"stock {hidden} waste {draw_column([], waste)}"]
    for number, cards in enumerate(zip(layout.hidden, layout.runs, strict=True), 1):
        lines.append(f"T{number} {draw_column(*cards, reveal=reveal)}")
    return lines


def parse(text: str, options: MatchOptions) -> MatchPosition:
    """The position that a revealed picture shows of a match with such options, whose number does not matter."""
    position = MatchPosition(options)
    readers = [_Reader(side, layout) for side, layout in enumerate(position.layouts)]
    for line in filter(None, map(str.strip, text.splitlines())):
        name, _, rest = line.partition(" ")
        if name == "version":
            _read_standing(position, line)
        elif name == "foundations":
            _read_foundations(position, rest.split(), readers)
        elif name in SIDES:
            readers[SIDES.index(name)].read(rest)
        else:
            raise _unreadable(line)
    for reader in readers:
        reader.finish()
    return position


def _read_standing(position: MatchPosition, line: str) -> None:
    """Set what a picture's first line says."""
    said = _STANDING.fullmatch(line)
    turns = (_NONE,) if said and said["ended"] != _NONE else (_BOTH,) if position.turn is None else SIDES
    if said is None or said["turn"] not in turns:
        raise _unreadable(line)
    one = {name: SIDES.index(said[name]) if said[name] in SIDES else None for name in ("turn", "cleared", "last")}
    position.version = int(said["version"])
    position.turn, position.cleared, position.last = one["turn"], one["cleared"], one["last"]
    position.passed = [side in said["passed"] for side in SIDES]
    position.out = [SIDES.index(side) for side in said["out"].strip(_NONE)]
    position.idle = [int(said["a"]), int(said["b"])]
    position.ended = None if said["ended"] == _NONE else Ended(said["ended"])
    position.resigned = SIDES.index(said["resigned"]) if said["resigned"] in SIDES else None


def _read_foundations(position: MatchPosition, piles: list[str], readers: list[_Reader]) -> None:
    """Fill each foundation with the cards of those whom the picture names."""
    if len(piles) != FOUNDATIONS:
        raise _unreadable(" ".join(piles))
    for place, pile in enumerate(piles):
        top, _, owners = pile.partition(":")
        if pile == _NONE:
            continue
        face = parse_face(top)
        if SUIT[face] != place // 2 or len(owners) != RANK[face] or not set(owners) <= set(SIDES):
            raise _unreadable(pile)
        for rank, owner in enumerate(map(SIDES.index, owners)):
            position.homes[place].append(readers[owner].take(TEXT[place // 2 * PER_SUIT + rank]))
            position.placed[owner] += 1


class _Reader:
    """Lays a side's cards out as its lines say, each of the 52 once."""

    def __init__(self, side: int, layout: Layout) -> None:
        self.layout = layout
        self.free = dict.fromkeys(range(side * PER_DECK, (side + 1) * PER_DECK))
        self.first = side * PER_DECK
        self.rest: list[int] | None = None
        self.rest_at = 0
        self.seen: set[str] = set()
        self.stock: list[int] = []
        self.waste: list[int] = []
        layout.hidden[:] = [[] for _ in range(COLUMNS)]
        layout.runs[:] = [[] for _ in range(COLUMNS)]

    def read(self, line: str) -> None:
        """Fill a pile from its line."""
        pile = _STOCK.fullmatch(line) or _COLUMN.fullmatch(line)
        name = line.split(" ", maxsplit=1)[0]
        if pile is None or name in self.seen:
            raise _unreadable(line)
        self.seen.add(name)
        hidden, shown = self._face_down(pile["hidden"] or ""), [self.take(word) for word in pile["shown"].split()]
        if name == "stock":
            self.stock, self.waste = hidden, shown
            return
        column = int(name[1:]) - 1
        if not 0 <= column < COLUMNS:
            raise _unreadable(line)
        self.layout.hidden[column], self.layout.runs[column] = hidden, shown

    def _face_down(self, text: str) -> list[int]:
        """The hidden cards that a text names; the place of `...` among them is remembered."""
        cards: list[int] = []
        for word in text.split():
            if word == REST:
                self.rest, self.rest_at = cards, len(cards)
            else:
                cards.append(self.take(word))
        return cards

    def take(self, word: str) -> int:
        """The side's card of the face that a word names, which is not yet laid out."""
        card = self.first + parse_face(word)
        if card not in self.free:
            raise NotationError(Text("a player has only one %(card)s", card=word))
        del self.free[card]
        return card

    def finish(self) -> None:
        """Put the cards named nowhere where `...` stands."""
        if self.rest is not None:
            self.rest[self.rest_at : self.rest_at] = list(self.free)
        elif self.free:
            missing = " ".join(TEXT[card] for card in self.free)
            raise NotationError(Text("a picture has all cards; missing: %(cards)s", cards=missing))
        self.layout.pile, self.layout.drawn = self.waste + self.stock, len(self.waste)


def _unreadable(line: str) -> NotationError:
    return NotationError(Text("%(line)s is not a line of the picture of a match", line=quoted(line)))
