"""The text format of whole games, for people: to read, write by hand, send about, export and import.

    [Deal "DS1-D1N-AAAAAAB"]
    [Rules "1"]
    [Score "20"]
    [Player "Ana"]

    1. T3-T8=8H {turns the 2D} T7-T5=8D draw=6H undo draw=6H
    6. T8-T7x2=9S

A text is lines; white space is spaces, tabs, and a CR before the line's end. Blank lines mean nothing.

    text    = game*
    game    = tag line+, then lines of words. The first tag is Deal, and only there does a new game begin
    tag     = "[" name " " '"' value '"' "]"     alone on its line; in a value \\" and \\\\ stand for " and \\
    word    = number | action | comment          with white space between them
    number  = digits "."                         the place of the next action, from 1; optional, but it must be right
    action  = move [ "x" count ] [ "=" card ]    T3-T5x4=7D, W-F=AS, draw=6H, recycle, undo
    comment = "{" characters "}"                 within one line; it is about the action before it, or the whole game

What follows a move makes a claim, which is checked when the game is replayed: how many cards move (column to column
only), and the card that leads them: the one moved, the first of a run, for a draw the new top of the waste. Cards that
contradict the deal code show that a text belongs to another deal.

Tags: `Deal`, always; `Rules`, the version of the rules, 1 where it is left out; `Score`, as players read it (655,
-$104), a claim like the others; `Player`; `Date`, a day such as 2026-11-30. Other tags of one word that starts with a
capital are kept as they are. No tag stands twice. Values and comments hold no control characters.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import date
from itertools import islice
from typing import TypeVar

from games.engine.deals import RULES_VERSION, DealCode, check_rules
from games.engine.errors import EngineError, MovetextError, NotationError, Refusal, UnknownRules, quoted
from games.engine.fold import Claim, Replay, fold
from games.engine.moves import Kind, decode, encode
from games.engine.scores import format_score, parse_score
from games.engine.solo import SoloTable
from games.engine.texts import Text
from games.engine.written_move import WrittenMove, check_characters, check_comment

WIDTH = 80

_TAG = re.compile(r'\[([A-Z][A-Za-z0-9]*) "((?:[^"\\]|\\["\\])*)"\]')
_WORD = re.compile(r"\{([^{}]*)\}|([0-9]{1,9})\.|([^ \t{}]+)")
_TAG_NAME = re.compile("[A-Z][A-Za-z0-9]*")
_DAY = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}")
_NEW_GAME = "[Deal "
_OWN_TAGS = ("Deal", "Rules", "Score", "Player", "Date")

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Movetext:
    """A whole game as text: its deal, its moves, and what the tags say. `parse_game` gives back `str` of it."""

    deal: DealCode
    moves: tuple[WrittenMove, ...] = ()
    rules: int = RULES_VERSION
    score: int | None = None
    player: str | None = None
    day: date | None = None
    other_tags: tuple[tuple[str, str], ...] = ()
    comment: str = ""
    line: int = field(default=0, compare=False)

    def __post_init__(self) -> None:
        check_rules(self.rules)
        check_comment(self.comment)
        seen = set(_OWN_TAGS)
        for name, _ in self.other_tags:
            if name in seen or not _TAG_NAME.fullmatch(name):
                raise NotationError(Text("%(name)s cannot be another tag's name", name=quoted(name)))
            seen.add(name)
        for value in (self.player or "", *(value for _, value in self.other_tags)):
            check_characters(value)

    @property
    def events(self) -> bytes:
        """The moves as a log holds them."""
        return encode(written.move for written in self.moves)

    @property
    def claims(self) -> dict[int, Claim]:
        """What the moves claim, under their indices."""
        return {index: written.claim for index, written in enumerate(self.moves) if written.claim}

    def replay(self) -> Replay:
        """The game played, every claim but the score checked; a failure's message says the line."""
        replay = fold(self.deal, self.events, rules=self.rules, claims=self.claims)
        if replay.error is None:
            return replay
        line = self.moves[replay.error.index].line
        if not line:
            return replay
        text = Text("line %(line)s: %(problem)s", line=line, problem=replay.error.text)
        return replace(replay, error=replace(replay.error, text=text))

    def __str__(self) -> str:
        tags = "\n".join(f'[{name} "{_escape(value)}"]' for name, value in self._tags())
        return "\n".join((tags, "", *self._lines())).rstrip("\n") + "\n"

    def _tags(self) -> Iterator[tuple[str, str]]:
        yield "Deal", str(self.deal)
        yield "Rules", str(self.rules)
        if self.score is not None:
            yield "Score", format_score(self.score, self.deal.scoring)
        if self.player is not None:
            yield "Player", self.player
        if self.day is not None:
            yield "Date", self.day.isoformat()
        yield from self.other_tags

    def _lines(self) -> Iterator[str]:
        """The moves in lines of at most `WIDTH`, each line led by the number of its first move."""
        if self.comment:
            yield f"{{{self.comment}}}"
        line = ""
        for number, written in enumerate(self.moves, 1):
            word = str(written)
            if line and len(line) + 1 + len(word) > WIDTH:
                yield line
                line = ""
            line = f"{line} {word}" if line else f"{number}. {word}"
        yield line


def annotate(code: DealCode, events: bytes, *, rules: int = RULES_VERSION) -> Movetext:
    """The log of a game as movetext that names the card of every move, and counts the runs of several.

    From the first illegal move on, the moves stand bare. A byte that is no action raises `CodecError`.
    """
    table = SoloTable(code, rules=rules)
    written = []
    for move in decode(events):
        effect = table.effect(move)
        if isinstance(effect, Refusal):
            break
        count = effect.cards if move.kind is Kind.COLUMN_TO_COLUMN else 1
        written.append(WrittenMove(move, count=count if count > 1 else None, card=effect.lead))
        table.play(move)
    bare = (WrittenMove(move) for move in decode(events[len(written) :]))
    return Movetext(code, (*written, *bare), rules=rules)


def parse_game(text: str) -> Movetext:
    """The one game that a text holds; `MovetextError` says the line of what is wrong with it."""
    games = list(islice(split_games(text.split("\n")), 2))
    if not games:
        raise MovetextError(Text("a game is expected here, and there is none"), line=1)
    if len(games) > 1:
        raise MovetextError(Text("one game is expected, and here begins another"), line=games[1][0])
    ((first, lines),) = games
    return read_game(lines, first=first)


def count_moves(text: str) -> int:
    """How many moves a text has, read no further than that: words that are neither tags, numbers nor comments."""
    lines = (line for line in text.split("\n") if not line.lstrip(" \t").startswith("["))
    return sum(word[3] is not None for line in lines for word in _WORD.finditer(line))


def parse_games(text: str) -> tuple[Movetext, ...]:
    """All games that a text holds, in their order."""
    return tuple(read_game(lines, first=first) for first, lines in split_games(text.split("\n")))


def split_games(lines: Iterable[str]) -> Iterator[tuple[int, list[str]]]:
    """The lines of each game, and the number of the first of them: what one game has wrong spoils no other."""
    first = 1
    game: list[str] = []
    for number, line in enumerate(lines, 1):
        if line.lstrip(" \t").startswith(_NEW_GAME) and any(map(str.strip, game)):
            yield first, game
            game = []
        if not game:
            first = number
        game.append(line)
    if any(map(str.strip, game)):
        yield first, game


def is_tag(line: str) -> bool:
    """Whether a line is a tag, and so cannot be JSON."""
    return re.match(r"\s*\[[A-Z]", line) is not None


def read_game(lines: Iterable[str], *, first: int) -> Movetext:
    """The game that these lines hold, the first of them being line `first`."""
    reader = _Reader()
    for number, line in enumerate(lines, first):
        try:
            reader.read(line.strip(" \t\r\n"), number)
        except MovetextError:
            raise
        except EngineError as error:
            raise MovetextError(error.text, line=number, index=len(reader.moves)) from error
    return reader.game(first)


class _Reader:
    """Reads one game line by line."""

    def __init__(self) -> None:
        self.tags: dict[str, tuple[str, int]] = {}
        self.moves: list[WrittenMove] = []
        self.comments: dict[int, list[str]] = {}
        """What is said after so many moves, joined only at the end: a line may hold any number of comments."""
        self.begun = False

    def read(self, line: str, number: int) -> None:
        """Read a line, a tag's or one of moves."""
        if line.startswith("["):
            self._tag(line, number)
        elif line:
            self._words(line, number)

    def _tag(self, line: str, number: int) -> None:
        match = _TAG.fullmatch(line)
        if match is None:
            raise MovetextError(
                Text('%(line)s is not a tag, written like [Score "655"]', line=quoted(line)), line=number
            )
        name, value = match[1], re.sub(r"\\(.)", r"\1", match[2])
        if self.begun:
            raise MovetextError(Text("the tag %(name)s stands after the game's moves", name=name), line=number)
        if name in self.tags:
            raise MovetextError(Text("the tag %(name)s stands twice", name=name), line=number)
        if not self.tags and name != "Deal":
            raise MovetextError(Text("a game's first tag is Deal, not %(name)s", name=name), line=number)
        check_characters(value)
        self.tags[name] = (value, number)

    def _words(self, line: str, number: int) -> None:
        if not self.tags:
            raise MovetextError(Text("%(line)s stands before any [Deal ...]", line=quoted(line)), line=number)
        self.begun = True
        position = 0
        while position < len(line):
            word = _WORD.match(line, position)
            if word is None:
                raise MovetextError(
                    Text("%(text)s opens or closes a comment alone", text=quoted(line[position:])), line=number
                )
            self._word(word, number)
            position = word.end()
            while line[position : position + 1] in (" ", "\t"):
                position += 1

    def _word(self, word: re.Match[str], number: int) -> None:
        comment, place, action = word.groups()
        if comment is not None:
            self._comment(comment.strip())
        elif place is None:
            self.moves.append(WrittenMove.parse(action, line=number))
        elif int(place) != len(self.moves) + 1:
            raise MovetextError(
                Text("%(place)s. stands before move %(move)s", place=place, move=len(self.moves) + 1), line=number
            )

    def _comment(self, comment: str) -> None:
        """Keep a comment with what it is about."""
        check_comment(comment)
        self.comments.setdefault(len(self.moves), []).append(comment)

    def _said(self, after: int) -> str:
        return " ".join(filter(None, self.comments.pop(after, ())))

    def game(self, first: int) -> Movetext:
        """The game that has been read; it began at line `first`."""
        deal = self._value("Deal", DealCode.parse)
        if deal is None:
            raise MovetextError(Text('a game begins with its deal: [Deal "DS1-D1N-AAAAAAB"]'), line=first)
        return Movetext(
            deal,
            tuple(
                replace(written, comment=self._said(place)) if place in self.comments else written
                for place, written in enumerate(self.moves, 1)
            ),
            rules=self._value("Rules", _parse_rules) or 1,
            score=self._value("Score", lambda text: parse_score(text, deal.scoring)),
            player=self._value("Player", str),
            day=self._value("Date", _parse_day),
            other_tags=tuple((name, value) for name, (value, _) in self.tags.items() if name not in _OWN_TAGS),
            comment=self._said(0),
            line=first,
        )

    def _value(self, name: str, parse: Callable[[str], Value]) -> Value | None:
        """What a tag says, or None if it is left out."""
        if name not in self.tags:
            return None
        text, line = self.tags[name]
        try:
            return parse(text)
        except EngineError as error:
            raise MovetextError(
                Text("the tag %(name)s: %(problem)s", name=name, problem=error.text), line=line
            ) from error


def _parse_rules(text: str) -> int:
    """The version of the rules that a tag names."""
    if not re.fullmatch("[1-9][0-9]{0,8}", text):
        raise UnknownRules(text)
    check_rules(int(text))
    return int(text)


def _parse_day(text: str) -> date:
    """The day that a text such as 2026-11-30 names."""
    try:
        if _DAY.fullmatch(text):
            return date.fromisoformat(text)
    except ValueError:
        pass
    raise NotationError(Text("%(text)s is not a day, written like 2026-11-30", text=quoted(text)))


def _escape(value: str) -> str:
    return value.replace("\\", r"\\").replace('"', r"\"")
