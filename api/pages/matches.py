"""The lobby: who waits for an opponent, what is being played, one's own matches, and the way to a new one."""

from hashlib import sha256
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.views.decorators.http import require_safe

from api.pages.match_rows import MatchRow, rows_of
from api.pages.viewers import viewer_of
from games.limits import MAX_SERIES
from games.matches import sight
from games.models import Match, Player

_OPEN: Final = 20
_LIVE: Final = 10
_OWN: Final = 10


@require_safe
def show(request: HttpRequest) -> HttpResponse:
    """Show the lobby; with `?part=1` its lists alone, which cost no more than their tag if they have not changed."""
    viewer = viewer_of(request)
    context = _lists(viewer)
    if "part" in request.GET:
        return _part(request, context)
    return render(request, "pages/matches.html", {**context, "longest_series": MAX_SERIES})


def played(player: Player) -> list[MatchRow]:
    """Return the newest matches of a player that are over, as the player sees them."""
    over = sight.matches_of(player=player).filter(status=Match.Status.OVER)
    return rows_of(over[:_OWN], player=player)


def _going_on(player: Player) -> list[MatchRow]:
    """Return the matches of a player that wait or are in play, those that wait for nobody else first."""
    matches = sight.matches_of(player=player).going_on(at=timezone.now())
    rows = rows_of(matches[: 2 * _OWN], player=player)
    return sorted(rows, key=lambda row: row.match.status == Match.Status.OPEN)


def _lists(viewer: Player | None) -> dict[str, Any]:
    """Return what the lists show: in none of them twice what the viewer plays."""
    waiting, live = sight.open_matches(), sight.live_matches()
    if viewer is not None:
        own = {"seats__player": viewer}
        waiting, live = waiting.exclude(**own), live.exclude(**own)
    return {
        "waiting": sorted(rows_of(waiting[:_OPEN]), key=lambda row: not row.seats[0].is_there),
        "live": rows_of(live[:_LIVE]),
        "going_on": [] if viewer is None else _going_on(viewer),
        "recent": [] if viewer is None else played(viewer),
    }


def _part(request: HttpRequest, context: dict[str, Any]) -> HttpResponse:
    """Return the lists, or that they are still those of the tag that came with the request."""
    response = render(request, "pages/matches/lists.html", context)
    tag = f'"{sha256(response.content).hexdigest()[:32]}"'
    response.headers["ETag"] = tag
    patch_vary_headers(response, ("Cookie", "Accept-Language"))
    patch_cache_control(response, private=True, no_cache=True)
    return get_conditional_response(request, etag=tag, response=response) or response
