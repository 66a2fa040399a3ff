"""Tables that tests of playing open in the browser, and what the service has of their games."""

import re
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from games import daily, log, players
from games.check import check_waiting
from games.engine.deals import DealCode
from games.engine.moves import decode
from games.models import DailyDeal, Game
from tests.browser.played_table import PlayedTable, leave
from tests.factories import start_and_play

DEAL = "DS1-D1N-AAAAAAB"
# T7-T8 and T3-T5 turn cards over; then 14 draws bring 3D, and two more AC, which 2C follows.
OPENING = ["T7-T8", "T3-T5", *["draw"] * 14, "W-T4", "draw", "draw", "W-F", "T6-F"]


@pytest.fixture(autouse=True)
def deals_of_today() -> None:
    """The deals of the day, so that no page has to look for some that can be won."""
    day = daily.today()
    codes = [DealCode.from_index(index, draw=mode.draw, scoring=mode.scoring) for index, mode in enumerate(daily.MODES)]
    DailyDeal.objects.bulk_create(
        DailyDeal(day=day, mode=code.mode, code=str(code), number=code.number) for code in codes
    )


@pytest.fixture(autouse=True)
def nothing_on_its_way(context: BrowserContext) -> Iterator[None]:
    """No request outlasts its test."""
    yield
    for page in context.pages:
        leave(page)


def open_deal(page: Page, deal: str = DEAL) -> PlayedTable:
    page.goto(f"/play/{deal}/")
    expect(page.locator("#saved")).to_have_text("Not begun")
    return PlayedTable(page, deal)


def open_game(page: Page, deal: str, moves: list[str]) -> PlayedTable:
    """The table of a game that is in play already, as its player finds it."""
    signed_in = players.register_guest()
    game = start_and_play(signed_in.player, deal, moves, at=timezone.now())
    page.context.add_cookies([{"name": "player_token", "value": signed_in.token, "url": page_root(page)}])
    page.goto(f"/play/games/{game.pk}/")
    expect(page.locator("#saved")).to_have_text("Saved")
    return PlayedTable(page, deal, moves)


def page_root(page: Page) -> str:
    page.goto("/health/live/")
    return page.url.removesuffix("/health/live/")


def stored() -> list[str]:
    """The moves of the only game there is, as the service has them."""
    return list(map(str, decode(log.read(stream_id=Game.objects.get().pk))))


def expect_saved(page: Page, moves: list[str]) -> None:
    expect(page.locator("#saved")).to_have_text("Saved")
    assert stored() == moves


def assert_ranked(page: Page, *, rank: int, total: int) -> None:
    """Let the game be checked, as a worker would, and find the place that the page shows then."""
    expect(page.locator("#result-check")).to_have_text("The service checks the game…")
    check_waiting(limit=10, at=timezone.now() + timedelta(seconds=1))
    expect(page.locator("#result-check")).to_have_text("Checked: these moves give this score.")
    assert (page.locator("#result-rank").text_content(), page.locator("#result-total").text_content()) == (
        str(rank),
        str(total),
    )


def said(page: Page, text: str | re.Pattern[str]) -> None:
    expect(page.locator("#said")).to_have_text(text)
