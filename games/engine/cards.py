"""The 104 cards of two decks: their numbers, their text, and what fits on what.

A card is a number, ``deck * 52 + suit * 13 + (rank - 1)``: deck 0 or 1, suits spades, hearts,
diamonds, clubs = 0..3, ranks ace to king = 1..13. Its text is its face, rank then suit: ``AS``,
``TH``, ``KC``. The two cards of one face are told apart only by their numbers.
"""

from games.engine.errors import NotationError, quoted
from games.engine.texts import Text

RANKS = "A23456789TJQK"
SUITS = "SHDC"
KING = 13
PER_SUIT = 13
PER_DECK = 52
CARDS = 2 * PER_DECK
HIDDEN = "??"

FACES: tuple[str, ...] = tuple(rank + suit for suit in SUITS for rank in RANKS)
"""The text of each of the 52 faces, by ``card % 52``."""

TEXT: tuple[str, ...] = FACES * 2
"""The text of each card."""

RANK: tuple[int, ...] = tuple(card % PER_SUIT + 1 for card in range(CARDS))
SUIT: tuple[int, ...] = tuple(card % PER_DECK // PER_SUIT for card in range(CARDS))

_FACE_BY_TEXT = {text: face for face, text in enumerate(FACES)}


def parse_face(text: str) -> int:
    """The face (0..51) that a text such as ``TH`` names."""
    face = _FACE_BY_TEXT.get(text)
    if face is None:
        raise NotationError(
            Text(
                "%(text)s is not a card: a rank of %(ranks)s, then a suit of %(suits)s",
                text=quoted(text),
                ranks=RANKS,
                suits=SUITS,
            )
        )
    return face


def format_card(card: int) -> str:
    """The text of a card: ``TH``."""
    return TEXT[card]


def is_red(card: int) -> bool:
    """Whether the card is a heart or a diamond."""
    return SUIT[card] in (1, 2)


def _ladder(card: int) -> int:
    """A card's rung: its rank, on one of two ladders that lie 100 apart."""
    return RANK[card] + 100 * ((RANK[card] + is_red(card)) % 2)


LADDER: tuple[int, ...] = tuple(map(_ladder, range(CARDS)))
"""Descending in alternating colours keeps ``rank + colour`` even or odd, so all cards of a run
stand on one ladder. The difference of two rungs is then the whole test: from 1 to 12 it says how
many ranks the second card lies below the first in a run that joins them; anything else, that no
run does."""


def fits(card: int, onto: int) -> bool:
    """Whether the card may lie on the other: the opposite colour and exactly one rank lower."""
    return LADDER[onto] - LADDER[card] == 1
