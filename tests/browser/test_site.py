"""The pages around the table: their looks for everybody, boards that update by themselves, and one's own account."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from api.pages.viewers import COOKIE
from games import players
from games.models import Player
from tests.browser.accessibility import CONTRAST, DEAL, PAGES, SIZES, Scene, make_scene, violations
from tests.browser.game_logs import hold
from tests.browser.waiting import resize, until
from tests.factories import known_game, make_player, submit_and_check

pytestmark = pytest.mark.django_db(transaction=True)

OWN = "/players/me/"


@pytest.fixture
def scene() -> Scene:
    return make_scene()


@pytest.fixture
def sign_in(context: BrowserContext, base_url: str) -> Callable[[str], None]:
    """Keep a token in the browser, as the pages' scripts do."""
    return lambda token: context.add_cookies([{"name": COOKIE, "value": token, "url": base_url}])


def token_of(context: BrowserContext) -> str | None:
    return next((cookie["value"] for cookie in context.cookies() if cookie["name"] == COOKIE), None)


@pytest.mark.parametrize("viewer", ("ana", "nobody"))
def test_axe_finds_nothing_serious_and_nothing_sticks_out(
    context: BrowserContext, scene: Scene, sign_in: Callable[[str], None], viewer: str
) -> None:
    page = context.new_page()
    if viewer == "ana":
        sign_in(scene.signed_in.token)
    wrong: dict[str, list[str]] = {}
    for name in PAGES:
        if name.startswith("nobody") == (viewer == "nobody"):
            page.set_viewport_size(SIZES["phone"])  # type: ignore[arg-type]
            page.goto(PAGES[name](scene))
            wrong |= {f"{name}, {size}": found for size in SIZES if (found := amiss(page, size))}
    assert wrong == {}


def amiss(page: Page, size: str) -> list[str]:
    """Return what is wrong with a page at a size: what axe finds in one theme or the other, and that it is too wide."""
    resize(page, **SIZES[size])
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    found = violations(page)
    page.emulate_media(color_scheme="dark")
    found += violations(page, only=CONTRAST)
    if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
        found.append("it scrolls sideways")
    return found


@pytest.mark.parametrize(
    ("name", "script", "button"),
    (
        ("nobody's own page", "account", "Make an account"),
        ("a forgotten password", "account", "Send me a link"),
        ("matches", "match/lobby", "Play now"),
        ("nobody's sight of a match that waits", "match/match", "Join the match"),
    ),
)
def test_a_button_waits_for_what_it_does(
    context: BrowserContext, scene: Scene, name: str, script: str, button: str
) -> None:
    page = context.new_page()
    release = hold(page, f"**/pages/{script}.js")
    page.goto(PAGES[name](scene), wait_until="commit")
    expect(page.get_by_role("button", name=button)).to_be_disabled()

    release()

    expect(page.get_by_role("button", name=button)).to_be_enabled()
    page.goto("about:blank")


def test_an_open_board_updates_by_itself_and_keeps_the_focus(
    page: Page, scene: Scene, sign_in: Callable[[str], None]
) -> None:
    sign_in(scene.signed_in.token)
    page.clock.install()
    page.goto(f"/deals/{DEAL}/")
    chen = page.get_by_role("table").filter(has_text="Watch").get_by_role("link", name="Chen", exact=True)
    chen.focus()
    with page.expect_response(lambda response: "part=1" in response.url) as answer:
        page.clock.run_for(10_500)
    assert answer.value.status == 200
    submit_and_check(make_player("Emre"), known_game(DEAL, nth=3))
    row = page.locator("tr", has_text="Emre").first
    until(page, row.is_visible, clock=10_000)
    expect(row).to_contain_text("1260")
    expect(page.get_by_role("status").filter(has_text="The board has changed.")).to_be_attached()
    expect(chen).to_be_focused()


def test_a_board_that_has_not_changed_is_answered_with_304_and_stays(page: Page, scene: Scene) -> None:
    page.clock.install()
    page.goto(f"/deals/{DEAL}/")
    statuses: list[int] = []
    page.on("response", lambda response: statuses.append(response.status) if "part=1" in response.url else None)
    page.evaluate("document.querySelector('.places tbody tr').marked = true")
    until(page, lambda: len(statuses) >= 3, clock=10_000)
    assert (statuses[0], set(statuses[1:])) == (200, {304})
    assert page.evaluate("document.querySelector('.places tbody tr').marked") is True


def test_nothing_is_asked_while_nobody_looks(page: Page, scene: Scene) -> None:
    page.clock.install()
    page.goto(f"/deals/{DEAL}/")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "part=1" in request.url else None)
    page.evaluate("""() => {
        Object.defineProperty(document, "hidden", { value: true, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
    }""")
    page.clock.run_for(300_000)
    assert asked == []


def test_the_link_of_a_deal_is_copied(page: Page, context: BrowserContext, base_url: str, scene: Scene) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"], origin=base_url)
    page.clock.install(time=0)
    page.goto(f"/deals/{DEAL}/?view=first")
    page.clock.pause_at(1000)  # the button tells it for a moment
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_role("button", name="Link copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == f"{base_url}/deals/{DEAL}/"


def test_a_guest_keeps_the_games_signs_out_and_comes_back(
    page: Page, context: BrowserContext, scene: Scene, sign_in: Callable[[str], None]
) -> None:
    sign_in(scene.signed_in.token)
    page.goto(OWN)
    keep = page.locator("form", has=page.get_by_role("heading", name="Keep your games"))
    keep.get_by_label("Name").fill("Ana M.")
    keep.get_by_label("Password").fill("seven lucky foundations")
    keep.get_by_role("button").click()
    expect(page.get_by_role("heading", name="Change your password")).to_be_visible()
    page.get_by_text("Sign out").first.click()
    page.get_by_role("button", name="Sign out").click()
    page.wait_for_url("/")
    assert token_of(context) is None
    page.goto(OWN)
    form = page.locator("form", has=page.get_by_role("heading", name="Sign in to an account"))
    form.get_by_label("Name").fill("ana m.")
    form.get_by_label("Password").fill("seven lucky foundations")
    form.get_by_role("button").click()
    expect(page.get_by_role("heading", name="Ana M.")).to_be_visible()
    expect(page.get_by_text("the claimed score is 9999")).to_be_visible()


def test_a_token_that_nobody_knows_any_more_is_forgotten_when_one_says_so(
    context: BrowserContext, scene: Scene, sign_in: Callable[[str], None]
) -> None:
    sign_in(scene.signed_in.token)
    players.revoke_token(player=scene.ana, token_id=scene.signed_in.access.pk)
    page = context.new_page()
    page.goto(OWN)
    page.get_by_role("button", name="Forget it and start anew").click()
    page.wait_for_url("/")
    assert token_of(context) is None


def test_what_is_refused_is_said_at_its_field(context: BrowserContext, scene: Scene) -> None:
    players.register_account(name="Taken", password="seven lucky foundations")
    page = context.new_page()
    page.goto(OWN)
    form = page.locator("form", has=page.get_by_role("heading", name="Make an account"))
    name, password = form.get_by_label("Name"), form.get_by_label("Password")
    name.fill("taken")
    password.fill("seven lucky foundations")
    form.get_by_role("button").click()
    expect(name).to_have_attribute("aria-invalid", "true")
    expect(name).to_be_focused()
    expect(name).to_have_accessible_description("The name 'taken', or one that looks like it, is taken.")
    name.fill("free")
    password.fill("123")
    form.get_by_role("button").click()
    expect(password).to_have_attribute("aria-invalid", "true")
    expect(name).not_to_have_attribute("aria-invalid", "true")


def test_what_is_saved_stays_to_be_seen(page: Page, scene: Scene, sign_in: Callable[[str], None]) -> None:
    account = players.register_account(name="Kept", password="seven lucky foundations", email="old@example.org")
    sign_in(account.token)
    page.goto(OWN)
    form = page.locator("form", has=page.get_by_role("heading", name="E-mail"))
    form.get_by_label("E-mail").fill("new@example.org")
    form.get_by_label("Password as it is").fill("seven lucky foundations")
    form.get_by_role("button").click()
    expect(form.get_by_text("Saved.")).to_be_visible()
    expect(form.get_by_label("E-mail")).to_have_value("new@example.org")
    expect(form.get_by_label("Password as it is")).to_have_value("")


def test_without_a_connection_the_form_says_so_and_keeps_what_was_typed(context: BrowserContext, scene: Scene) -> None:
    page = context.new_page()
    page.goto(OWN)
    form = page.locator("form", has=page.get_by_role("heading", name="Sign in to an account"))
    form.get_by_label("Name").fill("Ana")
    form.get_by_label("Password").fill("seven lucky foundations")
    context.set_offline(True)
    form.get_by_role("button").click()
    expect(form.get_by_role("alert")).to_have_text("The service was not reached. Try again.")
    expect(form.get_by_label("Name")).to_have_value("Ana")


def test_a_player_leaves_the_boards_comes_back_takes_the_data_and_goes(
    page: Page, context: BrowserContext, scene: Scene, sign_in: Callable[[str], None]
) -> None:
    sign_in(scene.signed_in.token)
    page.goto(OWN)
    page.get_by_role("button", name="Take me off all boards").click()
    page.get_by_role("button", name="Put me back on the boards").click()
    expect(page.get_by_role("button", name="Take me off all boards")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("button", name="Download").click()
    exported = json.loads(Path(download.value.path()).read_text())
    assert (exported["player"]["name"], len(exported["games"])) == ("Ana", 3)
    page.get_by_text("Delete everything").click()
    page.get_by_label("Yes, delete all of it").check()
    page.get_by_role("button", name="Delete").click()
    page.wait_for_url("/")
    assert Player.objects.get(pk=scene.ana.pk).erased_at is not None
    assert token_of(context) is None


def test_the_menu_opens_on_a_phone_by_keyboard_alone_and_without_scripts_too(
    browser_context_args: dict[str, object], browser: object, base_url: str, scene: Scene
) -> None:
    context = browser.new_context(  # type: ignore[attr-defined]
        **{**browser_context_args, "java_script_enabled": False, "viewport": SIZES["phone"], "base_url": base_url}
    )
    page: Page = context.new_page()
    page.goto("/deals/")
    menu = page.get_by_role("navigation", name="Site")
    expect(menu).to_be_hidden()
    page.get_by_role("button", name="Menu").focus()
    page.keyboard.press("Enter")
    expect(menu.get_by_role("link", name="Rules")).to_be_visible()
    context.close()


@pytest.mark.parametrize("address", ("/api/v1/docs/", "/admin/"))
def test_pages_that_others_have_made_work_under_the_policy(page: Page, address: str) -> None:
    page.goto(address)
    expected = {"/api/v1/docs/": "/api/v1/limits/", "/admin/": "Log in"}[address]
    expect(page.locator("body")).to_contain_text(expected)


def test_a_language_is_chosen_on_every_page_and_keeps_it(page: Page) -> None:
    page.goto("/deals/?code=")
    page.get_by_role("button", name="Română").click()
    expect(page.locator("html")).to_have_attribute("lang", "ro")
    assert page.url.endswith("/deals/?code=")
