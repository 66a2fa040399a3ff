"""Staff at work: sign in, find a game, replay it, hide it, all on what the service computed."""

import pytest
from playwright.sync_api import Page, expect

from games import log, names, replay
from games.engine.deals import DealCode
from games.engine.fold import fold
from games.models import Decision, Game, Player
from games.moderators import make_moderator
from tests.factories import make_player
from tests.games.admin import scenes

pytestmark = pytest.mark.django_db(transaction=True)

PILES = """() => Object.fromEntries(Array.from(document.querySelectorAll("[data-pile]"),
    (pile) => [pile.dataset.pile, Array.from(pile.children, (card) => card.dataset.card)]))"""


PRESS = f"""([button, times]) => Array.from({{ length: times }}, () => {{
    document.querySelector(`[data-go=${{button}}]`).click();
    return ({PILES})();
}})"""


@pytest.fixture
def staff(page: Page) -> Player:
    """A moderator, signed in by the form."""
    staff = scenes.make_staff("mia", *scenes.MODERATOR)
    staff.name_key = names.key("mia")
    staff.set_password("correct horse")
    staff.save()
    page.goto("/admin/")
    page.get_by_label("Name:").fill("mia")
    page.get_by_label("Password:").fill("correct horse")
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_role("link", name="Games", exact=True).first).to_be_visible()
    return staff


@pytest.fixture
def moderator(staff: Player) -> Player:
    """The same, in the group of moderators."""
    make_moderator(player=staff)
    return staff


def open_replay(page: Page, game: Game, step: int = 0) -> dict[str, object]:
    """Open a game's replay at a step; return its frames as the service computes them."""
    page.goto(f"/admin/games/game/{game.pk}/replay/#{step}")
    expect(page.get_by_role("slider")).to_have_value(str(step))
    events = log.read(stream_id=game.pk)
    return replay.frames(code=DealCode.parse(game.code), events=events, rules_version=1, reveal=True)


def assert_shows(page: Page, game: Game, step: int) -> None:
    """The page shows the table that the engine has after so many events, and what is counted on it."""
    events = log.read(stream_id=game.pk)[:step]
    frames = replay.frames(code=DealCode.parse(game.code), events=events, rules_version=1, reveal=True)
    table = fold(DealCode.parse(game.code), events).table

    expect(page.get_by_role("slider")).to_have_value(str(step))
    assert page.evaluate(PILES) == replay.piles_at(replay=frames, version=step)
    numbers = page.locator(".replay-numbers dd").all_text_contents()
    assert numbers == [
        table.score_text,
        frames["events"][-1]["ranked_score_text"] if step else frames["first"]["ranked_score_text"],
        str(table.moves),
        str(table.undos),
        str(table.home),
    ]


def test_staff_find_a_rejected_game_and_see_why(page: Page, staff: Player) -> None:
    scenes.won(make_player("ana"))
    game = scenes.refused(make_player("Bo"))
    page.get_by_role("link", name="Games", exact=True).last.click()
    page.get_by_role("link", name="Rejected", exact=True).click()
    expect(page.locator("#result_list tbody tr")).to_have_count(1)

    page.locator("#result_list tbody th a").click()

    expect(page.get_by_text("illegal_move at 41: recycle stock_not_empty")).to_be_visible()
    page.get_by_role("link", name="Replay", exact=True).click()
    expect(page.get_by_text("recycle is illegal: the stock still has cards")).to_be_visible()
    assert_shows(page, game, 41)


def test_every_way_of_stepping_shows_the_table_of_the_engine(page: Page, staff: Player) -> None:
    game = scenes.won(make_player("ana"))
    open_replay(page, game)
    assert_shows(page, game, 0)

    page.get_by_role("link", name="Next").click()
    assert_shows(page, game, 1)
    page.get_by_role("link", name="Last").click()
    assert_shows(page, game, 266)
    page.keyboard.press("ArrowLeft")
    assert_shows(page, game, 265)
    page.get_by_role("slider").fill("120")
    assert_shows(page, game, 120)
    page.locator('.replay-moves a[data-step="41"]').click()
    assert_shows(page, game, 41)
    page.get_by_role("link", name="First").click()
    assert_shows(page, game, 0)


@pytest.mark.parametrize(("start", "button", "steps"), ((0, "next", range(1, 267)), (266, "back", range(265, -1, -1))))
def test_each_step_of_a_game_is_the_frame_of_the_service(
    page: Page, staff: Player, start: int, button: str, steps: range
) -> None:
    game = scenes.won(make_player("ana"))
    frames = open_replay(page, game, step=start)

    seen = page.evaluate(PRESS, [button, len(steps)])

    assert seen == [replay.piles_at(replay=frames, version=step) for step in steps]


def test_a_step_can_be_linked_to(page: Page, staff: Player) -> None:
    game = scenes.won(make_player("ana"))
    open_replay(page, game, step=41)
    assert_shows(page, game, 41)

    page.keyboard.press("ArrowRight")
    page.wait_for_url("**/replay/#42")
    page.reload()

    assert_shows(page, game, 42)


def test_undos_flips_and_the_last_move_are_marked(page: Page, staff: Player) -> None:
    game = scenes.won(make_player("ana"))
    open_replay(page, game, step=1)

    expect(page.locator('.replay-moves a[data-step="1"] .tag')).to_have_text("flip")
    expect(page.locator(".replay-moves [aria-current]")).to_have_text("0 T8-F flip")
    assert {card.get_attribute("data-card") for card in page.locator(".card.moved").all()} == {"AH", "AD"}


def test_the_refused_move_is_shown_only_at_the_end(page: Page, staff: Player) -> None:
    game = scenes.refused(make_player("ana"))
    open_replay(page, game, step=40)
    refusal = page.locator(".replay-failure")
    expect(refusal).to_be_hidden()

    page.keyboard.press("End")

    expect(refusal).to_contain_text("Refused at 41:")
    expect(refusal).to_contain_text("stock_not_empty")
    expect(refusal).to_contain_text("21 events of the log are not played.")


def test_a_game_is_hidden_with_a_reason(page: Page, staff: Player) -> None:
    game = scenes.won(make_player("ana"))
    page.goto(f"/admin/games/game/{game.pk}/change/")
    page.get_by_role("link", name="Hide").click()
    page.get_by_role("button", name="Hide").click()
    expect(page.get_by_text("This field is required.")).to_have_count(2)

    page.get_by_label("Reason").fill("Played by a program.")
    page.get_by_label("Cause").select_option("not_played")
    page.get_by_role("button", name="Hide").click()

    expect(page.get_by_text("The game is hidden.")).to_be_visible()
    expect(page.locator("#decisions")).to_contain_text("Played by a program.")
    decision = Decision.objects.get()
    assert (decision.action, decision.reason, decision.by, decision.game) == (
        "hide",
        "Played by a program.",
        staff,
        game,
    )


def test_flagged_games_are_hidden_from_their_queue_with_one_reason(page: Page, moderator: Player) -> None:
    scenes.won(make_player("ana"))
    copy = scenes.copied()
    page.goto("/admin/games/flag/")
    page.locator("#result_list tbody .action-select").check()
    page.get_by_label("Action:").select_option("Hide the game")
    page.get_by_role("button", name="Go").click()

    page.get_by_label("Reason").fill("A copy.")
    page.get_by_label("Cause").select_option("copied_game")
    page.get_by_label("Note to the player").fill("It is ana's.")
    page.get_by_role("button", name="Hide the game").click()

    expect(page.get_by_text("Hide the game: done for 1 of 1.")).to_be_visible()
    expect(page.locator("#result_list tbody tr")).to_have_count(0)
    decision = Decision.objects.get()
    assert (decision.game, decision.reason, decision.note) == (copy, "A copy.", "It is ana's.")


def test_without_a_script_each_step_is_a_page(page: Page, staff: Player) -> None:
    game = scenes.won(make_player("ana"))
    page.route("**/replay*.js", lambda route: route.fulfill(body="", content_type="text/javascript"))
    page.goto(f"/admin/games/game/{game.pk}/replay/?step=41")

    page.get_by_role("link", name="Next").click()
    page.wait_for_url("**/replay/?step=42")

    frames = replay.frames(
        code=DealCode.parse(game.code), events=log.read(stream_id=game.pk), rules_version=1, reveal=True
    )
    assert page.evaluate(PILES) == replay.piles_at(replay=frames, version=42)


@pytest.mark.parametrize("width", (375, 768, 1280))
def test_the_replay_fits_its_screen(page: Page, staff: Player, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    game = scenes.refused(make_player("ana"))
    open_replay(page, game, step=41)

    assert page.evaluate("document.documentElement.scrollWidth") <= width
    for card in page.locator(".replay-columns .card").all():
        assert card.evaluate("(card) => card.scrollWidth <= card.clientWidth"), card.get_attribute("data-card")
