"""A move as movetext writes it, with what it claims and what is said about it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from games.engine.cards import parse_face
from games.engine.errors import NotationError, quoted
from games.engine.fold import Claim
from games.engine.moves import Kind, Move, parse_counted
from games.engine.texts import Text

_UNSAFE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_CARDLESS = (Kind.RECYCLE, Kind.UNDO)


@dataclass(frozen=True, slots=True)
class WrittenMove:
    """A move as a text writes it: with the count and card that it claims, and a comment after it."""

    move: Move
    count: int | None = None
    card: str | None = None
    comment: str = ""
    line: int = field(default=0, compare=False)
    """Where it stood, counted from 1; 0 if it was not read."""

    def __post_init__(self) -> None:
        if self.count is not None and self.move.kind is not Kind.COLUMN_TO_COLUMN:
            raise NotationError(Text("%(move)s takes no count: only a move from column to column does", move=self.move))
        if self.card is not None:
            parse_face(self.card)
            if self.move.kind in _CARDLESS:
                raise NotationError(Text("%(move)s takes no card", move=self.move))
        check_comment(self.comment)

    @classmethod
    def parse(cls, text: str, *, line: int = 0) -> WrittenMove:
        """The move of one word of movetext: `T3-T5x4=7D`."""
        counted, equals, card = text.partition("=")
        move, count = parse_counted(counted)
        return cls(move, count=count, card=card if equals else None, line=line)

    @property
    def claim(self) -> Claim | None:
        """What the text says beyond the move, None if nothing."""
        return None if self.count is None and self.card is None else Claim(count=self.count, card=self.card)

    def __str__(self) -> str:
        count = "" if self.count is None else f"x{self.count}"
        card = "" if self.card is None else f"={self.card}"
        comment = f" {{{self.comment}}}" if self.comment else ""
        return f"{self.move}{count}{card}{comment}"


def check_characters(text: str) -> None:
    if _UNSAFE.search(text):
        raise NotationError(
            Text("%(text)s holds a control character, a line end or half a character", text=quoted(text))
        )


def check_comment(text: str) -> None:
    check_characters(text)
    if "{" in text or "}" in text or text != text.strip():
        raise NotationError(
            Text("%(text)s is no comment: it holds a brace, or white space at its ends", text=quoted(text))
        )
