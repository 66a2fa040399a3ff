"""What crosses: two checks of one player's games, staff who decide at once, a rebuild in the middle of everything.

Real threads, each with a connection of its own. One waits for a lock that the test holds, so that the others come in
between for certain.
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from datetime import timedelta
from functools import partial
from io import StringIO
from threading import Barrier, Event
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection, transaction
from django.utils import timezone

from games import check, retention
from games.check import check_waiting
from games.models import Decision, LogBatch, Purge
from games.moderation import hide_game
from games.moderation.errors import NothingToDecide
from tests.api.client import ApiClient, assert_problem
from tests.api.people import DEAL, Person, checked, newcomer, post
from tests.factories import known_game, make_player, start_and_play
from tests.locks import waiting_for_locks
from tests.supervised import wait_until

pytestmark = pytest.mark.django_db(transaction=True)

BOARD = f"deals/{DEAL}/leaderboard/"
PASSWORD = "seven lucky foundations"


def apart(task: Callable[[], Any]) -> Any:
    """The result of a task on a connection that nobody else has."""
    try:
        return task()
    finally:
        connection.close()


def together(tasks: Sequence[Callable[[], Any]]) -> list[Any]:
    """The results of tasks that all begin at once."""
    barrier = Barrier(len(tasks), timeout=60)
    with ThreadPoolExecutor(len(tasks)) as pool:
        return list(pool.map(lambda task: apart(lambda: (barrier.wait(), task())[1]), tasks))


@contextmanager
def beside(task: Callable[[], Any]) -> Iterator[Future[Any]]:
    """A task that runs meanwhile; it is waited for at the end."""
    with ThreadPoolExecutor(1) as pool:
        yield pool.submit(apart, task)


def until_waiting(number: int) -> None:
    """Return once so many connections of this database wait for a lock."""
    wait_until(lambda: waiting_for_locks() == number)


def ranked(answer: Any) -> list[tuple[int, str]]:
    assert answer.status_code == 200, answer.content
    return [(row["rank"], row["player"]["name"]) for row in answer.json()["rows"]]


def dead_game(person: Person) -> str:
    """The address of a guest's game that nobody has touched for long."""
    game = start_and_play(person.player, DEAL, ["draw"], at=timezone.now() - timedelta(days=100))
    return f"/api/v1/games/{game.pk}/"


# -- Two at once


@pytest.mark.parametrize(
    ("path", "body", "is_staff"),
    (
        ("moves/", {"version": 1, "moves": ["draw"]}, False),
        ("finish/", {"version": 1}, False),
        ("report/", {"cause": "cheating"}, True),
    ),
)
def test_what_comes_at_the_moment_of_a_purge_finds_no_game(path: str, body: dict[str, Any], is_staff: bool) -> None:
    ana, is_purged = newcomer("Ana"), Event()
    url = dead_game(ana)
    by = newcomer("Sam", is_staff=True) if is_staff else ana
    asked = partial(by.client.ask, "POST", f"{url}{path}", body)
    with beside(lambda: (is_purged.wait(60), asked())[1]) as answer, transaction.atomic():
        retention.purge_dead_games(left_for=timedelta(days=90), at=timezone.now())
        is_purged.set()
        until_waiting(1)
    assert_problem(answer.result(), "game_not_found")
    assert (Purge.objects.count(), LogBatch.objects.count()) == (1, 0)


def test_of_two_games_of_one_player_checked_by_two_workers_the_better_stands_and_both_count(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    better, worse = known_game(nth=1), known_game()
    follow_up = check._follow_up
    for number in range(5):
        both_decided = Barrier(2, timeout=60)
        monkeypatch.setattr(check, "_follow_up", lambda *a, b=both_decided, **k: (b.wait(), follow_up(*a, **k)))
        client = newcomer(f"P{number}").client
        best = [post(client, game).json()["id"] for game in (worse, better)][1]
        assert together([lambda: check_waiting(limit=1)] * 2) == [1, 1]
        assert client.ask("GET", f"{BOARD}me/").json()["entry"]["game_id"] == best
    summary = client.ask("GET", f"deals/{DEAL}/stats/").json()["summary"]
    assert (summary["entries"], summary["games"]["verified"]) == (5, 10)


def test_one_game_hidden_by_two_of_staff_at_once_is_hidden_once(anonymous: ApiClient) -> None:
    ana = newcomer("Ana").client
    game_id = checked(ana, post(ana, known_game()))["id"]
    staff = [make_player(name, is_staff=True) for name in ("Sam", "Kim")]

    def hide(by: Any) -> bool:
        try:
            hide_game(game_id=game_id, by=by, reason="test")
        except NothingToDecide:
            return False
        return True

    assert sorted(together([partial(hide, by) for by in staff])) == [False, True]
    assert (Decision.objects.count(), ranked(anonymous.ask("GET", BOARD))) == (1, [])


def test_of_two_accounts_with_names_that_look_alike_one_is_made() -> None:
    def register(name: str) -> Any:
        return ApiClient().ask("POST", "players/", {"name": name, "password": PASSWORD})

    for number in range(5):
        names = (f"Ana {number}", f"ANA {number}")
        taken, made = sorted(together([partial(register, name) for name in names]), key=lambda a: -a.status_code)
        assert made.status_code == 201
        assert assert_problem(taken, "name_taken") == {}


# -- A rebuild in the middle of it


@pytest.fixture
def people() -> list[Person]:
    """Ana and Bo, tied on the board, whose rows say by mistake that their games gave nothing."""
    people = [newcomer(name) for name in ("Ana", "Bo")]
    for person in people:
        checked(person.client, post(person.client, known_game()))
    with connection.cursor() as cursor:
        cursor.execute("UPDATE leaderboards_entry SET ranked_score = 0 WHERE view = 'best'")
        cursor.execute("UPDATE leaderboards_tally SET wins = 0")
    return people


@contextmanager
def rebuild_half_done() -> Iterator[Future[Any]]:
    """A rebuild that has begun and cannot go on until the end of this: it needs a row that is held here."""
    rebuild = partial(call_command, "rebuild_leaderboards", stdout=StringIO(), stderr=StringIO())
    with beside(rebuild) as rebuilt, transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT FROM leaderboards_tally FOR UPDATE")
        until_waiting(1)
        yield rebuilt


def scores(client: ApiClient) -> list[int]:
    answer = apart(partial(client.ask, "GET", BOARD))
    return [row["ranked_score"] for row in answer.json()["rows"]]


def read_apart(client: ApiClient) -> list[int]:
    with beside(partial(scores, client)) as read:
        found: list[int] = read.result(timeout=60)
    return found


def test_who_reads_during_a_rebuild_sees_the_old_board_and_then_the_new_one(
    anonymous: ApiClient, people: list[Person]
) -> None:
    with rebuild_half_done() as rebuilt:
        during = read_apart(anonymous)
        assert not rebuilt.done()
    score = known_game().final["ranked_score"]
    assert (during, scores(anonymous)) == ([0, 0], [score, score])


@pytest.mark.parametrize(
    "leave",
    (
        lambda person: person.client.ask("PATCH", "players/me/", {"on_boards": False}),
        lambda person: person.client.ask("DELETE", "players/me/"),
        lambda person: hide_game(
            game_id=person.player.games.get().pk, by=make_player("Sam", is_staff=True), reason="x"
        ),
    ),
    ids=("opts out", "is deleted", "is hidden"),
)
def test_who_leaves_during_a_rebuild_is_on_no_board_after_it(
    anonymous: ApiClient, people: list[Person], leave: Callable[[Person], Any]
) -> None:
    with ThreadPoolExecutor(1) as pool:
        with rebuild_half_done():
            leaving = pool.submit(apart, partial(leave, people[0]))
            until_waiting(2)
        leaving.result(timeout=60)
    assert ranked(anonymous.ask("GET", BOARD)) == [(1, "Bo")]
    assert anonymous.ask("GET", f"deals/{DEAL}/stats/").json()["summary"]["winners"] == 1


def test_what_is_posted_and_checked_during_a_rebuild_is_on_the_board_after_it(
    anonymous: ApiClient, people: list[Person]
) -> None:
    cyd = newcomer("Cyd").client
    with ThreadPoolExecutor(1) as pool:
        with rebuild_half_done():
            checking = pool.submit(apart, lambda: checked(cyd, post(cyd, known_game())))
            until_waiting(2)
        assert checking.result(timeout=60)["status"] == "verified"
    assert ranked(anonymous.ask("GET", BOARD)) == [(1, "Ana"), (1, "Bo"), (1, "Cyd")]
    assert cyd.ask("GET", f"{BOARD}me/").json()["total"] == 3
