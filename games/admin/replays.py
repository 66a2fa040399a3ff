"""The replay of a game for staff: one step as a page, and the frames from which the page's script shows the others.

What is shown is what `games.replay` computed; neither the page nor its script knows a rule. Without the script every
step is a page of its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games import log, replay, selectors
from games.admin.access import signed_in
from games.engine.cards import FACES
from games.engine.deals import DealCode
from games.models import Game

if TYPE_CHECKING:
    from games.admin.games import GameAdmin

SUITS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
TAGS = {"flip": _("flip"), "recycle": "↻", "take_back": _("take-back"), "undo": "↶"}
"""How the list of moves shows what `games.replay` marks."""


@dataclass(frozen=True, slots=True)
class ShownCard:
    """A card on the page, from its text in a frame."""

    text: str

    @property
    def is_hidden(self) -> bool:
        return replay.is_hidden(self.text)

    @property
    def rank(self) -> str:
        return self.text.strip("[]")[0].replace("T", "10")

    @property
    def suit(self) -> str:
        return SUITS[self.text.strip("[]")[1]]

    @property
    def is_red(self) -> bool:
        return self.suit in "♥♦"


ALL_CARDS = [ShownCard(text) for face in FACES for text in (face, f"[{face}]")]
"""Every card in both states: the script takes copies of these, so that cards are drawn in one place."""


def address(game: Game) -> str:
    """Return where a game's replay begins: for one with an illegal move at the table on which it was refused."""
    query = {} if game.refused_index is None else {"step": game.refused_index}
    return reverse("admin:games_game_replay", args=[game.pk], query=query)


def page(model_admin: GameAdmin, request: HttpRequest, *, game_id: UUID) -> HttpResponse:
    """Show a game at the step that `?step=` names, its deal without one."""
    game = _game(model_admin, request, game_id=game_id)
    shown = _frames(game)
    last = len(shown["events"])
    step = _step(request, last=last)
    piles = replay.piles_at(replay=shown, version=step)
    context = {
        **model_admin.admin_site.each_context(request),
        "opts": model_admin.opts,
        "title": f"{_('Replay')}: {game.code}",
        "game": game,
        "why": model_admin.why(game) if game.rejection else "",
        "step": step,
        "steps": {"first": 0, "back": max(step - 1, 0), "next": min(step + 1, last), "last": last},
        "frame": shown["events"][step - 1] if step else shown["first"],
        "piles": {name: [ShownCard(text) for text in cards] for name, cards in piles.items()},
        "events": [_event(event) for event in shown["events"]],
        "error": shown["error"],
        "all_cards": ALL_CARDS,
    }
    request.current_app = model_admin.admin_site.name
    return TemplateResponse(request, "admin/games/game/replay.html", context)


def frames(model_admin: GameAdmin, request: HttpRequest, *, game_id: UUID) -> HttpResponse:
    """Return the frames of a game, hidden cards named."""
    return JsonResponse(_frames(_game(model_admin, request, game_id=game_id)))


def _game(model_admin: GameAdmin, request: HttpRequest, *, game_id: UUID) -> Game:
    """Return the game, and remember that the user has seen how its cards were played."""
    if not model_admin.has_view_permission(request):
        raise PermissionDenied
    game = get_object_or_404(Game.objects.select_related("player", "stream"), pk=game_id)
    selectors.see_replay(game=game, viewer=signed_in(request))
    return game


def _frames(game: Game) -> dict[str, Any]:
    return replay.frames(
        code=DealCode.parse(game.code),
        events=log.read(stream_id=game.pk),
        rules_version=game.stream.rules_version,
        reveal=True,
    )


def _step(request: HttpRequest, *, last: int) -> int:
    text = request.GET.get("step", "0")
    if not text.isdecimal() or not text.isascii() or int(text) > last:
        raise Http404(f"step is a number from 0 to {last}, not {text!r}")
    return int(text)


def _event(event: dict[str, Any]) -> dict[str, Any]:
    """Return what the list of moves shows of an event; its step is the table that it left."""
    return {
        "index": event["index"],
        "step": event["index"] + 1,
        "move": event["move"],
        "tags": [TAGS[mark] for mark in event["marks"]],
        "undo": "undo" in event["marks"],
    }
