"""The pages to read: the rules for players, and questions with their answers."""

from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.engine.deals import RULES_VERSION, DealCode
from games.replay import Piles, frames

_SHOWN: Final = DealCode.parse("DS1-D1N-AAAAAAB")


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """Say how the game is played."""
    return render(request, "pages/rules.html", {"piles": _dealt()})


@require_safe
def questions(request: HttpRequest) -> HttpResponse:
    """Answer what players ask."""
    return render(request, "pages/questions.html", {"policy": settings.REPLAY_POLICY})


def _dealt() -> Piles:
    """Return a table as it is dealt, to be shown among the rules."""
    piles: Piles = frames(code=_SHOWN, events=b"", rules_version=RULES_VERSION, reveal=False)["first"]["piles"]
    return piles
