"""What is chosen before a match, and its number, which deals the cards.

{"number": "AAAAAAB", "pace": "alternating", "draw": {"A": 1, "B": 3}, "redeals": "unlimited",
 "solo_bonus": false, "ending": "first_out", "first": "A"}
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, TypeVar

from games.engine.deals import ALPHABET, DRAWS
from games.engine.errors import quoted
from games.engine.match.errors import MatchOptionsError
from games.engine.texts import Text

MIN_NUMBER, MAX_NUMBER = 7, 32


class Side(StrEnum):
    """One of the two players of a match."""

    A = "A"
    B = "B"

    @property
    def other(self) -> Side:
        """The opponent."""
        return Side.B if self is Side.A else Side.A


class Pace(StrEnum):
    """Whether both play at once, or one after the other."""

    SIMULTANEOUS = "simultaneous"
    ALTERNATING = "alternating"


class Redeals(StrEnum):
    """How often each player may go through the stock."""

    UNLIMITED = "unlimited"
    SINGLE = "single"


class Ending(StrEnum):
    """Whether the match ends with the first player who is out, or goes on for the other."""

    FIRST_OUT = "first_out"
    PLAY_OUT = "play_out"


_Choice = TypeVar("_Choice", bound=StrEnum)


@dataclass(frozen=True, slots=True)
class MatchOptions:
    """A match before its first action. Its number is a secret until the match is over, so `repr` leaves it out."""

    number: str = field(repr=False)
    pace: Pace
    draw_a: int
    draw_b: int
    redeals: Redeals
    solo_bonus: bool
    ending: Ending
    first: Side
    """Who starts when they alternate; otherwise it says nothing."""

    def __post_init__(self) -> None:
        _check_number(self.number)
        for draw in (self.draw_a, self.draw_b):
            _check_draw(draw)

    @classmethod
    def parse(cls, given: object) -> MatchOptions:
        """The match that a JSON object describes. It has every option, but a simultaneous one needs no `first`."""
        if not isinstance(given, Mapping):
            raise MatchOptionsError(Text("a match is an object with its options"), field=None)
        unknown = next((name for name in given if name not in OPTIONS), None)
        if unknown is not None:
            raise MatchOptionsError(
                Text("%(option)s is no option of a match", option=_shown(unknown)), field=str(unknown)
            )
        pace = _choice(given, "pace", Pace)
        draw_a, draw_b = _draws(_given(given, "draw"))
        solo_bonus = _given(given, "solo_bonus")
        if not isinstance(solo_bonus, bool):
            raise _wrong("solo_bonus", solo_bonus, "true, false")
        is_first_needed = pace is Pace.ALTERNATING or "first" in given
        return cls(
            number=_given(given, "number"),
            pace=pace,
            draw_a=draw_a,
            draw_b=draw_b,
            redeals=_choice(given, "redeals", Redeals),
            solo_bonus=solo_bonus,
            ending=_choice(given, "ending", Ending),
            first=_choice(given, "first", Side) if is_first_needed else Side.A,
        )

    def as_json(self) -> dict[str, Any]:
        """The object that `parse` reads, number included."""
        same = self.draw_a == self.draw_b
        return {
            "number": self.number,
            "pace": str(self.pace),
            "draw": self.draw_a if same else {"A": self.draw_a, "B": self.draw_b},
            "redeals": str(self.redeals),
            "solo_bonus": self.solo_bonus,
            "ending": str(self.ending),
            "first": str(self.first),
        }

    def draw(self, side: Side) -> int:
        """How many cards a draw of this side turns."""
        return self.draw_a if side is Side.A else self.draw_b


OPTIONS = ("number", "pace", "draw", "redeals", "solo_bonus", "ending", "first")

_SHOWN = 40
"""Characters that are shown of a number that is no option."""

_NUMBER = re.compile(rf"[{ALPHABET}]{{{MIN_NUMBER},{MAX_NUMBER}}}")


def _given(given: Mapping[str, Any], name: str) -> Any:
    """The value of an option that has to be there."""
    if name not in given:
        raise MatchOptionsError(Text("the option %(option)s of the match is missing", option=name), field=name)
    return given[name]


def _choice(given: Mapping[str, Any], name: str, choices: type[_Choice]) -> _Choice:
    """The value of an option that is one of a few words."""
    value = _given(given, name)
    if isinstance(value, str) and value in tuple(choices):
        return choices(value)
    raise _wrong(name, value, ", ".join(choices))


def _draws(value: object) -> tuple[int, int]:
    """The draws of A and B: one number for both, or an object with one for each."""
    if isinstance(value, Mapping):
        if set(value) != set(Side):
            raise MatchOptionsError(Text('two draws are written like {"A": 1, "B": 3}'), field="draw")
        return _check_draw(value["A"]), _check_draw(value["B"])
    return _check_draw(value), _check_draw(value)


def _check_draw(value: object) -> int:
    """A draw, if it is one. True, which equals 1, is none, and neither is 1.0."""
    if type(value) is int and value in DRAWS:
        return value
    raise _wrong("draw", value, "1, 3")


def _check_number(number: object) -> None:
    """Refuse what cannot be the number of a match."""
    if isinstance(number, str) and _NUMBER.fullmatch(number):
        return
    text = Text(
        "the number of a match is %(least)s to %(most)s of the characters A-Z and 2-7, not %(given)s",
        least=MIN_NUMBER,
        most=MAX_NUMBER,
        given=_shown(number),
    )
    raise MatchOptionsError(text, field="number")


def _wrong(name: str, value: object, choices: str) -> MatchOptionsError:
    text = Text("%(option)s is one of: %(choices)s; not %(given)s", option=name, choices=choices, given=_shown(value))
    return MatchOptionsError(text, field=name)


def _shown(value: object) -> str:
    """A value as a message shows it, cut if it is long: a text in quotes, and of a list or an object only the kind."""
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, (list, Mapping)):
        return "[...]" if isinstance(value, list) else "{...}"
    text = json.dumps(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."
