"""The replay viewer of a match that is over, and its table, which may be that of a match in play, on a page.

A side lies at the bottom, large or small as the page has room, the other above it, and the foundations between them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext_lazy, pgettext_lazy

from games.engine.match.options import Redeals, Side
from games.engine.match.table import MatchTable
from games.matches.events import FOUNDATION_PILES, SIDE_PILES, piles_of
from games.matches.frames import CARDS, frames, owners_of, states_of
from games.matches.table import events_of
from games.matches.words import result_words, told_apart
from games.models import Match
from games.replay import Piles
from games.viewer import MOVES_AROUND, Label, Viewer, parse_step

STATES: Final[dict[str, Label]] = {
    "turn": gettext_lazy("to move"),
    "passed": pgettext_lazy("player of a match", "has passed"),
    "out": pgettext_lazy("player of a match", "is out"),
    "resigned": pgettext_lazy("player of a match", "has resigned"),
    "timed_out": pgettext_lazy("player of a match", "was away too long"),
    "won": pgettext_lazy("player of a match", "has won"),
}
"""How a side can stand, as `games.matches.frames` calls it, and as pages say it."""

_HEADINGS: Final = {
    "stock": gettext_lazy("Stock of %(name)s, its top first"),
    "W": gettext_lazy("Waste of %(name)s, its top first"),
}


@dataclass(frozen=True, slots=True)
class State:
    """Something that a side can be, as frames call it and as people do, and whether it is."""

    name: str
    text: Label
    is_so: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Half:
    """One side's part of the table."""

    side: Side
    name: str
    draw: int
    recycles: bool
    piles: Piles
    cards: int
    """How many of its own lie on the foundations."""
    states: list[State]

    @property
    def cards_name(self) -> str:
        """What frames call the number of those cards."""
        return CARDS[self.side]


@dataclass(frozen=True, slots=True)
class SharedPile:
    """A foundation, and whose its cards are, from the bottom: `ABBA`."""

    name: str
    cards: list[str]
    owners: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownTable:
    """A table of a match as a page shows it: the halves from the top of the page."""

    halves: tuple[Half, Half]
    foundations: list[SharedPile]


@dataclass(frozen=True, kw_only=True)
class MatchViewer(Viewer):
    """A viewer of a match. Its frames may be those around the step alone: the script gets all of them."""

    match: Match
    bottom: Side

    table = "games/viewer/match/table.html"
    counts = "games/viewer/match/counts.html"
    lines = tuple(CARDS.values())
    plot_label = gettext_lazy("Cards of both players on the foundations by move")

    @property
    def first(self) -> int:
        return 0

    @property
    def last(self) -> int:
        return self.match.stream.version

    @property
    def heaps(self) -> list[tuple[str, Label]]:
        names = names_of(self.match)
        sides = (self.bottom, self.bottom.other)
        return [(f"{side}:{pile}", said % {"name": names[side]}) for side in sides for pile, said in _HEADINGS.items()]

    @property
    def shown_table(self) -> ShownTable:
        frame = self.frame
        return _shown(
            self.match,
            bottom=self.bottom,
            piles=self.piles,
            owners=self._owners(),
            cards={side: frame[CARDS[side]] for side in Side},
            states=frame["states"],
        )

    @property
    def result(self) -> str:
        """How the match has ended, in words."""
        return result_words(self.match, names=names_of(self.match))

    @property
    def swapped(self) -> str:
        """The address of the page with the other side at the bottom, without a script."""
        join = "&" if "?" in self.address else "?"
        return f"{self.address}{join}bottom={self.bottom.other}&step={self.step}#{self.name}"

    def _owners(self) -> dict[str, str]:
        owners = dict(self.frames["first"]["owners"])
        for event in self.frames["events"][: self.step - self.start]:
            for change in event["changes"]:
                if change["pile"] in owners:
                    owners[change["pile"]] += event["side"] * len(change["in"])
        return owners


def match_viewer_of(
    match: Match, *, step: str | int | None, bottom: Side, address: str, frames_address: str
) -> MatchViewer:
    """Return the viewer of a match that is over: at its end, if no step is asked for. Raises NoSuchStep.

    Only what the page itself shows is computed: the step, and the moves around it.
    """
    last = match.stream.version
    at = last if step is None else parse_step(step, first=0, last=last)
    around = {"first": max(at - MOVES_AROUND, 0), "last": min(at + MOVES_AROUND, last)}
    return MatchViewer(
        match=match,
        bottom=bottom,
        frames=frames(match, events=events_of(match.pk, version=last), **around),
        step=at,
        address=address,
        frames_address=frames_address,
    )


def public_table_of(match: Match, table: MatchTable, *, bottom: Side) -> ShownTable:
    """Return the table of a match as everybody sees it while it is played: hidden cards hidden."""
    return _shown(
        match,
        bottom=bottom,
        piles=piles_of(table),
        owners=owners_of(table),
        cards=table.contributions,
        states=states_of(table),
    )


def names_of(match: Match) -> dict[Side, str]:
    """Return how both sides are called; a seat that nobody has taken has a dash."""
    names = told_apart({Side(seat.side): seat.player.name for seat in match.seats.all()})
    return {side: names.get(side, "–") for side in Side}


def _shown(
    match: Match,
    *,
    bottom: Side,
    piles: Piles,
    owners: Mapping[str, str],
    cards: Mapping[Side, int],
    states: list[str],
) -> ShownTable:
    names, series = names_of(match), match.series
    draws = {Side.A: series.draw_a, Side.B: series.draw_b}
    above, below = (
        Half(
            side=side,
            name=names[side],
            draw=draws[side],
            recycles=series.redeals == Redeals.UNLIMITED,
            piles={name: piles[name] for name in SIDE_PILES[side]},
            cards=cards[side],
            states=[State(name := f"{state}:{side}", text, name in states) for state, text in STATES.items()],
        )
        for side in (bottom.other, bottom)
    )
    foundations = [SharedPile(name, piles[name], owners[name]) for name in FOUNDATION_PILES]
    return ShownTable(halves=(above, below), foundations=foundations)
