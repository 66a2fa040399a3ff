"""The connection to the database is cut in the middle of a commit: nobody knows whether it came to pass.

Whoever asked is told to come again, and the same request again has the one answer, whichever of the two it was.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
import pytest
from django.db import connection

from games.models import Game, Match
from tests.api.client import ApiClient, assert_problem
from tests.api.people import DEAL, finish, post, start
from tests.api.table import begun
from tests.factories import known_game

pytestmark = pytest.mark.django_db(transaction=True)

Ask = Callable[[], Any]


@pytest.fixture(params=(False, True), ids=("cut before it", "cut after it"))
def cut(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Callable[[], Any]:
    """The next commit has no answer; it has come to pass, or not."""

    @contextmanager
    def cut() -> Iterator[None]:
        def commit() -> None:
            with connection.wrap_database_errors:
                if request.param:
                    connection.connection.commit()
                connection.connection.close()
                raise psycopg.OperationalError("server closed the connection unexpectedly")

        with monkeypatch.context() as patched:
            patched.setattr(connection, "_commit", commit)
            yield

    return cut


def told_twice(ask: Ask, cut: Callable[[], Any]) -> Any:
    """The answer to a request that is sent again, as its first answer was that nobody knows."""
    with cut():
        assert_problem(ask(), "unavailable")
    return ask()


def test_a_game_posted_again_by_its_key_is_one_game(client: ApiClient, cut: Callable[[], Any]) -> None:
    answer = told_twice(lambda: post(client, known_game(), key="a key"), cut)
    assert answer.status_code == 202
    assert [str(game.pk) for game in Game.objects.all()] == [answer.json()["id"]]


def test_a_game_started_again_by_its_key_is_one_game(client: ApiClient, cut: Callable[[], Any]) -> None:
    answer = told_twice(lambda: client.ask("POST", "games/", {"deal": DEAL}, idempotency_key="a key"), cut)
    assert answer.status_code == 201
    assert [str(game.pk) for game in Game.objects.all()] == [answer.json()["id"]]


def test_a_finish_sent_again_is_one(client: ApiClient, cut: Callable[[], Any]) -> None:
    url = start(client)
    assert told_twice(lambda: finish(client, url, 0), cut).status_code == 202
    assert [game.status for game in Game.objects.all()] == ["finished"]


def test_an_action_of_a_match_sent_again_is_one(cut: Callable[[], Any]) -> None:
    at = begun()
    assert told_twice(lambda: at.send("A", "draw", count=0), cut).json()["version"] == 1
    assert [match.stream.version for match in Match.objects.all()] == [1]
