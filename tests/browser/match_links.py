"""Matches that pages play by their links: what the tests of them do in a page, and what they look at."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import BrowserContext, Page, Route

from games.engine.match.actions import EVENTS
from games.engine.match.options import Side
from games.matches.events import piles_of
from games.matches.table import events_of
from tests.api.client import ApiClient
from tests.api.table import AtTable

MODULE = Path(__file__).with_name("match_link.js").read_text()
ACTIONS, TICKETS, POLLS = "**/matches/*/actions/", "**/matches/*/stream/**", "**/matches/*/events/**"

Open = Callable[[], Page]


def sit_down(context: BrowserContext, at: AtTable, side: str) -> None:
    """The browser is that player's from now on."""
    page = context.new_page()
    page.goto("/health/live/")
    token = at.client(side).token
    assert token is not None
    context.add_cookies([{"name": "player_token", "value": token, "url": page.url}])
    page.close()


def follow(page: Page, at: AtTable, *, side: str | None = "A", state: Any = None, invite: str | None = None) -> Page:
    """Open the link of a match, as a page of it does that has just come; `state` if it came earlier."""
    client = ApiClient() if side is None else at.client(side)
    state = state or client.ask("GET", f"{at.url}?invite={invite}" if invite else at.url).json()
    page.evaluate(MODULE, {"state": state, "invite": invite})
    return page


def play(page: Page, *actions: str) -> None:
    page.evaluate("play", list(actions))


def told(page: Page) -> Any:
    """What the link has told the page so far."""
    return page.evaluate("told")


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


def streaming(page: Page, at: AtTable, *, each: int, without: int = 0) -> list[int]:
    """Serve streams of the log as it is, each cut after so many events, one left out if it is named; polls are empty.

    Returns a list of the versions that they were asked from.
    """
    # What handles a request has to keep off the database: it runs in a context that Django knows nothing of.
    news = at.client("A").ask("GET", f"{at.url}events/").json()
    events = news.pop("events")
    asked: list[int] = []

    def stream(route: Route) -> None:
        after = int(parse_qs(urlsplit(route.request.url).query)["after"][0])
        asked.append(after)
        told = [event for event in events[after : after + each] if event["n"] != without]
        frames = [f"event: match\ndata: {json.dumps(news)}\n\n"]
        frames += [f"id: {event['n']}\nevent: action\ndata: {json.dumps(event)}\n\n" for event in told]
        route.fulfill(content_type="text/event-stream", body="".join(frames))

    page.route(TICKETS, lambda route: route.fulfill(status=201, json={"url": "/a-stream/?ticket=once"}))
    page.route("**/a-stream/**", stream)
    page.route(POLLS, lambda route: route.fulfill(json={**news, "version": 0, "events": []}))
    return asked
