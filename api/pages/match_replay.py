"""The replay of a match that is over, for whoever may see the match."""

from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from api.pages.viewers import viewer_of
from games.engine.match.options import Side
from games.matches import sight
from games.matches.errors import MatchNotFound
from games.matches.frames import frames as frames_of
from games.matches.seats import side_of
from games.matches.table import events_of, number_of
from games.matches.viewer import MatchViewer, match_viewer_of, names_of
from games.matches.words import options_in_short, result_words
from games.models import Match, Seat
from games.viewer import NoSuchStep


@require_safe
def show(request: HttpRequest, match_id: UUID) -> HttpResponseBase:
    """Show a match at its end, or at the step that `?step=` names; one that is not over has its own page.

    One's own side lies at the bottom, or the one that `?bottom=` names.
    """
    match = _seen(request, match_id)
    if not match.is_over:
        return redirect(reverse("match-page", args=[match.pk]) + _query(request, "invite"))
    try:
        replay = _viewer(request, match)
    except NoSuchStep as error:
        raise Http404(str(error)) from None
    return render(request, "pages/match_replay.html", _about(request, match) | {"replay": replay})


@gzip_page
@require_safe
def frames(request: HttpRequest, match_id: UUID) -> HttpResponseBase:
    """Give the frames of a match that is over to the viewer's script."""
    match = _seen(request, match_id)
    if not match.is_over:
        raise Http404(f"{match.pk} is not over")
    etag = f'"{match.stream.version}"'  # what is over changes no more
    unchanged = get_conditional_response(request, etag=etag)
    if unchanged:
        return unchanged
    events = events_of(match.pk, version=match.stream.version)
    return JsonResponse(frames_of(match, events=events), headers={"ETag": etag})


def _seen(request: HttpRequest, match_id: UUID) -> Match:
    """Return a match that the request may know of. Raises Http404."""
    try:
        return sight.match_for(match_id=match_id, viewer=viewer_of(request), invite=request.GET.get("invite"))
    except MatchNotFound as error:
        raise Http404(str(error)) from None


def _viewer(request: HttpRequest, match: Match) -> MatchViewer:
    address = reverse("match-replay-page", args=[match.pk])
    return match_viewer_of(
        match,
        step=request.GET.get("step"),
        bottom=_bottom(request, match),
        address=address + _query(request, "invite", "bottom"),
        frames_address=reverse("match-replay-frames", args=[match.pk]) + _query(request, "invite"),
    )


def _bottom(request: HttpRequest, match: Match) -> Side:
    named = request.GET.get("bottom")
    if named is None:
        return side_of(match, player=viewer_of(request)) or Side.A
    if named not in tuple(Side):
        raise Http404(f"the sides of a match are A and B, not {named!r}")
    return Side(named)


def _query(request: HttpRequest, *names: str) -> str:
    """Return what of the request's query other addresses of the match need as well."""
    kept = {name: request.GET[name] for name in names if name in request.GET}
    return f"?{urlencode(kept)}" if kept else ""


def _about(request: HttpRequest, match: Match) -> dict[str, Any]:
    """Return what the page says of a match beside the table."""
    names, series = names_of(match), match.series
    own = side_of(match, player=viewer_of(request))
    after = series.matches.filter(ordinal=match.ordinal + 1).first()
    return {
        "match": match,
        "series": series,
        "series_winner": names[Side(series.winner)] if series.winner else "",
        "options": options_in_short(series, names=names),
        "number": number_of(match),
        "result": result_words(match, names=names),
        "seats": [_seat(seat, match=match, own=own) for seat in match.seats.all()],
        "match_address": reverse("match-page", args=[match.pk]) + _query(request, "invite"),
        "next_address": after and reverse("match-page", args=[after.pk]) + _query(request, "invite"),
    }


def _seat(seat: Seat, *, match: Match, own: Side | None) -> dict[str, Any]:
    return {
        "seat": seat,
        "cards": match.outcome.contributions[Side(seat.side)],
        "is_own": seat.side == own,
        "is_shown": seat.player.is_public,
    }
