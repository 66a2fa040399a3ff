"""The lobby in the browser: two who meet there, or by a link, and lists that keep up to date."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from games.matches import lobby
from games.matches.lobby import Choice
from games.models import Match, Player, Seat, Series
from tests.browser.game_logs import once
from tests.browser.waiting import until
from tests.factories import make_player

pytestmark = pytest.mark.django_db(transaction=True)

LOBBY = "/matches/"
A_MATCH = re.compile(r"/matches/[0-9a-f-]{36}/$")

NewBrowser = Callable[[], Page]


@pytest.fixture
def new_browser(browser: Browser, base_url: str) -> Iterator[NewBrowser]:
    """Opens browsers that know nothing of each other; their scripts may not fail."""
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def open_one() -> Page:
        contexts.append(browser.new_context(base_url=base_url, viewport={"width": 1280, "height": 900}))
        page = contexts[-1].new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        return page

    yield open_one
    for context in contexts:
        for page in context.pages:
            page.goto("about:blank")
        context.close()
    assert errors == []


def play_now(page: Page) -> None:
    page.goto(LOBBY)
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url(A_MATCH)


def test_two_who_press_play_now_meet(new_browser: NewBrowser) -> None:
    one, two = new_browser(), new_browser()
    play_now(one)
    play_now(two)
    assert one.url == two.url
    match = Match.objects.with_seats().get()
    assert (match.status, [seat.player.is_guest for seat in match.seats.all()]) == ("ready", [True, True])
    for page in (one, two):
        page.get_by_role("button", name="ready").click()
    expect(one.locator("#table")).to_be_visible()
    assert Match.objects.get().status == "playing"


def test_two_who_press_it_at_one_moment_meet_too(new_browser: NewBrowser) -> None:
    one, two = new_browser(), new_browser()
    for page in (one, two):
        page.goto(LOBBY)
    # Both look before either has opened a match: nobody waits, for all that they are told first.
    for page in (one, two):
        once(page, "**/matches/?of=open", lambda route: route.fulfill(json={"matches": []}))
    for page in (one, two):
        page.get_by_role("button", name="Play now").click()
        page.wait_for_url(A_MATCH)
    assert one.url == two.url
    assert list(Match.objects.values_list("status", flat=True)) == ["cancelled", "ready"]


def test_who_presses_it_again_is_led_to_the_match_that_waits_already(new_browser: NewBrowser) -> None:
    page = new_browser()
    play_now(page)
    first = page.url
    play_now(page)
    assert (page.url, Match.objects.count()) == (first, 1)


def test_who_wants_another_match_than_the_one_that_waits_opens_one(new_browser: NewBrowser) -> None:
    waiting = lobby.create_match(player=make_player("Bo"), choice=Choice(draw_a=3, draw_b=3))
    page = new_browser()
    play_now(page)
    assert str(waiting.pk) not in page.url
    assert list(Match.objects.values_list("status", flat=True)) == ["open", "open"]


def test_a_friend_comes_by_the_link_and_nobody_else(new_browser: NewBrowser) -> None:
    one, friend, other = new_browser(), new_browser(), new_browser()
    one.goto(LOBBY)
    one.get_by_label("A friend").check()
    one.get_by_role("button", name="Make a link").click()
    one.wait_for_url(A_MATCH)
    link = one.get_by_label("Link to the match").input_value()
    assert other.goto(link.split("?")[0]).status == 404  # type: ignore[union-attr]
    friend.goto(link)
    friend.get_by_role("button", name="Join the match").click()
    expect(one.get_by_role("button", name="ready")).to_be_visible()
    assert (Match.objects.get().status, Series.objects.get().is_private, Player.objects.count()) == ("ready", True, 2)


def test_whoever_waits_is_joined_from_the_list_which_keeps_up_to_date(new_browser: NewBrowser) -> None:
    page = new_browser()
    page.clock.install()
    page.goto(LOBBY)
    expect(page.get_by_text("Nobody waits just now.")).to_be_visible()
    match = lobby.create_match(player=make_player("Bo"), choice=Choice())
    changed = page.get_by_role("status").filter(has_text="The list of matches has changed.")
    until(page, lambda: changed.count() > 0, clock=1_000)
    page.get_by_role("link", name="Join Bo").click()
    page.wait_for_url(f"**/matches/{match.pk}/")
    match.refresh_from_db()
    assert match.status == "ready"


def test_who_is_too_late_is_told_and_stays(new_browser: NewBrowser) -> None:
    page = new_browser()
    match = lobby.create_match(player=make_player("Bo"), choice=Choice())
    page.goto(LOBBY)
    lobby.join_match(match_id=match.pk, player=make_player("Chen"))
    page.get_by_role("link", name="Join Bo").click()
    expect(page.get_by_role("alert")).to_have_text("The match waits until both players are ready.")
    assert (page.url.endswith(LOBBY), Seat.objects.filter(match=match).count()) == (True, 2)


def test_a_match_is_chosen_by_the_keyboard_alone(new_browser: NewBrowser) -> None:
    page = new_browser()
    page.goto(LOBBY)
    page.get_by_label("Whoever comes").focus()
    # Down to "A friend", on to the pace and "In turns", and all other options after that.
    for key in ("ArrowDown", "Tab", "ArrowDown", "Tab", "Enter", "Tab", "3", "Tab", "1", "Tab", "o", "Tab", "w", "b"):
        page.keyboard.press(key)
    for key in ("Tab", "5", "Tab", "T", "Tab", "Space", "Tab", "Enter"):
        page.keyboard.press(key)
    page.wait_for_url(A_MATCH)
    series = Series.objects.get()
    chosen = (series.is_private, series.pace, series.draw_a, series.draw_b, series.redeals, series.ending)
    assert chosen == (True, "alternating", 3, 1, "single", "play_out")
    assert (series.length, series.first, series.solo_bonus) == (5, "B", True)


def test_without_a_connection_it_is_said_and_tried_again(new_browser: NewBrowser) -> None:
    page = new_browser()
    page.goto(LOBBY)
    page.context.set_offline(True)
    page.get_by_role("button", name="Play now").click()
    expect(page.get_by_role("alert")).to_have_text("The service was not reached. Try again.")
    page.context.set_offline(False)
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url(A_MATCH)
    assert (Match.objects.count(), Player.objects.count()) == (1, 1)


def test_without_scripts_the_lists_can_be_read(browser: Browser, base_url: str) -> None:
    match = lobby.create_match(player=make_player("Bo"), choice=Choice())
    context = browser.new_context(base_url=base_url, java_script_enabled=False)
    page = context.new_page()
    page.goto(LOBBY)
    join = page.get_by_role("link", name="Join Bo")
    assert join.get_attribute("href") == f"/matches/{match.pk}/"
    assert page.get_by_role("listitem").filter(has=join).inner_text().count("UTC") == 1
    context.close()
