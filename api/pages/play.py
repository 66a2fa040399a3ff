"""The table to play on: choosing a deal, playing it, and going on with a game.

The pages only say what there is to play; a game itself goes over the API, from script. Nothing here is changed.
"""

import secrets
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from api.pages.play_texts import TEXTS
from api.pages.viewers import viewer_of
from games import daily, selectors
from games.cards import SUIT_NAMES, pile_name
from games.engine.cards import SUITS
from games.engine.deals import NUMBER_LENGTH, NUMBERS, WHITE_SPACE, DealCode, Scoring
from games.engine.errors import DealCodeError
from games.engine.solo import SoloTable
from games.models import Game, Player
from games.replay import PILES, piles_of

_SOURCES: Final = ("today", "random", "code")
_DRAWS: Final = {"1": 1, "3": 3}
_GAMES_SHOWN: Final = 3


@require_safe
def choose(request: HttpRequest) -> HttpResponse:
    """Show what can be played; what the form has chosen is the page of its deal."""
    if "deal" not in request.GET:
        return _page(request)
    try:
        code = _chosen(request.GET)
    except DealCodeError as error:
        return _page(request, error=error, status=400)
    response = redirect("play-deal", code=str(code))
    patch_cache_control(response, no_store=True)
    return response


@require_safe
def play_deal(request: HttpRequest, code: str) -> HttpResponse:
    """Show the table of a deal, as it is dealt."""
    try:
        deal = DealCode.parse(code)
    except DealCodeError as error:
        return _page(request, error=error, status=404)
    if str(deal) != code:
        return redirect("play-deal", code=str(deal))
    return _page(request, table=SoloTable(deal))


@require_safe
def play_game(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Show the table of one's own game as it stands. Of other players' games there are only replays."""
    viewer = viewer_of(request)
    game = Game.objects.filter(pk=game_id).select_related("stream").first()
    if game is None:
        raise Http404
    if viewer is None or game.player_id != viewer.pk:
        return redirect("replay", game_id=game_id)
    return _page(request, game=game, table=selectors.replay_of(game=game).table)


def _page(
    request: HttpRequest,
    *,
    table: SoloTable | None = None,
    game: Game | None = None,
    error: DealCodeError | None = None,
    status: int = 200,
) -> HttpResponse:
    """Return the page, with a table on it or the choice of one."""
    deals = daily.deals_of_today()
    piles = _piles()
    start = {
        "day": deals[0].day.isoformat(),
        "today": {deal.mode: deal.code for deal in deals},
        "code": None if table is None else str(table.code),
        "game": None if game is None else str(game.pk),
        "started": _milliseconds(None if game is None else game.started_at),
        "finished": _milliseconds(None if game is None else game.finished_at),
    }
    context: dict[str, Any] = {
        "start": start,
        "texts": {**TEXTS, "piles": {name: label for name, label, _ in piles}},
        "piles": piles,
        "table": table,
        "still": {} if table is None else piles_of(table),
        "recycles": table is not None and table.code.scoring is Scoring.NORMAL,
        "games": _games_of(viewer_of(request)),
        "error": None if error is None else TEXTS["codes"][error.part],
        "asked": request.GET.get("code", "") if error is None else error.given,
    }
    return render(request, "pages/play.html", context, status=status)


def _piles() -> list[tuple[str, str, str]]:
    """Return each pile's name, what it is called, and its suit if it has one."""
    piles = []
    for name in PILES:
        suit = SUITS[(int(name[1]) - 1) // 2] if name[0] == "F" else ""
        label = f"{pile_name(name)} ({SUIT_NAMES[suit]})" if suit else pile_name(name)
        piles.append((name, label, suit))
    return piles


def _milliseconds(at: datetime | None) -> int | None:
    """Return a time as scripts count it."""
    return None if at is None else round(at.timestamp() * 1000)


def _games_of(viewer: Player | None) -> list[Game]:
    """Return the newest games that the viewer can go on with."""
    if viewer is None:
        return []
    return list(selectors.games_of(player=viewer).filter(status=Game.Status.PLAYING)[:_GAMES_SHOWN])


def _chosen(form: QueryDict) -> DealCode:
    """Return the code that the form chooses. Raises DealCodeError, and BadRequest for what the form cannot send."""
    source, draw, scoring = form["deal"], form.get("draw", "1"), form.get("scoring", Scoring.NORMAL)
    if source not in _SOURCES or draw not in _DRAWS or scoring not in tuple(Scoring):
        raise BadRequest(f"There is no deal {source!r} with draw {draw!r} and scoring {scoring!r}.")
    mode = daily.Mode(_DRAWS[draw], Scoring(scoring))
    if source == "today":
        (deal,) = [deal for deal in daily.deals_of_today() if deal.mode == str(mode)]
        return DealCode.parse(deal.code)
    if source == "random":
        return DealCode.from_index(secrets.randbelow(NUMBERS), draw=mode.draw, scoring=mode.scoring)
    text = form.get("code", "").strip(WHITE_SPACE)
    if "-" not in text and len(text) == NUMBER_LENGTH:
        return DealCode(text.upper(), mode.draw, mode.scoring)
    return DealCode.parse(text)
