"""A server of streams in a thread of the test's process, and clients that read them."""

import asyncio
import json
import socket
import threading
import time
from collections.abc import Coroutine
from contextlib import closing, suppress
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPResponse
from typing import Any, Self
from urllib.parse import urlsplit

from django.test import override_settings

from api.live.app import LiveApp
from api.live.server import LiveServer, listening
from tests.api.client import ApiClient
from tests.supervised import wait_until

_TIMEOUT = 60


@dataclass(frozen=True)
class Frame:
    """A frame as a browser would hand it on."""

    event: str
    data: Any
    id: str | None = None


class OpenStream:
    """A client of one stream."""

    def __init__(self, url: str, *, last_event_id: str | None = None) -> None:
        parts = urlsplit(url)
        self._connection = HTTPConnection(parts.hostname or "", parts.port, timeout=_TIMEOUT)
        headers = {} if last_event_id is None else {"Last-Event-ID": last_event_id}
        self._connection.request("GET", f"{parts.path}?{parts.query}", headers=headers)
        self.answer: HTTPResponse = self._connection.getresponse()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def close(self) -> None:
        """Go away, as somebody does who closes the page."""
        self.answer.close()
        self._connection.close()

    def next(self) -> Frame | None:
        """The next frame that is no ping, None at the end of the stream. Raises TimeoutError where none comes."""
        deadline = time.monotonic() + _TIMEOUT
        fields: dict[str, str] = {}
        while line := self.answer.readline().decode():
            if line != "\n":
                name, _, value = line.rstrip("\n").partition(": ")
                fields[name] = value
            elif "data" in fields and fields["event"] != "ping":
                return Frame(fields["event"], json.loads(fields["data"]), fields.get("id"))
            elif time.monotonic() > deadline:
                raise TimeoutError("nothing but pings has come")
            else:
                fields = {}
        return None

    def read(self, count: int) -> list[Frame]:
        """The next so many frames."""
        frames = [frame for _ in range(count) if (frame := self.next())]
        assert len(frames) == count, f"the stream ended after {frames}"
        return frames

    def until(self, event: str, **data: Any) -> list[Frame]:
        """All frames up to one of this event with these members."""
        frames: list[Frame] = []
        while frame := self.next():
            frames.append(frame)
            if frame.event == event and data.items() <= frame.data.items():
                return frames
        raise AssertionError(f"the stream ended before {event} {data}, after {frames[-3:]}")


class Live:
    """The server; `with` starts and stops it."""

    def __init__(self) -> None:
        self.app = LiveApp()
        self._server = LiveServer(self.app)
        self._socket: socket.socket = listening("127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{self._socket.getsockname()[1]}"
        self._settings = override_settings(STREAM_URL=f"{self.url}/live/")
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [self._socket]})

    def __enter__(self) -> Self:
        self._settings.enable()
        self._thread.start()
        return self

    def __exit__(self, *exception: object) -> None:
        self.stop()
        self._socket.close()
        self._settings.disable()

    def stop(self) -> None:
        """Ask it to stop, as a signal does, and wait for that."""
        self._server.should_exit = True
        self._thread.join(timeout=_TIMEOUT)
        assert not self._thread.is_alive(), "the server of streams did not stop"

    def run(self, does: Coroutine[Any, Any, None]) -> None:
        """Have it do something now that it would do later."""
        asyncio.run_coroutine_threadsafe(does, self.app.hub._tasks[0].get_loop()).result(_TIMEOUT)

    def wait_until(self, **expected: Any) -> None:
        """Return when the process says this of itself."""
        wait_until(lambda: expected.items() <= self.get("/live/health/")[1].items())

    def ticket(self, client: ApiClient, match_url: str, query: str = "") -> str:
        """The address of a stream for who asks."""
        answer = client.ask("POST", f"{match_url}stream/{query}", {})
        assert answer.status_code == 201, answer.content
        url: str = answer.json()["url"]
        return url

    def open(self, client: ApiClient, match_url: str, *, query: str = "", after: int | None = None) -> OpenStream:
        """A stream that is open."""
        url = self.ticket(client, match_url, query) + ("" if after is None else f"&after={after}")
        stream = OpenStream(url)
        assert stream.answer.status == 200, stream.answer.read()
        return stream

    def get(self, path: str, *, method: str = "GET") -> Any:
        """Status and JSON of an answer that is no stream."""
        host = self.url.removeprefix("http://")
        with closing(HTTPConnection(host, timeout=_TIMEOUT)) as connection:
            connection.request(method, path)
            answer = connection.getresponse()
            body = answer.read()
            with suppress(ValueError):
                return answer.status, json.loads(body)
            return answer.status, body
