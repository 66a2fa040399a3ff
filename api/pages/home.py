"""The first page: the deals of the day, what was played lately, and the way to any other deal."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.db.models import Max, Sum
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from api.pages.viewers import viewer_of
from games import daily, selectors
from games.engine.deals import RULES_VERSION, DealCode
from games.engine.scores import format_score
from games.matches import sight
from games.models import DailyDeal, Game, Player
from games.moment import one_moment
from leaderboards import deals, results
from leaderboards.board import Place, View
from leaderboards.deals import Lately
from leaderboards.models import Entry, ScoreCount

_RESULTS: Final = 6
_DEALS: Final = 5
_DAYS: Final = 7
_OPEN_GAMES: Final = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Today:
    """The deal of the day in one mode: how many are on the day's board, the best of them, and the viewer's place."""

    code: DealCode
    players: int
    best: str | None
    own: Place | None


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show the first page."""
    viewer = viewer_of(request)
    of_day = daily.deals_of_today()
    with one_moment():
        context = {
            "span": of_day[0].span,
            "day": of_day[0].day,
            "today": _today(of_day, viewer=viewer),
            "results": results.latest(limit=_RESULTS),
            "recent": deals.top(order=deals.RECENT, rules_version=RULES_VERSION, limit=_DEALS),
            "popular": _popular(),
            "open_games": _open_games(viewer),
            "waiting": _waiting(viewer),
        }
    return render(request, "pages/home.html", context)


def _today(of_day: Sequence[DailyDeal], *, viewer: Player | None) -> list[Today]:
    codes = [deal.code for deal in of_day]
    on_day = {"code__in": codes, "rules_version": RULES_VERSION, "view": View.DAILY}
    counts = ScoreCount.objects.filter(**on_day).order_by().values_list("code")
    counted = {code: (n, best) for code, n, best in counts.annotate(Sum("n"), Max("ranked_score"))}
    entries = [] if viewer is None else list(Entry.objects.filter(player=viewer, **on_day))
    own = {place.entry.code: place for place in results.ranked(entries)} if entries else {}
    return [_deal(DealCode.parse(code), *counted.get(code, (0, None)), own=own.get(code)) for code in codes]


def _deal(code: DealCode, players: int, best: int | None, *, own: Place | None) -> Today:
    shown = None if best is None else format_score(best, code.scoring)
    return Today(code=code, players=players, best=shown, own=own)


def _popular() -> list[Lately]:
    modes = [str(mode) for mode in daily.MODES]
    return deals.lately(rules_version=RULES_VERSION, modes=modes, days=_DAYS, today=daily.today())[:_DEALS]


def _waiting(viewer: Player | None) -> int:
    """Return how many other players wait for somebody to play against."""
    waiting = sight.open_matches()
    return (waiting if viewer is None else waiting.exclude(seats__player=viewer)).count()


def _open_games(viewer: Player | None) -> list[Game]:
    """Return the games that the viewer can go on with, the newest first."""
    if viewer is None:
        return []
    return list(selectors.games_of(player=viewer).filter(status=Game.Status.PLAYING)[:_OPEN_GAMES])
