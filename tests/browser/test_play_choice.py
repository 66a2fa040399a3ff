"""What stands before and after a game that is played in the browser: the choice of a deal, the end and the place."""

import re

import pytest
from playwright.sync_api import Page, expect

from games.models import Game, Player
from tests.browser.open_tables import (
    DEAL,
    OPENING,
    assert_ranked,
    deals_of_today,  # noqa: F401 - a fixture
    nothing_on_its_way,  # noqa: F401 - a fixture
    open_deal,
    open_game,
    said,
)
from tests.browser.played_table import PlayedTable
from tests.factories import known_game

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_first_visit_is_one_press_from_a_game(page: Page) -> None:
    page.goto("/play/")

    page.get_by_role("button", name="Play", exact=True).click()

    expect(page.locator("#deal-link")).to_have_text("DS1-D1N-AAAAAAA")
    expect(page.locator("#mode")).to_have_text("Draw 1 (easy) · Normal")
    expect(page.locator(".play-card")).to_have_count(104)
    assert Player.objects.count() == 0


def test_the_choice_is_remembered(page: Page) -> None:
    page.goto("/play/")
    page.get_by_label("A random deal").check()
    page.get_by_label("hard").check()
    page.get_by_label("Vegas").check()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("#deal-link")).to_have_text(re.compile("^DS1-D3V-[A-Z2-7]{7}$"))
    expect(page.locator("#score")).to_have_text("-$104")

    page.goto("/play/")

    for label in ("A random deal", "hard", "Vegas"):
        expect(page.get_by_label(label)).to_be_checked()


def test_a_code_is_taken_as_people_write_it_and_a_wrong_one_is_told(page: Page) -> None:
    page.goto("/play/")
    page.get_by_label("A deal code").check()
    page.get_by_label("Deal code", exact=True).fill("DS1-D1N-AAAAAA1")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("alert")).to_have_text("The last part of a code has seven characters: A to Z, and 2 to 7.")

    page.get_by_label("Deal code", exact=True).fill(" ds1-d3n-aaaaaab ")
    page.keyboard.press("Enter")

    expect(page).to_have_url(re.compile("/play/DS1-D3N-AAAAAAB/$"))
    PlayedTable(page, "DS1-D3N-AAAAAAB").assert_shows_engine()


def test_a_link_to_a_deal_does_for_its_code_and_shows_its_mode(page: Page, base_url: str) -> None:
    page.goto("/play/")
    page.get_by_label("A deal code").check()
    page.get_by_label("Deal code", exact=True).fill(f"Try {base_url}/deals/DS1-D3V-AAAAAAB/ today")
    for name in ("3", "Vegas"):
        expect(page.get_by_role("radio", name=name)).to_be_checked()
        expect(page.get_by_role("radio", name=name)).to_be_disabled()

    page.keyboard.press("Enter")

    expect(page).to_have_url(re.compile("/play/DS1-D3V-AAAAAAB/$"))


def test_who_wants_a_random_deal_finds_it_chosen(page: Page) -> None:
    page.goto("/")
    page.get_by_role("link", name="New game").click()
    expect(page.get_by_label("A random deal")).to_be_checked()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("#saved")).to_have_text("Not begun")


# -- The end


def test_a_game_is_finished_after_a_question_and_its_place_is_shown(page: Page) -> None:
    table = open_deal(page)
    table.play(OPENING)
    page.get_by_role("button", name="Finish").click()
    page.get_by_role("dialog", name="Finish this game?").get_by_role("button", name="Finish").click()
    expect(page.get_by_role("dialog", name="The game is finished")).to_contain_text("40")
    assert_ranked(page, rank=1, total=1)

    expect(page.get_by_role("link", name="Watch the replay")).to_have_attribute(
        "href", f"/games/{Game.objects.get().pk}/"
    )
    page.get_by_role("button", name="Draw 3 (hard) Normal").click()

    expect(page).to_have_url(re.compile("/play/DS1-D3N-AAAAAAB/$"))
    PlayedTable(page, "DS1-D3N-AAAAAAB").assert_shows_engine()
    expect(page.locator("#time")).to_have_text("0:00")
    page.keyboard.press("d")
    expect(page.locator("#time")).not_to_have_text("0:00")


def test_the_end_of_a_game_covers_nothing_that_its_player_has_gone_on_to(page: Page) -> None:
    moves = known_game("DS1-D1V-KSTNMZC").moves
    page.clock.install(time=0)
    table = open_game(page, "DS1-D1V-KSTNMZC", list(moves[:-1]))
    page.clock.pause_at(1000)
    start, _ = moves[-1].split("-")
    table.drag(start, "F1")
    page.keyboard.press("n")
    expect(page.get_by_role("dialog", name="New game")).to_be_visible()

    page.clock.run_for(5000)

    expect(page.get_by_role("dialog")).to_have_count(1)
    page.keyboard.press("Escape")
    page.keyboard.press("e")
    expect(page.get_by_role("dialog", name="You have won!")).to_be_visible()
    page.clock.resume()


def test_a_finished_game_takes_no_more_moves(page: Page) -> None:
    table = open_game(page, DEAL, OPENING)
    page.keyboard.press("e")
    page.get_by_role("dialog").get_by_role("button", name="Finish").click()
    page.get_by_role("button", name="See the table").click()

    table.drag("F7", "T4")

    said(page, "The game is finished.")
    table.assert_shows_engine()
