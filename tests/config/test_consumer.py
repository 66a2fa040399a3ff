"""A worker is back at its broker soon, however long that was away, and whatever it was doing meanwhile."""

import logging
from contextlib import closing
from itertools import groupby
from typing import Any

import pytest
from celery import Celery
from kombu.asynchronous import Hub
from kombu.message import Message

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


class BrokenChannel:
    """A channel whose connection is broken, which it does not know yet."""

    no_ack_consumers = None

    def basic_ack(self, *_: object, **__: object) -> None:
        raise ConnectionRefusedError

    basic_reject = basic_ack


@pytest.mark.parametrize(("answer", "arguments"), (("ack_log_error", ()), ("reject_log_error", (True,))))
def test_a_worker_whose_answer_to_a_message_fails_connects_anew(answer: str, arguments: tuple[Any, ...]) -> None:
    consumer = SteadyConsumer.__new__(SteadyConsumer)  # without a worker around it
    message: Any = Message(channel=BrokenChannel(), delivery_tag="1")  # type: ignore[no-untyped-call]

    with closing(Hub()) as consumer.hub:  # type: ignore[no-untyped-call]
        consumer.call_soon_ack(getattr(message, answer), logging.getLogger(), (ConnectionRefusedError,), *arguments)

        # What the loop raises is what a consumer connects anew for.
        with pytest.raises(ConnectionRefusedError):
            next(consumer.hub.create_loop())
