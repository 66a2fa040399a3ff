"""The whole service under the supervisor, with real processes."""

import http.client
import json
import os
import re
import signal
import socket
import stat
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from tests.processes import Broker
from tests.supervised import Supervised, wait_until

pytestmark = pytest.mark.flow

# One process of each kind is enough here.
SMALL = {"WEB_PROCESSES": "1", "WORKER_PROCESSES": "1"}

Make = Callable[..., Supervised]


@pytest.fixture(scope="module")
def home() -> Iterator[Path]:
    """Where the runs of this module keep their state, one after another."""
    with tempfile.TemporaryDirectory(prefix="double-solitaire-") as directory:
        Path(directory).chmod(0o711)  # the servers may run as another user
        yield Path(directory)


@pytest.fixture(scope="module")
def first_run(home: Path) -> tuple[str, str, int]:
    """Its address, what it printed, and its exit status; it has left no process."""
    run = Supervised(home, variables=SMALL)
    run.start()
    url, printed, status = run.url, run.printed, run.stop()
    wait_until(lambda: run.processes() == [])
    return url, printed, status


@pytest.fixture(scope="module")
def second_run(home: Path, first_run: object) -> Iterator[Supervised]:
    """A further run in the same home, which meets another program on its port."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        taken = str(other.getsockname()[1])
        run = Supervised(home, variables={**SMALL, "PORT": taken, "STREAM_PORT": taken})
        run.start()
        yield run
    run.stop()


@pytest.fixture
def further_run(home: Path, first_run: object) -> Iterator[Make]:
    """Makes further runs in the same home, when no other is going on."""
    runs: list[Supervised] = []

    def make(variables: Mapping[str, str] | None = None) -> Supervised:
        runs.append(Supervised(home, variables={**SMALL, **(variables or {})}))
        return runs[-1]

    yield make
    for run in runs:
        run.stop()


def status_of(url: str) -> int:
    host, _, path = url.removeprefix("http://").partition("/")
    with closing(http.client.HTTPConnection(host, timeout=60)) as connection:
        connection.request("GET", f"/{path}")
        return connection.getresponse().status


def test_the_first_run_says_where_everything_is_and_how_to_sign_in(first_run: tuple[str, str, int]) -> None:
    url, printed, status = first_run

    assert re.search(rf"API +{url}/api/v1/\n", printed)
    assert re.search(r"Streams +http://127\.0\.0\.1:\d+/live/\n", printed)
    assert re.search(rf"Admin +{url}/admin/\n +name admin, password \S{{16}} ", printed)
    assert status == 0


def test_a_second_run_finds_the_data_of_the_first(second_run: Supervised) -> None:
    assert "with the sign-in made on the first run" in second_run.printed
    assert "making a database" not in second_run.printed


def test_a_web_port_in_use_is_told_and_another_taken(second_run: Supervised) -> None:
    taken, other = second_run.variables["PORT"], second_run.url.rpartition(":")[2]

    assert f"port {taken} is in use by another program, so this run takes {other}" in second_run.printed
    assert status_of(f"{second_run.url}/admin/login/") == 200
    assert status_of(f"{second_run.streams_url}/live/health/") == 200


def test_the_pages_may_ask_where_the_streams_are(second_run: Supervised) -> None:
    host = second_run.url.removeprefix("http://")
    with closing(http.client.HTTPConnection(host, timeout=60)) as connection:
        connection.request("GET", "/docs/")
        policy = connection.getresponse().headers["Content-Security-Policy"]
    assert f"connect-src 'self' {second_run.streams_url};" in policy


def test_a_mail_for_a_forgotten_password_is_written_to_a_file(second_run: Supervised) -> None:
    with closing(http.client.HTTPConnection(second_run.url.removeprefix("http://"), timeout=60)) as connection:

        def post(path: str, **body: str) -> int:
            connection.request("POST", f"/api/v1/{path}", json.dumps(body), {"Content-Type": "application/json"})
            with connection.getresponse() as response:
                response.read()  # what is left of it would be taken for the next answer
                return response.status

        assert post("players/", name="Ana", password="seven lucky foundations", email="ana@example.org") == 201
        assert post("players/recovery/", email="ana@example.org") == 202
    mails = Path(second_run.variables["STATE_DIR"]) / "mail"
    wait_until(lambda: any(f"{second_run.url}/recovery/#" in file.read_text() for file in mails.iterdir()))
    assert stat.filemode(mails.stat().st_mode) == "drwx------"


def test_a_second_start_beside_it_is_refused_and_told_where_it_runs(second_run: Supervised) -> None:
    twin = second_run.command("run")

    where = f"(process {second_run.process.pid}): {second_run.url}/\n"
    assert (twin.returncode, twin.stdout) == (1, "")
    assert twin.stderr == f"It is running already {where}Stop it by Ctrl-C in its terminal, or by `make stop`.\n"
    assert second_run.command("status").stdout == f"It is running {where}"


def test_commands_reach_the_running_database(second_run: Supervised) -> None:
    listed = second_run.command("manage", "showmigrations", "sessions")

    assert (listed.returncode, listed.stdout) == (0, "sessions\n [X] 0001_initial\n")


def test_it_can_be_stopped_from_elsewhere(second_run: Supervised) -> None:
    assert second_run.command("stop").stdout == "Everything has stopped.\n"

    assert second_run.wait() == 0
    assert "Everything has stopped." in second_run.printed
    assert second_run.command("manage", "check").stderr == "It is not running. `make run` starts it.\n"


def test_a_run_killed_with_9_leaves_nothing_and_does_not_block_the_next(further_run: Make) -> None:
    killed = further_run()
    killed.start()
    assert all(
        killed.processes(word)
        for word in ("postgres", "valkey", "granian", "config worker", "config beat", "config.live")
    )

    killed.kill()
    run = further_run()
    run.start()

    assert "The last run was killed" in run.printed
    assert run.stop(signal.SIGTERM) == 0
    wait_until(lambda: run.processes() == [])


def test_servers_that_the_environment_names_are_used(further_run: Make, home: Path) -> None:
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as connection:
        connection.execute("DROP DATABASE IF EXISTS given WITH (FORCE)")
        connection.execute("CREATE DATABASE given")
    broker = Broker(home)
    broker.start()
    given = os.environ["DATABASE_URL"].rpartition("/")[0] + "/given"

    run = further_run({"DATABASE_URL": given, "CELERY_BROKER_URL": broker.url})
    run.start()

    assert "using the server that DATABASE_URL names" in run.printed
    assert "using the server that CELERY_BROKER_URL names" in run.printed
    assert run.processes("postgres -D") == []
    assert run.stop() == 0
    broker.stop()


@pytest.mark.parametrize(
    ("variables", "expected"),
    (
        (
            {"DATABASE_URL": "postgresql://app:hidden@127.0.0.1:9/games"},
            "The database that DATABASE_URL names (postgresql://127.0.0.1:9/games) cannot be used: ",
        ),
        (
            {"CELERY_BROKER_URL": "redis://:hidden@127.0.0.1:9/0"},
            "The broker that CELERY_BROKER_URL names (redis://127.0.0.1:9/0) cannot be used: ",
        ),
        (
            {"CELERY_BROKER_URL": "ipoac://pigeon"},
            "The broker that CELERY_BROKER_URL names (ipoac://pigeon) cannot be used: ",
        ),
        ({"PORT": "eighty"}, "PORT is 'eighty'; it must be a whole number, 1 or more."),
    ),
)
def test_what_prevents_the_start_is_told_plainly(further_run: Make, variables: dict[str, str], expected: str) -> None:
    run = further_run(variables)
    run.launch()

    assert run.wait() == 1
    assert expected in run.printed
    assert "hidden" not in run.printed
    assert "Traceback" not in run.printed
