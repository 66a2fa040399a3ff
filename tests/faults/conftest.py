"""Fixtures of the whole service and of RabbitMQ; without the latter's package the tests fail, they are not skipped."""

import atexit
import signal
from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryDirectory, mkdtemp

import psutil
import pytest

from tests.faults.promises import watch_decisions
from tests.faults.rabbitmq import RabbitMQ
from tests.faults.traces import TELLING, ends
from tests.supervised import Supervised

# A few clients at one address post as fast as they can.
UNHINDERED = {
    "THROTTLE_REGISTRATION": "off",
    "THROTTLE_PLAYER": "off",
    "THROTTLE_ADDRESS": "off",
    "THROTTLE_MATCH": "off",
    "THROTTLE_GAME": "off",
    "THROTTLE_KEY": "off",
    "RESTART_PAUSE": "1",  # what dies is back soon, however often it dies
    **TELLING,
}
_running: list[Supervised] = []


#: Where files run side by side, those that take longest begin, so that none is left at the end: by turns one that
#: computes and one that mostly waits.
_LONGEST = (
    "test_contract.py",
    "test_outages.py",
    "test_killed_processes.py",
    "test_workers.py",
    "test_matches_at_once.py",
)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if hasattr(config, "workerinput"):
        items.sort(key=lambda item: _LONGEST.index(item.path.name) if item.path.name in _LONGEST else len(_LONGEST))


@cache
def _static_files() -> str:
    """A directory for those of every service that this process starts: to collect them takes seconds."""
    directory = mkdtemp(prefix="double-solitaire-static-")
    atexit.register(rmtree, directory, ignore_errors=True)
    return f"{directory}/static"


@contextmanager
def running(variables: Mapping[str, str], *, directory: Path | None = None) -> Iterator[Supervised]:
    """The service, running, its decisions watched; its state is in this directory or in one of its own."""
    with TemporaryDirectory(prefix="double-solitaire-", ignore_cleanup_errors=True) as temporary:
        Path(temporary).chmod(0o711)
        service = Supervised(directory or Path(temporary), variables={"STATIC_ROOT": _static_files(), **variables})
        _running.append(service)
        try:
            service.start()
            watch_decisions(service)
            yield service
        except BaseException as error:
            error.add_note(ends(service))
            raise
        finally:
            _running.remove(service)
            service.stop()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Tell with a failure what the services say that run at that moment."""
    report = yield
    if report.failed:
        report.sections += [("The ends of the logs", ends(service)) for service in _running]
    return report


@contextmanager
def suspended(service: Supervised, word: str) -> Iterator[None]:
    """Processes that keep their connections and do nothing."""
    processes: list[psutil.Process] = []
    # One that was just started is found the next time: those that start others are suspended then.
    while new := [process for process in service.processes(word) if process not in processes]:
        for process in new:
            with suppress(psutil.NoSuchProcess):
                process.suspend()
        processes += new
    try:
        yield
    finally:
        for process in processes:
            with suppress(psutil.NoSuchProcess):
                process.resume()


@contextmanager
def away(service: Supervised, word: str) -> Iterator[None]:
    """Processes that are dead, and not started again before the end."""
    service.process.send_signal(signal.SIGSTOP)
    service.kill_processes(word)
    try:
        yield
    finally:
        service.process.send_signal(signal.SIGCONT)


@pytest.fixture
def service() -> Iterator[Supervised]:
    """The service, running, on its own PostgreSQL and Valkey."""
    with running(UNHINDERED) as service:
        yield service


@pytest.fixture
def rabbitmq(tmp_path: Path) -> Iterator[RabbitMQ]:
    """A RabbitMQ server, running."""
    broker = RabbitMQ(directory=tmp_path)
    broker.start()
    yield broker
    broker.close()


@pytest.fixture
def service_on_rabbitmq(rabbitmq: RabbitMQ) -> Iterator[Supervised]:
    """The service on its own PostgreSQL and the RabbitMQ server."""
    with running({**UNHINDERED, "CELERY_BROKER_URL": rabbitmq.url}) as service:
        yield service
