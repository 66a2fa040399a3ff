"""What a client may send to the process of streams: a request that fits, again and again, and not more."""

import json
import socket
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection
from urllib.parse import urlsplit

import pytest

from api.live import server
from tests.api.client import ApiClient
from tests.api.live.streams import Live
from tests.api.table import begun

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def connection(live: Live) -> Iterator[HTTPConnection]:
    parts = urlsplit(live.url)
    with closing(HTTPConnection(parts.hostname or "", parts.port, timeout=60)) as connection:
        yield connection


@pytest.mark.parametrize("headers", ({"X-Long": "a" * 70_000}, {f"X-{n}": "a" * 100 for n in range(700)}), ids=len)
def test_headers_without_end_are_not_taken(connection: HTTPConnection, headers: dict[str, str]) -> None:
    def ask() -> None:
        connection.request("GET", "/live/health/", headers=headers)
        connection.getresponse()

    with pytest.raises(ConnectionError):
        ask()


def test_a_request_that_does_not_come_whole_in_time_is_given_up(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "_REQUEST_WITHIN", 1.5)  # in which the stream below has been asked for
    at, parts = begun(), urlsplit(live.url)
    with live.open(at.client("A"), at.url) as stream, socket.create_connection((parts.hostname, parts.port)) as slow:
        stream.read(1)
        slow.settimeout(60)
        slow.sendall(b"GET /live/health/ HTTP/1.1\r\nHost: live\r\n")
        assert slow.recv(1) == b""
        at.play(("B", "draw"))
        assert [frame.id for frame in stream.read(2)] == ["1", None], "who is being answered may stay"


def test_a_connection_may_ask_as_often_as_it_likes(connection: HTTPConnection) -> None:
    for _ in range(8):
        connection.request("GET", "/live/health/", headers={"X-Long": "a" * 20_000})
        with connection.getresponse() as answer:
            assert (answer.status, answer.read() != b"") == (200, True)


def test_a_refusal_is_in_the_language_that_is_asked_for(live: Live, connection: HTTPConnection) -> None:
    path = live.ticket(ApiClient(), begun().url).removeprefix(live.url)
    connection.request("GET", f"{path}&after=1", headers={"Accept-Language": "es"})
    with connection.getresponse() as answer:
        problem, language, vary = json.loads(answer.read()), answer.headers["Content-Language"], answer.headers["Vary"]
    assert (problem["title"], problem["detail"], language, vary) == (
        "El registro está en otra versión",
        "El registro está en la versión 0, no en la 1.",
        "es",
        "Accept-Language",
    )
