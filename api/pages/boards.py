"""A deal's board as pages show it: rows, one's own place, how results spread; whole, or the part that is polled."""

from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Any, Final
from uuid import UUID

from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.functional import Promise
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from api.pages.cursors import seal, unseal
from api.pages.plot import Plot
from api.pages.viewers import COOKIE, viewer_of
from games import daily
from games.engine.deals import RULES_VERSION, DealCode
from games.limits import MAX_NAME_CHARACTERS
from games.models import BarredName, DailyDeal, Game, Player
from games.moment import one_moment
from leaderboards import absence, board
from leaderboards.board import Board, Cursor, Key, Page, Place, View
from leaderboards.distribution import Distribution
from leaderboards.models import ScoreCount

ROWS: Final = 25
_NAMES_FOR: Final = 600
"""A part that has not changed is still sent anew after so many seconds: a player may have another name."""

VIEWS: Final[dict[View, Promise | str]] = {
    View.BEST: _("Best games"),
    View.FIRST: _("First games"),
    View.DAILY: _("Games of the day"),
}
WHY_NOT: Final[dict[str, Promise | str]] = {
    "opted_out": _("You have opted out of the boards."),
    "player_hidden": _("Staff have hidden you and your games."),
    "hidden": _("Staff have hidden your game on this deal."),
    "not_first_attempt": _("Your first game on these cards was another one, or does not count."),
    "not_on_the_day": _("None of your games that count was played on the day, live and in its time."),
    "waiting": _("Your game waits for its check."),
    "rejected": _("Your game was rejected by its check."),
    "playing": _("Your game is not finished yet."),
    "no_game": _("You have not played this deal yet."),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What a request wants to see of a deal's board."""

    board: Board
    code: DealCode
    day: DailyDeal | None
    cursor: Cursor | None
    name: str

    @property
    def views(self) -> list[tuple[View, Promise | str, str]]:
        """Each view that the deal has, its name, and its address on the deal's page."""
        shown = [view for view in View if self.day is not None or view is not View.DAILY]
        address = reverse("deal", kwargs={"code": str(self.code)})
        return [(view, VIEWS[view], f"{address}?view={view.value}#board") for view in shown]


def show(request: HttpRequest, code: DealCode) -> HttpResponse:
    """Show a page of the board alone; with `part`, only what changes in it, which costs next to nothing if it has not.

    Whoever polls sends the ETag of what they have.
    """
    is_part = "part" in request.GET
    tag = _tag(request, code=code) if is_part else ""
    if is_part and tag in request.headers.get("If-None-Match", ""):
        return _tagged(HttpResponseNotModified(), tag=tag)
    asked = asked_of(request, code=code)
    with one_moment():
        context = context_of(asked, viewer=viewer_of(request))
    if is_part:
        return _tagged(render(request, "pages/parts/board.html", context), tag=tag)
    return render(request, "pages/board.html", context)


def asked_of(request: HttpRequest, *, code: DealCode) -> Asked:
    """Return what the address of a request asks for. Raises Http404 for a view that it has not, and BadRequest."""
    day = daily.daily_deal(code=str(code))
    view = request.GET.get("view", View.BEST.value)
    if view not in View.values or (view == View.DAILY and day is None):
        raise Http404(f"{code} has no view {view!r}")
    asked = Board(code=str(code), rules_version=RULES_VERSION, view=View(view))
    cursor = request.GET.get("cursor")
    return Asked(
        board=asked,
        code=code,
        day=day,
        cursor=None if cursor is None else _cursor(cursor, board=asked),
        name=request.GET.get("name", "").replace("\0", "").strip()[:MAX_NAME_CHARACTERS],
    )


def context_of(asked: Asked, *, viewer: Player | None) -> dict[str, Any]:
    """Return what `pages/parts/board.html` shows. Ask inside `one_moment`."""
    page = board.page(board=asked.board, limit=ROWS, cursor=asked.cursor)
    own = None if viewer is None else board.place(board=asked.board, player_id=viewer.pk)
    found = board.named(board=asked.board, name=asked.name) if asked.name else []
    why_not = None
    if viewer is not None and own is None:
        why_not = WHY_NOT[absence.reason_of(player=viewer, board=asked.board)]
    distribution = _distribution(asked.board)
    return {
        "asked": asked,
        "code": asked.code,
        "day": asked.day,
        "view": asked.board.view.value,
        "page": page,
        "own": own,
        "better_than": None if own is None else _better_than(own),
        "why_not": why_not,
        "found": found,
        "plot": Plot.of(distribution, code=asked.code, own=None if own is None else own.entry.ranked_score),
        "total": distribution.total,
        **_addresses(asked, page=page),
    }


def _addresses(asked: Asked, *, page: Page) -> dict[str, str | None]:
    """Return the addresses of this page's part, and of the pages beside it."""
    here = {"view": asked.board.view.value}
    code = {"code": str(asked.code)}

    def at(cursor: Cursor | None, **more: str) -> str:
        place = {} if cursor is None else {"cursor": _sealed(cursor, board=asked.board)}
        return reverse("deal-board", kwargs=code, query={**here, **place, **more})

    return {
        "part_url": at(asked.cursor, part="1"),
        "next_url": None if page.next is None else at(page.next),
        "previous_url": None if page.previous is None else at(page.previous),
        "first_url": None if page.previous is None else at(None),
    }


def _better_than(own: Place) -> int | None:
    """Return how many in a hundred of the others have a worse result, rounded down; None for whoever is alone."""
    return int(own.percentile) if own.total > 1 else None


def _distribution(board: Board) -> Distribution:
    counts = ScoreCount.objects.filter(**board.columns).order_by()
    return Distribution.of(counts.values_list("ranked_score", "n"))


def _sealed(cursor: Cursor, *, board: Board) -> str:
    key = cursor.key
    values = [int(cursor.is_backward), key.descent, key.moves, key.finished_at.isoformat(), str(key.game_id)]
    return seal(values, name=_name(board))


def _cursor(text: str, *, board: Board) -> Cursor:
    try:
        backward, descent, moves, finished_at, game_id = unseal(text, name=_name(board))
        key = Key(descent, moves, datetime.fromisoformat(finished_at), UUID(game_id))
    except ValueError:
        raise BadRequest(f"{text!r} is a cursor of another version of this page") from None
    return Cursor(key=key, is_backward=bool(backward))


def _name(board: Board) -> str:
    return f"board {board.code} {board.rules_version} {board.view.value}"


def _tag(request: HttpRequest, *, code: DealCode) -> str:
    """Return the ETag of a part, without reading the board: what it is made of, and the stamp of its results."""
    deal = Board(code=str(code), rules_version=RULES_VERSION)
    made_of = (
        board.stamp(board=deal),
        _own_state(request, code=code),
        BarredName.objects.order_by("-pk").values_list("pk", flat=True).first(),  # a name taken away goes at once
        int(timezone.now().timestamp()) // _NAMES_FOR,
        request.get_full_path(),
        request.COOKIES.get(COOKIE, ""),
        get_language(),
    )
    return f'W/"{sha256(repr(made_of).encode()).hexdigest()[:32]}"'


def _own_state(request: HttpRequest, *, code: DealCode) -> tuple[object, ...]:
    """Return what the part says to its viewer without a result, and so without another stamp: why there is no place."""
    viewer = viewer_of(request)
    if viewer is None:
        return ()
    games = Game.objects.filter(player=viewer, code=str(code)).order_by("status")
    return viewer.on_boards, viewer.is_hidden, *games.values_list("status", flat=True).distinct()


def _tagged(response: HttpResponse, *, tag: str) -> HttpResponse:
    response.headers["ETag"] = tag
    response.headers["Cache-Control"] = "private, no-cache"
    patch_vary_headers(response, ("Cookie", "Accept-Language"))
    return response
