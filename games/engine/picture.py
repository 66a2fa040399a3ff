"""A table as text, for tests, errors and logs, and the same text read back.

    deal DS1-D1N-AAAAAAB
    score 15 ranked 10 moves 12 undos 1
    stock [3C 7H 2C]
    waste 4C* 6H
    foundations 2S - AH - - - - -
    T1 [9H 2D] 8H 7C
    T2
    ...

Cards run from the bottom up, but the stock's from the top down, as they will be turned. Face-down ones stand in
brackets, or where they are not revealed as ``??``, the stock as a mere count. A foundation is named by its top card.
A star marks a card that has scored on a foundation and was taken back.

Reading takes revealed pictures only. A pile that is left out is empty, counts that are left out are those of the
start, and ``...`` stands once, among hidden cards, for all that are named nowhere else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from games.engine.cards import CARDS, FACES, HIDDEN, PER_DECK, PER_SUIT, RANK, SUIT, SUITS, TEXT, fits, parse_face
from games.engine.deals import DealCode
from games.engine.errors import NotationError
from games.engine.moves import COLUMNS, FOUNDATIONS
from games.engine.position import Position
from games.engine.texts import Text

REST = "..."

_PILE = re.compile(r"(?:\[([^\[\]]*)\])?\s*([^\[\]]*)")
_COUNTS = re.compile(r"score (-?[0-9]{1,9}) ranked (-?[0-9]{1,9}) moves ([0-9]{1,9}) undos ([0-9]{1,9})")


def draw(code: DealCode, position: Position, *, reveal: bool) -> str:
    """The picture of a position; revealed, `parse` reads it back."""
    stock, waste = position.pile[position.drawn :], position.pile[: position.drawn]
    ranked, moves = position.score - position.surplus, position.version - position.undos
    marked = {card for card in range(CARDS) if position.scored[card]}
    lines = [
        f"deal {code}",
        f"score {position.score} ranked {ranked} moves {moves} undos {position.undos}",
        f"stock {draw_column(stock, [], reveal=True, marked=marked)}" if reveal else f"stock {len(stock)}",
        f"waste {draw_column([], waste, marked=marked)}",
        "foundations " + " ".join(TEXT[home[-1]] if home else "-" for home in position.homes),
    ]
    for column, (hidden, run) in enumerate(zip(position.hidden, position.runs, strict=True), 1):
        lines.append(f"T{column} {draw_column(hidden, run, reveal=reveal, marked=marked)}")
    return "\n".join(line.rstrip() for line in lines)


def draw_column(hidden: list[int], run: list[int], *, reveal: bool = False, marked: set[int] | None = None) -> str:
    """Cards from the bottom: `?? ?? 5S 4H`, or revealed `[9H 2D] 5S 4H`; those in `marked` with a star."""
    marks = marked or set()
    names = [TEXT[card] + "*" * (card in marks) for card in (*hidden, *run)]
    below = names[: len(hidden)] if reveal else [HIDDEN] * len(hidden)
    if reveal and below:
        below = ["[" + " ".join(below) + "]"]
    return " ".join(below + names[len(hidden) :])


def parse(text: str) -> tuple[DealCode, Position]:
    """The deal code and the position that a revealed picture shows."""
    lines = dict(_lines(text))
    if "deal" not in lines:
        raise NotationError(Text("a picture names its deal: a line such as 'deal DS1-D1N-AAAAAAB' is missing"))
    code = DealCode.parse(lines.pop("deal"))
    position = Position(code)
    _read_counts(position, lines.pop("score", None))
    _Reader(position).read(lines)
    return code, position


def _lines(text: str) -> Iterator[tuple[str, str]]:
    """Each line's first word, and the rest of the line."""
    known = {"deal", "score", "stock", "waste", "foundations", *(f"T{n}" for n in range(1, COLUMNS + 1))}
    seen = set()
    for line in text.splitlines():
        name, _, rest = line.strip().partition(" ")
        if not name:
            continue
        if name not in known or name in seen:
            raise NotationError(
                Text("%(line)s is not a line of a picture, or stands there twice", line=repr(line.strip()))
            )
        seen.add(name)
        yield name, rest.strip()


def _read_counts(position: Position, text: str | None) -> None:
    """Set the counts of a picture's second line."""
    if text is None:
        return
    match = _COUNTS.fullmatch(f"score {text}")
    if match is None:
        raise NotationError(Text("'score %(text)s' is not like 'score 15 ranked 10 moves 12 undos 1'", text=text))
    score, ranked, moves, undos = map(int, match.groups())
    position.score, position.surplus = score, score - ranked
    position.version, position.undos = moves + undos, undos


class _Reader:
    """Lays a picture's cards out on a position, each of the 104 once."""

    def __init__(self, position: Position) -> None:
        self.position = position
        position.scored[:] = bytes(CARDS)
        self.free = {face: [face, face + PER_DECK] for face in range(PER_DECK)}
        self.rest: list[int] | None = None
        self.rest_at = 0

    def read(self, lines: dict[str, str]) -> None:
        """Fill every pile from its line, those without a line left empty."""
        position = self.position
        stock, upturned = self._pile("stock", lines)
        if upturned:
            raise NotationError(Text("the stock lies face down: its cards stand in brackets"))
        waste = self._face_up(lines.get("waste", ""))
        self._foundations(lines.get("foundations", "- " * FOUNDATIONS).split())
        for column in range(COLUMNS):
            name = f"T{column + 1}"
            position.hidden[column], position.runs[column] = self._pile(name, lines)
            _check_run(name, position.runs[column])
        self._lay_rest()
        for column in range(COLUMNS):
            if position.hidden[column] and not position.runs[column]:
                raise NotationError(Text("T%(column)s has hidden cards and no face-up one", column=column + 1))
        position.pile, position.drawn = waste + stock, len(waste)

    def _pile(self, name: str, lines: dict[str, str]) -> tuple[list[int], list[int]]:
        """The hidden and the face-up cards of a pile's line."""
        match = _PILE.fullmatch(lines.get(name, ""))
        if match is None:
            raise NotationError(
                Text(
                    "'%(name)s %(cards)s' is no pile: hidden cards in brackets, then the face-up ones",
                    name=name,
                    cards=lines[name],
                )
            )
        return self._face_down(match[1] or ""), self._face_up(match[2])

    def _face_down(self, text: str) -> list[int]:
        """The hidden cards that a text names; the place of `...` among them is remembered."""
        cards: list[int] = []
        for word in text.split():
            if word != REST:
                cards.append(self._take(word))
            elif self.rest is None:
                self.rest, self.rest_at = cards, len(cards)
            else:
                raise NotationError(Text("'...' stands twice"))
        return cards

    def _face_up(self, text: str) -> list[int]:
        """The face-up cards that a text names."""
        return [self._take(word) for word in text.split()]

    def _take(self, word: str) -> int:
        """A card of the face that a word names that is not yet laid out."""
        face = parse_face(word.removesuffix("*"))
        if not self.free[face]:
            raise NotationError(Text("there are only two %(card)s", card=FACES[face]))
        card = self.free[face].pop(0)
        self.position.scored[card] = word.endswith("*")
        return card

    def _foundations(self, tops: list[str]) -> None:
        """Fill each foundation up to the card that it is named by."""
        if len(tops) != FOUNDATIONS:
            raise NotationError(
                Text(
                    "there are %(foundations)s foundations, not %(got)s: '-' for an empty one",
                    foundations=FOUNDATIONS,
                    got=len(tops),
                )
            )
        for place, top in enumerate(tops):
            self.position.homes[place] = []
            if top == "-":
                continue
            face = parse_face(top)
            if SUIT[face] != place // 2:
                raise NotationError(
                    Text(
                        "%(top)s does not lie on F%(place)s, which is one of %(suit)s",
                        top=top,
                        place=place + 1,
                        suit=SUITS[place // 2],
                    )
                )
            first = SUIT[face] * PER_SUIT
            home = [self._take(FACES[below]) for below in range(first, first + RANK[face])]
            self.position.homes[place] = home
            for card in home:
                self.position.scored[card] = 1

    def _lay_rest(self) -> None:
        """Put the cards named nowhere where `...` stands."""
        left = sorted(card for cards in self.free.values() for card in cards)
        if self.rest is not None:
            self.rest[self.rest_at : self.rest_at] = left
        elif left:
            raise NotationError(
                Text("a picture has all cards; missing: %(cards)s", cards=" ".join(TEXT[card] for card in left))
            )


def _check_run(name: str, run: list[int]) -> None:
    """Refuse face-up cards that no play can lead to."""
    for onto, card in pairwise(run):
        if not fits(card, onto):
            raise NotationError(
                Text("%(card)s does not fit on %(onto)s in %(name)s", card=TEXT[card], onto=TEXT[onto], name=name)
            )
