"""While the database is away one thread finds out whether it is back, and nobody else waits; the log stays short."""

import logging
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import psycopg
import pytest

from config.database.outage import OUTAGE, Outage, StillAway
from config.database.patience import PatientConnection
from config.logs import FailureFilter


@pytest.fixture
def outage() -> Outage:
    outage = Outage()
    outage.begin()
    return outage


def test_in_an_outage_one_tries_and_the_others_are_told_at_once(outage: Outage) -> None:
    tries, answered = Event(), Event()

    def one_tries() -> None:
        with outage.attempt():
            tries.set()
            answered.wait(5)

    with ThreadPoolExecutor(1) as pool:
        one = pool.submit(one_tries)
        assert tries.wait(5)
        with pytest.raises(StillAway), outage.attempt():
            pytest.fail("two tried at once")
        answered.set()
        one.result(5)
    with outage.attempt(), outage.attempt():
        """It is over: nobody is held up by another."""


def test_a_failed_try_leaves_the_next_to_another(outage: Outage) -> None:
    for _ in range(2):
        with pytest.raises(psycopg.OperationalError, match="refused"), outage.attempt():
            raise psycopg.OperationalError("refused")


@pytest.fixture
def nothing_known() -> Iterator[None]:
    yield
    OUTAGE.end()


def test_a_connection_that_cannot_be_made_begins_one(nothing_known: None) -> None:
    with pytest.raises(psycopg.OperationalError):
        PatientConnection.connect("host=127.0.0.1 port=1 user=nobody")
    with OUTAGE.attempt(), pytest.raises(StillAway), OUTAGE.attempt():
        pytest.fail("an outage was not noted")


@pytest.mark.parametrize(
    ("name", "message", "error", "is_told"),
    (
        ("django.request", "Service Unavailable: %s", None, False),
        ("django.request", "Internal Server Error: %s", StillAway(), False),
        ("django.request", "Internal Server Error: %s", ZeroDivisionError(), True),
        ("api", {"event": "api_unavailable", "exc_info": StillAway()}, None, False),
        ("api", {"event": "api_unavailable", "exc_info": ZeroDivisionError()}, None, True),
        ("api", {"event": "request"}, None, True),
    ),
)
def test_a_known_outage_is_told_by_the_lines_of_the_requests_alone(
    name: str, message: object, error: Exception | None, is_told: bool
) -> None:
    told = (type(error), error, None) if error else None
    record = logging.LogRecord(
        name, logging.ERROR, "", 0, message, ("/replays/a-secret/",) if name != "api" else (), told
    )

    assert FailureFilter().filter(record) is is_told
    assert not is_told or "a-secret" not in record.getMessage()
