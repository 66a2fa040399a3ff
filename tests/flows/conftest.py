"""Fixtures of real processes. A test that uses them needs `django_db(transaction=True)`: they see what is committed.

`broker`           a Valkey server, to which this process's tasks go; `.stop()`, `.kill()`, `.start()`, `.url`
`worker_process`   a worker on it, not started yet; the same verbs, and `.log`
`beat_process`     the clock of the scheduled tasks, not started yet
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

from config.celery import app
from tests.processes import Broker, Process, beat_on_test_database, use_broker, worker_on_test_database


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if item.path.is_relative_to(here):
            item.add_marker(pytest.mark.flow)


@pytest.fixture
def broker(open_directory: Path) -> Iterator[Broker]:
    broker = Broker(open_directory)
    broker.start()
    use_broker(app, broker.url)
    yield broker
    use_broker(app, settings.CELERY_BROKER_URL)
    broker.stop()


@pytest.fixture
def worker_process(broker: Broker, tmp_path: Path, transactional_db: None) -> Iterator[Process]:
    process = worker_on_test_database(broker=broker.url, directory=tmp_path)
    yield process
    process.kill()  # quicker than to stop it, and nothing is lost


@pytest.fixture
def beat_process(broker: Broker, tmp_path: Path, transactional_db: None) -> Iterator[Process]:
    process = beat_on_test_database(broker=broker.url, directory=tmp_path)
    yield process
    process.kill()  # quicker than to stop it, and nothing is lost
