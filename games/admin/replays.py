"""The replay of a game for staff: the viewer of a game's page, and the frames from which its script shows all steps."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib.admin import ModelAdmin
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.views.decorators.gzip import gzip_page

from games import log, replay, selectors
from games.admin.access import signed_in
from games.engine.deals import DealCode
from games.models import Game
from games.viewer import NoSuchStep, Viewer, viewer_of


def address(game: Game) -> str:
    """Return where a game's replay begins: for one with an illegal move at the table on which it was refused."""
    page = reverse("admin:games_game_change", args=[game.pk])
    return f"{page}#replay" if game.refused_index is None else f"{page}#{game.refused_index}"


def shown(game: Game, *, request: HttpRequest) -> Viewer:
    """Return the viewer of a game's page, at the step that `?step=` names, else where the replay begins."""
    try:
        return viewer_of(
            frames=_frames(game),
            step=request.GET.get("step", game.refused_index),
            address=reverse("admin:games_game_change", args=[game.pk]),
            frames_address=reverse("admin:games_game_frames", args=[game.pk]),
        )
    except NoSuchStep as error:
        raise Http404(str(error)) from None


@gzip_page
def frames(request: HttpRequest, *, model_admin: ModelAdmin, game_id: UUID) -> HttpResponse:
    """Return the frames of a game, hidden cards named; that the user has seen how it was played is remembered."""
    if not model_admin.has_view_permission(request):
        raise PermissionDenied
    game = get_object_or_404(Game.objects.select_related("player", "stream"), pk=game_id)
    selectors.see_replay(game=game, viewer=signed_in(request))
    return JsonResponse(_frames(game))


def _frames(game: Game) -> dict[str, Any]:
    return replay.frames(
        code=DealCode.parse(game.code),
        events=log.read(stream_id=game.pk),
        rules_version=game.stream.rules_version,
        reveal=True,
    )
