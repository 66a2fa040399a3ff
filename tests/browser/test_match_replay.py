"""The replay of a match in a browser: whatever one does, what lies on the screen is the table of the engine."""

from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, Page, expect

from games.engine.match.options import Side
from games.matches.events import piles_of
from games.matches.lobby import Choice
from tests.browser.accessibility import violations
from tests.browser.shown import PILES
from tests.browser.waiting import resize
from tests.games.admin import scenes
from tests.games.matches.finished import known, played_out, table_at
from tests.games.matches.people import Pair, begun

pytestmark = pytest.mark.django_db(transaction=True)

SHOWN = f"""() => ({{
    piles: ({PILES})(),
    owners: Array.from(document.querySelectorAll("[data-owners]"), (place) => place.dataset.owners),
    strips: Array.from(document.querySelectorAll(".owners"),
        (strip) => Array.from(strip.children, (card) => card.dataset.side).join("")),
    cards: ["cards_a", "cards_b"].map((name) => Number(document.querySelector(`[data-show=${{name}}]`).textContent)),
    states: Array.from(document.querySelectorAll("[data-state]:not([hidden])"), (state) => state.dataset.state).sort(),
}})"""
# Goes to the end and back; gives the steps that were asked for, and those that differ on the way back.
THERE_AND_BACK = f"""([last, steps]) => {{
    const shown = () => JSON.stringify(({SHOWN})());
    const press = (name) => document.querySelector(`[data-go=${{name}}]`).click();
    const there = [shown()];
    for (let step = 1; step <= last; step += 1) {{
        press("next");
        there.push(shown());
    }}
    const differing = [];
    for (let step = last - 1; step >= 0; step -= 1) {{
        press("back");
        if (shown() !== there[step]) differing.push(step);
    }}
    return [steps.map((step) => JSON.parse(there[step])), differing];
}}"""


def open_replay(page: Page, pair: Pair, step: int, query: str = "") -> None:
    page.goto(f"/matches/{pair.match_id}/replay/{query}#{step}")
    expect(page.get_by_role("slider")).to_have_value(str(step))


def engine_at(pair: Pair, step: int) -> dict[str, Any]:
    table = table_at(pair, step)
    outcome = table.outcome
    ends = ["over", f"won:{outcome.winner}"] if outcome else []
    ends += [f"resigned:{outcome.forfeited_by}"] if outcome and outcome.forfeited_by else []
    return {
        "piles": piles_of(table, reveal=True),
        "owners": table.foundations,
        "strips": table.foundations,
        "cards": [table.contributions[side] for side in Side],
        "states": sorted(
            [
                *(f"turn:{side}" for side in Side if table.turn is side),
                *(f"passed:{side}" for side in Side if table.has_passed(side)),
                *(f"out:{side}" for side in table.out),
                *ends,
            ]
        ),
    }


def assert_shows(page: Page, pair: Pair, step: int) -> None:
    expect(page.get_by_role("slider")).to_have_value(str(step))
    assert page.evaluate(SHOWN) == engine_at(pair, step)


@pytest.mark.parametrize(
    ("number", "most"), (("UJSOQXA", None), ("A7XMPNE", 150)), ids=("both at once and out", "in turns")
)
def test_each_step_there_and_back_is_the_table_of_the_engine(page: Page, number: str, most: int | None) -> None:
    pair = known(number, most=most)
    last = pair.match.stream.version
    steps = sorted({*range(0, last, 37), 1, last - 1, last})
    page.emulate_media(reduced_motion="reduce")
    open_replay(page, pair, 0)

    there, differing = page.evaluate(THERE_AND_BACK, [last, steps])

    assert differing == []
    assert there == [engine_at(pair, step) for step in steps]


@pytest.fixture
def over(page: Page) -> Pair:
    """A match of 131 events."""
    return played_out(Choice(draw_b=3), most=130)


def test_every_way_of_stepping_shows_the_table_of_the_engine(page: Page, over: Pair) -> None:
    last = over.match.stream.version
    page.goto(f"/matches/{over.match_id}/replay/")
    assert_shows(page, over, last)

    page.keyboard.press("ArrowLeft")
    assert_shows(page, over, last - 1)
    page.keyboard.press("Home")
    assert_shows(page, over, 0)
    page.get_by_role("slider").fill("120")
    assert_shows(page, over, 120)
    page.locator('.viewer-list a[data-step="122"]').click()
    assert_shows(page, over, 122)
    page.wait_for_url("**/replay/#122")
    page.reload()
    assert_shows(page, over, 122)


def test_played_from_its_end_it_begins_again_and_goes_to_the_end(page: Page) -> None:
    pair = played_out(most=3)
    page.clock.install(time=0)
    open_replay(page, pair, 4)
    page.clock.pause_at(1000)
    result, slider = page.locator(".match-result"), page.get_by_role("slider")
    expect(result).to_have_text("Bo has won. Ana resigned.")

    page.get_by_role("button", name="Play").click()

    expect(slider).to_have_value("0")
    expect(result).to_be_hidden()
    page.clock.resume()
    expect(slider).to_have_value("4")
    expect(result).to_be_visible()
    expect(page.get_by_role("button", name="Play")).to_be_visible()


def test_the_list_says_whose_a_move_was_its_card_and_when(page: Page, over: Pair) -> None:
    open_replay(page, over, 2)
    table, shown = table_at(over, 2), page.locator(".viewer-list [aria-current]")

    side, action = page.locator(".match-move dd").inner_text().split()
    expect(shown.locator(".by")).to_have_text(side)
    expect(shown.locator(".move")).to_have_text(action)
    expect(shown.locator(".time")).to_have_text("0:06")
    expect(page.locator(".viewer-spoken")).to_have_text(f"Step 2 / {over.match.stream.version}: {side} {action}")
    assert table.version == 2


def test_sides_are_swapped_and_that_is_in_the_address(page: Page, over: Pair) -> None:
    open_replay(page, over, 40)
    halves = page.locator(".half")
    tops = [half.bounding_box()["y"] for half in (halves.first, halves.last)]  # type: ignore[index]
    assert (halves.last.get_attribute("data-side"), tops[0] < tops[1]) == ("A", True)

    page.get_by_role("link", name="Swap").click()

    assert (halves.last.get_attribute("data-side"), halves.first.get_attribute("data-side")) == ("B", "A")
    page.keyboard.press("ArrowRight")
    assert_shows(page, over, 41)
    page.wait_for_url("**/replay/?bottom=B#41")
    page.reload()
    assert (halves.last.get_attribute("data-side"), page.get_by_role("slider").input_value()) == ("B", "41")


def test_the_plot_has_a_line_and_a_point_for_each_side_and_marks(page: Page) -> None:
    pair = known("UJSOQXA")
    open_replay(page, pair, 100)
    plot = page.get_by_role("img", name="Cards of both players on the foundations by move")

    expect(plot.locator("path.line")).to_have_count(2)
    expect(plot.locator(".point")).to_have_count(2)
    expect(plot.locator("path.mark.out")).to_have_count(1)
    expect(plot.locator("path.mark.end")).to_have_count(1)
    assert plot.locator(".label").all_text_contents() == ["52", "0"]
    plot.scroll_into_view_if_needed()
    box = plot.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 10)
    assert_shows(page, pair, round(pair.match.stream.version / 2))


def test_hidden_cards_of_both_sides_are_shown_on_demand(page: Page, over: Pair) -> None:
    open_replay(page, over, 0)
    page.get_by_label("Show hidden cards").check()

    stocks = page.locator('[data-heap$=":stock"]')
    shown = stocks.evaluate_all("(heaps) => heaps.map((heap) => heap.children.length)")
    assert shown == [24, 24]
    expect(page.get_by_role("heading", name="Stock of Bo, its top first")).to_be_visible()


def test_without_a_script_each_step_is_a_page(browser: Browser, base_url: str, over: Pair) -> None:
    with browser.new_context(java_script_enabled=False, base_url=base_url) as context:
        plain = context.new_page()
        plain.goto(f"/matches/{over.match_id}/replay/?step=41")
        plain.get_by_role("link", name="Next").click()
        plain.wait_for_url("**/replay/?step=42#replay")
        plain.get_by_role("link", name="Swap").click()
        plain.wait_for_url("**/replay/?bottom=B&step=42#replay")

        found = plain.locator(".viewer [data-pile]").all()
        cards = "(pile) => Array.from(pile.children, (card) => card.dataset.card)"
        assert {pile.get_attribute("data-pile"): pile.evaluate(cards) for pile in found} == piles_of(
            table_at(over, 42), reveal=True
        )
        expect(plain.get_by_role("slider")).to_have_count(0)


@pytest.fixture
def moderator(page: Page, base_url: str) -> None:
    """Signs a moderator in."""
    client = Client()
    client.force_login(scenes.make_moderator("Mia"))
    cookie = client.cookies[settings.SESSION_COOKIE_NAME].value
    page.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": base_url}])


@pytest.mark.usefixtures("moderator")
def test_staff_find_a_match_and_replay_it(page: Page, over: Pair) -> None:
    begun()
    page.goto("/admin/games/match/")
    page.get_by_role("link", name="Over", exact=True).click()
    page.locator("#result_list tbody th a").click()
    expect(page.get_by_role("slider")).to_have_value(str(over.match.stream.version))

    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")

    assert_shows(page, over, 1)


@pytest.mark.usefixtures("moderator")
def test_pages_fit_every_screen_and_axe_finds_nothing_serious(
    browser: Browser, page: Page, base_url: str, over: Pair
) -> None:
    live = begun()
    addresses = (
        f"/matches/{over.match_id}/replay/",
        f"/admin/games/match/{over.match_id}/change/",
        f"/admin/games/match/{live.match_id}/change/",
    )
    # Axe puts styles of its own into the page.
    with browser.new_context(bypass_csp=True, base_url=base_url) as context:
        context.add_cookies(page.context.cookies())  # type: ignore[arg-type]
        examined = context.new_page()
        found = [
            wrong
            for address in addresses
            for width, scheme in ((360, "dark"), (1280, "light"))
            for wrong in _wrong(examined, address, width=width, scheme=scheme)
        ]

    assert found == []


def _wrong(page: Page, address: str, *, width: int, scheme: Any) -> list[str]:
    """What a page does wrong at a width: cards that are off the table or too small, scrolling aside, what axe finds."""
    page.emulate_media(color_scheme=scheme)
    page.goto(address)
    resize(page, width, 800)
    table, *cards = page.locator(".card-table, .card-table .card:visible").evaluate_all(
        "(found) => found.map((one) => one.getBoundingClientRect().toJSON())"
    )
    off = [card for card in cards if card["left"] < table["left"] or card["right"] > table["right"]]
    off += [card for card in cards if card["bottom"] > table["bottom"] or card["width"] < 34]
    wide = page.evaluate("document.documentElement.scrollWidth")
    return [
        *(f"{address} at {width}: {card}" for card in off),
        *([f"{address} is {wide} wide at {width}"] if wide > width else []),
        *(f"{address} at {width}: {violation}" for violation in violations(page, within=".viewer")),
    ]
