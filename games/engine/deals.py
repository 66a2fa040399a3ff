"""Deal codes, and the shuffle that turns a deal's number into an order of cards.

``DS1-D3V-AAAAAAB``: the game and its shuffle version, draw and scoring, and the deal's number of
seven characters (RFC 4648 base 32, 35 bits, most significant first: ``AAAAAAB`` is 1). The order
of the cards depends on the number alone, so one number under four modes is the same cards.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from itertools import chain, count
from struct import Struct

from games.engine.cards import CARDS
from games.engine.errors import DealCodeError, UnknownRules
from games.engine.texts import Text

RULES_VERSION = 1
GAME = "DS1"
ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
NUMBER_LENGTH = 7
NUMBERS = 1 << 35
DRAWS = (1, 3)
WHITE_SPACE = " \t\n\v\f\r"

_NUMBER = re.compile(rf"[{ALPHABET}]{{{NUMBER_LENGTH}}}")
_DIGIT = {character: digit for digit, character in enumerate(ALPHABET)}


class Scoring(StrEnum):
    """How points are counted."""

    NORMAL = "N"
    VEGAS = "V"


@dataclass(frozen=True, slots=True)
class DealCode:
    """The public name of a deal: which cards, drawn how many at a time, scored how."""

    number: str
    draw: int
    scoring: Scoring

    def __post_init__(self) -> None:
        if self.draw not in DRAWS:
            raise DealCodeError(str(self.draw), part="draw", problem=Text("the draw is 1 or 3"))
        if self.scoring not in tuple(Scoring):
            raise DealCodeError(str(self.scoring), part="scoring", problem=Text("the scoring is N or V"))
        _check_number(self.number, self.number)

    @classmethod
    def parse(cls, text: str) -> DealCode:
        """The code that a text names, whatever its case and the white space around it."""
        parts = text.strip(WHITE_SPACE)
        if not parts:
            raise DealCodeError(text, part="text", problem=Text("it is empty"))
        if not parts.isascii():
            raise DealCodeError(text, part="text", problem=Text("it has characters beyond ASCII"))
        fields = parts.upper().split("-")
        if len(fields) != 3:
            raise DealCodeError(
                text, part="text", problem=Text("it is three parts joined by '-', as in DS1-D1N-AAAAAAB")
            )
        game, mode, number = fields
        if game != GAME:
            raise DealCodeError(
                text, part="game", problem=Text("its first part is %(game)s (game, shuffle version 1)", game=GAME)
            )
        draw, scoring = _parse_mode(text, mode)
        _check_number(text, number)
        return cls(number, draw, scoring)

    @classmethod
    def from_index(cls, index: int, *, draw: int, scoring: Scoring) -> DealCode:
        """The code of the deal with this index, 0 to 2^35 - 1."""
        if not 0 <= index < NUMBERS:
            raise DealCodeError(
                str(index), part="number", problem=Text("an index is from 0 to %(last)s", last=NUMBERS - 1)
            )
        digits = [ALPHABET[index >> shift & 31] for shift in range(30, -1, -5)]
        return cls("".join(digits), draw, scoring)

    @property
    def index(self) -> int:
        """The number read as an integer, 0 to 2^35 - 1."""
        index = 0
        for character in self.number:
            index = index << 5 | _DIGIT[character]
        return index

    @property
    def mode(self) -> str:
        """Draw and scoring as the code writes them: ``D1N``."""
        return f"D{self.draw}{self.scoring}"

    def siblings(self) -> tuple[DealCode, ...]:
        """The four codes of the same cards, this one among them: D1N, D1V, D3N, D3V."""
        return tuple(DealCode(self.number, draw, scoring) for draw in DRAWS for scoring in Scoring)

    def __str__(self) -> str:
        return f"{GAME}-{self.mode}-{self.number}"


def _parse_mode(text: str, mode: str) -> tuple[int, Scoring]:
    """Draw and scoring of a code's middle part."""
    if len(mode) != 3 or mode[0] != "D":
        raise DealCodeError(text, part="mode", problem=Text("its second part is one of D1N, D1V, D3N, D3V"))
    if mode[1] not in "13":
        raise DealCodeError(text, part="draw", problem=Text("the draw is 1 or 3, not %(draw)s", draw=repr(mode[1])))
    if mode[2] not in "NV":
        raise DealCodeError(
            text, part="scoring", problem=Text("the scoring is N or V, not %(scoring)s", scoring=repr(mode[2]))
        )
    return int(mode[1]), Scoring(mode[2])


def _check_number(text: str, number: str) -> None:
    """Refuse a number that is not seven characters of the alphabet."""
    if _NUMBER.fullmatch(number):
        return
    if len(number) != NUMBER_LENGTH:
        problem = Text("the number has %(n)s characters, not %(got)s", n=NUMBER_LENGTH, got=len(number))
    else:
        wrong = next(character for character in number if character not in _DIGIT)
        problem = Text("the number is written in A-Z and 2-7, without %(character)s", character=repr(wrong))
    raise DealCodeError(text, part="number", problem=problem)


def check_rules(rules: int) -> None:
    """Refuse a version of the rules that this engine does not have."""
    if rules != RULES_VERSION:
        raise UnknownRules(rules)


_EIGHT_WORDS = Struct(">8I")
_STEPS = tuple((i, i + 1, (1 << 32) - (1 << 32) % (i + 1)) for i in range(CARDS - 1, 0, -1))


def shuffle(number: str) -> list[int]:
    """The 104 cards in dealing order: Fisher-Yates over words of SHA-256, shuffle version 1.

    The words are the digests of the ASCII texts ``DS1-AAAAAAB/0``, ``DS1-AAAAAAB/1``, ..., eight
    big-endian words each. A word at or above the greatest multiple of the range is passed over,
    so that every order is as likely as any other.
    """
    _check_number(number, number)
    return shuffle_stream(f"{GAME}-{number}", size=CARDS)


def shuffle_stream(stream: str, *, size: int) -> list[int]:
    """The cards 0 to `size` - 1, 104 at most, in the order that the words of `<stream>/0`, `<stream>/1`, ... give."""
    words = chain.from_iterable(_EIGHT_WORDS.unpack(sha256(f"{stream}/{block}".encode()).digest()) for block in count())
    cards = list(range(size))
    for i, left, limit in _STEPS[CARDS - size :]:
        word = next(words)
        while word >= limit:
            word = next(words)
        j = word % left
        cards[i], cards[j] = cards[j], cards[i]
    return cards
