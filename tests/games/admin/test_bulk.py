"""Several rows decided at once: one reason, a decision for each, and each that cannot be decided told by name."""

from typing import Any

import pytest
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.test import Client
from django.urls import reverse

from games.admin import decisions
from games.models import Decision, Game, Player
from games.moderation import hide_game
from tests.factories import known_games, make_player, submit_and_check

GAMES = reverse("admin:games_game_changelist")
PLAYERS = reverse("admin:games_player_changelist")
SAID = {"reason": "Bots.", "cause": "not_played", "decide": ""}


def select(client: Client, address: str, action: str, rows: list[Any], **said: Any) -> Any:
    """Send an action on selected rows: without more the list asks for the reason, with it the action is done."""
    selected = {"action": f"decide_{action}", ACTION_CHECKBOX_NAME: [str(row.pk) for row in rows]}
    return client.post(address, selected | said, follow=True)


def told(response: Any) -> list[str]:
    return [str(message) for message in response.context["messages"]]


@pytest.fixture
def games(ana: Player) -> list[Game]:
    return [submit_and_check(ana, game) for game in known_games()[:3]]


def hidden(rows: list[Any]) -> list[bool]:
    return [type(row)._default_manager.get(pk=row.pk).is_hidden for row in rows]


def test_the_list_asks_for_one_reason_and_names_what_it_is_for(moderator: Client, games: list[Game]) -> None:
    response = select(moderator, GAMES, "hide", games[:2])

    page = response.content.decode()
    assert [str(game.pk) in page for game in games] == [True, True, False]
    assert (hidden(games), Decision.objects.count()) == ([False] * 3, 0)


def test_each_game_gets_a_decision_of_its_own(moderator: Client, games: list[Game]) -> None:
    response = select(moderator, GAMES, "hide", games[:2], **SAID)

    assert told(response) == ["Hide: done for 2 of 2."]
    assert hidden(games) == [True, True, False]
    assert {decision.game for decision in Decision.objects.all()} == set(games[:2])
    assert set(Decision.objects.values_list("action", "reason", "cause", "by__name")) == {
        ("hide", "Bots.", "not_played", "Moderator")
    }


def test_what_cannot_be_decided_is_told_and_the_others_are_done(moderator: Client, games: list[Game]) -> None:
    hide_game(game_id=games[0].pk, by=make_player("Mo", is_staff=True), reason="Sooner.")

    response = select(moderator, f"{GAMES}?hidden=no", "hide", games[:2], **SAID)

    assert told(response) == [f"{games[0]}: Cannot hide a game that is hidden.", "Hide: done for 1 of 2."]
    assert hidden(games) == [True, True, False]


@pytest.mark.parametrize("said", ({"reason": ""}, {"cause": ""}, {"cause": "rude"}))
def test_without_a_reason_or_a_cause_nothing_is_done(
    moderator: Client, games: list[Game], said: dict[str, str]
) -> None:
    response = select(moderator, GAMES, "hide", games, **SAID | said)

    assert response.context["form"].errors
    assert (hidden(games), Decision.objects.count()) == ([False] * 3, 0)


@pytest.mark.parametrize(
    ("action", "done"), (("hide", [True] * 3), ("reinstate", [False] * 3), ("recheck", [False] * 3))
)
def test_games_can_be_hidden_reinstated_and_rechecked(
    moderator: Client, games: list[Game], action: str, done: list[bool]
) -> None:
    if action == "reinstate":
        select(moderator, GAMES, "hide", games, **SAID)

    select(moderator, GAMES, action, games, **SAID)

    assert hidden(games) == done
    assert Decision.objects.filter(action=action).count() == 3
    assert Game.objects.filter(status="finished").count() == (3 if action == "recheck" else 0)


@pytest.mark.parametrize(
    ("action", "column"), (("hide", "hidden_at"), ("ban", "banned_at"), ("reset_name", "name_reset_at"))
)
def test_players_can_be_hidden_banned_and_renamed(moderator: Client, action: str, column: str) -> None:
    people = [make_player("One"), make_player("Two"), make_player("Sam", is_staff=True)]

    response = select(moderator, PLAYERS, action, people, **SAID)

    assert "Sam: Only a superuser decides about a member of staff." in told(response)
    assert set(Player.objects.exclude(**{column: None})) == set(people[:2])
    assert Decision.objects.filter(action=action, player__in=people[:2]).count() == 2


def test_a_selection_of_all_is_cut_off_at_the_most(
    moderator: Client, games: list[Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(decisions, "MAX_ROWS", 2)

    response = select(moderator, GAMES, "hide", games[:1], select_across="1")

    assert told(response) == ["One decision can be about 2 rows at most."]


def test_who_may_only_look_is_offered_no_actions(viewer: Client, games: list[Game]) -> None:
    page = viewer.get(GAMES).content.decode()

    select(viewer, GAMES, "hide", games, **SAID)

    assert 'name="action"' not in page
    assert (hidden(games), Decision.objects.count()) == ([False] * 3, 0)


def test_nobody_is_offered_to_delete(superuser: Client, games: list[Game]) -> None:
    for address in (GAMES, PLAYERS):
        assert "delete_selected" not in superuser.get(address).content.decode()
