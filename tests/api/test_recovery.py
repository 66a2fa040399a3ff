"""Lost or stuck: workers that die, checks that run twice, a database that fails, boards that are lost.

What is told of a game stays in step with its board all the while, and in the end both are as if nothing had happened.
Real processes are killed in tests/flows and tests/faults.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from games import check
from games.check import check_waiting
from games.limits import CHECK_LEASE
from games.moderation import hide_game
from tests.api.client import ApiClient, assert_problem
from tests.api.people import DEAL, checked, finish, newcomer, post, post_moves, start
from tests.factories import known_game, make_player

pytestmark = pytest.mark.django_db

BOARD = f"deals/{DEAL}/leaderboard/"
SECOND = timedelta(seconds=1)


@pytest.fixture
def url(client: ApiClient) -> str:
    """A game that was posted and waits: 266 actions in three seconds, which its check will flag."""
    times = {"started_at": "2026-11-30T12:00:00Z", "finished_at": "2026-11-30T12:00:03Z"}
    answered: str = post(client, known_game(), **times).json()["url"]
    return answered


def told(client: ApiClient, url: str) -> dict[str, Any]:
    """What a player is told of the game and of its board."""
    game = client.ask("GET", url).json()
    summary = client.ask("GET", f"deals/{DEAL}/stats/").json()["summary"]
    counted = {name: n for name, n in summary["games"].items() if n and name != "started"}
    place = client.ask("GET", f"{BOARD}me/").json()
    return {
        "status": game["status"],
        "flags": len(game["flags"]),
        "counted": counted,
        "total": client.ask("GET", BOARD).json()["total"],
        "place": place.get("rank", place.get("reason")),
    }


WAITS = {"status": "finished", "flags": 0, "counted": {"waiting": 1}, "total": 0, "place": "waiting"}
DECIDED = {"status": "verified", "flags": 1, "counted": {"verified": 1}, "total": 1, "place": 1}


# -- A worker dies, or outlives its time


def test_a_game_whose_worker_died_is_checked_once_its_lease_has_run_out(
    client: ApiClient, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def die(**_: Any) -> None:
        raise SystemExit

    at = timezone.now()
    with monkeypatch.context() as dying:
        dying.setattr(check, "judge", die)
        with pytest.raises(SystemExit):
            check_waiting(limit=10, at=at)
    assert (told(client, url), client.ask("GET", url).json()["check"]["begun"]) == (WAITS, 1)
    assert check_waiting(limit=10, at=at + CHECK_LEASE - SECOND) == 0
    assert check_waiting(limit=10, at=at + CHECK_LEASE) == 1
    assert told(client, url) == DECIDED


def test_a_check_that_outlives_its_lease_finds_the_game_decided(
    client: ApiClient, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    at, judge = timezone.now(), check.judge

    def outlive(**log: Any) -> Any:
        monkeypatch.setattr(check, "judge", judge)
        assert check_waiting(limit=10, at=at + CHECK_LEASE) == 1
        return judge(**log)

    monkeypatch.setattr(check, "judge", outlive)
    assert check_waiting(limit=10, at=at) == 0
    assert told(client, url) == DECIDED
    assert client.ask("GET", url).json()["check"] == {"state": "decided", "begun": 2, "at": in_json(at + CHECK_LEASE)}


def in_json(at: datetime) -> str:
    return at.isoformat().replace("+00:00", "Z")


# -- The database fails


@contextmanager
def failing(table: str, *, at_commit: bool = False) -> Iterator[None]:
    """Let the database refuse each new row of a table: as it is written, or only as the transaction commits."""
    when = "AFTER INSERT" if at_commit else "BEFORE INSERT"
    kind, deferred = ("CONSTRAINT TRIGGER", "DEFERRABLE INITIALLY DEFERRED") if at_commit else ("TRIGGER", "")
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no space left'; END $$; "
            f"CREATE {kind} failing {when} ON {table} {deferred} FOR EACH ROW EXECUTE FUNCTION fail()"
        )
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("DROP FUNCTION fail CASCADE")


STEPS = ("leaderboards_entry", "leaderboards_movescount", "leaderboards_tally", "leaderboards_dealtotal", "games_flag")


def assert_decided_whole_or_not_at_all(client: ApiClient, url: str, failure: Any) -> None:
    at = timezone.now()
    with failure:
        assert check_waiting(limit=10, at=at) == 0
    assert told(client, url) == WAITS
    assert check_waiting(limit=10, at=at + CHECK_LEASE) == 1
    assert told(client, url) == DECIDED


@pytest.mark.parametrize("table", STEPS)
def test_where_the_database_fails_in_a_decision_there_is_neither_verdict_nor_entry(
    client: ApiClient, url: str, table: str
) -> None:
    assert_decided_whole_or_not_at_all(client, url, failing(table))


@pytest.mark.django_db(transaction=True)
def test_where_the_commit_of_a_decision_fails_there_is_neither_verdict_nor_entry(client: ApiClient, url: str) -> None:
    assert_decided_whole_or_not_at_all(client, url, failing("games_flag", at_commit=True))


@pytest.mark.parametrize("table", ("games_game", "games_logbatch", "games_attempt"))
def test_where_the_database_fails_in_a_post_nothing_is_left_and_the_key_is_free(client: ApiClient, table: str) -> None:
    with failing(table):
        assert_problem(post(client, known_game(), key="a key"), "internal_error")
    assert client.ask("GET", "games/").json()["games"] == []
    assert post(client, known_game(), key="a key").status_code == 202


# -- The boards are lost


@pytest.fixture
def played() -> list[ApiClient]:
    """Four players of a deal: two tied, one with another game hidden, one rejected, who also gave up in Vegas."""
    people = [newcomer(name).client for name in ("Ana", "Bo", "Cyd", "Dee")]
    ana, bo, cyd, dee = people
    for client in (ana, bo):
        checked(client, post(client, known_game()))
    hidden = checked(cyd, post(cyd, known_game(nth=1)))
    hide_game(game_id=hidden["id"], by=make_player("Sam", is_staff=True), reason="test")
    checked(cyd, finish(cyd, start(cyd), 0))
    checked(dee, post_moves(dee, DEAL, [], score=99999))
    checked(dee, post_moves(dee, "DS1-D1V-KSTNMZC", ["draw"]))
    return people


def everything(clients: list[ApiClient]) -> list[bytes]:
    """What each of them is answered about boards."""
    paths = ["", "?view=first", "?origin=live", "me/", "search/?name=bo", "history/"]
    addresses = [f"deals/DS1-{mode}-KSTNMZC/leaderboard/{path}" for mode in ("D1N", "D1V") for path in paths]
    addresses += [f"deals/{DEAL}/stats/", f"deals/{DEAL}/", "deals/", "deals/?order=popular"]
    return [client.ask("GET", address).content for client in clients for address in addresses]


def empty(*tables: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute(f"TRUNCATE {', '.join(tables)}")


def spoil(*updates: str) -> None:
    with connection.cursor() as cursor:
        for update in updates:
            cursor.execute(f"UPDATE {update}")


@pytest.mark.parametrize(
    "lose",
    (
        lambda: empty(
            *("leaderboards_entry", "leaderboards_scorecount", "leaderboards_movescount"),
            *("leaderboards_tally", "leaderboards_dealtotal", "leaderboards_dealday", "leaderboards_openday"),
        ),
        lambda: spoil(
            "leaderboards_entry SET finished_at = now(), ranked_score = 5", "leaderboards_tally SET wins = 7"
        ),
        lambda: spoil("leaderboards_scorecount SET n = 9", "leaderboards_dealtotal SET players = 9"),
        lambda: spoil("games_game SET ranked_score = 7, won = false WHERE status = 'verified'"),
    ),
    ids=("emptied", "entries", "counts", "results"),
)
def test_boards_that_were_lost_are_rebuilt_as_they_were(played: list[ApiClient], lose: Callable[[], None]) -> None:
    before = everything(played)
    lose()
    assert everything(played) != before
    call_command("rebuild_leaderboards", stdout=StringIO(), stderr=StringIO())
    assert everything(played) == before
