"""The replay viewer in a browser: whatever one does, what lies on the screen is what the service computed."""

from collections.abc import Sequence

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, Locator, Page, expect

from games import check, replay, services
from games.engine.deals import DealCode
from games.models import Game, Player
from tests.browser.accessibility import violations
from tests.browser.shown import PILES, assert_shows, frames_of
from tests.browser.waiting import resize
from tests.factories import make_player
from tests.games.admin import scenes
from tests.games.test_replay import playout

pytestmark = pytest.mark.django_db(transaction=True)

PRESS = f"""([button, times]) => Array.from({{ length: times }}, () => {{
    document.querySelector(`[data-go=${{button}}]`).click();
    return ({PILES})();
}})"""

# Drags the slider from end to end, as fast as frames come; how long its scripts kept a frame waiting, in milliseconds.
SCRUB = """async () => {
    const slider = document.querySelector(".viewer-slider");
    const waits = [];
    for (let step = 0; step <= 60; step += 1) {
        const begun = performance.now();
        slider.value = Math.round((step / 60) * slider.max);
        slider.dispatchEvent(new Event("input", { bubbles: true }));
        waits.push(performance.now() - begun);
        await new Promise(requestAnimationFrame);
    }
    return waits.sort((one, other) => one - other);
}"""


@pytest.fixture
def staff(page: Page, base_url: str) -> Player:
    """A member of staff, signed in."""
    staff = scenes.make_staff("mia", *scenes.MODERATOR)
    client = Client()
    client.force_login(staff)
    cookie = client.cookies[settings.SESSION_COOKIE_NAME].value
    page.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": base_url}])
    return staff


@pytest.fixture
def won(staff: Player) -> Game:
    return scenes.won(make_player("ana"))


@pytest.fixture
def refused(staff: Player) -> Game:
    return scenes.refused(make_player("ana"))


@pytest.fixture
def long(staff: Player) -> Game:
    """A game of 3,000 actions, a third of them undone."""
    code = DealCode.parse("DS1-D3N-AAAAAAC")
    events = playout(code=code, seed=3, length=3_000)
    game = services.submit_game(player=make_player("ana"), code=code, events=events).game
    check.check_waiting(limit=1)
    return game


def open_replay(page: Page, game: Game, step: int = 0) -> None:
    page.goto(f"/admin/games/game/{game.pk}/change/#{step}")
    expect(page.get_by_role("slider")).to_have_value(str(step))


def move(page: Page, step: int) -> Locator:
    return page.locator(f'.viewer-list a[data-step="{step}"]:not(.refused)')


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def test_every_way_of_stepping_shows_the_table_of_the_engine(page: Page, won: Game) -> None:
    open_replay(page, won)
    assert_shows(page, won, 0)

    page.get_by_role("link", name="Next").click()
    assert_shows(page, won, 1)
    page.get_by_role("link", name="Last").click()
    assert_shows(page, won, 266)
    page.get_by_role("link", name="Back").click()
    assert_shows(page, won, 265)
    page.get_by_role("slider").fill("120")
    assert_shows(page, won, 120)
    move(page, 122).click()
    assert_shows(page, won, 122)
    page.get_by_role("link", name="First").click()
    assert_shows(page, won, 0)


@pytest.mark.parametrize(("start", "button", "steps"), ((0, "next", range(1, 267)), (266, "back", range(265, -1, -1))))
def test_each_step_of_a_game_is_the_frame_of_the_service(
    page: Page, won: Game, start: int, button: str, steps: range
) -> None:
    frames = frames_of(won)
    page.emulate_media(reduced_motion="reduce")
    open_replay(page, won, step=start)

    seen = page.evaluate(PRESS, [button, len(steps)])

    assert seen == [replay.piles_at(replay=frames, version=step) for step in steps]


def test_a_point_of_the_plot_leads_to_its_step(page: Page, won: Game) -> None:
    open_replay(page, won)
    plot = page.get_by_role("img", name="Score by move")
    plot.scroll_into_view_if_needed()
    box = plot.bounding_box()
    assert box is not None

    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 10)

    assert_shows(page, won, 133)
    point = page.locator(".viewer-plot .point")
    assert point.evaluate("(point) => point.style.left") == "50%"


def test_by_keys_alone_one_gets_everywhere(page: Page, won: Game) -> None:
    open_replay(page, won)

    press(page, "End")
    assert_shows(page, won, 266)
    press(page, "ArrowLeft", "ArrowLeft")
    assert_shows(page, won, 264)
    press(page, "Home", "ArrowRight")
    assert_shows(page, won, 1)
    page.get_by_role("slider").focus()
    press(page, "ArrowRight", "PageUp")
    assert int(page.get_by_role("slider").input_value()) > 2
    press(page, "Home")
    assert_shows(page, won, 0)
    move(page, 2).click()
    press(page, *["ArrowDown"] * 40)
    assert_shows(page, won, 42)
    expect(move(page, 42)).to_be_focused()


def test_playing_goes_on_until_it_is_paused_or_at_its_end(page: Page, refused: Game) -> None:
    open_replay(page, refused)
    page.get_by_label("Speed").select_option("20×")

    page.get_by_role("button", name="Play").click()
    expect(page.get_by_role("slider")).to_have_value("41")
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    assert_shows(page, refused, 41)

    page.get_by_label("Speed").select_option("1×")
    page.locator("body").click(position={"x": 5, "y": 5})
    press(page, " ")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    press(page, "ArrowRight")
    expect(page.get_by_role("button", name="Play")).to_be_visible()


def test_a_step_can_be_linked_to(page: Page, won: Game) -> None:
    open_replay(page, won, step=41)
    assert_shows(page, won, 41)

    press(page, "ArrowRight")
    page.wait_for_url("**/change/#42")
    assert page.get_by_role("link", name="Link to this step").get_attribute("href") == "#42"
    page.reload()

    assert_shows(page, won, 42)


def test_a_link_to_a_step_is_followed_also_where_the_step_before_is_written_into_the_address(
    page: Page, won: Game
) -> None:
    open_replay(page, won, step=41)

    page.evaluate("(location.hash = '#12', history.replaceState(null, '', '#41'))")

    assert_shows(page, won, 12)


def test_what_the_last_move_did_is_marked_on_the_table_and_in_the_list(page: Page, won: Game) -> None:
    open_replay(page, won, step=1)

    expect(page.locator(".viewer-list [aria-current]")).to_have_text("1T8-FA♥flip")
    assert {card.get_attribute("data-card") for card in page.locator(".card.moved").all()} == {"AH", "AD"}


def test_undos_recycles_and_take_backs_are_told_apart_in_the_list(page: Page, long: Game) -> None:
    events = frames_of(long)["events"]
    kinds = ("undo", "recycle", "take_back")
    steps = [next(event["index"] + 1 for event in events if kind in event["marks"]) for kind in kinds]
    tags = []
    for step in steps:
        open_replay(page, long, step)
        tags.append(move(page, step).locator(".tag").first.text_content())

    assert tags == ["↶", "↻", "take-back"]


def test_a_refused_move_is_shown_where_it_was_refused_and_nowhere_before(page: Page, refused: Game) -> None:
    open_replay(page, refused, step=40)
    refusal = page.locator(".viewer-refusal")
    expect(refusal).to_be_hidden()
    expect(page.locator(".pile.refused")).to_have_count(0)

    press(page, "End")

    expect(refusal).to_contain_text("recycle is illegal: the stock still has cards")
    expect(refusal).to_contain_text("21 events of the log are not played.")
    expect(page.locator(".pile.refused")).to_have_attribute("data-pile", "stock")
    expect(page.locator(".viewer-list .refused")).to_have_text("42recyclerefused")


def test_hidden_cards_are_shown_on_demand(page: Page, won: Game) -> None:
    open_replay(page, won)
    card = page.locator('[data-card="[9H]"]').first
    image = "(card) => getComputedStyle(card).backgroundImage"
    assert "back.svg" in card.evaluate(image)

    page.get_by_label("Show hidden cards").check()

    assert "hearts.svg" in card.evaluate(image)
    stock = page.locator("[data-heap=stock] .card").evaluate_all("(cards) => cards.map((card) => card.dataset.card)")
    assert stock == frames_of(won)["first"]["piles"]["stock"][::-1]


def test_a_step_is_announced(page: Page, won: Game) -> None:
    open_replay(page, won)

    press(page, "ArrowRight")

    expect(page.locator(".viewer-spoken")).to_have_text("Step 1 / 266: T8-F")
    assert page.get_by_role("slider").get_attribute("aria-valuetext") == "1 / 266, T8-F"
    expect(page.get_by_role("group", name="Foundation 3").get_by_role("img")).to_have_accessible_name("ace of hearts")


def test_a_long_game_opens_at_once_and_scrubs_smoothly(page: Page, long: Game) -> None:
    open_replay(page, long, step=3000)
    assert_shows(page, long, 3000)

    waits = page.evaluate(SCRUB)

    # A frame lasts 16 ms; ten times that leaves room for a machine that does other things besides.
    assert waits[len(waits) // 2] < 160
    assert page.locator(".viewer-list li").count() < 150
    for step in (2999, 1500, 7):
        page.get_by_role("slider").fill(str(step))
        assert_shows(page, long, step)
        expect(move(page, step)).to_be_in_viewport()


def test_without_a_script_each_step_is_a_page(browser: Browser, page: Page, base_url: str, won: Game) -> None:
    with browser.new_context(java_script_enabled=False, base_url=base_url) as context:
        context.add_cookies(page.context.cookies())  # type: ignore[arg-type]
        plain = context.new_page()
        plain.goto(f"/admin/games/game/{won.pk}/change/?step=41")

        plain.get_by_role("link", name="Next").click()
        plain.wait_for_url("**/change/?step=42#replay")

        assert piles(plain) == replay.piles_at(replay=frames_of(won), version=42)
        expect(plain.get_by_role("slider")).to_have_count(0)


def test_where_the_frames_do_not_come_the_page_says_so_and_its_links_work(page: Page, won: Game) -> None:
    page.route("**/frames/", lambda route: route.fulfill(status=200, json={"none": True}))
    page.goto(f"/admin/games/game/{won.pk}/change/?step=41")

    expect(page.get_by_role("alert")).to_contain_text("could not be loaded")
    page.get_by_role("link", name="Next").click()
    page.wait_for_url("**/change/?step=42#replay")


def test_the_viewer_fits_every_screen(page: Page, refused: Game) -> None:
    open_replay(page, refused, step=41)
    for width in (360, 768, 1280):
        resize(page, width, 800)
        (table, *cards) = page.locator(".card-table, .card-table .card:visible").evaluate_all(
            "(found) => found.map((one) => one.getBoundingClientRect().toJSON())"
        )

        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert all(table["left"] <= card["left"] and card["right"] <= table["right"] for card in cards)
        assert all(card["bottom"] <= table["bottom"] for card in cards)
        assert min(card["width"] for card in cards) >= 34


def test_axe_finds_nothing_serious_by_day_or_night(browser: Browser, page: Page, base_url: str, refused: Game) -> None:
    # Axe puts styles of its own into the page.
    with browser.new_context(bypass_csp=True, base_url=base_url) as context:
        context.add_cookies(page.context.cookies())  # type: ignore[arg-type]
        examined = context.new_page()
        found = []
        for scheme in ("light", "dark"):
            examined.emulate_media(color_scheme=scheme)
            open_replay(examined, refused, step=41)
            examined.reload()
            examined.get_by_label("Show hidden cards").check()
            found += violations(examined, within=".viewer")

    assert found == []


def test_fingers_have_room(page: Page, refused: Game) -> None:
    open_replay(page, refused, step=41)
    resize(page, 390, 844)

    heights = [box["height"] for box in boxes_of(page.locator(".viewer-steps :is(a, button), .viewer-slider").all())]

    assert min(heights) >= 44


def boxes_of(elements: Sequence[Locator]) -> list[dict[str, float]]:
    boxes = [element.bounding_box() for element in elements]
    return [dict(box) for box in boxes if box is not None]  # type: ignore[arg-type]


def piles(page: Page) -> replay.Piles:
    """Return the piles of a page without scripts."""
    found = page.locator(".viewer [data-pile]").all()
    cards = [[card.get_attribute("data-card") or "" for card in pile.locator(".card").all()] for pile in found]
    return dict(zip([pile.get_attribute("data-pile") or "" for pile in found], cards, strict=True))
