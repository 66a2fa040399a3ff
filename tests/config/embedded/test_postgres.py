"""The embedded PostgreSQL: data of another major version is refused, and a process that dies takes all of it along."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import psutil
import psycopg
import pytest

from config.embedded.account import Account
from config.embedded.errors import StartFailed
from config.embedded.home import Home
from config.embedded.options import PROJECT
from config.embedded.ports import any_free
from config.embedded.postgres import Postgres
from config.embedded.processes import Child, wait_until_ready
from config.embedded.programs import Programs
from config.embedded.state import State
from tests.supervised import wait_until


@pytest.fixture
def server(tmp_path: Path) -> Postgres:
    """A server whose data directory is there."""
    data = tmp_path / "postgres"
    data.mkdir()
    programs, account = Programs.installed(), Account.for_servers()
    return Postgres(programs=programs, account=account, data=data, port=1, password="for-tests")


def test_data_of_another_major_version_is_refused_and_left_as_it_is(server: Postgres) -> None:
    version = server.data / "PG_VERSION"
    version.write_text("17\n")
    before = [(path, path.stat().st_mtime_ns) for path in server.data.parent.rglob("*")]

    with pytest.raises(StartFailed) as refused:
        server.initialise()

    said = str(refused.value)
    assert said.startswith(f"The data in {server.data} is of PostgreSQL 17, the installed programs are 18.")
    assert "Nothing was changed. docs/deploy/backup.md tells how to move it over" in said
    assert [(path, path.stat().st_mtime_ns) for path in server.data.parent.rglob("*")] == before


def test_data_of_the_same_major_version_is_taken(server: Postgres) -> None:
    (server.data / "PG_VERSION").write_text("18\n")

    server.initialise()

    assert [path.name for path in server.data.iterdir()] == ["PG_VERSION"]


def test_a_directory_that_is_no_data_is_refused_and_left_as_it_is(server: Postgres) -> None:
    (server.data / "somebodys.file").touch()

    with pytest.raises(StartFailed, match="is not the data of a PostgreSQL server"):
        server.initialise()

    assert [path.name for path in server.data.iterdir()] == ["somebodys.file"]


@pytest.fixture
def running() -> Iterator[tuple[Postgres, Child]]:
    """A server that answers."""
    with TemporaryDirectory(prefix="double-solitaire-tests-") as directory:
        Path(directory).chmod(0o711)  # for the server's user
        home = Home.of(State(PROJECT / "var"))
        postgres = Postgres(
            programs=home.programs,
            account=home.account,
            data=Path(directory) / "postgres",
            port=any_free(),
            password="for-tests",
            options=("-c", "fsync=off"),
        )
        postgres.initialise()
        child = Child(command=postgres.command(), log=Path(directory) / "log")
        child.start()
        wait_until_ready(child, is_ready=postgres.answers, within=120)
        postgres.ensure_database()
        yield postgres, child
        child.stop()


def test_a_process_that_dies_takes_all_of_the_server_along_and_it_can_be_started_again(
    running: tuple[Postgres, Child],
) -> None:
    postgres, child = running
    with psycopg.connect(postgres.url) as connection:
        psutil.Process(connection.info.backend_pid).kill()
        wait_until(lambda: child.pid is None)
    child.start()
    wait_until(postgres.answers)
