"""Servers that are away, full of others or silent for a while: what is posted is taken or told to come again."""

import signal
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from statistics import median

import psycopg
import pytest

from tests.faults.client import Answer, Client
from tests.faults.conftest import UNHINDERED, away, running, suspended
from tests.faults.load import Progress, promised_while
from tests.faults.promises import assert_consistent, assert_kept, database
from tests.supervised import Supervised, wait_until

DEAL = "DS1-D1N-KSTNMZC"
BROKER, DATABASE, WEB = "valkey-server", "postgres -D", "granian"
#: Seconds after which the database ends what waits; short, for these tests.
DATABASE_TIMEOUT = 3
#: Seconds within which somebody is told, on a machine that others use as well.
SOON = 20


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Supervised]:
    """One service for all of them: each test leaves it as it was."""
    with running({**UNHINDERED, "DATABASE_TIMEOUT": str(DATABASE_TIMEOUT)}) as service:
        yield service


@pytest.fixture
def client(service: Supervised) -> Client:
    return Client(service.url)


def post(client: Client) -> tuple[Answer | None, float]:
    """The answer to one more game, and the seconds that it took; the game is another one each time."""
    moves, began = ["draw", "undo"] * (time.monotonic_ns() % 1000), time.monotonic()
    return client.ask("POST", "/scores/", {"deal": DEAL, "moves": moves}), time.monotonic() - began


Outage = Callable[[Supervised, str], AbstractContextManager[None]]


@pytest.mark.parametrize("outage", (suspended, away))
def test_a_broker_that_is_away_or_silent_slows_no_post_and_only_the_check_is_late(
    service: Supervised, client: Client, outage: Outage
) -> None:
    post(client)
    with outage(service, BROKER):
        posts = []
        ends = time.monotonic() + 8
        while time.monotonic() < ends:
            posts.append(post(client))
            time.sleep(0.3)
    ids = [answer.body["id"] for answer, _ in posts if answer and answer.status == 202]
    assert len(ids) == len(posts)
    # The most usual time: what is late of one post alone tells of the machine.
    assert median(seconds for _, seconds in posts) < 3
    wait_until(lambda: {client.status(game) for game in ids} == {"verified"}, within=120)


def test_a_database_that_is_away_is_told_soon_and_the_web_processes_are_back_soon_after_it(
    service: Supervised, client: Client
) -> None:
    web = {process.pid for process in service.processes(WEB)}
    with away(service, DATABASE):
        time.sleep(1)
        for _ in range(4):
            refused, seconds = post(client)
            assert_unavailable(refused)
            assert seconds < SOON
        page = client.ask("GET", f"{service.url}/")
        assert page
        assert (page.status, "Back in a moment" in page.body) == (503, True)
    wait_until(lambda: is_taken(post(client)[0]))
    assert {process.pid for process in service.processes(WEB)} == web


def test_a_frozen_database_is_told_soon_and_all_goes_on_after_it(service: Supervised, client: Client) -> None:
    with suspended(service, "postgres"):
        for _ in range(4):
            refused, seconds = post(client)
            assert_unavailable(refused)
            assert seconds < SOON
        ready = client.ask("GET", f"{service.url}/health/ready/")
    assert ready
    assert ready.status == 503
    wait_until(lambda: is_taken(post(client)[0]))


def is_taken(answer: Answer | None) -> bool:
    return answer is not None and answer.status == 202


def assert_unavailable(answer: Answer | None) -> None:
    assert answer
    assert (answer.status, answer.headers["retry-after"]) == (503, "5")
    assert '"code":"unavailable"' in answer.body


@pytest.mark.parametrize("how", (signal.SIGINT, signal.SIGQUIT), ids=("fast", "immediate"))
def test_a_database_that_is_restarted_under_load_loses_nothing(service: Supervised, how: signal.Signals) -> None:
    def restart(progress: Progress) -> None:
        for _ in range(2):
            before = progress()
            wait_until(lambda: progress() > before + 3, within=180)  # noqa: B023 - it is called at once
            # A child has its parent's command line for a moment.
            server = min(service.processes(DATABASE), key=lambda process: process.create_time())
            server.send_signal(how)
            server.wait(180)

    assert_kept(service, promised_while(restart, service=service, seed=how))
    assert_consistent(service)


_OWN = "FROM pg_stat_activity WHERE application_name = 'double-solitaire'"


@contextmanager
def all_connections_taken(service: Supervised) -> Iterator[None]:
    """Others hold every connection that the database server allows, those that the service had among them."""
    with ExitStack() as held:
        control = held.enter_context(database(service))
        times_full = 0
        # One that is ended keeps its place for a moment longer than it is seen, so once is not enough.
        while times_full < 3:
            control.execute(f"SELECT pg_terminate_backend(pid) {_OWN}")
            has_none = not control.execute(f"SELECT 1 {_OWN}").fetchone()
            try:
                held.enter_context(psycopg.connect(service.database_url))
                times_full = 0
            except psycopg.OperationalError:
                times_full = times_full + 1 if has_none else 0
        yield


def test_where_the_database_takes_no_connection_more_it_is_told_and_nothing_is_half_written(
    service: Supervised, client: Client
) -> None:
    web = {process.pid for process in service.processes(WEB)}
    before = count(service)
    with all_connections_taken(service):
        refused, seconds = post(client)
        assert_unavailable(refused)
        assert seconds < SOON
    wait_until(lambda: is_taken(post(client)[0]))
    assert {process.pid for process in service.processes(WEB)} == web
    streams, games, batches = count(service)
    assert streams - before[0] == games - before[1] == batches - before[2]


def count(service: Supervised) -> tuple[int, int, int]:
    """How many streams, games and batches of posted games there are."""
    with database(service) as connection:
        numbers = [
            connection.execute(query).fetchone()
            for query in (
                "SELECT count(*) FROM games_stream WHERE is_closed",
                "SELECT count(*) FROM games_game WHERE origin = 'posted'",
                "SELECT count(*) FROM games_logbatch WHERE closes AND first_version = 0",
            )
        ]
    streams, games, batches = (row[0] for row in numbers if row)
    return streams, games, batches


def test_who_waits_for_a_lock_for_long_is_told_to_come_again(service: Supervised, client: Client) -> None:
    with psycopg.connect(service.database_url) as other:
        other.execute("SELECT 1 FROM games_player FOR UPDATE")
        refused, seconds = post(client)
    assert_unavailable(refused)
    assert DATABASE_TIMEOUT / 2 <= seconds < SOON
    wait_until(lambda: is_taken(post(client)[0]))


def test_a_check_that_waits_for_a_lock_for_long_is_made_later(service: Supervised, client: Client) -> None:
    with psycopg.connect(service.database_url) as other:
        other.execute("SELECT 1 FROM games_player FOR NO KEY UPDATE")
        answer, _ = post(client)
        assert answer
        assert answer.status == 202
        wait_until(lambda: "statement timeout" in error_of(service, answer.body["id"]))
    end_leases(service)
    wait_until(lambda: client.status(answer.body["id"]) == "verified")


def end_leases(service: Supervised) -> None:
    """Let no time be left of what workers have taken: it would be half a minute."""
    with database(service) as connection:
        connection.execute("UPDATE games_game SET claimed_until = now() WHERE claimed_until > now()")


def error_of(service: Supervised, game_id: str) -> str:
    """How the last check of a game has failed."""
    with database(service) as connection:
        row = connection.execute("SELECT check_error FROM games_game WHERE stream_id = %s", [game_id]).fetchone()
    return row[0] if row else ""
