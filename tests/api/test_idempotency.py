"""The same request once, however often it is sent."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from api.models import IdempotencyKey
from api.tasks import purge_idempotency_keys
from games.models import Game
from games.players import SignedIn
from tests.api.client import ApiClient, assert_problem

pytestmark = pytest.mark.django_db

DEAL = "DS1-D1N-AAAAAAB"
OTHER_DEAL = "DS1-D1N-AAAAAAC"
REPLAYED = "Idempotency-Replayed"


def start(client: ApiClient, key: str, deal: str = DEAL) -> Any:
    return client.ask("POST", "games/", {"deal": deal}, idempotency_key=key)


def test_the_same_key_and_body_give_the_same_answer(client: ApiClient) -> None:
    first, second = start(client, "k"), start(client, "k")
    assert (first.status_code, second.status_code) == (201, 201)
    assert first.content == second.content
    assert first.headers["Location"] == second.headers["Location"]
    assert (first.headers.get(REPLAYED), second.headers.get(REPLAYED)) == (None, "true")
    assert Game.objects.count() == 1


def test_how_the_body_is_written_makes_no_difference(client: ApiClient) -> None:
    start(client, "k")
    again = client.ask("POST", "games/", b'\n{ "deal" : "DS1-D1N-AAAAA\\u0041B" }', idempotency_key="k")
    assert again.headers[REPLAYED] == "true"


def test_the_key_with_another_body_is_refused_and_says_nothing_of_it(client: ApiClient) -> None:
    first = start(client, "k")
    answer = start(client, "k", OTHER_DEAL)
    assert assert_problem(answer, "idempotency_key_reused") == {}
    assert OTHER_DEAL not in answer.content.decode()
    assert start(client, "k").content == first.content
    assert Game.objects.count() == 1


def test_a_key_is_one_players_on_one_route(client: ApiClient, anonymous: ApiClient) -> None:
    start(client, "k")
    other = ApiClient(token=anonymous.ask("POST", "players/").json()["token"])
    assert REPLAYED not in start(other, "k").headers
    whole_game = {"deal": DEAL, "moves": ["draw"]}
    assert REPLAYED not in client.ask("POST", "scores/", whole_game, idempotency_key="k").headers
    assert Game.objects.count() == 3


def test_a_refused_request_leaves_its_key_free(client: ApiClient) -> None:
    assert_problem(start(client, "k", "DS1-nonsense"), "bad_deal_code")
    assert not IdempotencyKey.objects.exists()
    assert REPLAYED not in start(client, "k").headers


def test_a_fault_leaves_its_key_free_and_nothing_written(client: ApiClient, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as broken:
        broken.setattr(IdempotencyKey.objects, "filter", None)
        assert_problem(start(client, "k"), "internal_error")
    assert (Game.objects.count(), IdempotencyKey.objects.count()) == (0, 0)
    assert start(client, "k").status_code == 201


@pytest.mark.parametrize("key", ("", "x" * 256, "a\tb", "é", "\x7f"))
def test_a_key_that_is_none_is_refused(client: ApiClient, key: str) -> None:
    assert_problem(start(client, key), "bad_idempotency_key")
    assert not Game.objects.exists()


@pytest.mark.parametrize("key", ("!", "x" * 255, "5f8b1c2e-8a53-4b0e-9d55-0c6c2d1f7a10", '"a b"'))
def test_any_printable_text_is_a_key(client: ApiClient, key: str) -> None:
    assert start(client, key).content == start(client, key).content


def test_after_a_day_a_key_is_free_again_purged_or_not(client: ApiClient) -> None:
    start(client, "k")
    IdempotencyKey.objects.update(at=timezone.now() - timedelta(hours=24, seconds=1))
    again = start(client, "k", OTHER_DEAL)
    assert (again.status_code, again.headers.get(REPLAYED)) == (201, None)
    assert start(client, "k", OTHER_DEAL).content == again.content


def test_the_purge_takes_what_is_older_than_a_day(client: ApiClient) -> None:
    for key in ("old", "new"):
        start(client, key)
    IdempotencyKey.objects.filter(key="old").update(at=timezone.now() - timedelta(hours=25))
    purge_idempotency_keys()
    assert [row.key for row in IdempotencyKey.objects.all()] == ["new"]


def test_what_deletes_a_player_deletes_its_keys(client: ApiClient) -> None:
    start(client, "k")
    client.ask("DELETE", "players/me/")
    assert not IdempotencyKey.objects.exists()


def test_a_password_cannot_be_found_from_its_key(client: ApiClient) -> None:
    body = {"name": "Ana", "password": "seven lucky foundations"}
    first = client.ask("POST", "players/me/account/", body, idempotency_key="k")
    assert client.ask("POST", "players/me/account/", body, idempotency_key="k").content == first.content
    kept = IdempotencyKey.objects.get()
    assert b"seven" not in bytes(kept.body) + bytes(kept.fingerprint)


def at_once(guest: SignedIn, *requests: tuple[str, str]) -> list[Any]:
    """The answers to these keys and deals, each sent by a thread with a connection of its own."""

    def send(request: tuple[str, str]) -> Any:
        try:
            return start(ApiClient(token=guest.token), *request)
        finally:
            connection.close()

    with ThreadPoolExecutor(max_workers=len(requests)) as threads:
        return list(threads.map(send, requests))


@pytest.mark.django_db(transaction=True)
def test_five_at_once_make_one_game_and_get_one_answer(guest: SignedIn) -> None:
    for key in ("a", "b", "c"):
        answers = at_once(guest, *[(key, DEAL)] * 5)
        assert {answer.status_code for answer in answers} == {201}
        assert len({answer.content for answer in answers}) == 1
    assert Game.objects.count() == 3


@pytest.mark.django_db(transaction=True)
def test_of_twins_with_different_bodies_one_is_refused(guest: SignedIn) -> None:
    answers = at_once(guest, *[("k", DEAL), ("k", OTHER_DEAL)] * 2)
    assert sorted(answer.status_code for answer in answers) == [201, 201, 422, 422]
    assert Game.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_when_the_first_of_twins_fails_the_other_does_the_work(
    guest: SignedIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    from games import services

    begun: list[int] = []
    start_game = services.start_game

    def fail_once(**arguments: Any) -> Game:
        begun.append(1)
        if len(begun) == 1:
            raise ZeroDivisionError
        return start_game(**arguments)

    monkeypatch.setattr(services, "start_game", fail_once)
    answers = at_once(guest, ("k", DEAL), ("k", DEAL))
    assert sorted(answer.status_code for answer in answers) == [201, 500]
    assert Game.objects.count() == 1
