"""Matches that pages play by their links: what the tests of them do in a page, and what they look at."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Page

from games.engine.match.actions import EVENTS
from games.engine.match.options import Side
from games.matches.events import piles_of
from games.matches.table import events_of
from tests.api.table import AtTable

MODULE = Path(__file__).with_name("match_link.js").read_text()
ACTIONS, STREAMS, POLLS, MATCH = "**/actions/", "**/stream/**", "**/events/?**", "**/api/v1/matches/*/?**"

Open = Callable[[], Page]


def sit_down(context: BrowserContext, at: AtTable, side: str) -> None:
    """The browser is that player's from now on."""
    page = context.new_page()
    page.goto("/health/live/")
    token = at.client(side).token
    assert token is not None
    context.add_cookies([{"name": "player_token", "value": token, "url": page.url}])
    page.close()


def follow(page: Page, at: AtTable, side: str = "A") -> Page:
    """Open the link of a match, as a page of it does that has just come."""
    page.evaluate(MODULE, {"state": at.state(side), "invite": None})
    return page


def play(page: Page, *actions: str) -> None:
    page.evaluate("play", list(actions))


def logged(at: AtTable) -> list[tuple[str, str]]:
    """The log: sides and actions."""
    events = map(EVENTS.__getitem__, events_of(at.match.pk))
    return [(str(event.side), str(event.action)) for event in events]


def standing(at: AtTable, side: str = "A") -> dict[str, Any]:
    """How the match stands by its log, as a page that knows all of it shows it."""
    table = at.table
    return {
        "version": table.version,
        "count": sum(who == side for who, _ in logged(at)),
        "piles": piles_of(table),
        "owners": {f"F{n}": owners for n, owners in enumerate(table.foundations, 1)},
        "turn": table.turn,
        "contributions": {str(side): count for side, count in table.contributions.items()},
        "passed": {str(side): table.has_passed(side) for side in Side},
        "out": list(map(str, table.out)),
    }


def expect_shown(page: Page, at: AtTable, side: str = "A") -> None:
    """Wait until the page knows all of the log, and find that it shows just that."""
    page.wait_for_function("(version) => link.version === version", arg=len(logged(at)))
    assert page.evaluate("shown()") == standing(at, side)
