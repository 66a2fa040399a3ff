"""Fixtures of the whole service and of RabbitMQ; without the latter's package the tests fail, they are not skipped."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.rabbitmq import RabbitMQ
from tests.faults.service import Service


@pytest.fixture
def open_directory() -> Iterator[Path]:
    """A directory like tmp_path, but open for servers that run as another user."""
    with tempfile.TemporaryDirectory(prefix="double-solitaire-") as directory:
        Path(directory).chmod(0o711)
        yield Path(directory)


@pytest.fixture
def service(open_directory: Path) -> Iterator[Service]:
    """The service, running, on its own PostgreSQL and Valkey."""
    service = Service(directory=open_directory)
    service.start()
    yield service
    service.stop()


@pytest.fixture
def rabbitmq(tmp_path: Path) -> Iterator[RabbitMQ]:
    """A RabbitMQ server, running."""
    broker = RabbitMQ(directory=tmp_path)
    broker.start()
    yield broker
    broker.close()


@pytest.fixture
def service_on_rabbitmq(rabbitmq: RabbitMQ, open_directory: Path) -> Iterator[Service]:
    """The service on its own PostgreSQL and the RabbitMQ server."""
    service = Service(directory=open_directory, environment={"CELERY_BROKER_URL": rabbitmq.url})
    service.start()
    yield service
    service.stop()
