"""One PostgreSQL server for the whole run; fixtures of real processes are in tests/flows/conftest.py.

A server that DATABASE_URL names is used as it is (its user must be allowed to make databases); otherwise an embedded
one is started before anything else, and handed to the processes of pytest-xdist by the same variable.
"""

import os
import shutil
import signal
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, zip_longest
from pathlib import Path

import hypothesis
import pytest
from django.utils import translation

from config.embedded.home import Home
from config.embedded.options import PROJECT
from config.embedded.ports import any_free
from config.embedded.postgres import Postgres
from config.embedded.processes import Child, wait_until_ready
from config.embedded.state import State
from config.translations import catalogs

# Nothing of a test run is worth waiting for a disk.
_FAST = ("-c", "fsync=off", "-c", "synchronous_commit=off", "-c", "full_page_writes=off")

# How long an example takes, or is looked for, tells of the machine, not of the code. The examples are the same each
# time, so that no change fails for what it has not touched; make test PYTEST="--hypothesis-profile others" has others.
hypothesis.settings.register_profile(
    "others", deadline=None, derandomize=False, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.register_profile("steady", hypothesis.settings.get_profile("others"), derandomize=True)
hypothesis.settings.load_profile("steady")

_server = pytest.StashKey[Child]()
_directory = pytest.StashKey[Path]()


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        catalogs.compile_all()
        if not os.environ.get("DATABASE_URL"):
            _start_server(config)
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    from django.conf import settings

    assert settings.DATABASES  # loads them; pytest-django sets Django up when it finds them loaded


def pytest_unconfigure(config: pytest.Config) -> None:
    if child := config.stash.get(_server, None):
        child.stop()
        os.environ.pop("DATABASE_URL", None)  # there is none if the server did not start
    if directory := config.stash.get(_directory, None):
        shutil.rmtree(directory)


def _start_server(config: pytest.Config) -> None:
    # Where the servers' user cannot reach the programs they are copied, once, to where this project keeps its state.
    home = Home.of(State(PROJECT / "var"))
    directory = Path(tempfile.mkdtemp(prefix="double-solitaire-tests-"))
    directory.chmod(0o711)
    config.stash[_directory] = directory
    postgres = Postgres(
        programs=home.programs,
        account=home.account,
        data=directory / "data",
        port=any_free(),
        password="for-tests",
        options=_FAST,
    )
    postgres.initialise()
    # At the end the data is thrown away: the server need not write it out first.
    command = replace(postgres.command(), stop_signal=signal.SIGQUIT)
    child = Child(command=command, log=directory / "postgres.log")
    config.stash[_server] = child
    child.start()
    wait_until_ready(child, is_ready=postgres.answers, within=120)
    postgres.ensure_database()
    os.environ["DATABASE_URL"] = postgres.url


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Run the quick tests first: those with a database after them, those with real processes last.

    Processes of pytest-xdist take whole files, save for the browser. After the quick ones they take those with most
    tests first, so that all end at about the same time; files with real processes, which mostly wait, alternate with
    others, which do not.
    """
    if not hasattr(config, "workerinput"):
        items.sort(key=_slowness)
        return
    files: dict[Path, list[pytest.Item]] = {}
    for item in items:
        files.setdefault(item.path, []).append(item)
    quick, with_database, with_processes = (
        sorted((file for file in files.values() if max(map(_slowness, file)) == slowness), key=len, reverse=True)
        for slowness in (0, 1, 2)
    )
    in_turns = chain.from_iterable(zip_longest(with_processes, with_database, fillvalue=[]))
    items[:] = chain.from_iterable([*quick, *in_turns])


def _slowness(item: pytest.Item) -> int:
    """Return 2 for a test with real processes, 1 for one with a database, 0 for all others."""
    return 2 if item.get_closest_marker("flow") else int(item.get_closest_marker("django_db") is not None)


@pytest.fixture
def open_directory() -> Iterator[Path]:
    """A directory like tmp_path, but open for servers that run as another user."""
    with tempfile.TemporaryDirectory(prefix="double-solitaire-") as directory:
        Path(directory).chmod(0o711)
        yield Path(directory)


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """No test leaves the language of its last request to the next."""
    yield
    translation.deactivate()
