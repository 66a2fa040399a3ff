"""Somebody plays in the browser: by mouse, by finger, by keyboard."""

import re
from collections.abc import Iterator
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, Page, expect

from games.models import Game
from leaderboards.models import Entry
from tests.browser.accessibility import violations
from tests.browser.open_tables import (
    DEAL,
    OPENING,
    assert_ranked,
    deals_of_today,  # noqa: F401 - a fixture
    expect_saved,
    nothing_on_its_way,  # noqa: F401 - a fixture
    open_deal,
    open_game,
    said,
    stored,
)
from tests.browser.played_table import Finger, PlayedTable, leave
from tests.factories import known_game

pytestmark = pytest.mark.django_db(transaction=True)

# How many cards are on their way.
MOVING = "document.querySelector('.play-table').getAnimations({ subtree: true }).length"
# How many are as soon as one is drawn: what moves has come to its end when a test looks later.
DRAWN = f"(document.querySelector('[data-do=draw]').click(), {MOVING})"

# The numbers that what the last move was worth lies on.
COVERED = """() => {
    const points = document.getElementById("points").getBoundingClientRect();
    const isUnder = (box) => box.left < points.right && points.left < box.right
        && box.top < points.bottom && points.top < box.bottom;
    return Array.from(document.querySelectorAll(".play-numbers div:not([hidden]) :is(dd > [id]:not(#points), dd[id])"))
        .filter((number) => isUnder(number.getBoundingClientRect())).map(({ id }) => id);
}"""


@pytest.fixture
def phone(browser: Browser, browser_context_args: dict[str, Any]) -> Iterator[Page]:
    """A page on a phone, held upright."""
    screen = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    context = browser.new_context(**{**browser_context_args, **screen})
    page = context.new_page()
    yield page
    leave(page)
    context.close()


# -- A whole game


def test_a_game_is_played_to_its_win_and_found_on_the_board(page: Page) -> None:
    game = known_game("DS1-D1N-KSTNMZC")
    table = open_deal(page, game.deal)

    table.play(game.moves)

    table.assert_shows_engine()
    expect(page.get_by_role("dialog", name="You have won!")).to_contain_text(table.engine.score_text)
    assert_ranked(page, rank=1, total=1)
    entry = Entry.objects.get(view="best")
    assert (stored(), entry.code, entry.game.won, entry.game.score) == (list(game.moves), game.deal, True, game.score)


def test_a_win_in_vegas_is_worth_its_dollars(page: Page) -> None:
    game = known_game("DS1-D1V-KSTNMZC")
    table = open_game(page, game.deal, list(game.moves[:-6]))

    table.play(game.moves[-6:])

    expect(page.get_by_role("dialog", name="You have won!")).to_contain_text("$416")
    assert_ranked(page, rank=1, total=1)


# -- By mouse


def test_cards_are_dragged_tapped_drawn_and_the_page_shows_what_the_engine_has(page: Page) -> None:
    table = open_deal(page)

    table.play(OPENING)

    table.assert_shows_engine()
    said(page, "Two of clubs → Foundation 7 (clubs). Turned over: seven of spades.")
    expect_saved(page, OPENING)
    expect(page).to_have_url(re.compile(f"/play/games/{Game.objects.get().pk}/$"))


def test_a_card_is_dragged_off_its_foundation_and_scores_only_once_for_the_ranks(page: Page) -> None:
    table = open_game(page, DEAL, OPENING)

    table.play(["F7-T4", "T4-F"])

    table.assert_shows_engine()
    expect(page.locator("#score")).to_have_text("50")
    expect(page.locator("#ranked")).to_have_text("40")


def test_a_double_click_sends_a_card_to_the_column_that_takes_it(page: Page) -> None:
    table = open_game(page, DEAL, OPENING[:16])

    table.double_click("W")

    said(page, "Three of diamonds → Column 4.")
    expect_saved(page, [*OPENING[:16], "W-T4"])


def test_a_double_click_on_a_card_that_goes_home_leaves_the_one_below(page: Page) -> None:
    table = open_game(page, DEAL, OPENING[:19])
    table.double_click("W")
    table.double_click("T6")

    said(page, re.compile("^Two of clubs → Foundation 7"))
    expect_saved(page, OPENING)


def test_with_double_click_off_two_clicks_pick_a_card_up_and_put_it_back(page: Page) -> None:
    table = open_game(page, DEAL, OPENING[:16])
    page.get_by_role("button", name="Help").click()
    page.get_by_label("Double click and double tap move cards").uncheck()
    page.get_by_role("button", name="Close").click()

    table.double_click("W")

    expect(page.locator(".play-card.held")).to_have_count(0)
    expect_saved(page, OPENING[:16])
    page.reload()
    expect(page.locator("#double-tap")).not_to_be_checked()


def test_a_card_is_picked_up_by_one_click_and_put_down_by_another(page: Page) -> None:
    table = open_deal(page)

    table.tap("T3")
    said(page, "Eight of hearts: goes to Column 5, Column 8.")
    assert page.locator(".play-card.target").evaluate_all("cards => cards.map((card) => card.dataset.on)") == [
        "T5",
        "T8",
    ]
    table.tap("T5")

    said(page, "Eight of hearts → Column 5. Turned over: two of diamonds.")


@pytest.mark.parametrize(
    ("start", "to", "why"),
    (
        ("T1", "T2", "In a column a card goes onto one of the other colour, one rank higher."),
        ("T1", "F7", "It is not the next card of its suit on a foundation."),
        ("T1", "W", "There is no place for it."),
    ),
)
def test_a_refused_drag_says_why_and_the_card_goes_back(page: Page, start: str, to: str, why: str) -> None:
    table = open_deal(page)

    table.drag(start, to)

    said(page, why)
    table.assert_shows_engine()
    assert Game.objects.count() == 0


def test_undo_takes_moves_back_by_button_and_by_key(page: Page) -> None:
    table = open_deal(page)
    table.play(["T7-T8", "T3-T5"])

    page.get_by_role("button", name="Undo", exact=True).click()
    said(page, "Undone: eight of hearts → Column 3.")
    page.keyboard.press("Control+z")

    said(page, "Undone: eight of diamonds → Column 7.")
    expect(page.get_by_role("button", name="Undo", exact=True)).to_be_disabled()
    expect_saved(page, ["T7-T8", "T3-T5", "undo", "undo"])


def test_a_recycle_says_its_cost_before(page: Page) -> None:
    moves = ["T7-T8", *["draw"] * 59]
    table = open_game(page, DEAL, moves)
    stock = page.get_by_role("button", name="Recycle the waste: −5 points")
    expect(stock).to_contain_text("−5")

    table.play(["recycle"])

    said(page, "The waste is the stock again.")
    table.assert_shows_engine()
    expect_saved(page, [*moves, "recycle"])


def test_a_click_that_was_meant_to_draw_does_not_recycle_however_late_it_comes(page: Page) -> None:
    moves = ["T7-T8", *["draw"] * 58]
    table = open_game(page, DEAL, moves)

    table.double_click("stock", late=700)

    expect(page.get_by_role("button", name="Recycle the waste: −5 points")).to_be_visible()
    expect_saved(page, [*moves, "draw"])


def test_in_vegas_the_empty_stock_says_that_it_stays_so(page: Page) -> None:
    table = open_game(page, "DS1-D1V-AAAAAAB", ["draw"] * 59)
    expect(page.get_by_role("button", name="Draw", exact=True)).to_be_disabled()

    table.tap("stock")

    said(page, "In Vegas the stock is gone through only once.")


def test_a_right_click_does_nothing(page: Page) -> None:
    table = open_game(page, DEAL, OPENING[:19])

    page.mouse.click(*table.place("W"), button="right")

    table.assert_shows_engine()
    expect(page.locator(".play-card.held")).to_have_count(0)


# -- By finger


def test_on_a_phone_cards_follow_the_finger_and_the_page_stays(phone: Page) -> None:
    table = open_deal(phone)
    finger = Finger(phone)

    finger.drag(table.place("T7"), table.place("T8"))
    said(phone, "Eight of diamonds → Column 8. Turned over: king of spades.")
    phone.touchscreen.tap(*table.place("stock"))
    finger.drag(table.place("T1"), table.place("T9"))

    said(phone, "In a column a card goes onto one of the other colour, one rank higher.")
    assert phone.evaluate("[scrollX, scrollY, visualViewport.scale]") == [0, 0, 1]
    expect_saved(phone, ["T7-T8", "draw"])


def test_a_double_tap_moves_a_card(phone: Page) -> None:
    table = open_deal(phone)

    Finger(phone).double_tap(table.place("T7"))

    said(phone, "Eight of diamonds → Column 8. Turned over: king of spades.")


@pytest.mark.parametrize("size", ((360, 640), (390, 844), (844, 390), (768, 1024), (1280, 900), (2560, 1300)))
def test_the_table_fits_the_window(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    open_game(page, "DS1-D3N-KSTNMZC", list(known_game("DS1-D3N-KSTNMZC").moves[:150]))

    outside = page.locator(".play-card, .play-tools button").evaluate_all(
        "all => all.map((one) => one.getBoundingClientRect()).filter((box) => "
        "box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight).length"
    )

    assert outside == 0
    assert page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]") == list(size)


# -- By keyboard


def test_a_part_of_a_game_is_played_by_keyboard_alone(page: Page) -> None:
    open_deal(page)
    keys = page.keyboard
    page.locator('[data-pile="stock"]').focus()

    for key in ("ArrowRight", *["ArrowRight"] * 6, "Enter", "ArrowRight", "Enter", "3", "5"):
        keys.press(key)
    for _ in range(14):
        keys.press("d")
    for key in ("w", "4", "d", "d", "w", "f", "6", "f"):
        keys.press(key)

    PlayedTable(page, DEAL, OPENING).assert_shows_engine()
    expect_saved(page, OPENING)


def test_piles_say_what_lies_on_them(page: Page) -> None:
    open_game(page, DEAL, OPENING)

    for name in (
        "Stock: 43",
        "Column 3: face down 1, two of diamonds",
        "Column 5: face down 4, nine of clubs, eight of hearts",
        "Foundation 7 (clubs): two of clubs",
        "Foundation 8 (clubs): empty",
    ):
        expect(page.get_by_role("button", name=name, exact=True)).to_be_attached()


@pytest.mark.parametrize("size", ((1280, 900), (390, 844), (844, 390)))
def test_what_a_move_is_worth_covers_no_number(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    open_deal(page, "DS1-D3V-KSTNMZC").play(["T8-F"])
    expect(page.locator("#points")).to_have_text("+5")
    assert page.evaluate(COVERED) == []


# -- For everybody


def test_nothing_moves_by_itself_for_those_who_do_not_want_it(page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    table = open_deal(page)

    table.drag("T7", "T8")
    assert page.evaluate(MOVING) == 0
    table.drag("T1", "T2")
    assert page.evaluate(MOVING) == 0

    page.emulate_media(reduced_motion="no-preference")
    assert page.evaluate(DRAWN) > 0


def test_a_key_pressed_right_after_a_dialog_closed_is_the_table_s(page: Page) -> None:
    open_game(page, DEAL, OPENING)
    page.keyboard.press("n")

    # In one task, as the focus leaves what is hidden when the page is drawn next.
    page.evaluate("""() => {
        document.getElementById("choice").close();
        document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "e", bubbles: true }));
    }""")

    expect(page.get_by_role("dialog", name="Finish this game?")).to_be_visible()


@pytest.mark.parametrize("scheme", ("light", "dark"))
def test_axe_finds_nothing_serious_while_a_game_is_played(page: Page, scheme: Literal["light", "dark"]) -> None:
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    table = open_game(page, DEAL, OPENING)
    found = violations(page)

    for key, dialog in (("?", "How to play"), ("n", "New game"), ("e", "Finish this game?")):
        page.keyboard.press(key)
        expect(page.get_by_role("dialog", name=dialog)).to_be_visible()
        found += violations(page)
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
    table.drag("T1", "T2")
    found += violations(page)
    page.keyboard.press("e")
    page.get_by_role("dialog").get_by_role("button", name="Finish").click()
    assert_ranked(page, rank=1, total=1)

    assert found + violations(page) == []
