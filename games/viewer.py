"""The replay viewer of a page: what the template `games/viewer/viewer.html` shows, and what its script gets.

The server draws one step of a game and links to the others; where there is a script, it takes the frames of
`games.replay` and shows every step by itself. Neither knows a rule. `Viewer` is what goes step by step, whatever lies
on the table; `SoloViewer` shows a solo game, and `games.matches.viewer` a match.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Any, ClassVar, Final
from urllib.parse import urlencode

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games import replay
from games.engine.deals import DealCode, Scoring

Frames = Mapping[str, Any]
"""A replay as `games.replay.frames` gives it, or an `excerpt` of one."""

Label = str | Promise

MOVES_AROUND: Final = 100
"""How many moves before and after the step the page lists by itself. The script lists all of them."""

MARKS: Final[Mapping[str, Label]] = {
    "flip": _("flip"),
    "recycle": "↻",
    "take_back": _("take-back"),
    "undo": "↶",
    "out": _("out"),
    "end": _("end"),
    "timed_out": _("time over"),
}
"""How the list of moves shows what `games.replay`, and for matches `games.matches.frames`, mark."""

SUIT_SIGNS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


class NoSuchStep(Exception):
    """A page was asked for a step that the replay does not have."""

    def __init__(self, text: str, *, first: int, last: int) -> None:
        super().__init__(f"a step is a number from {first} to {last}, not {text!r}")


@dataclass(frozen=True, slots=True)
class ListedMove:
    """A line of the list of moves: the step that it leads to, the move, the card that it is about, and its marks.

    In a match also whose it was, and how long after the beginning.
    """

    step: int
    text: str
    card: str
    is_red: bool
    marks: list[str]
    tags: list[str]
    side: str = ""
    time: str = ""


@dataclass(frozen=True, kw_only=True)
class Viewer:
    """One viewer on a page, of whatever has frames."""

    frames: Frames
    step: int
    address: str
    frames_address: str
    name: str = "replay"
    is_small: bool = False
    is_linked: bool = True

    # The templates of what lies on the table and is counted beside it; the lines of the plot, and what it is called.
    table: ClassVar[str]
    counts: ClassVar[str]
    lines: ClassVar[tuple[str, ...]]
    plot_label: ClassVar[Label]

    @property
    def heaps(self) -> list[tuple[str, Label]]:
        """The piles whose cards are listed where somebody looks at what is hidden, each with its heading."""
        raise NotImplementedError

    @property
    def first(self) -> int:
        """The first step that one can go to; 0 but for an excerpt."""
        return self.start

    @property
    def last(self) -> int:
        return last_step(self.frames)

    @property
    def start(self) -> int:
        """The step that the frames begin with."""
        return first_step(self.frames)

    @property
    def piles(self) -> replay.Piles:
        return replay.piles_at(replay=dict(self.frames), version=self.step - self.start)

    @property
    def frame(self) -> Mapping[str, Any]:
        """What is counted at the step, and the move that led to it, if one did."""
        at = self.step - self.start
        shown: Mapping[str, Any] = self.frames["events"][at - 1] if at else self.frames["first"]
        return shown

    @property
    def is_revealed(self) -> bool:
        """Whether the frames name a hidden card, which can be shown on demand."""
        return any(card.startswith("[") for cards in self.frames["first"]["piles"].values() for card in cards)

    @property
    def error(self) -> Mapping[str, Any] | None:
        error: Mapping[str, Any] | None = self.frames["error"]
        return error

    @property
    def is_at_error(self) -> bool:
        return self.error is not None and self.step == self.last

    @property
    def links(self) -> dict[str, str]:
        """Where the buttons lead without a script."""
        steps = {
            "first": self.first,
            "back": max(self.step - 1, self.first),
            "next": min(self.step + 1, self.last),
            "last": self.last,
        }
        return {name: self.link(step) for name, step in steps.items()}

    def link(self, step: int) -> str:
        """Return the address of the page at another step."""
        return f"{self.address}{'&' if '?' in self.address else '?'}{urlencode({'step': step})}#{self.name}"

    @property
    def moves(self) -> list[tuple[ListedMove, str]]:
        """The moves around the step, each with its link."""
        at = self.step - self.start
        events = self.frames["events"][max(at - MOVES_AROUND, 0) : at + MOVES_AROUND]
        return [(listed := _listed(event), self.link(listed.step)) for event in events]

    @property
    def embedded(self) -> Frames | None:
        """The frames for the script, if it is not told where to get them."""
        return None if self.frames_address else self.frames

    @property
    def data_id(self) -> str:
        """Where on the page they are."""
        return f"{self.name}-frames"


@dataclass(frozen=True, kw_only=True)
class SoloViewer(Viewer):
    """A viewer of a solo game. `viewer_of` makes it."""

    table = "games/viewer/solo/table.html"
    counts = "games/viewer/solo/counts.html"
    lines = ("score",)
    plot_label = _("Score by move")

    @property
    def heaps(self) -> list[tuple[str, Label]]:
        return [("stock", _("Stock, its top first")), ("W", _("Waste, its top first"))]

    @property
    def draw(self) -> int:
        return DealCode.parse(self.frames["deal"]).draw

    @property
    def recycles(self) -> bool:
        return DealCode.parse(self.frames["deal"]).scoring is Scoring.NORMAL

    @property
    def has_two_scores(self) -> bool:
        """Whether the ranked score differs from the score at some step."""
        counted = chain((self.frames["first"],), self.frames["events"])
        return any(frame["score"] != frame["ranked_score"] for frame in counted)


def viewer_of(
    *,
    frames: Frames,
    step: str | int | None = None,
    address: str = "",
    frames_address: str = "",
    name: str = "replay",
    is_small: bool = False,
    is_linked: bool | None = None,
) -> SoloViewer:
    """Return the viewer of a solo game's replay for a page. Raises NoSuchStep.

    - `frames`: as `games.replay.frames` or `excerpt` gives them.
    - `step`: which to show, a number or what stands in the page's query; None for the first.
    - `address`: that of the page, whose query gets `step=`.
    - `frames_address`: where the script gets the frames as JSON; without one they are put into the page.
    - `name`: the viewer's id on the page.
    - `is_small`: a table and its steps, without list and plot.
    - `is_linked`: whether the page's fragment follows the step; unless said, that of a viewer that is not small does.
    """
    first, last = first_step(frames), last_step(frames)
    return SoloViewer(
        frames=frames,
        step=first if step is None else parse_step(step, first=first, last=last),
        address=address,
        frames_address=frames_address,
        name=name,
        is_small=is_small,
        is_linked=not is_small if is_linked is None else is_linked,
    )


def excerpt(frames: Frames, *, first: int, last: int) -> Frames:
    """Return the part of a replay from one step to another. A refused move is in it if it goes to the end."""
    events = frames["events"]
    standing = {**frames["first"], **(events[first - 1] if first else {})}
    counted = {name: standing[name] for name in frames["first"] if name != "piles"}
    piles = replay.piles_at(replay=dict(frames), version=first)
    return {
        **frames,
        "first": {"piles": piles, **counted},
        "start": first,
        "events": events[first:last],
        "error": frames["error"] if last == len(events) else None,
    }


def first_step(frames: Frames) -> int:
    """Return the step that frames begin with."""
    start: int = frames.get("start", 0)
    return start


def last_step(frames: Frames) -> int:
    """Return the last step of frames: for a game with an illegal move the table on which it was refused."""
    return first_step(frames) + len(frames["events"])


def parse_step(step: str | int, *, first: int, last: int) -> int:
    """Return the step that a page is asked for. Raises NoSuchStep."""
    text = str(step)
    if not (text.isascii() and text.isdecimal() and len(text) < 7 and first <= int(text) <= last):
        raise NoSuchStep(text, first=first, last=last)
    return int(text)


def _listed(event: Mapping[str, Any]) -> ListedMove:
    card = _card(event)
    return ListedMove(
        step=event["index"] + 1,
        text=event["move"],
        card=card and card[0].replace("T", "10") + SUIT_SIGNS[card[1]],
        is_red=card[1:] in ("H", "D"),
        marks=event["marks"],
        tags=[str(MARKS[mark]) for mark in event["marks"]],
        side=event.get("side", ""),
        time=event.get("time", ""),
    )


def _card(event: Mapping[str, Any]) -> str:
    """Return the face of the card that a move is about: the first that it moves, or a draw's new top of the waste."""
    if "undo" in event["marks"] or "recycle" in event["marks"] or not event["changes"]:
        return ""
    source, _, _ = event["move"].partition("-")
    # In a match a pile's name begins with its side.
    laid = [change["in"] for change in event["changes"] if change["in"] and change["pile"].split(":")[-1] != source]
    face: str = laid[0][-1 if source == "draw" else 0]
    return face
