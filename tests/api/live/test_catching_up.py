"""Whatever breaks, no event is missed, and none is late by more than 2 s once the database answers."""

import asyncio
import socket
from contextlib import aclosing
from urllib.parse import urlsplit

import psycopg
import pytest
from django.db import OperationalError, connection
from pytest_django import Settings

from api.live import hub, room, stream
from api.live.listening import Listener
from games.matches import wake
from tests.api.live.streams import Live
from tests.api.table import begun
from tests.supervised import wait_until

pytestmark = pytest.mark.django_db(transaction=True)

_LISTENING = "SELECT query FROM pg_stat_activity WHERE application_name = 'direct'"
_BACKENDS = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = %s"


def test_an_event_that_no_notification_tells_of_comes_within_two_seconds(
    live: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = begun()
    with live.open(at.client("B"), at.url) as client:
        client.read(1)
        monkeypatch.setattr(wake, "_notify", lambda message: None)
        at.play(("A", "draw"))
        assert [frame.id for frame in client.until("match", version=1)] == ["1", None]
    assert hub.LOOK_EVERY < 2


def test_streams_outlast_all_connections_to_the_database(live: Live) -> None:
    live.wait_until(listening=True)
    at = begun()
    with live.open(at.client("B"), at.url) as client:
        client.read(1)
        with connection.cursor() as cursor:
            cursor.execute(_BACKENDS, [connection.settings_dict["NAME"]])
            assert cursor.rowcount >= 2, "the process of streams has a connection to listen and one to read"
        at.play(("A", "draw"), ("A", "T3-F"))
        assert [frame.id for frame in client.until("match", version=2) if frame.id] == ["1", "2"]
        live.wait_until(listening=True)
        at.play(("B", "draw"))
        assert [frame.id for frame in client.until("match", version=3) if frame.id] == ["3"]


def test_a_database_that_fails_in_the_middle_of_an_answer_ends_it_and_the_client_comes_again(
    live: Live, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(*_: object) -> list[bytes]:
        raise OperationalError("the connection is lost")

    monkeypatch.setattr(room, "TOLD_BEFORE", 0)
    at = begun()
    at.play(("A", "draw"))
    with monkeypatch.context() as patched, live.open(at.client("B"), at.url, after=1):
        patched.setattr(room.Room, "read_after", fail)
        with live.open(at.client("A"), at.url, after=0) as client:
            assert [frame.event for frame in iter(client.next, None)] == ["match"]
    with live.open(at.client("A"), at.url, after=0) as client:
        assert [frame.id for frame in client.read(3)] == [None, "1", None]
    assert [record.levelname for record in caplog.records if "live" in record.name] == ["WARNING"]


def test_a_fault_while_listening_is_told_and_listening_goes_on(
    live: Live, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(text: str) -> None:
        raise RuntimeError(text)

    live.wait_until(listening=True)
    with monkeypatch.context() as patched:
        patched.setattr(wake.Message, "parse", fail)
        wake._notify("anything")
        wait_until(lambda: "live_task_failed" in caplog.text)
    live.wait_until(listening=True)
    at = begun()
    with live.open(at.client("B"), at.url) as client:
        client.read(1)
        at.play(("A", "draw"))
        assert [frame.id for frame in client.read(2)] == ["1", None]


def test_behind_a_pooler_streams_listen_at_the_server_itself(settings: Settings) -> None:
    names = {"dbname": "NAME", "host": "HOST", "port": "PORT", "user": "USER", "password": "PASSWORD"}
    address = psycopg.conninfo.make_conninfo(**{name: connection.settings_dict[of] for name, of in names.items()})
    settings.DATABASE_TO_LISTEN = {"conninfo": address, "application_name": "direct"}

    async def listening() -> list[str]:
        async with aclosing(Listener().messages()) as messages:
            assert await anext(messages) is None
            with psycopg.connect(address) as other:
                return [text for (text,) in other.execute(_LISTENING)]

    assert asyncio.run(listening()) == [f"LISTEN {wake.CHANNEL}"]


def test_who_takes_nothing_is_left_and_costs_no_memory(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "STUCK_AFTER", 0.2)
    at = begun()
    parts = urlsplit(live.ticket(at.client("B"), at.url))
    monkeypatch.setattr(stream, "PING", b":" * 4_000_000 + b"\n\n")
    with socket.socket() as slow:
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        slow.connect((parts.hostname, parts.port))
        slow.sendall(f"GET {parts.path}?{parts.query} HTTP/1.1\r\nHost: live\r\n\r\n".encode())
        live.wait_until(streams=1)
        # The first ping is more than the connection takes, the second waits for it. Sooner than the hub's own would be.
        wait_until(lambda: is_left(live))


def is_left(live: Live) -> bool:
    live.run(live.app.hub._ping())
    live.run(live.app.hub._leave_stuck())
    return bool(live.get("/live/health/")[1]["streams"] == 0)


def test_a_process_that_stops_ends_its_streams_and_another_goes_on(live: Live) -> None:
    at = begun()
    at.play(("A", "draw"))
    with live.open(at.client("B"), at.url) as client:
        client.until("action", n=1)
        live.stop()
        assert [frame for frame in iter(client.next, None) if frame.event != "match"] == []
    at.play(("A", "draw"))
    with Live() as again, again.open(at.client("B"), at.url, after=1) as client:
        assert [frame.id for frame in client.read(3)] == [None, "2", None]
