"""Who is let in."""

import pytest
from pytest_django import DjangoAssertNumQueries

from games import players
from games.players import SignedIn
from tests.api.client import ApiClient, assert_problem

pytestmark = pytest.mark.django_db

CHALLENGE = 'Bearer realm="double-solitaire"'


def test_without_a_token_one_is_told_so(anonymous: ApiClient) -> None:
    answer = anonymous.ask("GET", "players/me/")
    assert_problem(answer, "not_authenticated")
    assert answer.headers["WWW-Authenticate"] == CHALLENGE


@pytest.mark.parametrize(
    "header",
    (
        "",
        "Bearer",
        "Bearer ",
        "Bearer dst_" + "A" * 43,
        "Bearer nonsense",
        "Basic QW5hOnNlY3JldA==",
        "Token dst_x",
        "Bearer \xe9",
        "dst_" + "A" * 43,
    ),
)
@pytest.mark.parametrize("path", ("players/me/", "limits/"))
def test_a_token_that_is_none_is_refused_even_where_none_is_needed(
    anonymous: ApiClient, header: str, path: str
) -> None:
    answer = anonymous.ask("GET", path, authorization=header)
    assert_problem(answer, "invalid_token")
    assert answer.headers["WWW-Authenticate"] == CHALLENGE + ', error="invalid_token"'


@pytest.mark.parametrize("scheme", ("Bearer", "bearer", "BEARER"))
def test_the_scheme_is_written_in_any_case(anonymous: ApiClient, guest: SignedIn, scheme: str) -> None:
    answer = anonymous.ask("GET", "players/me/", authorization=f"{scheme} {guest.token}")
    assert answer.json()["id"] == str(guest.player.pk)


def test_an_inactive_player_is_refused(client: ApiClient, guest: SignedIn) -> None:
    guest.player.is_active = False
    guest.player.save()
    assert_problem(client.ask("GET", "players/me/"), "invalid_token")


def test_an_erased_player_is_refused(client: ApiClient, guest: SignedIn) -> None:
    players.erase(player=guest.player)
    assert_problem(client.ask("GET", "players/me/"), "invalid_token")


def test_the_admins_session_is_no_way_in(guest: SignedIn) -> None:
    client = ApiClient()
    client.force_login(guest.player)
    assert_problem(client.ask("GET", "players/me/"), "not_authenticated")


def test_who_asks_is_found_in_one_query(client: ApiClient, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_num_queries(1):
        assert client.ask("GET", "players/me/").status_code == 200
