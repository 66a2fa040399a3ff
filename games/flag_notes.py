"""What was found that a flag is raised for: its row keeps a code and what goes with it, worded when it is shown.

future                 the client's times lie in the future
backwards              the client's times run backwards
fast 150 3.0           so many actions in so many seconds
take_backs 20          so many take-backs
seen_replay            a replay of these cards had been shown
copy 0199d3c4-...      the same line as that game
"""

from collections.abc import Callable, Mapping
from typing import Final
from uuid import UUID

from games.engine.texts import Plural, Text

FUTURE: Final = "future"
BACKWARDS: Final = "backwards"
SEEN_REPLAY: Final = "seen_replay"


def fast(*, actions: int, seconds: float) -> str:
    """Return the note on a game played in so short a time."""
    return f"fast {actions} {seconds:.1f}"


def take_backs(number: int) -> str:
    """Return the note on so many take-backs."""
    return f"take_backs {number}"


def copy(game_id: UUID) -> str:
    """Return the note on a game that has the line of another."""
    return f"copy {game_id}"


def _fast(actions: str, seconds: str) -> Text:
    return Plural("%(n)s action in %(seconds)s s.", "%(n)s actions in %(seconds)s s.", n=int(actions), seconds=seconds)


_TEXTS: Final[Mapping[str, Callable[..., Text]]] = {
    "future": lambda: Text("The client's times lie in the future."),
    "backwards": lambda: Text("The client's times run backwards."),
    "fast": _fast,
    "take_backs": lambda number: Plural("%(n)s take-back.", "%(n)s take-backs.", n=int(number)),
    "seen_replay": lambda: Text("Had been shown a replay of these cards before the finish."),
    "copy": lambda game_id: Text("Same line as game %(id)s.", id=game_id),
}


def text_of(note: str) -> Text:
    """Return what a note says. Raises ValueError for one that none of these functions has made."""
    code, *parts = note.split(" ")
    try:
        return _TEXTS[code](*parts)
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError(f"{note!r} is the note of no flag") from error
