"""Signing in and out."""

import pytest

from games import players
from games.limits import MAX_SESSIONS
from games.models import AccessToken
from games.players import SignedIn
from tests.api.client import ApiClient, assert_problem

pytestmark = pytest.mark.django_db

PASSWORD = "seven lucky foundations"


@pytest.fixture
def ana() -> SignedIn:
    return players.register_account(name="Ana", password=PASSWORD, label="phone")


@pytest.fixture
def anas(ana: SignedIn) -> ApiClient:
    return ApiClient(token=ana.token)


def test_signing_in_gives_a_token_once(anonymous: ApiClient, ana: SignedIn) -> None:
    answer = anonymous.ask("POST", "sessions/", {"name": "ANA", "password": PASSWORD, "label": "laptop"})
    assert answer.status_code == 201
    made = answer.json()
    assert made["player"]["id"] == str(ana.player.pk)
    assert answer.headers["Location"] == f"/api/v1/sessions/{made['session']['id']}/"
    listed = ApiClient(token=made["token"]).ask("GET", "sessions/")
    assert [(row["label"], row["is_current"]) for row in listed.json()["sessions"]] == [
        ("laptop", True),
        ("phone", False),
    ]
    assert made["token"] not in listed.content.decode()


@pytest.mark.usefixtures("ana", "writes_nothing")
@pytest.mark.parametrize(("name", "password"), (("Ana", "wrong"), ("Bea", PASSWORD), ("", ""), ("Ana", "\u202e")))
def test_a_wrong_name_and_a_wrong_password_have_the_same_answer(anonymous: ApiClient, name: str, password: str) -> None:
    answer = anonymous.ask("POST", "sessions/", {"name": name, "password": password})
    assert assert_problem(answer, "bad_credentials") == {}
    assert answer.json()["detail"] == "No account has this name and password."
    assert answer.headers["WWW-Authenticate"] == 'Bearer realm="double-solitaire"'


def test_signing_out_ends_the_token_that_asks(anas: ApiClient) -> None:
    assert anas.ask("DELETE", "sessions/current/").status_code == 204
    assert_problem(anas.ask("GET", "sessions/"), "invalid_token")


def test_ones_own_tokens_can_be_ended_and_no_others(anas: ApiClient, ana: SignedIn, client: ApiClient) -> None:
    other = players.sign_in(name="Ana", password=PASSWORD)
    assert_problem(client.ask("DELETE", f"sessions/{other.access.pk}/"), "token_not_found")
    assert anas.ask("DELETE", f"sessions/{other.access.pk}/").status_code == 204
    assert_problem(anas.ask("DELETE", f"sessions/{other.access.pk}/"), "token_not_found")
    assert players.player_for_token(ana.token) == ana.player


def test_a_sign_in_beyond_the_limit_ends_the_oldest(anas: ApiClient, ana: SignedIn) -> None:
    newest = [players.sign_in(name="Ana", password=PASSWORD) for _ in range(MAX_SESSIONS)]
    assert_problem(anas.ask("GET", "sessions/"), "invalid_token")
    assert set(AccessToken.objects.values_list("pk", flat=True)) == {signed_in.access.pk for signed_in in newest}


def test_tokens_that_were_ended_make_no_rows_without_end(ana: SignedIn) -> None:
    for _ in range(MAX_SESSIONS + 3):
        signed_in = players.sign_in(name="Ana", password=PASSWORD)
        players.revoke_token(player=ana.player, token_id=signed_in.access.pk)
    assert AccessToken.objects.count() == MAX_SESSIONS


def test_tokens_are_listed_by_pages_forward_and_back(anas: ApiClient) -> None:
    for number in range(6):
        players.sign_in(name="Ana", password=PASSWORD, label=str(number))
    pages, cursor = [], ""
    for _ in range(3):
        page = anas.ask("GET", f"sessions/?limit=3{cursor}").json()
        pages.append([row["label"] for row in page["sessions"]])
        cursor = f"&cursor={page['next']}"
    assert pages == [["5", "4", "3"], ["2", "1", "0"], ["phone"]]
    assert page["next"] is None
    back = anas.ask("GET", f"sessions/?limit=3&cursor={page['previous']}").json()
    assert [row["label"] for row in back["sessions"]] == ["2", "1", "0"]
    assert AccessToken.objects.count() == 7
