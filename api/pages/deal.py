"""The page of a deal: what its code says, its table, its board, and what is known of it."""

from dataclasses import dataclass
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from api.pages import boards
from api.pages.viewers import viewer_of
from games import daily, proofs
from games.engine.deals import RULES_VERSION, DealCode
from games.engine.scores import format_score
from games.models import Game, Player
from games.moment import one_moment
from games.replay import frames
from leaderboards import history, stats
from leaderboards.board import Board, View
from leaderboards.history import Lead
from leaderboards.models import Entry
from leaderboards.stats import Numbers

_LEADS: Final = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Mode:
    """The same cards in one of the four modes."""

    code: DealCode
    numbers: Numbers
    own: str | None
    is_this: bool

    @property
    def best(self) -> str | None:
        best = self.numbers.distribution.best
        return None if best is None else format_score(best, self.code.scoring)

    @property
    def median(self) -> str | None:
        median = self.numbers.distribution.median
        return None if median is None else format_score(int(median), self.code.scoring)


def show(request: HttpRequest, code: DealCode) -> HttpResponse:
    """Show the page of a deal."""
    asked = boards.asked_of(request, code=code)
    viewer = viewer_of(request)
    with one_moment():
        context = boards.context_of(asked, viewer=viewer)
        modes = _modes(code, viewer=viewer)
        context["leads"] = _leads(asked.board)
    context |= {
        "modes": modes,
        "numbers": next(mode.numbers for mode in modes if mode.is_this),
        "columns": _columns(code),
        "open_game": _open_game(code, viewer=viewer),
        "proof": proofs.proof_of(code=code),
        "is_today": asked.day is not None and asked.day.day == daily.today(),
    }
    return render(request, "pages/deal.html", context)


def _columns(code: DealCode) -> dict[str, list[str]]:
    """Return the columns as they are dealt, by their names, hidden cards hidden."""
    dealt = frames(code=code, events=b"", rules_version=RULES_VERSION, reveal=False)
    return {name: cards for name, cards in dealt["first"]["piles"].items() if name.startswith("T")}


def _modes(code: DealCode, *, viewer: Player | None) -> list[Mode]:
    """Return the four modes of a deal's cards, with the viewer's own best result in each."""
    codes = {str(sibling): sibling for sibling in code.siblings()}
    numbers = stats.numbers(codes=list(codes), rules_version=RULES_VERSION, view=View.BEST, at=timezone.now())
    own = {}
    if viewer is not None:
        entries = Entry.objects.filter(player=viewer, code__in=list(codes), rules_version=RULES_VERSION, view=View.BEST)
        own = dict(entries.order_by().values_list("code", "ranked_score"))
    return [
        Mode(
            code=sibling,
            numbers=numbers[text],
            own=format_score(own[text], sibling.scoring) if text in own else None,
            is_this=sibling == code,
        )
        for text, sibling in codes.items()
    ]


def _open_game(code: DealCode, *, viewer: Player | None) -> Game | None:
    """Return the viewer's game of a deal that can be gone on with, the newest of several."""
    if viewer is None:
        return None
    playing = Game.objects.filter(player=viewer, code=str(code), status=Game.Status.PLAYING)
    return playing.order_by("-stream_id").first()


def _leads(board: Board) -> tuple[Lead, ...]:
    """Return who has led a board, the present leader first; of the view of a day no history is told."""
    if board.view is View.DAILY:
        return ()
    return history.leads(board=board, limit=_LEADS).rows
