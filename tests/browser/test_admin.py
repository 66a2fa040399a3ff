"""Staff at work: sign in, find a game, replay it, hide it, all on what the service computed."""

import pytest
from playwright.sync_api import Page, expect

from games import names
from games.models import Decision, Player
from games.moderators import make_moderator
from tests.browser.shown import assert_shows
from tests.factories import make_player
from tests.games.admin import scenes

pytestmark = pytest.mark.django_db(transaction=True)


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


def test_staff_find_a_rejected_game_and_see_why(page: Page, staff: Player) -> None:
    scenes.won(make_player("ana"))
    game = scenes.refused(make_player("Bo"))
    page.get_by_role("link", name="Games", exact=True).last.click()
    page.get_by_role("link", name="Rejected", exact=True).click()
    expect(page.locator("#result_list tbody tr")).to_have_count(1)

    page.locator("#result_list tbody th a").click()

    expect(page.get_by_text("illegal_move at 41 (move 42): recycle stock_not_empty")).to_be_visible()
    expect(page.get_by_text("recycle is illegal: the stock still has cards")).to_be_visible()
    expect(page.locator("#judgement .differs td")).to_have_text(["700", "170", "+530"])
    assert_shows(page, game, 41)


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
