"""Real positions in the viewer, each from a real game: what players ask about, seen happening.

The games are movetext beside this module, as far as they are needed. The engine plays them when the page is first
shown, so what it shows is what the rules do.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from games import replay
from games.engine.movetext import Movetext, parse_game
from games.viewer import Viewer, excerpt, viewer_of

_GAMES: Final = Path(__file__).parent / "example_games"
_BEFORE: Final = 3
_AFTER: Final = 4
"""How many steps around the one that it is about can be looked at."""


@dataclass(frozen=True, slots=True)
class Example:
    """A position, and what there is to see. `step` is the one that it begins at, `name` its place in the page."""

    name: str
    step: int
    title: Promise
    says: tuple[Promise, ...]

    @property
    def game(self) -> Movetext:
        return _game(self.name)

    @property
    def viewer(self) -> Viewer:
        frames = _frames(self.name, get_language())
        last = min(self.step + _AFTER, len(frames["events"]))
        shown = excerpt(frames, first=max(self.step - _BEFORE, 0), last=last)
        return viewer_of(frames=shown, step=self.step, name=f"{self.name}-viewer", is_small=True)


EXAMPLES: Final = (
    Example(
        "only-a-king",
        2,
        _("Only a king goes to an empty column"),
        (
            _("The first column is empty, and the queen of spades would be welcome there. The move is refused."),
            _("An empty column takes a king and nothing else. A refused move changes nothing and costs nothing."),
        ),
    ),
    Example(
        "king-to-empty",
        6,
        _("A king to an empty column"),
        (
            _("The king of spades moves to the empty first column, with the two cards that lie on it."),
            _("The hidden card beneath turns over by itself: 5 points."),
        ),
    ),
    Example(
        "whole-run",
        23,
        _("A run moves whole"),
        (
            _("Six cards move at once: the ten of clubs, with all that lies on it."),
            _("You only say from where to where: no two cards of a run fit at the same place."),
        ),
    ),
    Example(
        "second-ace",
        2,
        _("The second ace of spades"),
        (
            _(
                "Every card is there twice. One ace of spades lies on the first foundation of its row already, "
                "so the other takes the second place."
            ),
            _("From there the two are built up on their own, each to the king."),
        ),
    ),
    Example(
        "take-back",
        16,
        _("A card taken back"),
        (
            _("The ace of clubs has come back from its foundation to a column. That is allowed, and costs nothing."),
            _(
                "Press Next: placed again it scores again, and the score goes to 30. The ranked score stays at 20, "
                "because this card has scored there before."
            ),
        ),
    ),
    Example(
        "two-left",
        70,
        _("Draw 3 with two left"),
        (
            _("The last draw of this pass found two cards in the stock, so it turned two."),
            _("As always in draw 3, the last one turned can be played, and the one below it once that has gone."),
        ),
    ),
    Example(
        "cheap-recycle",
        178,
        _("A recycle that costs less than 100"),
        (
            _("A recycle takes 100 points, but a score never goes below 0. There were 35, so it cost 35."),
            _("The waste has become the stock again. The next pass shows the same cards in the same order."),
        ),
    ),
    Example(
        "undone-recycle",
        282,
        _("A recycle undone"),
        (
            _(
                "One step back the waste was turned over for 100 points. Undo has put it back as it was, "
                "and the 100 points too."
            ),
            _("Undo gives back exactly what an action cost, and takes back exactly what it brought."),
        ),
    ),
    Example(
        "no-recycle-in-vegas",
        168,
        _("No recycle in Vegas"),
        (
            _("The stock is empty. Normal would turn the waste over now; Vegas goes through the stock once."),
            _("The player can go on with the columns and the top of the waste, or finish."),
        ),
    ),
)


@require_safe
def show(request: HttpRequest) -> HttpResponse:
    """Show all examples."""
    return render(request, "pages/examples.html", {"examples": EXAMPLES})


@cache
def _game(name: str) -> Movetext:
    return parse_game((_GAMES / f"{name}.txt").read_text(encoding="utf-8"))


@cache
def _frames(name: str, _language: str | None) -> dict[str, Any]:
    """Return the frames of a game; why a move is refused is worded in the language of the request."""
    game = _game(name)
    return replay.frames(code=game.deal, events=game.events, rules_version=game.rules, reveal=False)
