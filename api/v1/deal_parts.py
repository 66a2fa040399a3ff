"""The JSON of a deal code: its parts, and where it is found."""

from typing import Annotated, Any, Final, Literal

from django.urls import reverse
from msgspec import Meta, Struct

from api.v1.game_state import Code, Url
from games.engine.deals import DealCode, Scoring

Draw = Annotated[Literal[1, 3], Meta(description="How many cards a draw turns over.")]
ScoringName = Annotated[
    Literal["normal", "vegas"], Meta(description="How points are counted; `/docs/rules/` has both.")
]

SCORINGS: Final = {"normal": Scoring.NORMAL, "vegas": Scoring.VEGAS}
_NAMES: Final = {scoring: name for name, scoring in SCORINGS.items()}


class Deal(Struct, kw_only=True):
    """A deal code and its parts."""

    code: Code
    number: Annotated[
        str,
        Meta(
            description="Which cards lie where, whatever the draw and the scoring.",
            pattern="^[A-Z2-7]{7}$",
            examples=["AAAAAAB"],
        ),
    ]
    draw: Draw
    scoring: ScoringName
    url: Url
    leaderboard_url: Url


def parts_of(code: DealCode) -> dict[str, Any]:
    """Return the parts of a code, by the names of `Deal`."""
    return {
        "code": str(code),
        "number": code.number,
        "draw": code.draw,
        "scoring": _NAMES[code.scoring],
        "url": reverse("api-deal", kwargs={"code": str(code)}),
        "leaderboard_url": reverse("leaderboard", kwargs={"code": str(code)}),
    }
