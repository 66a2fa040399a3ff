"""A worker is back at its broker soon, however long that was away."""

from itertools import groupby

import pytest
from celery import Celery

from config.consumer import SteadyConsumer


class AwayBroker:
    """A broker that refuses so many connections, and how long is waited between them."""

    def __init__(self, *, refuses: int) -> None:
        self._refuses = refuses
        self._slept: list[float] = []

    def connect(self, *_: object) -> str:
        if self._refuses == 0:
            return "a connection"
        self._refuses -= 1
        raise ConnectionRefusedError

    def sleep(self, seconds: float) -> None:
        self._slept.append(seconds)

    @property
    def pauses(self) -> list[float]:
        """The seconds of each: Kombu sleeps one at a time, and the rest, which is none, at the end."""
        return [sum(slept) for is_part, slept in groupby(self._slept, key=bool) if is_part]


def test_a_worker_tries_its_broker_again_every_five_seconds_at_least(monkeypatch: pytest.MonkeyPatch) -> None:
    broker = AwayBroker(refuses=9)
    monkeypatch.setattr("kombu.connection.Connection._connection_factory", broker.connect)
    monkeypatch.setattr("kombu.utils.functional.sleep", broker.sleep)
    app = Celery("test", broker="redis://127.0.0.1:1", set_as_current=False)
    app.conf.broker_connection_max_retries = None
    consumer = SteadyConsumer.__new__(SteadyConsumer)  # without a worker around it
    consumer.app, consumer.first_connection_attempt, consumer.broker_connection_retry_attempt = app, False, 0

    consumer.ensure_connected(app.connection_for_read())

    assert broker.pauses == [1, 2, 3, 4, 5, 5, 5, 5, 5]
