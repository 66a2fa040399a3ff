"""What a deal code says, in words, and scores as its players read them: filters for templates.

{{ code|mode_words }}            Draw 3 (hard) · Vegas
{{ code|draw_words }}            Draw 3 (hard)
{{ code|scoring_words }}         Vegas
{{ ranked_score|score_of:code }} $416
"""

from typing import Final

from django import template
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.engine.deals import DealCode, Scoring
from games.engine.scores import format_score

register = template.Library()

DRAWS: Final[dict[int, Promise | str]] = {1: _("Draw 1 (easy)"), 3: _("Draw 3 (hard)")}
SCORINGS: Final[dict[Scoring, Promise | str]] = {Scoring.NORMAL: _("Normal"), Scoring.VEGAS: _("Vegas")}


@register.filter
def draw_words(code: DealCode | str) -> str:
    """Return how many cards a code draws, and whether that is easy or hard."""
    return str(DRAWS[_parsed(code).draw])


@register.filter
def scoring_words(code: DealCode | str) -> str:
    """Return the name of a code's scoring."""
    return str(SCORINGS[_parsed(code).scoring])


@register.filter
def mode_words(code: DealCode | str) -> str:
    """Return both."""
    return f"{draw_words(code)} · {scoring_words(code)}"


@register.filter
def score_of(score: int, code: DealCode | str) -> str:
    """Return a score as the players of a code read it: points, or dollars in Vegas."""
    return format_score(score, _parsed(code).scoring)


def _parsed(code: DealCode | str) -> DealCode:
    return code if isinstance(code, DealCode) else DealCode.parse(code)
