"""Requests at the same moment: real threads, each with a connection of its own."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier
from typing import Any

import pytest
from django.db import connection

from games import log
from games.check import check_waiting
from games.models import Attempt, Game, LogBatch, Stream
from tests.api.client import ApiClient, assert_problem
from tests.api.people import DEAL, append, finish, newcomer, post, post_moves, start
from tests.factories import events_of, known_game

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def client() -> ApiClient:
    """The guest's client, whose rows the threads can see."""
    return newcomer("Ana").client


def together(asks: Sequence[Callable[[], Any]]) -> list[Any]:
    """The answers to requests that were all sent at once, in the order of the requests."""
    barrier = Barrier(len(asks))

    def run(ask: Callable[[], Any]) -> Any:
        try:
            barrier.wait(timeout=60)
            return ask()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(asks)) as pool:
        return list(pool.map(run, asks))


def test_one_key_five_times_at_once_is_one_game_and_five_equal_answers(client: ApiClient) -> None:
    answers = together([lambda: post(client, known_game(), key="a key")] * 5)
    assert {(answer.status_code, answer.content, answer.headers["Location"]) for answer in answers} == {
        (202, answers[0].content, answers[0].headers["Location"])
    }
    assert sorted("Idempotency-Replayed" in answer.headers for answer in answers) == [False, True, True, True, True]
    assert (Game.objects.count(), Stream.objects.count(), LogBatch.objects.count()) == (1, 1, 1)
    assert (check_waiting(limit=10), check_waiting(limit=10)) == (1, 0)


def test_the_same_game_five_times_at_once_without_a_key_is_one_game(client: ApiClient) -> None:
    answers = together([lambda: post(client, known_game())] * 5)
    assert {(answer.status_code, answer.content) for answer in answers} == {(202, answers[0].content)}
    assert (Game.objects.count(), Stream.objects.count(), LogBatch.objects.count()) == (1, 1, 1)


def test_one_key_with_two_bodies_at_once_lets_one_in(client: ApiClient) -> None:
    answers = together([partial(post, client, known_game(), score=score, key="a key") for score in (1, 2)])
    let_in, refused = sorted(answers, key=lambda answer: answer.status_code)
    assert let_in.status_code == 202
    assert_problem(refused, "idempotency_key_reused")
    assert Game.objects.get().claimed_score == let_in.json()["claimed_score"]


def test_of_two_appends_at_one_version_one_wins_and_the_other_is_told(client: ApiClient) -> None:
    url = start(client)
    answers = together([partial(append, client, url, 0, move) for move in ("draw", "T8-F")])
    won, lost = sorted(answers, key=lambda answer: answer.status_code)
    assert won.status_code == 200
    missing = assert_problem(lost, "version_conflict")
    assert missing == {"version": 0, "current_version": 1, "missing_moves": won.json()["moves"]}
    assert log.read(stream_id=Game.objects.get().pk) == events_of(won.json()["moves"])


def test_the_same_append_five_times_at_once_is_one(client: ApiClient) -> None:
    url = start(client)
    answers = together([lambda: append(client, url, 0, "T8-F", "draw")] * 5)
    assert {(answer.status_code, answer.content) for answer in answers} == {(200, answers[0].content)}
    assert LogBatch.objects.count() == 1


def test_of_an_undo_and_a_finish_at_once_the_log_has_one_order(client: ApiClient) -> None:
    url = start(client)
    append(client, url, 0, "T8-F")
    undone, finished = together([lambda: append(client, url, 1, "undo"), lambda: finish(client, url, 1)])
    if undone.status_code == 200:
        assert assert_problem(finished, "version_conflict")["missing_moves"] == ["undo"]
    else:
        assert_problem(undone, "game_finished")
        assert finished.status_code == 202
    assert LogBatch.objects.count() == 2


def test_two_finishes_at_once_are_one(client: ApiClient) -> None:
    url = start(client)
    answers = together([lambda: finish(client, url, 0)] * 3)
    assert [answer.status_code for answer in answers] == [202, 202, 202]
    assert LogBatch.objects.count() == 1


def test_of_two_first_games_at_once_one_is_the_first_attempt(client: ApiClient) -> None:
    answers = together(
        [
            lambda: post_moves(client, DEAL, ["draw"]),
            lambda: post_moves(client, "DS1-D3V-KSTNMZC", ["draw"]),
            lambda: client.ask("POST", "games/", {"deal": DEAL}),
        ]
    )
    assert sorted(answer.json()["first_attempt"] for answer in answers) == [False, False, True]
    assert Attempt.objects.count() == 1
