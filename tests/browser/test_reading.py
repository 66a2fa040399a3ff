"""Games to look at and things to read, in a browser: a replay shared, two games in step, a game posted as text."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from api.pages.viewers import COOKIE
from games import players
from games.check import check_waiting
from games.models import Game, Player, ReplayView, ShareLink
from tests.browser.waiting import resize
from tests.factories import NOON, known_game, submit, submit_and_check

pytestmark = pytest.mark.django_db(transaction=True)

ONE, OTHER = known_game(), known_game(nth=1)
PARTING = next(index for index, (a, b) in enumerate(zip(ONE.moves, OTHER.moves, strict=False)) if a != b)
OVERFLOW = "document.documentElement.scrollWidth > document.documentElement.clientWidth"


def sign_in(page: Page, name: str, base_url: str) -> Player:
    """A guest whose browser this is from now on."""
    signed_in = players.register_guest(name=name, at=NOON)
    page.context.add_cookies([{"name": COOKIE, "value": signed_in.token, "url": base_url}])
    return signed_in.player


def steps(page: Page) -> list[str]:
    """At which step each viewer of the page stands."""
    shown: list[str] = page.locator(".viewer").evaluate_all(
        "all => all.map(one => one.querySelector('[data-show=step]').textContent)"
    )
    return shown


@pytest.fixture
def game(page: Page, base_url: str) -> Game:
    """A game of whoever looks, verified."""
    return submit_and_check(sign_in(page, "Ana", base_url), ONE)


# -- A game


def test_a_game_is_watched_shared_by_a_link_and_taken_back(page: Page, game: Game, browser: Browser) -> None:
    page.goto(f"/games/{game.pk}/#12")
    expect(page.get_by_role("slider")).to_have_value("12")
    page.get_by_role("button", name="Share by link").click()
    page.get_by_role("button", name="Make a link").click()
    link = page.get_by_label("The link")
    expect(link).to_have_value(re.compile("share="))
    address = link.input_value()
    friend = browser.new_page()
    friend.goto(f"{address}#12")
    expect(friend.get_by_role("slider")).to_have_value("12")
    page.get_by_role("button", name="Take the link back").click()
    expect(page.get_by_text("It opens nothing any more.")).to_be_visible()
    answer = friend.reload()
    assert answer is not None
    assert (answer.status, ShareLink.objects.exists()) == (404, False)
    friend.close()


def test_a_game_is_reported_by_keyboard_by_a_guest_who_is_made_for_it(page: Page) -> None:
    game = submit_and_check(players.register_guest(name="Ana", at=NOON).player, ONE)
    page.goto(f"/games/{game.pk}/")
    page.get_by_role("button", name="Report").press("Enter")
    page.get_by_label("Cheating").press("Space")
    page.get_by_label("Tell staff more").fill("The same as mine.")
    page.get_by_role("button", name="Send the report").press("Enter")
    expect(page.get_by_text("Staff will look at it.")).to_be_visible()
    report = game.reports.get()
    assert (report.cause, report.text) == ("cheating", "The same as mine.")


def test_a_game_that_waits_shows_its_result_by_itself(page: Page, base_url: str) -> None:
    game = submit(sign_in(page, "Ana", base_url), ONE)
    page.goto(f"/games/{game.pk}/")
    expect(page.get_by_text("This game waits for its check")).to_be_visible()
    check_waiting(limit=1)
    expect(page.get_by_role("link", name="Verified", exact=True)).to_be_visible()


# -- Two games


@pytest.fixture
def beside(page: Page, game: Game) -> Page:
    """The page of two games that part, opened where they do, one by a player of the longest name."""
    other = submit_and_check(players.register_guest(name="W" * 24, at=NOON).player, OTHER)
    page.goto(f"/games/{game.pk}/beside/{other.pk}/")
    expect(page.get_by_role("slider", name="Action")).to_be_visible()
    return page


def test_two_games_go_in_step_and_each_to_its_own_end(beside: Page) -> None:
    assert steps(beside) == [str(PARTING)] * 2
    controls = beside.locator(".controls")
    controls.get_by_role("button", name="Next").click()
    assert steps(beside) == [str(PARTING + 1)] * 2
    slide(beside, len(OTHER.moves))
    assert steps(beside) == [str(len(ONE.moves)), str(len(OTHER.moves))]
    expect(beside).to_have_url(re.compile(rf"[?]step={len(OTHER.moves)}$"))
    assert ReplayView.objects.exists()


def test_both_tables_begin_at_one_height_however_long_the_names_are(beside: Page) -> None:
    resize(beside, 900, 900)
    tops = beside.locator(".viewer").evaluate_all("all => all.map((one) => one.getBoundingClientRect().top)")
    assert tops == [tops[0]] * 2


def test_playing_stops_where_they_part(beside: Page) -> None:
    slide(beside, 0)
    play = beside.locator(".controls").get_by_role("button", name="Play")
    play.click()
    expect(play).to_have_attribute("aria-pressed", "false")
    assert steps(beside) == [str(PARTING)] * 2


def test_out_of_step_each_goes_alone_until_they_are_brought_together_again(beside: Page) -> None:
    together = beside.get_by_label("In step")
    together.uncheck()
    viewer(beside, 0).get_by_role("link", name="Next").click()
    assert steps(beside) == [str(PARTING + 1), str(PARTING)]
    together.check()
    assert steps(beside) == [str(PARTING)] * 2


def slide(page: Page, step: int) -> None:
    page.get_by_role("slider", name="Action").fill(str(step))


def viewer(page: Page, nth: int) -> Locator:
    return page.locator(".viewer").nth(nth)


# -- A game as text

TEXT = f'[Deal "{ONE.deal}"]\n\n' + "\n".join(ONE.moves[:20])


def test_a_wrong_text_is_shown_at_its_line_and_a_right_one_followed_to_its_result(
    tab: Callable[[], Page], tmp_path: Any
) -> None:
    page = tab()
    page.goto("/movetext/")
    field = page.get_by_label("The game in movetext")
    field.fill(TEXT.replace("\n" + ONE.moves[2], "\nnonsense"))
    page.get_by_role("button", name="Post the game").click()
    expect(page.get_by_role("alert")).to_contain_text("'nonsense' is not a move")
    expect(page.locator(".source [aria-current]")).to_have_text("nonsense")
    file = tmp_path / "game.txt"
    file.write_text(TEXT)
    page.get_by_label("Choose a file").set_input_files(file)
    expect(field).to_have_value(TEXT)
    page.get_by_role("button", name="Post the game").click()
    expect(page.get_by_text("waiting for its check")).to_be_visible()
    check_waiting(limit=1)
    expect(page.get_by_text("verified", exact=True)).to_be_visible()
    page.get_by_role("link", name="Watch the game").click()
    expect(page.get_by_role("slider")).to_have_attribute("max", "20")


def test_a_text_of_two_games_is_posted_game_by_game(page: Page) -> None:
    page.goto("/movetext/")
    page.get_by_label("The game in movetext").fill(f'{TEXT}\n[Deal "DS1-D3V-AAAAAAB"]\ndraw')
    page.get_by_role("button", name="Post the game").click()
    expect(page.locator(".outcome")).to_have_count(2)
    expect(page.get_by_text("waiting for its check")).to_have_count(2)
    assert sorted(Game.objects.values_list("code", flat=True)) == [ONE.deal, "DS1-D3V-AAAAAAB"]


# -- To read


def test_an_example_is_stepped_through(page: Page) -> None:
    page.goto("/examples/#take-back")
    example = page.locator("#take-back")
    ranked = example.locator("[data-show=ranked_score_text]")
    example.get_by_role("link", name="Next").click()
    expect(example.locator("[data-show=score_text]")).to_have_text("30")
    expect(ranked).to_have_text("20")


def test_on_a_phone_nothing_is_wider_than_the_screen(beside: Page, game: Game) -> None:
    resize(beside, 360, 740)
    wide = {beside.url: beside.evaluate(OVERFLOW)}
    for address in (f"/games/{game.pk}/", "/rules/", "/questions/", "/examples/", "/movetext/"):
        beside.goto(address)
        wide[address] = beside.evaluate(OVERFLOW)
    assert [address for address, is_wide in wide.items() if is_wide] == []
