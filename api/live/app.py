"""The ASGI application of streams.

    GET /live/matches/{id}/?ticket=...&after=17     the events of a match (docs/match-api.md)
    GET /live/health/                               whether the process works

Small enough for ASGI as it is: a framework's request and response would cost each open stream more than it does here.
Nothing is read but the address and one header, the ticket is the only credential, and so anybody's page may ask.
"""

import asyncio
import json
import re
from collections.abc import Awaitable, Callable, MutableMapping
from functools import partial
from typing import Any, Final
from urllib.parse import parse_qs
from uuid import UUID

import structlog

from api.live import tickets
from api.live.hub import Full, Hub, TooManyStreams
from api.live.reading import Unreachable
from api.live.refusals import RETRY_AFTER, BadAfter, Refused, answer, beyond_log
from api.live.room import Room
from api.live.stream import Send, Stream
from games.engine.texts import Text
from games.limits import MAX_LOG_EVENTS
from games.models import Stream as Log

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Header = tuple[bytes, bytes]

_MATCH: Final = re.compile(r"/live/matches/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/")
_HEALTH: Final = "/live/health/"
_NOT_STORED: Final = (b"cache-control", b"no-store")
_ANY_ORIGIN: Final = (b"access-control-allow-origin", b"*")
_STREAM_HEADERS: Final[list[Header]] = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    # Nobody on the way may keep it, compress it, or wait for more of it.
    (b"cache-control", b"no-cache, no-transform"),
    (b"x-accel-buffering", b"no"),
    _ANY_ORIGIN,
]
_PREFLIGHT: Final[list[Header]] = [
    _ANY_ORIGIN,
    (b"access-control-allow-methods", b"GET"),
    (b"access-control-allow-headers", b"Last-Event-ID, Cache-Control"),
    (b"access-control-max-age", b"86400"),
]

_BAD_TICKET: Final = Text("The ticket is spent, or too old, or of another match. Get a new one.")
_FULL: Final = Text("No further stream can be opened at the moment. Poll for a while.")
_UNREACHABLE: Final = Text("The service cannot answer at the moment. Try the same again in a few seconds.")

_log = structlog.get_logger(__name__)


class LiveApp:
    """Serves streams out of a hub, which begins and ends with the server."""

    def __init__(self, hub: Hub | None = None) -> None:
        self.hub = hub or Hub()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        elif scope["type"] == "http":
            await self._answer(scope, receive, send)

    async def _live(self, receive: Receive, send: Send) -> None:
        while True:
            event = (await receive())["type"]
            if event == "lifespan.startup":
                self.hub.start()
            else:
                await self.hub.stop()
            await send({"type": f"{event}.complete"})
            if event == "lifespan.shutdown":
                return

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            match = _MATCH.fullmatch(scope["path"])
            if scope["method"] == "OPTIONS" and match:
                await _respond(send, 204, _PREFLIGHT, b"")
                return
            if scope["path"] != _HEALTH and not match:
                raise Refused("not_found", Text("Nothing is here under this address."))
            if scope["method"] != "GET":
                raise Refused("method_not_allowed", Text("Only GET applies here."))
            if match:
                await self._stream(scope, receive, send, match_id=UUID(match[1]))
            else:
                await self._tell_health(send)
        except Refused as refused:
            await _refuse(send, refused, scope=scope)

    async def _tell_health(self, send: Send) -> None:
        """Answer 200 as long as the process works; open streams outlast a database that is away for a while."""
        told = {
            "status": "live",
            "streams": self.hub.streams,
            "matches": self.hub.matches,
            "listening": self.hub.listener.is_connected,
        }
        headers = [(b"content-type", b"application/json"), _NOT_STORED]
        await _respond(send, 200, headers, json.dumps(told).encode())

    async def _stream(self, scope: Scope, receive: Receive, send: Send, *, match_id: UUID) -> None:
        ticket, after = _asked(scope)
        is_begun = False
        try:
            with self.hub.place():
                taken = await self.hub.reader.run(tickets.take, text=ticket, match_id=match_id)
                if taken is None:
                    raise Refused("bad_ticket", _BAD_TICKET)
                with self.hub.held_by(taken), self.hub.room(match_id, after=after) as room:
                    await self._require_followed(room, after=after)
                    await send({"type": "http.response.start", "status": 200, "headers": _STREAM_HEADERS})
                    is_begun = True
                    stream = Stream(room=room, taken=taken, after=after, send=send)
                    await self.hub.serve(stream, until=_gone(receive))
        except Full:
            raise Refused("unavailable", _FULL) from None
        except TooManyStreams as error:
            detail = Text("More than %(maximum)s streams at once.", maximum=error.maximum)
            raise Refused("throttled", detail, limit=error.limit, retry_after=RETRY_AFTER) from None
        except Unreachable as error:
            _log.warning("live_refused", error=str(error).strip())
            # An answer that has begun can only end: its client comes again.
            if not is_begun:
                raise Refused("unavailable", _UNREACHABLE) from None
        # Without a place by now, as a client that takes nothing has this wait until its connection is given up.
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _require_followed(self, room: Room, *, after: int) -> None:
        """Return once the match of a room has been read. Raises Refused, also for a version beyond its log."""
        if not await room.is_opened():
            raise Refused("unavailable", _UNREACHABLE)
        if after > room.version:
            # The room may only be a moment behind.
            versions = Log.objects.values_list("version", flat=True)
            current = await self.hub.reader.run(partial(versions.get, pk=room.match_id))
            if after > current:
                raise beyond_log(after, version=current)


def _asked(scope: Scope) -> tuple[str, int]:
    """Return the ticket and the version after which to begin, 0 if none is named; the header is the newer one."""
    query = parse_qs(scope["query_string"].decode("latin-1"))
    ticket = query.get("ticket", [""])[-1]
    header = dict(scope["headers"]).get(b"last-event-id", b"").decode("latin-1")
    after = header or query.get("after", ["0"])[-1]
    if not (after.isascii() and after.isdigit() and len(after) <= len(str(MAX_LOG_EVENTS))):
        raise BadAfter(Text("This must be the id of an event, a whole number from 0 on."))
    return ticket, int(after)


async def _gone(receive: Receive) -> None:
    """Return when the client has gone."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def _refuse(send: Send, refused: Refused, *, scope: Scope) -> None:
    accepts = dict(scope["headers"]).get(b"accept-language", b"").decode("latin-1")
    # In a thread: the first answer in a language reads its catalogs.
    status, headers, body = await asyncio.to_thread(answer, refused, path=scope["path"], accepts=accepts)
    encoded = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    await _respond(send, status, [*encoded, _NOT_STORED, _ANY_ORIGIN], body)


async def _respond(send: Send, status: int, headers: list[Header], body: bytes) -> None:
    length = (b"content-length", str(len(body)).encode())
    await send({"type": "http.response.start", "status": status, "headers": [*headers, length]})
    await send({"type": "http.response.body", "body": body})
