"""What staff decide about a game: a form that asks for the reason, and the service that does it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING
from uuid import UUID

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games import moderation
from games.admin.access import signed_in
from games.errors import NothingToDecide
from games.models import Decision, Game

if TYPE_CHECKING:
    from games.admin.filters import Label
    from games.admin.games import GameAdmin

Action = Decision.Action


@dataclass(frozen=True, slots=True)
class Kind:
    """One thing that staff can decide: how it is called, what it does, and the service that does it."""

    action: Action
    button: Label
    effect: Label
    done: Label
    service: Callable[..., Game]


KINDS = {
    kind.action: kind
    for kind in (
        Kind(
            Action.RECHECK,
            button=_("Re-check"),
            effect=_("The game goes to its check again, as if for the first time. Until then it is on no board."),
            done=_("The game waits for its check."),
            service=moderation.recheck_game,
        ),
        Kind(
            Action.HIDE,
            button=_("Hide"),
            effect=_(
                "The game leaves its boards and public sight at once. "
                "The player's next best game on this deal takes its place."
            ),
            done=_("The game is hidden."),
            service=moderation.hide_game,
        ),
        Kind(
            Action.REINSTATE,
            button=_("Reinstate"),
            effect=_("The game is back in its place, with its original times."),
            done=_("The game is visible again."),
            service=moderation.reinstate_game,
        ),
    )
}
"""Every action that a decision can record."""


class ReasonForm(forms.Form):
    """The reason for a decision. It stays with the game, under the name of who decided."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=1000,
        widget=forms.Textarea(attrs={"rows": 3, "class": "vLargeTextField", "autofocus": True}),
        help_text=_("It stays with the game, under your name."),
    )


def open_to(game: Game) -> list[Kind]:
    """Return what can be decided about a game as it stands."""
    hidden = Action.REINSTATE if game.is_hidden else Action.HIDE
    actions = (hidden,) if game.status == Game.Status.PLAYING else (Action.RECHECK, hidden)
    return [KINDS[action] for action in actions]


def page(model_admin: GameAdmin, request: HttpRequest, *, game_id: UUID, action: str) -> HttpResponse:
    """Ask for the reason of a decision, and once there is one, have it done."""
    if not model_admin.may_decide(request):
        raise PermissionDenied
    if action not in KINDS:
        raise Http404(f"no decision is called {action!r}")
    kind = KINDS[Action(action)]
    game = get_object_or_404(Game.objects.select_related("player"), pk=game_id)
    form = ReasonForm(request.POST or None)
    if form.is_valid():
        _decide(request, kind, game=game, reason=form.cleaned_data["reason"])
        return HttpResponseRedirect(reverse("admin:games_game_change", args=[game.pk]))
    context = {
        **model_admin.admin_site.each_context(request),
        "opts": model_admin.opts,
        "media": model_admin.media,
        "title": f"{kind.button}: {game.code}",
        "game": game,
        "kind": kind,
        "form": form,
    }
    request.current_app = model_admin.admin_site.name
    return TemplateResponse(request, "admin/games/game/decide.html", context)


def _decide(request: HttpRequest, kind: Kind, *, game: Game, reason: str) -> None:
    try:
        kind.service(game_id=game.pk, by=signed_in(request), reason=reason)
    except NothingToDecide as error:  # somebody else was quicker
        messages.error(request, str(error))
    else:
        messages.success(request, str(kind.done))
