"""A server that says nothing any more is given up after a time, though TCP knows of nothing wrong."""

import time
from collections.abc import Iterator
from contextlib import closing
from socket import create_server, socket

import psycopg
import pytest
from django.db import connection

from config.database.outage import OUTAGE
from config.database.patience import TEST_SECONDS, PatientConnection
from tests.config.database.relay import Relay

pytestmark = pytest.mark.django_db


@pytest.fixture
def relay() -> Iterator[Relay]:
    """A way to the test database; what it did to the process's knowledge of it is forgotten."""
    settings = connection.settings_dict
    with closing(Relay(settings["HOST"], int(settings["PORT"]))) as relay:
        yield relay
    OUTAGE.end()


@pytest.fixture
def far(relay: Relay) -> Iterator[PatientConnection]:
    """A connection by that way, which waits half a second for an answer."""
    settings = connection.settings_dict
    password, name = settings["PASSWORD"], settings["NAME"]
    with PatientConnection.connect(
        host="127.0.0.1", port=relay.port, user=settings["USER"], password=password, dbname=name, autocommit=True
    ) as far:
        far.patience = 0.5
        yield far


def test_who_hears_nothing_gives_up_and_closes_the_connection(relay: Relay, far: PatientConnection) -> None:
    began = time.monotonic()
    with relay.silent(), pytest.raises(psycopg.OperationalError, match="has said nothing for"):
        far.cursor().execute("SELECT 1")
    assert 0.4 < time.monotonic() - began < 30
    assert far.closed


def test_an_idle_connection_is_tested_with_less_patience(relay: Relay, far: PatientConnection) -> None:
    far.patience = 60
    began = time.monotonic()
    with relay.silent(), pytest.raises(psycopg.OperationalError, match="has said nothing for 2 s"):
        far.execute("")
    assert TEST_SECONDS - 0.1 < time.monotonic() - began < 30
    assert far.patience == 60


def test_an_error_that_the_server_tells_in_time_is_its_own(far: PatientConnection) -> None:
    with pytest.raises(psycopg.errors.QueryCanceled):
        far.cursor().execute("SET statement_timeout = 100; SELECT pg_sleep(0.3)")
    assert not far.closed


def test_without_a_limit_it_waits(far: PatientConnection) -> None:
    far.patience = None
    assert far.cursor().execute("SELECT 1 FROM pg_sleep(0.7)").fetchone() == (1,)


@pytest.fixture
def silent_server() -> Iterator[socket]:
    """A server that takes connections and never answers."""
    with create_server(("127.0.0.1", 0)) as server:
        server.settimeout(20)
        yield server
    OUTAGE.end()


def test_an_attempt_to_connect_that_was_given_up_holds_no_place_at_the_server(silent_server: socket) -> None:
    host, port = silent_server.getsockname()
    with pytest.raises(psycopg.errors.ConnectionTimeout):
        PatientConnection.connect(host=host, port=port, connect_timeout=2)
    peer, _ = silent_server.accept()
    peer.settimeout(20)
    with peer, peer.makefile("rb") as said:
        assert len(said.read()) == 8, "it asks for encryption, and closes"
