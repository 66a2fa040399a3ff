"""What was found that a flag is raised for: its row keeps the sentence in English, and that is worded again."""

import re
from collections.abc import Callable
from typing import Final

from games.engine.texts import Plural, Text


def future() -> Text:
    return Text("The client's times lie in the future.")


def backwards() -> Text:
    return Text("The client's times run backwards.")


def pace(actions: int, seconds: str) -> Text:
    """Return how many actions were made in how many seconds, these with one digit after the point."""
    return Plural("%(n)s action in %(seconds)s s.", "%(n)s actions in %(seconds)s s.", n=actions, seconds=seconds)


def take_backs(number: int) -> Text:
    return Plural("%(n)s take-back.", "%(n)s take-backs.", n=number)


def seen_replay() -> Text:
    return Text("Had been shown a replay of these cards before the finish.")


_KEPT: Final[tuple[tuple[re.Pattern[str], Callable[..., Text]], ...]] = (
    (re.compile(r"The client's times lie in the future\."), future),
    (re.compile(r"The client's times run backwards\."), backwards),
    (
        re.compile(r"(?P<number>\d+) actions? in (?P<seconds>[\d.]+) s\."),
        lambda number, seconds: pace(int(number), seconds),
    ),
    (re.compile(r"(?P<number>\d+) take-backs?\."), lambda number: take_backs(int(number))),
    (re.compile(r"Had been shown a replay of these cards before the finish\."), seen_replay),
)


def read(note: str) -> Text | None:
    """Return the text of a note that is kept in a row; None for one that is not of these."""
    for pattern, make in _KEPT:
        if match := pattern.fullmatch(note):
            return make(**match.groupdict())
    return None
