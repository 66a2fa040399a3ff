"""A new version is rolled out while the one before it still serves: both work on the new schema, side by side."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from config.embedded.options import PROJECT, Options
from config.embedded.ports import any_free
from config.embedded.processes import Command
from config.embedded.service import is_ready, web, worker
from tests.factories import events_of, known_game
from tests.faults.client import Client
from tests.faults.conftest import UNHINDERED, away, running
from tests.faults.promises import Promises, assert_consistent, assert_kept
from tests.processes import Process
from tests.supervised import Supervised


def git(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=PROJECT, capture_output=True, text=True, check=True).stdout.strip()


@pytest.fixture(scope="module")
def former(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The code as it was before the newest migration."""
    if not (PROJECT / ".git").exists() or git("rev-parse", "--is-shallow-repository") == "true":
        pytest.skip("the former version is taken from the history, which is not here: git fetch --unshallow brings it")
    newest = git("log", "-1", "--format=%H", "--diff-filter=A", "--", "*/migrations/0*.py")
    directory = tmp_path_factory.mktemp("former")
    archive = subprocess.run(["git", "archive", f"{newest}^"], cwd=PROJECT, capture_output=True, check=True)
    subprocess.run(["tar", "-x", "-C", str(directory)], input=archive.stdout, check=True)
    subprocess.run([sys.executable, "-m", "config.translations", "compile"], cwd=directory, check=True)
    return directory


@pytest.fixture
def service() -> Iterator[Supervised]:
    """The service of the new version, which has migrated the database."""
    with running(UNHINDERED) as service:
        yield service


@contextmanager
def process(command: Command, *, of: Path, log: Path, port: int | None = None) -> Iterator[Process]:
    """A process of the code in a directory, at work."""
    options = Options.from_environment()

    def works(process: Process) -> bool:
        return " ready." in process.log if port is None else is_ready(options=options, port=port)

    started = Process(command=replace(command, directory=of), log=log, is_ready=works)
    started.start()
    try:
        yield started
    finally:
        started.stop()


def play(client: Client, promises: Promises) -> None:
    """Post a game whole and play another live."""
    won = known_game()
    moves = list(won.moves)
    posted = client.post_game(deal=won.deal, moves=moves, score=won.score).body["id"]
    live = client.start(won.deal)
    client.append(live, version=0, moves=moves[:100])
    client.append(live, version=100, moves=moves[100:])
    promises.begun |= dict.fromkeys((posted, live), events_of(moves))
    promises.closed |= {posted, live}


def test_the_version_before_the_newest_migration_works_on_beside_the_new_one(
    service: Supervised, former: Path, tmp_path: Path
) -> None:
    options, port, promises = Options.from_environment(), any_free(), Promises()
    environment = {**service.variables, **service.environment}
    old_web = web(options=options, port=port, environment=environment)
    with process(old_web, of=former, log=tmp_path / "web.log", port=port):
        old, new = Client(options.url(port)), Client(service.url)
        for client in (old, new):
            play(client, promises)
        assert_kept(service, promises)  # checked by the new worker
        old_worker = worker(options=options, environment=environment)
        with (
            away(service, "celery -A config worker"),
            process(old_worker, of=former, log=tmp_path / "worker.log"),
        ):
            for client in (Client(options.url(port)), Client(service.url)):
                play(client, promises)
            assert_kept(service, promises)  # checked by the old one
        # A live game that one version has begun is played on by the other.
        won, live = known_game(), old.start(known_game().deal)
        old.append(live, version=0, moves=list(won.moves[:100]))
        new.token = old.token
        assert new.append(live, version=100, moves=list(won.moves[100:])).status == 200
    assert_consistent(service)
