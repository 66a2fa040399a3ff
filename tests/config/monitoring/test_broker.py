"""The broker is asked when somebody asks for health or metrics: one that is silent costs them a second or two."""

import socket
import time
from collections.abc import Iterator

import pytest
from django.conf import settings

from config.celery import app
from config.monitoring import broker
from tests.processes import use_broker


@pytest.fixture
def silent_port() -> Iterator[int]:
    """A port that takes connections and never says anything."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield listener.getsockname()[1]
    use_broker(app, settings.CELERY_BROKER_URL)


@pytest.mark.parametrize("url", ("redis://127.0.0.1:{port}/0", "amqp://guest:guest@127.0.0.1:{port}//"))
def test_a_broker_that_never_answers_is_given_up_soon(url: str, silent_port: int) -> None:
    use_broker(app, url.format(port=silent_port))
    began = time.monotonic()
    assert broker.queue_length() is None
    assert 0.9 < time.monotonic() - began < 20
