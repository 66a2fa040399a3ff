"""The page on which a game is posted as text."""

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.limits import MAX_BODY_BYTES

# The beginning of the game that docs/movetext.md shows.
SAMPLE: Final = """\
[Deal "DS1-D1N-AAAAAAB"]
[Score "40"]

1. T7-T8=8D T3-T5=8H draw=6H draw=3C draw=7H draw=2C
7. draw=5S draw=KD draw=2S {and so on}
"""


@require_safe
def upload(request: HttpRequest) -> HttpResponse:
    """Show the page; its script does the rest over the API."""
    return render(request, "pages/movetext.html", {"sample": SAMPLE, "texts": _texts()})


def _texts() -> dict[str, object]:
    return {
        "maximum": MAX_BODY_BYTES,
        "tooLong": _("The file is too long: it may have 1 MiB."),
        "offline": _("The service cannot be reached. Nothing is lost: try again in a moment."),
        "noGuest": _("No guest can be made for you at the moment. Try again later."),
        "sending": _("being sent"),
        "finished": _("waiting for its check"),
        "verified": _("verified"),
        "rejected": _("rejected"),
        "refused": _("refused"),
        "score": _("Score"),
        "ranked": _("Ranked score"),
        "moves": _("Moves"),
        "atMove": _("At move"),
        "unknownDeal": _("No deal"),
    }
