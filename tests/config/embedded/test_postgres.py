"""Data of another major version of PostgreSQL: refused in plain words, with nothing touched."""

from pathlib import Path

import pytest

from config.embedded.account import Account
from config.embedded.errors import StartFailed
from config.embedded.postgres import Postgres
from config.embedded.programs import Programs


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
