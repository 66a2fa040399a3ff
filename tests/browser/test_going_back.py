"""Somebody goes back and forward in the browser: pages show what is, not what they were told once."""

from collections.abc import Iterator

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from games import players
from tests.browser.played_table import PlayedTable, leave
from tests.factories import start_and_play

pytestmark = pytest.mark.django_db(transaction=True)

DEAL = "DS1-D1N-AAAAAAB"


@pytest.fixture
def table(page: Page, base_url: str) -> Iterator[PlayedTable]:
    """A game that was begun earlier, opened on the table."""
    signed_in = players.register_guest()
    game = start_and_play(signed_in.player, DEAL, ["draw"], at=timezone.now())
    page.context.add_cookies([{"name": "player_token", "value": signed_in.token, "url": base_url}])
    page.goto(f"/play/games/{game.pk}/")
    expect(page.locator("#saved")).to_have_text("Saved")
    yield PlayedTable(page, DEAL, ["draw"])
    leave(page)


def test_a_game_that_one_comes_back_to_is_as_it_was_left(table: PlayedTable) -> None:
    table.play(["draw", "T7-T8", "T3-T5"])
    expect(table.page.locator("#saved")).to_have_text("Saved")

    table.page.goto("/rules/")
    table.page.go_back()

    expect(table.page.locator("#said")).to_have_text("Here is your game, as you left it.")
    table.assert_shows_engine()


def test_a_page_that_was_kept_is_made_anew_for_who_has_signed_out_since(page: Page, base_url: str) -> None:
    signed_in = players.register_account(name="Ana", password="seven lucky foundations", email="ana@example.org")
    page.context.add_cookies([{"name": "player_token", "value": signed_in.token, "url": base_url}])
    page.goto("/players/me/")
    expect(page.get_by_label("E-mail")).to_have_value("ana@example.org")

    page.context.clear_cookies()
    # As browsers say it that show a page which they have kept; that of the tests keeps none.
    page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")

    expect(page.get_by_role("heading", name="Sign in", exact=True)).to_be_visible()
    expect(page.get_by_label("Name").first).to_have_value("")
