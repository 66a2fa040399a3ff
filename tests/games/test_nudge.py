"""Messages to workers are sent by a thread: whatever the broker does, nobody who asks for one waits."""

import time
from collections.abc import Iterator
from contextvars import ContextVar
from queue import Queue
from threading import Event

import pytest

from games import nudge
from games.nudge import Sender
from tests.supervised import wait_until

request_id = ContextVar("request_id", default="")


@pytest.fixture
def broker_answers() -> Iterator[Event]:
    """Whether the broker of a test answers; the threads that wait for it end with the test."""
    answers = Event()
    yield answers
    answers.set()


def test_whoever_asks_while_the_broker_hangs_goes_on_at_once_and_one_message_tells_of_all(
    broker_answers: Event,
) -> None:
    sent: Queue[str] = Queue()

    def send(task: str) -> None:
        broker_answers.wait(60)
        sent.put(task)

    sender = Sender(send)
    for _ in range(1000):
        sender.ask("check")
    assert sent.empty()  # nobody has waited for that
    broker_answers.set()
    assert sent.get(timeout=60) == "check"
    time.sleep(0.1)
    assert sent.qsize() <= 1  # for those who asked while the first was on its way


def test_a_send_that_fails_does_not_end_the_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nudge, "_QUIET_SECONDS", 0.01)
    failures, sent = [OSError("refused"), TimeoutError("no answer")], Queue[str]()

    def send(task: str) -> None:
        if failures:
            raise failures.pop()
        sent.put(task)

    sender = Sender(send)
    for left in (1, 0):
        sender.ask("check")
        wait_until(lambda: len(failures) == left)  # noqa: B023 - it is called at once
    sender.ask("check")
    assert sent.get(timeout=60) == "check"


def test_a_message_has_the_request_id_of_whoever_asked() -> None:
    sent: Queue[str] = Queue()
    request_id.set("abc")
    Sender(lambda task: sent.put(f"{task} for {request_id.get()}")).ask("check")
    assert sent.get(timeout=60) == "check for abc"
