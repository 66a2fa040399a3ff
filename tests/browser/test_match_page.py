"""Two play a match against each other, each in a browser of their own; a third looks on."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, expect

from games.limits import MATCH_ABSENT_AFTER, MAX_NAME_CHARACTERS
from games.models import MatchNumber, Seat
from tests.api.table import begun, joined, opened
from tests.browser.accessibility import violations
from tests.browser.game_logs import hold
from tests.browser.match_links import ACTIONS, POLLS, TICKETS, logged
from tests.browser.match_tables import PHONE, RACE, Browsers, browsers_of
from tests.browser.played_table import Finger
from tests.browser.waiting import resize

pytestmark = pytest.mark.django_db(transaction=True)

STAGES = "**/matches/*/*part=stage*"
SIDEWAYS = "[document.documentElement.scrollWidth > innerWidth, document.documentElement.scrollHeight > innerHeight]"
OUTSIDE = """all => all.map((one) => one.getBoundingClientRect()).filter((box) =>
    box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight).length"""
BOTTOM = "(one) => one.getBoundingClientRect().bottom"
# How many cards are on their way.
MOVING = "document.querySelector('.play-table').getAnimations({ subtree: true }).length"


@pytest.fixture
def browsers(browser: Browser, browser_context_args: dict[str, Any]) -> Iterator[Browsers]:
    yield from browsers_of(browser, browser_context_args)


# -- Whole matches


def test_two_play_a_match_to_its_end_by_mouse_and_by_finger(browsers: Browsers) -> None:
    at = opened()
    ana = browsers.open(at, "A")
    expect(ana.page.get_by_role("heading", name="Your match waits for an opponent")).to_be_visible()
    bo = browsers.open(at, address=ana.page.get_by_label("Link to the match").input_value(), **PHONE)
    expect(bo.page.get_by_role("heading", name="Ana waits for an opponent")).to_be_visible()
    bo.press("Join the match")
    MatchNumber.objects.filter(match=at.match).update(number=RACE)
    bo.press("I am ready")
    expect(ana.page.get_by_role("listitem").filter(has_text="not ready yet")).to_have_count(1)
    expect(ana.page.get_by_role("listitem").filter(has_text="Ana")).to_contain_text("not ready yet")
    ana.press("I am ready")
    bo.side = "B"

    bo.shows("T7", *["??"] * 6, "8C")
    ana.shows("T1", "AS")
    ana.drag("T1", "F1")
    ana.said("Ace of spades → Foundation 1 (spades).")
    bo.counts(0, 1)
    Finger(bo.page).drag(bo.place("T2"), bo.place("F4"))
    bo.said("Ace of hearts → Foundation 3 (hearts). Turned over: two of clubs.")
    ana.tap("T5")
    bo.counts(1, 2)
    bo.page.touchscreen.tap(*bo.place("stock"))
    bo.said("Drawn: three of spades.")
    ana.shows("other:W", "3S")
    for table in (ana, bo):
        table.shows_all()
    bo.press("Pass")
    expect(ana.page.get_by_text("has passed", exact=True)).to_be_visible()
    ana.press("Pass")
    ana.page.get_by_role("dialog", name="End the match?").get_by_role("button", name="Pass").click()

    expect(ana.page.get_by_role("dialog", name="You have won!")).to_contain_text("2 to 1.")
    expect(bo.page.get_by_role("dialog", name="Ana has won")).to_be_visible()
    match = at.match
    assert (match.status, match.winner, match.ended, match.cards_a, match.cards_b) == ("over", "A", "done", 2, 1)


def test_two_play_in_turns_by_keyboard_and_resigning_ends_it_after_a_question(browsers: Browsers) -> None:
    at = begun(RACE, pace="alternating", draw={"A": 1, "B": 3}, series=3)
    ana, bo = browsers.open(at, "A"), browsers.open(at, "B")
    expect(bo.page.locator("#turn")).to_have_text("Ana’s turn")
    ana.page.locator('[data-pile="stock"]').focus()
    for key in ("1", "f", "7", "6", "d"):
        ana.page.keyboard.press(key)
    ana.said("Drawn: nine of clubs.")
    ana.page.keyboard.press("d")
    ana.said("It is the other player’s turn.")

    expect(bo.page.locator("#turn")).to_have_text("Your turn")
    bo.said(re.compile("Your turn$"))
    for key in ("d", "w", "1"):
        bo.page.keyboard.press(key)
    ana.shows("other:W", "3S", "QD", "AS")
    bo.page.keyboard.press("r")
    bo.page.get_by_role("dialog", name="Resign this match?").get_by_role("button", name="Resign").click()

    dialog = ana.page.get_by_role("dialog", name="You have won!")
    expect(dialog).to_contain_text("Bo resigned.")
    expect(dialog).to_contain_text("Ana has won the series.")
    assert logged(at) == [("A", "T1-F"), ("A", "T7-T6"), ("A", "draw"), ("B", "draw"), ("B", "resign")]


def test_who_is_ready_by_keyboard_is_led_to_the_table(browsers: Browsers) -> None:
    at = joined()
    ana = browsers.open(at, "A")
    ana.page.get_by_role("button", name="I am ready").focus()
    ana.page.keyboard.press("Enter")
    expect(ana.page.get_by_role("heading", name="Ready?")).to_be_focused()
    at.client("B").ask("POST", f"{at.url}ready/", {})
    expect(ana.page.get_by_role("button", name="Stock: 24")).to_be_focused()
    for key in ("ArrowRight", "ArrowDown"):  # a column reaches down to the edge: below it there is nothing
        ana.page.keyboard.press(key)
    assert ana.page.evaluate("document.activeElement.dataset.pile") == "T1"


def test_a_press_counts_also_if_the_page_has_news_before_it_ends(browsers: Browsers) -> None:
    at = joined()
    page = browsers.open(at, "A").page
    release = hold(page, STAGES)
    with page.expect_request(STAGES):
        at.client("B").ask("POST", f"{at.url}ready/", {})
    page.get_by_role("button", name="I am ready").hover()
    page.mouse.down()

    with page.expect_response(STAGES):
        release()
    page.evaluate("fetch('/health/live/').then((answer) => answer.text())")  # what has come before is there by then
    page.mouse.up()

    expect(page.get_by_role("button", name="Stock: 24")).to_be_visible()


def test_they_play_again(browsers: Browsers) -> None:
    at = begun(RACE)
    at.play(("A", "T1-F"), ("B", "resign"))
    ana, bo = browsers.open(at, "A"), browsers.open(at, "B")
    ana.press("Play again")
    expect(ana.page.get_by_role("button", name="Waiting for Bo…")).to_be_visible()
    bo.page.get_by_role("link", name="To the rematch").click()
    bo.press("I am ready")
    for table in (ana, bo):
        expect(table.page.locator('.play-card[data-on="stock"]')).to_have_count(24)


# -- What happens on the way


def test_a_lost_race_says_why_and_the_card_goes_back(browsers: Browsers) -> None:
    at = begun(RACE)
    at.play(("A", "T1-F"))
    ana = browsers.open(at, "A")
    held = [hold(ana.page, address) for address in (POLLS, TICKETS, ACTIONS)]
    ana.page.reload()  # what was asked before is not told any more
    at.play(("B", "T5-F"))

    ana.drag("T5", "F1")
    ana.shows("F1", "AS", "2S")
    ana.counts(2, 0)
    for release in held:
        release()

    ana.said("Too late: It is not the next card of its suit on a foundation.")
    ana.shows("T5", *["??"] * 4, "2S")
    ana.counts(1, 1)
    assert ana.page.locator('.play-card[data-on="F1"][data-at="1"]').get_attribute("data-owner") == "B"


def test_what_is_carried_stays_in_the_hand_while_the_opponent_moves(browsers: Browsers) -> None:
    at = begun(RACE)
    ana = browsers.open(at, "A")
    (x, y), (to_x, to_y) = ana.places(("T7", -1), ("T6", -1))
    ana.page.mouse.move(x, y)
    ana.page.mouse.down()
    ana.page.mouse.move(to_x, to_y)
    at.play(("B", "T2-F"))
    ana.counts(0, 1)
    expect(ana.page.locator(".play-card.lifted")).to_have_count(1)
    assert ana.place("T7") == pytest.approx((to_x, to_y), abs=1)
    ana.page.mouse.up()
    ana.said("Three of spades → Column 6. Turned over: jack of hearts.")
    ana.shows_all()


def test_after_a_reload_one_goes_on_where_the_match_stands(browsers: Browsers) -> None:
    at = begun(RACE)
    bo = browsers.open(at, "B")
    bo.drag("T2", "F3")
    bo.said(re.compile("^Ace of hearts"))
    at.play(("A", "T1-F"), ("A", "draw"))
    bo.page.reload()
    bo.counts(1, 1)
    bo.shows_all()
    bo.double_click("T5")
    bo.said("Two of spades → Foundation 1 (spades). Turned over: seven of clubs.")
    assert logged(at)[-1] == ("B", "T5-F")


def test_who_looks_on_sees_the_moves_and_can_play_nothing(browsers: Browsers) -> None:
    at = begun(RACE)
    guest = browsers.open(at)
    guest.shows("T1", "AS")
    at.play(("A", "T1-F"), ("B", "draw"))
    guest.shows("other:W", "3S")
    guest.counts(1, 0)
    guest.shows_all()
    guest.tap("stock")
    guest.said("You are looking on.")
    expect(guest.page.locator(".play-tools").get_by_role("button")).to_have_text(["Help"])


def test_the_link_to_a_match_is_handed_to_what_the_device_shares_by(browsers: Browsers) -> None:
    ana = browsers.open(opened(private=True), "A", **PHONE)
    share = ana.page.get_by_role("button", name="Share by link")
    ana.page.context.add_init_script("navigator.share = undefined")
    ana.page.reload()
    expect(ana.page.get_by_role("button", name="Call the match off")).to_be_enabled()
    expect(share).to_have_count(0)
    ana.page.context.add_init_script("navigator.share = async (told) => { window.told = told; };")
    ana.page.reload()
    share.click()
    assert ana.page.evaluate("told.url") == ana.page.get_by_label("Link to the match").input_value()


def test_a_match_whose_other_player_is_gone_is_claimed(browsers: Browsers) -> None:
    at = begun(RACE)
    ana = browsers.open(at, "A")
    Seat.objects.filter(match=at.match, side="B").update(seen_at=timezone.now() - MATCH_ABSENT_AFTER)
    expect(ana.page.locator("[data-away]")).to_contain_text("Bo does not answer. You can claim the match.")
    ana.press("Claim the match")
    expect(ana.page.get_by_role("dialog", name="You have won!")).to_contain_text("Bo was away for too long.")


def test_that_somebody_is_away_is_said_over_their_own_cards_alone(browsers: Browsers) -> None:
    at = begun(RACE)
    ana = browsers.open(at, "A", **PHONE)
    Seat.objects.filter(match=at.match, side="B").update(seen_at=timezone.now() - MATCH_ABSENT_AFTER)
    expect(ana.page.get_by_role("button", name="Claim the match")).to_be_visible()
    for width, height in ((360, 640), (740, 360)):
        resize(ana.page, width, height)
        assert ana.page.locator(".match-away").evaluate(BOTTOM) < ana.place("F1")[1]


def test_a_match_is_called_off(browsers: Browsers) -> None:
    at = joined()
    ana, bo = browsers.open(at, "A"), browsers.open(at, "B")
    ana.press("Call the match off")
    for table in (ana, bo):
        expect(table.page.get_by_role("heading", name="This match was called off")).to_be_visible()


def test_a_match_that_somebody_else_has_joined_is_asked_for_once(browsers: Browsers) -> None:
    at = opened()
    guest = browsers.open(at)
    asked: list[str] = []
    guest.page.on("request", lambda request: asked.append(request.url) if "/join/" in request.url else None)
    guest.page.route(
        "**/join/", lambda route: route.fulfill(status=409, json={"code": "wrong_stage", "detail": "Too late."})
    )
    guest.press("Join the match")
    expect(guest.page.get_by_role("alert")).to_have_text("Too late.")
    expect(guest.page.get_by_role("button", name="Join the match")).to_be_enabled()
    assert len(asked) == 1


# -- For everybody


def test_the_table_fits_every_window(browsers: Browsers) -> None:
    at = begun(RACE, draw=3)
    at.play(("A", "T1-F"), ("A", "draw"), ("B", "draw"))
    table = browsers.open(at, "A", reduced_motion="reduce")
    table.shows("other:W", "3S", "QD", "AS")
    page = table.page
    for width, height in ((360, 640), (740, 360), (768, 1024), (1280, 800), (2560, 1440)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("new Promise((laidOut) => requestAnimationFrame(() => requestAnimationFrame(laidOut)))")
        assert page.locator(".play-card:not(.covered), .play-tools button:visible").evaluate_all(OUTSIDE) == 0
        assert page.evaluate(SIDEWAYS) == [False, False]


def test_how_a_match_stands_fits_every_window_with_the_longest_names(browsers: Browsers) -> None:
    at = begun(RACE, series=3)
    for side in "AB":
        assert at.client(side).ask("PATCH", "players/me/", {"name": side * MAX_NAME_CHARACTERS}).status_code == 200
    page = browsers.open(at, "A").page
    expect(page.locator("#saved")).not_to_be_empty()
    for width, height in ((360, 640), (740, 360), (820, 1180), (1024, 768), (1280, 800)):
        resize(page, width, height)
        assert page.locator(".match-facts p, #turn, #saved").evaluate_all(OUTSIDE) == 0


def test_axe_finds_nothing_serious_and_nothing_moves_for_those_who_do_not_want_it(browsers: Browsers) -> None:
    at = begun(RACE)
    table = browsers.open(at, "A", reduced_motion="reduce")
    table.drag("T1", "F1")
    assert table.page.evaluate(MOVING) == 0
    found = violations(table.page)
    for key, dialog in (("?", "How a match is played"), ("r", "Resign this match?")):
        table.page.keyboard.press(key)
        expect(table.page.get_by_role("dialog", name=dialog)).to_be_visible()
        found += violations(table.page)
        table.page.keyboard.press("Escape")
    table.page.emulate_media(color_scheme="dark")
    assert found + violations(table.page) == []


def test_piles_say_what_lies_on_them_and_whose_it_is(browsers: Browsers) -> None:
    at = begun(RACE)
    at.play(("A", "T1-F"), ("B", "T5-F"))
    page = browsers.open(at, "B").page
    for role, name in (
        ("button", "Stock: 24"),
        ("button", "Column 5: face down 3, seven of clubs"),
        ("img", "Column 1 (Ana): empty"),
        ("img", "Stock (Ana): 24"),
        ("button", "Foundation 1 (spades): two of spades (Bo)"),
    ):
        expect(page.get_by_role(role, name=name, exact=True)).to_be_attached()  # type: ignore[arg-type]
