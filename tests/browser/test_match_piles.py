"""What the page foretells of own actions, and what it takes for legal, is what the engine says in whole matches."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page

from api.v1.match_state import table_for
from games.engine.match.actions import ACTIONS
from games.engine.match.options import MatchOptions, Side
from games.engine.match.table import MatchTable
from tests.games.matches.people import next_action

COMPARE = Path(__file__).with_name("match_piles.js").read_text()
OPTIONS = {"pace": "simultaneous", "draw": 1, "redeals": "unlimited", "solo_bonus": False, "ending": "first_out"}


@pytest.mark.parametrize(
    ("number", "choice"),
    (
        ("LZOGPVV", {"draw": {"A": 1, "B": 3}}),
        ("NEJPMJQ", {"pace": "alternating", "first": "B", "redeals": "single"}),
        ("CMP2KH4", {"ending": "play_out", "solo_bonus": True}),
        ("BOLLFQC", {"pace": "alternating", "first": "A", "draw": 3, "ending": "play_out"}),
    ),
)
@pytest.mark.django_db(transaction=True)
def test_the_page_foretells_what_the_engine_does(page: Page, number: str, choice: dict[str, Any]) -> None:
    options = {**OPTIONS, **choice, "number": number}
    steps = list(_steps(MatchOptions.parse(options), random=Random(number)))
    page.goto("/health/live/")
    draws = options["draw"] if isinstance(options["draw"], dict) else dict.fromkeys("AB", options["draw"])
    differences = page.evaluate(COMPARE, {"steps": steps, "options": {**options, "draw": draws}})
    assert (differences, len(steps) > 60) == ([], True)


def _steps(options: MatchOptions, *, random: Random) -> Iterator[dict[str, Any]]:
    """Yield each step of a match that is played to its end, with what the service says before and after it."""
    table = MatchTable(options)
    before = _told(table)
    while not table.is_over:
        side = table.turn or random.choice(tuple(Side))
        action = next_action(table, side, random)
        if action is None:
            continue
        refusals = {str(other): table.refusal(side, other) for other in ACTIONS}
        table.play(side, action)
        after = _told(table)
        told = {"before": before, "after": after}
        yield {
            "side": side, "action": str(action), "tables": told, "refusals": refusals, "isOver": table.is_over
        }  # fmt: skip
        before = after


def _told(table: MatchTable) -> dict[str, Any]:
    return {str(side): msgspec.to_builtins(table_for(table, viewer=side)) for side in Side}
