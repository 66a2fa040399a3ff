"""Games that a page plays and the service keeps: what the tests of them do in a page, and what they look at."""

from collections.abc import Callable
from pathlib import Path
from threading import Event
from typing import Any
from uuid import UUID

from playwright.sync_api import Page, Route

from games import log, services
from games.engine.moves import decode
from games.models import Game
from tests.browser.waiting import PATIENCE, until
from tests.factories import events_of, known_game

MODULE = Path(__file__).with_name("game_log.js").read_text()
WIN = known_game()
MOVES = list(WIN.moves)
APPENDS, GAMES, FINISHES, API = "**/games/*/moves/", "**/api/v1/games/", "**/games/*/finish/", "**/api/v1/**"

Open = Callable[[], Page]


def reload(page: Page) -> None:
    page.goto("/health/live/")


def start(page: Page) -> None:
    """Begin a game of a known deal; nothing is sent before its first move."""
    page.evaluate(MODULE)
    page.evaluate("(code) => void start(code)", WIN.deal)


def resume(page: Page, game_id: UUID | None = None) -> None:
    """Go on with a game, the only one there is unless told otherwise."""
    page.evaluate(MODULE)
    page.evaluate("async (id) => void (await resume(id))", str(game_id or Game.objects.get().pk))


def play(page: Page, moves: list[str]) -> None:
    page.evaluate("play", moves)


def wait_for(page: Page, kind: str) -> dict[str, Any]:
    """The game's state, once it is of this kind."""
    page.wait_for_function("(kind) => game.state.kind === kind", arg=kind)
    state: dict[str, Any] = page.evaluate("game.state")
    return state


def stored() -> list[str]:
    """The moves of the only game there is, as the service has them."""
    game = Game.objects.get()
    return list(map(str, decode(log.read(stream_id=game.pk))))


def expect_stored(page: Page, moves: list[str]) -> None:
    """Wait until the service has these moves, and no others."""
    until(page, lambda: stored() == moves)


def unsent(page: Page) -> list[str]:
    """The names under which the browser keeps moves."""
    return list(page.evaluate("Object.keys(localStorage)"))


def start_with(page: Page, moves: list[str]) -> None:
    start(page)
    play(page, moves)
    wait_for(page, "saved")


def append_elsewhere(moves: list[str]) -> None:
    """The player goes on with the game on another device."""
    game = Game.objects.select_related("player").get()
    before = list(stored())
    after = decode(events_of(moves))
    services.append_moves(game_id=game.pk, player=game.player, version=len(before), steps=after)


def lose_request(route: Route) -> None:
    route.abort()


def lose_answer(route: Route) -> None:
    """Let a request through and its answer be lost."""
    route.fetch()
    route.abort()


def too_many_requests(route: Route) -> None:
    route.fulfill(status=429, headers={"Retry-After": "2"}, json={"code": "throttled", "retry_after": 2})


def answering_late(append: Callable[..., Any], *, until: Event) -> Callable[..., Any]:
    """An append that is done at once, and not answered until something has happened."""

    def late(**arguments: Any) -> Any:
        appended = append(**arguments)
        until.wait(PATIENCE)
        return appended

    return late


def once(page: Page, address: str, handle: Callable[[Route], None]) -> list[str]:
    """Handle the first request to an address so. Returns a list of the requests that it was done to."""
    handled: list[str] = []

    def first(route: Route) -> None:
        if handled:
            route.fallback()
        else:
            handled.append(route.request.url)
            handle(route)

    page.route(address, first)
    return handled


def hold(page: Page, address: str) -> Callable[[], None]:
    """Let no request to an address through until what this returns is called."""
    held: list[Route] = []
    is_held = True

    def handle(route: Route) -> None:
        if is_held:
            held.append(route)
        else:
            route.fallback()

    def release() -> None:
        nonlocal is_held
        is_held = False
        for route in held:
            route.continue_()

    page.route(address, handle)
    return release
