"""What each scoring counts, and how a score is written."""

from __future__ import annotations

import re
from dataclasses import dataclass

from games.engine.deals import Scoring
from games.engine.errors import NotationError, quoted
from games.engine.texts import Text


@dataclass(frozen=True, slots=True)
class Points:
    """The points of one scoring. Only a recycle costs any, and it stops at 0."""

    start: int
    home: int
    """A card placed on a foundation, from a column or the waste."""
    waste_to_column: int
    flip: int
    """A hidden card turned over."""
    recycle_cost: int


POINTS = {
    Scoring.NORMAL: Points(start=0, home=10, waste_to_column=5, flip=5, recycle_cost=100),
    Scoring.VEGAS: Points(start=-104, home=5, waste_to_column=0, flip=0, recycle_cost=0),
}

_NORMAL = re.compile(r"0|[1-9][0-9]{0,8}")
_VEGAS = re.compile(r"(-?)\$(0|[1-9][0-9]{0,8})")


def format_score(score: int, scoring: Scoring) -> str:
    """The score as players read it: `655`; in Vegas, in dollars, `$416` or `-$104`."""
    if scoring is Scoring.NORMAL:
        return str(score)
    return f"-${-score}" if score < 0 else f"${score}"


def parse_score(text: str, scoring: Scoring) -> int:
    """The score that `format_score` writes so."""
    if scoring is Scoring.NORMAL:
        if _NORMAL.fullmatch(text):
            return int(text)
    elif (match := _VEGAS.fullmatch(text)) and match[0] != "-$0":
        return int(match[1] + match[2])
    example = "655" if scoring is Scoring.NORMAL else "$416 or -$104"
    raise NotationError(
        Text("%(text)s is not a score of this deal: it is written like %(example)s", text=quoted(text), example=example)
    )
