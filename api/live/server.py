"""The process that serves streams: uvicorn, with the ends of streams arranged for."""

import asyncio
import resource
import socket
from typing import Final

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from api.live.app import LiveApp
from games.limits import MAX_STREAM_REQUEST_BYTES

_BACKLOG: Final = 2048
_GRACE: Final = 5
# A client that takes nothing and does not answer is given up by the kernel after so many milliseconds, where it can.
_UNACKNOWLEDGED: Final = 30_000
_OPEN_FILES: Final = 65_536
# Seconds in which a request has to come, its headers whole.
_REQUEST_WITHIN: Final = 30.0


class BoundedRequests(HttpToolsProtocol):
    """Closes the connection of whoever sends more than a request can have, or takes too long over one.

    None of them has a body here, and the parser itself would take headers without end.
    """

    _received = 0
    _waiting: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self._wait_no_more()
        super().connection_lost(exc)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.cycle.response_complete:  # else the next one has come already, and is being answered
            self._wait()

    def _wait(self) -> None:
        """Give the client so long for its next request."""
        self._wait_no_more()
        self._waiting = self.loop.call_later(_REQUEST_WITHIN, self.transport.abort)

    def _wait_no_more(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    def data_received(self, data: bytes) -> None:
        self._received += len(data)
        if self._received > MAX_STREAM_REQUEST_BYTES:
            self.transport.abort()
            return
        super().data_received(data)

    def on_message_complete(self) -> None:
        self._wait_no_more()
        super().on_message_complete()
        self._received = 0


class LiveServer(uvicorn.Server):
    """Ends the streams when it is asked to stop; a server that knows of none would wait for them."""

    def __init__(self, app: LiveApp) -> None:
        self._app = app
        super().__init__(
            uvicorn.Config(
                app,
                http=BoundedRequests,
                loop="asyncio",
                ws="none",
                lifespan="on",
                interface="asgi3",
                # Tickets are in the addresses, which no log may have.
                access_log=False,
                log_config=None,
                proxy_headers=False,
                server_header=False,
                timeout_graceful_shutdown=_GRACE,
            )
        )

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._app.hub.close_streams()
        await super().shutdown(sockets)


def serve(*, host: str, port: int) -> None:
    """Serve until a signal asks for the end."""
    raise_open_files()
    with listening(host, port) as listener:
        LiveServer(LiveApp()).run(sockets=[listener])


def listening(host: str, port: int) -> socket.socket:
    """Return a socket that listens; what it accepts has its options."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.create_server((host, port), family=family, backlog=_BACKLOG)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _UNACKNOWLEDGED)
    return listener


def raise_open_files() -> None:
    """Let this process have as many open connections as the system lets it: each stream is one."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    enough = _OPEN_FILES if most == resource.RLIM_INFINITY else min(most, _OPEN_FILES)
    resource.setrlimit(resource.RLIMIT_NOFILE, (enough, most))
