"""The volume of the database is full: what is not taken is told, nothing is lost, and with room all goes on."""

import os
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from config.embedded.home import Home
from config.embedded.options import PROJECT
from config.embedded.ports import any_free
from config.embedded.postgres import Postgres
from config.embedded.state import State
from tests.factories import events_of, known_game
from tests.faults.client import Client
from tests.faults.conftest import UNHINDERED, running
from tests.faults.promises import Promises, assert_consistent, assert_kept
from tests.processes import Process
from tests.supervised import Supervised, wait_until

MEGABYTES = 120


@pytest.fixture
def volume(open_directory: Path) -> Iterator[Path]:
    """A small volume of its own, in memory."""
    if os.geteuid() != 0 and not os.environ.get("CI"):
        pytest.skip("only root may mount a volume that can be filled: this was not tried")
    directory = open_directory / "volume"
    directory.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={MEGABYTES}m,mode=711", "tmpfs", str(directory)]
    mounted = subprocess.run(mount, capture_output=True, text=True, check=False)
    assert mounted.returncode == 0, f"this machine mounts no volume: {mounted.stderr}"
    yield directory
    subprocess.run(["umount", "--lazy", str(directory)], check=True)


@dataclass
class Database:
    """A PostgreSQL server with its data on that volume, and the way to it."""

    process: Process
    url: str


@pytest.fixture
def database(volume: Path, tmp_path: Path) -> Iterator[Database]:
    home = Home.of(State(PROJECT / "var"))
    server = Postgres(
        programs=home.programs, account=home.account, data=volume / "data", port=any_free(), password="for-tests"
    )
    server.initialise()
    process = Process(command=server.command(), log=tmp_path / "log", is_ready=lambda _: server.answers())
    process.start()
    server.ensure_database()
    yield Database(process, server.url)
    process.stop()


@pytest.fixture
def service(database: Database) -> Iterator[Supervised]:
    """The service on that database."""
    with running({**UNHINDERED, "DATABASE_URL": database.url}) as service:
        yield service


def fill(volume: Path) -> Path:
    """A file that takes all the room that there is."""
    filler = volume / "filler"
    with filler.open("ab", buffering=0) as file:
        try:
            while True:
                file.write(bytes(64 * 1024))
        except OSError:
            return filler


def test_a_full_disk_loses_nothing_and_with_room_again_all_goes_on(
    service: Supervised, database: Database, volume: Path
) -> None:
    client, won, promises = Client(service.url), known_game(), Promises()
    statuses: list[int | None] = []

    def post() -> int | None:
        moves = ["draw", "undo"] * len(statuses) + list(won.moves)
        answer = client.ask("POST", "/scores/", {"deal": won.deal, "moves": moves, "score": won.score})
        statuses.append(answer.status if answer else None)
        if answer and answer.status == 202:
            promises.begun[answer.body["id"]] = events_of(moves)
            promises.closed.add(answer.body["id"])
        return statuses[-1]

    assert post() == 202
    filler = fill(volume)
    wait_until(lambda: [post(), fill(volume)] and statuses.count(503) >= 5, within=240)
    assert set(statuses) == {202, 503}
    filler.unlink()

    def is_back() -> bool:
        if not database.process.runs:  # it ends itself where its journal has no room
            database.process.start()
        return post() == 202

    wait_until(is_back, within=180)
    assert_kept(service, promises)
    assert_consistent(service)
