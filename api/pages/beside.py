"""Two games of the same cards side by side: in step as far as they are the same, then each to its end.

They go along their lines, in which what was undone is left out: so a step is the same action in both until they part.
"""

from dataclasses import dataclass
from itertools import pairwise
from typing import Final
from uuid import UUID

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from api.pages import replay
from api.pages.replay import Seen
from games import selectors
from games.engine.deals import DealCode
from games.engine.scores import format_score
from games.errors import ReplayNotAllowed
from games.viewer import Viewer, viewer_of
from leaderboards.compare import Comparison, Course, Played, Side, compare

_WIDTH: Final = 1000
_HEIGHT: Final = 240


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """One of the two games on the page."""

    name: str
    seen: Seen
    side: Side
    viewer: Viewer
    points: str
    """Its score by action, as the points of a line in the plot."""

    @property
    def score(self) -> str:
        return format_score(self.side.course.score[-1], DealCode.parse(self.seen.game.code).scoring)

    @property
    def replay_address(self) -> str:
        return self.seen.address("replay")


@dataclass(frozen=True, slots=True, kw_only=True)
class Plot:
    """How the two scores go: the drawing's measures, and what its ends stand for if both are points or both dollars."""

    length: int
    low: int
    high: int
    parting: float
    low_text: str
    high_text: str
    has_one_scale: bool

    @property
    def view_box(self) -> str:
        return f"0 0 {_WIDTH} {_HEIGHT}"

    def points(self, course: Course) -> str:
        """Return a course as the points of a line: a score holds until the next action."""
        places = [(self.x(at), self.y(score)) for at, score in zip(course.at, course.score, strict=True)]
        steps = places[:1] + [point for (_, y), (x, z) in pairwise(places) for point in ((x, y), (x, z))]
        return " ".join(f"{x:g},{y:g}" for x, y in steps)

    def x(self, at: int) -> float:
        return round(_WIDTH * at / (self.length or 1), 1)

    def y(self, score: int) -> float:
        return round(_HEIGHT * (self.high - score) / ((self.high - self.low) or 1), 1)


@require_safe
def show(request: HttpRequest, a: UUID, b: UUID) -> HttpResponseBase:
    """Show two games that who looks may see; of one that may not be seen, the page that says so."""
    seen = (
        replay.game_seen(request, a, share_parameter="share_a"),
        replay.game_seen(request, b, share_parameter="share_b"),
    )
    one, other = (each.game for each in seen)
    if one.pk == other.pk:
        return redirect(seen[0].address("replay"))
    if (one.number, one.stream.rules_version) != (other.number, other.stream.rules_version):
        raise Http404(f"{one.pk} and {other.pk} are not of the same cards and rules")
    try:
        # Together: of two of which one may not be seen, neither has been.
        with transaction.atomic():
            for each in seen:
                replay.pass_gate(each)
    except ReplayNotAllowed as refused:
        return render(request, "pages/replay_closed.html", replay.about(each) | {"policy": refused.policy})
    return _compared(request, *seen)


def _compared(request: HttpRequest, one: Seen, other: Seen) -> HttpResponse:
    found = compare(a=_played(one), b=_played(other))
    codes = (DealCode.parse(one.game.code), DealCode.parse(other.game.code))
    plot = _plot(found, codes=codes)
    step = _step(request, found=found)
    shown = [
        Shown(
            name=name,
            seen=seen,
            side=side,
            viewer=_viewer(request, seen, name=name, step=min(step, side.length)),
            points=plot.points(side.course),
        )
        for name, seen, side in (("a", one, found.a), ("b", other, found.b))
    ]
    context = {"found": found, "shown": shown, "plot": plot, "step": step, "code": codes[0]}
    return render(request, "pages/beside.html", context)


def _played(seen: Seen) -> Played:
    game = seen.game
    return Played(DealCode.parse(game.code), selectors.legal_events(game=game), game.stream.rules_version)


def _step(request: HttpRequest, *, found: Comparison) -> int:
    """Return the step that the address names, or that at which they part. Raises Http404 for what is none."""
    text, last = request.GET.get("step"), max(found.a.length, found.b.length)
    if text is None:
        return found.index
    if not (text.isascii() and text.isdecimal() and len(text) < 7 and int(text) <= last):
        raise Http404(f"a step is a number from 0 to {last}, not {text!r}")
    return int(text)


def _viewer(request: HttpRequest, seen: Seen, *, name: str, step: int) -> Viewer:
    query = request.GET.copy()
    query.pop("step", None)
    frames_address = seen.address("replay-frames")
    return viewer_of(
        frames=replay.line_frames(seen.game),
        step=step,
        address=f"{request.path}?{query.urlencode()}" if query else request.path,
        frames_address=f"{frames_address}{'&' if '?' in frames_address else '?'}line=1",
        name=f"game-{name}",
        is_small=True,
    )


def _plot(found: Comparison, *, codes: tuple[DealCode, DealCode]) -> Plot:
    scores = [*found.a.course.score, *found.b.course.score]
    low, high = min(scores), max(scores)
    length = max(found.a.length, found.b.length)
    return Plot(
        length=length,
        low=low,
        high=high,
        parting=round(_WIDTH * found.index / (length or 1), 1),
        low_text=format_score(low, codes[0].scoring),
        high_text=format_score(high, codes[0].scoring),
        has_one_scale=codes[0].scoring is codes[1].scoring,
    )
