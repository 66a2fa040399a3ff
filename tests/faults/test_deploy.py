"""A new version is rolled out while the one before it still serves: both work on the new schema, side by side."""

import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from copy import copy
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
from tests.faults.follower import Follower
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


@pytest.fixture(scope="module")
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


@pytest.fixture(scope="module")
def old_url(service: Supervised, former: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where a web process of the former version serves, beside the new one's."""
    options, port = Options.from_environment(), any_free()
    command = web(options=options, port=port, environment=environment_of(service))
    with process(command, of=former, log=tmp_path_factory.mktemp("web") / "log", port=port):
        yield options.url(port)


def environment_of(service: Supervised) -> dict[str, str]:
    return {**service.variables, **service.environment}


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


def begin_match(a: Client, b: Client) -> str:
    match: str = a.insist("POST", "/matches/", {}, key="a match").body["id"]
    for client, verb in ((b, "join"), (a, "ready"), (b, "ready")):
        assert client.insist("POST", f"/matches/{match}/{verb}/", {}).status == 200
    return match


def act(client: Client, match: str) -> tuple[int, str, str]:
    """Do the first thing that a client's side can; return which event of the match it is."""
    state = client.insist("GET", f"/matches/{match}/").body
    body = {"count": state["count"], "action": state["table"]["legal"][0]}
    answer = client.insist("POST", f"/matches/{match}/actions/", body)
    assert answer.status == 200, answer
    return answer.body["version"], state["you"], body["action"]


def other_version(client: Client, of: Client) -> Client:
    """The same player as a client, asking the version that the other client asks."""
    twin = copy(of)
    twin.token = client.token
    return twin


def test_a_match_is_played_on_both_versions_at_once_and_watched_on_the_new_one(
    service: Supervised, old_url: str
) -> None:
    a, b = Client(old_url), Client(service.url)
    match = begin_match(a, b)
    with ThreadPoolExecutor(1) as pool:
        follower = pool.submit(Follower(b, match).follow)
        played = [act(client, match) for client in (a, b) * 5]
        # Each goes on where the other was.
        a, b = other_version(a, of=b), other_version(b, of=a)
        played += [act(client, match) for client in (a, b) * 5]
        ended = a.insist("POST", f"/matches/{match}/actions/", {"count": 10, "action": "resign"})
        assert ended.status == 200
        told = [(event["n"], event["side"], event["action"]) for event in follower.result(180).events]
    assert told == [*played, (21, "A", "resign")]


def test_the_version_before_the_newest_migration_works_on_beside_the_new_one(
    service: Supervised, old_url: str, former: Path, tmp_path: Path
) -> None:
    promises, old, new = Promises(), Client(old_url), Client(service.url)
    for client in (old, new):
        play(client, promises)
    assert_kept(service, promises)  # checked by the new worker
    old_worker = worker(options=Options.from_environment(), environment=environment_of(service))
    with (
        away(service, "celery -A config worker"),
        process(old_worker, of=former, log=tmp_path / "worker.log"),
    ):
        for client in (Client(old_url), Client(service.url)):
            play(client, promises)
        assert_kept(service, promises)  # checked by the old one
    # A live game that one version has begun is played on by the other.
    won, live = known_game(), old.start(known_game().deal)
    old.append(live, version=0, moves=list(won.moves[:100]))
    new.token = old.token
    assert new.append(live, version=100, moves=list(won.moves[100:])).status == 200
    assert_consistent(service)
