"""Hide, reinstate, re-check: by those who may, with a reason, through the service, and on record."""

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Decision, Game, Player
from tests.factories import known_game, submit_and_check


def address(game: Game, action: str) -> str:
    return reverse("admin:games_game_decide", args=[game.pk, action])


def said(reason: str, **others: str) -> dict[str, str]:
    """What the form of a hiding is sent with."""
    return {"reason": reason, "cause": "copied_game", **others}


def decisions() -> list[tuple[str, str, str]]:
    return list(Decision.objects.order_by("id").values_list("action", "reason", "by__name"))


def test_a_moderator_hides_a_game_with_a_reason(moderator: Client, won: Game) -> None:
    response = moderator.post(address(won, "hide"), said(" A copy. ", note="Of Bo's."), follow=True)

    assert response.redirect_chain == [(reverse("admin:games_game_change", args=[won.pk]), 302)]
    assert "The game is hidden." in response.content.decode()
    for text in ("A copy.", "the game is somebody else&#x27;s", "Of Bo&#x27;s."):
        assert text in response.content.decode()
    assert Game.objects.get(pk=won.pk).is_hidden
    assert decisions() == [("hide", "A copy.", "Moderator")]


def test_a_moderator_reinstates_a_hidden_game(moderator: Client, won: Game) -> None:
    moderator.post(address(won, "hide"), said("A copy."))

    moderator.post(address(won, "reinstate"), {"reason": "It was the first."})

    assert not Game.objects.get(pk=won.pk).is_hidden
    assert decisions()[1:] == [("reinstate", "It was the first.", "Moderator")]


def test_a_moderator_sends_a_game_to_its_check_again(moderator: Client, mismatched: Game) -> None:
    moderator.post(address(mismatched, "recheck"), {"reason": "The engine was wrong."})

    mismatched.refresh_from_db()
    assert (mismatched.status, mismatched.checks) == ("finished", 0)
    assert decisions() == [("recheck", "The engine was wrong.", "Moderator")]


@pytest.mark.parametrize("action", ("hide", "recheck"))
@pytest.mark.parametrize("reason", ("", "  \n\t "))
def test_a_decision_without_a_reason_is_asked_for_one(moderator: Client, won: Game, action: str, reason: str) -> None:
    before = Game.objects.values().get(pk=won.pk)

    response = moderator.post(address(won, action), said(reason))

    assert response.status_code == 200
    assert "This field is required." in response.content.decode()
    assert (decisions(), Game.objects.values().get(pk=won.pk)) == ([], before)


@pytest.mark.parametrize("cause", ("", "rude", "cheating"))
def test_a_hiding_without_a_cause_for_the_player_is_asked_for_one(moderator: Client, won: Game, cause: str) -> None:
    response = moderator.post(address(won, "hide"), said("A copy.", cause=cause))

    assert response.status_code == 200
    assert (decisions(), Game.objects.get(pk=won.pk).is_hidden) == ([], False)


def test_a_moderator_does_not_judge_their_own_game(moderator: Client, mine: Game) -> None:
    response = moderator.post(address(mine, "hide"), said("Let it go."), follow=True)

    assert "Only a superuser decides about your own case." in response.content.decode()
    assert (decisions(), Game.objects.get(pk=mine.pk).is_hidden) == ([], False)


def test_asking_for_the_form_decides_nothing(moderator: Client, won: Game) -> None:
    response = moderator.get(address(won, "hide"))

    assert response.status_code == 200
    assert "leaves its boards and public sight at once" in response.content.decode()
    assert (decisions(), Game.objects.get(pk=won.pk).is_hidden) == ([], False)


def test_a_decision_that_somebody_else_has_made_is_not_made_twice(moderator: Client, won: Game) -> None:
    moderator.post(address(won, "hide"), said("first"))

    response = moderator.post(address(won, "hide"), said("second"), follow=True)

    assert "Cannot hide a game that is hidden." in response.content.decode()
    assert decisions() == [("hide", "first", "Moderator")]


@pytest.fixture
def mine(moderator: Client) -> Game:
    """The moderator's own game."""
    return submit_and_check(Player.objects.get(name="Moderator"), known_game())


@pytest.mark.parametrize("action", ("hide", "reinstate", "recheck"))
def test_who_may_only_look_decides_nothing(viewer: Client, won: Game, action: str) -> None:
    assert viewer.get(address(won, action)).status_code == 403
    assert viewer.post(address(won, action), said("because")).status_code == 403
    assert decisions() == []


def test_buttons_are_shown_to_those_who_may_press_them(viewer: Client, moderator: Client, won: Game) -> None:
    page = reverse("admin:games_game_change", args=[won.pk])
    buttons = [f'href="{address(won, action)}"' for action in ("recheck", "hide", "reinstate")]
    shown_to_viewer, shown_to_moderator = (client.get(page).content.decode() for client in (viewer, moderator))

    assert [button in shown_to_viewer for button in buttons] == [False, False, False]
    assert [button in shown_to_moderator for button in buttons] == [True, True, False]


def test_a_game_in_progress_has_no_check_to_repeat(moderator: Client, live: Game) -> None:
    page = moderator.get(reverse("admin:games_game_change", args=[live.pk])).content.decode()
    response = moderator.post(address(live, "recheck"), {"reason": "because"}, follow=True)

    assert address(live, "recheck") not in page
    assert "Cannot re-check a game that is not finished." in response.content.decode()
    assert decisions() == []


def test_a_decision_of_another_name_or_on_no_game_is_not_found(moderator: Client, won: Game) -> None:
    nowhere = reverse("admin:games_game_decide", args=["01a22bd9-61e0-73dc-b9d7-8538fa0fc7b6", "hide"])

    assert moderator.post(address(won, "delete"), {"reason": "because"}).status_code == 404
    assert moderator.post(nowhere, {"reason": "because"}).status_code == 404
