"""Registering, one's own player, and what others see of one."""

import re
from typing import Any

import pytest
from pytest_django import Settings

from games import players
from games.models import Game, Player
from games.players import SignedIn
from tests.api.client import ApiClient, assert_problem
from tests.factories import NOON, known_game, submit_and_check

pytestmark = pytest.mark.django_db

PASSWORD = "seven lucky foundations"


@pytest.fixture
def ana() -> SignedIn:
    return players.register_account(name="Ana", password=PASSWORD, email="ana@example.org", at=NOON)


@pytest.fixture
def anas(ana: SignedIn) -> ApiClient:
    return ApiClient(token=ana.token)


def test_nothing_at_all_makes_a_guest(anonymous: ApiClient) -> None:
    answer = anonymous.ask("POST", "players/")
    assert answer.status_code == 201
    made = answer.json()
    player = Player.objects.get()
    assert made["player"] == {
        "id": str(player.pk),
        "name": player.name,
        "is_guest": True,
        "email": "",
        "on_boards": True,
        "is_staff": False,
        "since": player.created_at.isoformat().replace("+00:00", "Z"),
        "measures": {"hidden": None, "banned": None, "name_reset": None},
    }
    assert made["session"] | {"id": "", "created_at": ""} == {
        "id": "",
        "label": "",
        "created_at": "",
        "is_current": True,
    }
    assert answer.headers["Location"] == f"/api/v1/players/{player.pk}/"
    assert answer.headers["Cache-Control"] == "no-store"
    assert ApiClient(token=made["token"]).ask("GET", "players/me/").json() == made["player"]


@pytest.mark.parametrize(
    ("body", "name", "is_guest"),
    (
        ({}, r"\w+ \w+ \d{4}", True),
        ({"name": "Ana"}, "Ana", True),
        ({"name": "Ana", "password": None}, "Ana", True),
        ({"name": "Ana", "password": PASSWORD}, "Ana", False),
        ({"name": "A\u0301na", "password": PASSWORD, "email": "ana@example.org", "label": "phone"}, "\u00c1na", False),
    ),
)
def test_a_name_makes_a_guest_and_a_password_an_account(
    anonymous: ApiClient, body: dict[str, Any], name: str, is_guest: bool
) -> None:
    player = anonymous.ask("POST", "players/", body).json()["player"]
    assert re.fullmatch(name, player["name"])
    assert player["is_guest"] is is_guest


@pytest.mark.usefixtures("ana", "writes_nothing")
@pytest.mark.parametrize(
    ("body", "code", "members"),
    (
        ({"name": "aNa"}, "name_taken", {}),
        ({"name": "ana", "password": PASSWORD}, "name_taken", {}),
        ({"name": "Ana\u202e"}, "bad_name", {"reason": "bidirectional"}),
        ({"name": "Admin"}, "bad_name", {"reason": "reserved"}),
        ({"name": "Bea", "password": "password"}, "bad_password", {"reason": "password_too_common"}),
        ({"name": "Bea", "password": PASSWORD, "email": "bea"}, "bad_email", {}),
    ),
)
def test_what_cannot_be_used_makes_no_player(
    anonymous: ApiClient, body: dict[str, Any], code: str, members: dict[str, Any]
) -> None:
    assert assert_problem(anonymous.ask("POST", "players/", body), code) == members


@pytest.mark.usefixtures("writes_nothing")
@pytest.mark.parametrize(
    ("body", "pointer"),
    (
        ({"password": PASSWORD}, "/name"),
        ({"name": "Ana", "email": "ana@example.org"}, "/email"),
        ({"nam": "x"}, "/nam"),
    ),
)
def test_fields_that_do_not_go_together_are_named(anonymous: ApiClient, body: dict[str, Any], pointer: str) -> None:
    members = assert_problem(anonymous.ask("POST", "players/", body), "invalid_fields")
    assert [error["pointer"] for error in members["errors"]] == [pointer]


@pytest.mark.parametrize(("language", "said"), (("en", "too short"), ("ru", "слишком короткий")))
def test_a_password_is_judged_in_the_language_of_the_request(anonymous: ApiClient, language: str, said: str) -> None:
    answer = anonymous.ask("POST", "players/", {"name": "Ana", "password": "x"}, accept_language=language)
    assert said in answer.json()["detail"]


def test_others_see_nothing_private(anonymous: ApiClient, ana: SignedIn) -> None:
    answer = anonymous.ask("GET", f"players/{ana.player.pk}/")
    assert answer.json() == {
        "id": str(ana.player.pk),
        "name": "Ana",
        "is_guest": False,
        "since": "2026-11-30T12:00:00Z",
    }


def test_who_is_on_no_boards_is_not_found(anonymous: ApiClient, anas: ApiClient, ana: SignedIn) -> None:
    anas.ask("PATCH", "players/me/", {"on_boards": False})
    assert_problem(anonymous.ask("GET", f"players/{ana.player.pk}/"), "player_not_found")


@pytest.mark.parametrize(
    ("change", "changed"),
    (
        ({}, {}),
        ({"name": "Bea"}, {"name": "Bea"}),
        ({"email": "", "password": PASSWORD}, {"email": ""}),
        ({"on_boards": False}, {"on_boards": False}),
        (
            {"name": "Bea", "email": "b@example.org", "on_boards": False, "password": PASSWORD},
            {"name": "Bea", "email": "b@example.org", "on_boards": False},
        ),
    ),
)
def test_a_change_changes_what_it_names(anas: ApiClient, change: dict[str, Any], changed: dict[str, Any]) -> None:
    before = anas.ask("GET", "players/me/").json()
    assert anas.ask("PATCH", "players/me/", change).json() == before | changed
    assert anas.ask("GET", "players/me/").json() == before | changed


@pytest.mark.parametrize("name", ("Ana", "ANA", "ana", "Ａｎａ"))
def test_ones_own_name_may_be_written_another_way_and_stays_ones_own(anas: ApiClient, name: str) -> None:
    assert anas.ask("PATCH", "players/me/", {"name": name}).json()["name"] == name
    assert_problem(ApiClient().ask("POST", "players/", {"name": "aNa", "password": PASSWORD}), "name_taken")
    assert ApiClient().ask("POST", "sessions/", {"name": "Ana", "password": PASSWORD}).status_code == 201


@pytest.mark.parametrize(("sent", "code"), (({}, "invalid_fields"), ({"password": "guessed it"}, "wrong_password")))
def test_who_has_the_token_alone_cannot_lead_the_way_to_a_new_password_elsewhere(
    anas: ApiClient, sent: dict[str, str], code: str
) -> None:
    before = anas.ask("GET", "players/me/").json()
    assert_problem(anas.ask("PATCH", "players/me/", {"name": "Bea", "email": "b@example.org", **sent}), code)
    assert anas.ask("GET", "players/me/").json() == before


def test_guessing_a_password_is_counted_as_signing_in_wherever_it_can_be_tried(
    anas: ApiClient, settings: Settings
) -> None:
    settings.THROTTLE_RATES = {"sign_in": "2/hour"}
    guesses = (("PATCH", {"email": "b@example.org", "password": "guessed"}), ("DELETE", {"password": "guessed"}))
    for code in ("wrong_password", "throttled"):
        for method, body in guesses:
            assert_problem(anas.ask(method, "players/me/", body), code)
    assert anas.ask("PATCH", "players/me/", {"on_boards": True}).status_code == 200


def test_a_change_is_all_or_nothing(anas: ApiClient) -> None:
    before = anas.ask("GET", "players/me/").json()
    assert_problem(anas.ask("PATCH", "players/me/", {"name": "Bea", "email": "b", "password": PASSWORD}), "bad_email")
    assert_problem(anas.ask("PATCH", "players/me/", {"name": None}), "invalid_fields")
    assert anas.ask("GET", "players/me/").json() == before


def test_a_guest_that_makes_an_account_keeps_its_games_and_one_row(client: ApiClient, player: Player) -> None:
    game = submit_and_check(player, known_game())
    answer = client.ask("POST", "players/me/account/", {"name": "Bea", "password": PASSWORD})
    assert answer.status_code == 200
    assert answer.json() | {"since": ""} == {
        "id": str(player.pk),
        "name": "Bea",
        "is_guest": False,
        "email": "",
        "on_boards": True,
        "is_staff": False,
        "since": "",
        "measures": {"hidden": None, "banned": None, "name_reset": None},
    }
    assert list(Player.objects.get().games.all()) == [game]
    assert_problem(client.ask("POST", "players/me/account/", {"password": PASSWORD}), "already_account")


def test_an_account_is_deleted_only_with_its_password(anas: ApiClient, ana: SignedIn) -> None:
    missing = assert_problem(anas.ask("DELETE", "players/me/"), "invalid_fields")
    assert [error["pointer"] for error in missing["errors"]] == ["/password"]
    assert_problem(anas.ask("DELETE", "players/me/", {"password": "wrong"}), "wrong_password")
    assert anas.ask("DELETE", "players/me/", {"password": PASSWORD}).status_code == 204
    assert_problem(anas.ask("GET", "players/me/"), "invalid_token")
    assert_problem(ApiClient().ask("GET", f"players/{ana.player.pk}/"), "player_not_found")


def test_a_deleted_guest_leaves_its_games_for_staff(client: ApiClient, player: Player) -> None:
    submit_and_check(player, known_game())
    assert client.ask("DELETE", "players/me/").status_code == 204
    assert Game.objects.get().player.name == "Deleted player"
    assert not Game.objects.ranked().exists()


def test_a_new_password_signs_in_and_the_old_one_does_not(anas: ApiClient) -> None:
    change = {"old": PASSWORD, "new": "eight unlucky columns"}
    assert anas.ask("POST", "players/me/password/", change).status_code == 204
    assert_problem(anas.ask("POST", "players/me/password/", change), "wrong_password")
    for password, status in ((PASSWORD, 401), ("eight unlucky columns", 201)):
        answer = ApiClient().ask("POST", "sessions/", {"name": "Ana", "password": password})
        assert answer.status_code == status


def test_an_export_has_every_move(client: ApiClient, player: Player) -> None:
    submit_and_check(player, known_game())
    export = client.ask("GET", "players/me/export/").json()
    assert export["player"]["id"] == str(player.pk)
    assert [game["moves"] for game in export["games"]] == [list(known_game().moves)]
