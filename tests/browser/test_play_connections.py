"""Playing in the browser while pages are left, answers get lost, and other tabs play too."""

import re

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.game_logs import API, hold, lose_answer, once
from tests.browser.open_tables import (
    DEAL,
    OPENING,
    deals_of_today,  # noqa: F401 - a fixture
    expect_saved,
    nothing_on_its_way,  # noqa: F401 - a fixture
    open_deal,
    open_game,
    said,
    stored,
)
from tests.browser.played_table import PlayedTable
from tests.browser.waiting import until

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_reload_goes_on_with_the_game_and_so_does_the_page_without_a_code(page: Page) -> None:
    table = open_deal(page)
    table.play(OPENING[:3])
    expect_saved(page, OPENING[:3])

    page.reload()
    said(page, "Here is your game, as you left it.")
    table.assert_shows_engine()
    page.goto("/play/")
    page.get_by_role("link", name="Go on with your game").click()
    said(page, "Here is your game, as you left it.")

    table.play(OPENING[3:5])
    table.assert_shows_engine()
    expect_saved(page, OPENING[:5])


def test_moves_that_are_not_sent_yet_survive_a_reload(context: BrowserContext) -> None:
    page = context.new_page()
    table = open_deal(page)
    page.route("**/api/v1/**", lambda route: route.abort())
    table.play(OPENING[:2])
    expect(page.locator("#saved")).to_have_text("No connection: kept on this device")
    page.unroute("**/api/v1/**")

    page.reload()

    table.assert_shows_engine()
    expect_saved(page, OPENING[:2])


def test_a_game_that_was_begun_without_a_connection_is_offered(context: BrowserContext) -> None:
    page = context.new_page()
    table = open_deal(page)
    page.route("**/api/v1/**", lambda route: route.abort())
    table.play(OPENING[:1])
    expect(page.locator("#saved")).to_have_text("No connection: kept on this device")

    page.goto("/play/")
    page.get_by_role("link", name="Go on with your game DS1-D1N-AAAAAAB").click()

    expect(page).to_have_url(re.compile(f"/play/{DEAL}/$"))
    table.assert_shows_engine()


def test_one_plays_on_while_answers_are_lost(context: BrowserContext) -> None:
    page = context.new_page()
    table = open_deal(page)
    lost = once(page, "**/games/*/moves/", lose_answer)

    table.play(OPENING[:4])
    until(page, lambda: bool(lost))
    table.play(OPENING[4:8])

    table.assert_shows_engine()
    expect_saved(page, OPENING[:8])
    assert len(lost) == 1


def test_moves_are_shown_at_once_however_slow_the_service_is(page: Page) -> None:
    table = open_deal(page)
    release = hold(page, API)

    table.play(OPENING[:3])

    assert page.locator("#moves").text_content() == "3"
    assert page.locator("#saved").text_content() == "Saving…"
    table.assert_shows_engine()
    release()
    expect_saved(page, OPENING[:3])


def test_the_felt_is_seen_while_scripts_are_on_their_way(context: BrowserContext) -> None:
    page = context.new_page()
    page.route("**/pages/play/play.*js", lambda route: route.abort())
    page.goto(f"/play/{DEAL}/")
    expect(page.locator("#saved")).to_have_text("Loading…")
    expect(page.locator(".play-table")).to_be_visible()
    for name in ("Draw", "Undo", "Finish"):
        expect(page.get_by_role("button", name=name)).to_be_disabled()


def test_while_a_game_is_fetched_nothing_can_be_played(page: Page) -> None:
    open_game(page, DEAL, OPENING)
    release = hold(page, API)

    page.reload()
    expect(page.locator("#saved")).to_have_text("Loading…")
    for key in ("d", "u", "e", "1", "ArrowLeft", "Enter"):
        page.keyboard.press(key)
    page.mouse.click(200, 200)
    release()

    said(page, "Here is your game, as you left it.")
    PlayedTable(page, DEAL, OPENING).assert_shows_engine()


def test_a_second_tab_shows_what_was_played_in_the_first(context: BrowserContext) -> None:
    first, second = context.new_page(), context.new_page()
    table = open_game(first, DEAL, OPENING[:1])
    second.goto(first.url)
    said(second, "Here is your game, as you left it.")
    table.play(["draw", "draw"])
    expect(first.locator("#saved")).to_have_text("Saved")

    PlayedTable(second, DEAL).tap("stock")

    said(second, "The game went on elsewhere. This is how it stands now.")
    PlayedTable(second, DEAL, [*OPENING[:1], "draw", "draw"]).assert_shows_engine()
    assert stored() == [*OPENING[:1], "draw", "draw"]
