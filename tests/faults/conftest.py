"""Fixtures of the whole service and of RabbitMQ; without the latter's package the tests fail, they are not skipped."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.rabbitmq import RabbitMQ
from tests.supervised import Supervised

# A few clients at one address post as fast as they can.
UNHINDERED = {
    "THROTTLE_REGISTRATION": "off",
    "THROTTLE_PLAYER": "off",
    "THROTTLE_ADDRESS": "off",
    "THROTTLE_MATCH": "off",
}


@pytest.fixture
def service(open_directory: Path) -> Iterator[Supervised]:
    """The service, running, on its own PostgreSQL and Valkey."""
    service = Supervised(open_directory, variables=UNHINDERED)
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
def service_on_rabbitmq(rabbitmq: RabbitMQ, open_directory: Path) -> Iterator[Supervised]:
    """The service on its own PostgreSQL and the RabbitMQ server."""
    service = Supervised(open_directory, variables={**UNHINDERED, "CELERY_BROKER_URL": rabbitmq.url})
    service.start()
    yield service
    service.stop()
