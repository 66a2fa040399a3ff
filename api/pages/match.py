"""The page of a match: who waits for whom, the table to play on, how it ended. For its players, and for who looks on.

The page shows how the match stands; all that changes it goes over the API, from script. Nothing is changed here.
"""

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

import msgspec
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from api.pages import match_texts
from api.pages.viewers import viewer_of
from api.v1.match_state import state_of_match
from games.engine.match.options import Side
from games.limits import MATCH_ABSENT_AFTER
from games.matches import sight
from games.matches.errors import MatchNotFound
from games.matches.events import FOUNDATION_PILES, SIDE_PILES, piles_of
from games.matches.table import events_of, table_of
from games.matches.words import result_heading, result_reason, told_apart
from games.models import Match
from games.replay import Piles


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatSeen:
    """A side of a match as the page shows it; `name` is that of who is to come while nobody has it."""

    side: str
    name: str
    player_id: str | None
    is_ready: bool
    is_you: bool
    cards: int
    total: int


@require_safe
def show(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Show a match as it stands; with `?part=stage` only what is said of it beside the table, to put in its place."""
    match, state = _seen(request, match_id)
    context = _context(request, match=match, state=state)
    if request.GET.get("part") == "stage":
        return render(request, "pages/match/stage.html", context)
    names = [seat.name for seat in context["seats"]]
    context |= {
        "start": {
            "match": state,
            "invite": request.GET.get("invite"),
            "now": round(timezone.now().timestamp() * 1000),
            "absent": MATCH_ABSENT_AFTER.total_seconds(),
        },
        "texts": match_texts.texts(own=names[0], other=names[1]),
        "piles": match_texts.piles(other=names[1]),
        "still": _still(match, seats=context["seats"]),
    }
    return render(request, "pages/match.html", context)


def _seen(request: HttpRequest, match_id: UUID) -> tuple[Match, dict[str, Any]]:
    """Return a match that the request may see, and its state as the API tells it. Raises Http404."""
    viewer = viewer_of(request)
    try:
        match = sight.match_for(match_id=match_id, viewer=viewer, invite=request.GET.get("invite"))
    except MatchNotFound as error:
        raise Http404(str(error)) from None
    return match, msgspec.to_builtins(state_of_match(match, viewer=viewer))


def _context(request: HttpRequest, *, match: Match, state: dict[str, Any]) -> dict[str, Any]:
    """Return what is said of a match beside its table."""
    seats = _seats(state)
    names = {seat.side: seat.name for seat in seats}
    series = state["series"]
    return {
        "match": state,
        "seats": seats,
        "you": next((seat for seat in seats if seat.is_you), None),
        "other": seats[1],
        "options": match_texts.options_in_words(state["options"], series=series["length"], names=names),
        "link": _link(request, match, invite=match.series.invite),
        "result": _result(match, seats=seats, you=state["you"]) if match.is_over else None,
        "series_winner": names.get(series["winner"] or ""),
        "next_page": _page_of(state["next_match"], request=request),
        "rematch_page": _page_of(state["rematch"], request=request),
        "replay_page": _with_invite(reverse("match-replay-page", kwargs={"match_id": match.pk}), request),
    }


def _result(match: Match, *, seats: list[SeatSeen], you: str | None) -> dict[str, Any]:
    """Return how a match that is over has ended, as it is said to a viewer."""
    names = {Side(seat.side): seat.name for seat in seats}
    return {
        "heading": result_heading(match, names=names, you=Side(you) if you else None),
        "reason": result_reason(match, names=names),
        "is_won": match.winner == you,
    }


def _seats(state: dict[str, Any]) -> list[SeatSeen]:
    """Return both sides, the one at the bottom of the table first: the viewer's own, or A's for who looks on."""
    taken = {Side(seat["side"]): seat for seat in state["seats"]}
    names = told_apart({side: seat["player"]["name"] for side, seat in taken.items()})
    bottom = Side(state["you"] or "A")
    return [
        _seat(side, taken.get(side), name=names.get(side, _("the opponent")), state=state)
        for side in (bottom, bottom.other)
    ]


def _seat(side: Side, seat: dict[str, Any] | None, *, name: str, state: dict[str, Any]) -> SeatSeen:
    contributions = (state["table"] or {}).get("contributions", {})
    return SeatSeen(
        side=side,
        name=name,
        player_id=None if seat is None else seat["player"]["id"],
        is_ready=seat is not None and seat["ready"],
        is_you=side == state["you"],
        cards=contributions.get(side, 0),
        total=state["series"]["totals"][side],
    )


def _link(request: HttpRequest, match: Match, *, invite: str) -> str:
    """Return the address to send to an opponent."""
    query = {"invite": invite} if invite else None
    return request.build_absolute_uri(reverse("match-page", kwargs={"match_id": match.pk}, query=query))


def _page_of(address: str | None, *, request: HttpRequest) -> str | None:
    """Return the page of a match that the API names by its address."""
    if address is None:
        return None
    return _with_invite(reverse("match-page", kwargs={"match_id": address.rstrip("/").rpartition("/")[2]}), request)


def _with_invite(address: str, request: HttpRequest) -> str:
    invite = request.GET.get("invite")
    return f"{address}?{urlencode({'invite': invite})}" if invite else address


def _still(match: Match, *, seats: list[SeatSeen]) -> dict[str, Any] | None:
    """Return the table for who runs no scripts, the side at the top first; None before it is dealt."""
    if match.status not in (Match.Status.PLAYING, Match.Status.OVER):
        return None
    piles = piles_of(table_of(match, events=events_of(match.pk, version=match.stream.version)))
    sides = {str(side): {name.partition(":")[2]: piles[name] for name in names} for side, names in SIDE_PILES.items()}
    homes: Piles = {name: piles[name] for name in FOUNDATION_PILES}
    return {"other": sides[seats[1].side], "homes": homes, "own": sides[seats[0].side]}
