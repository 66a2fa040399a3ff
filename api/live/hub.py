"""All matches that are watched in this process: hears of news, and makes good what was not heard of."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from itertools import groupby
from typing import Final
from uuid import UUID

import structlog
from django.conf import settings

from api.live.feed import glimpses, staff_among
from api.live.listening import Listener
from api.live.metrics import STREAMS
from api.live.reading import Reader, Unreachable
from api.live.room import Room
from api.live.stream import Stream
from api.live.tickets import Taken, in_force
from games.limits import MAX_ADDRESS_STREAMS, MAX_PLAYER_STREAMS
from games.matches.clock import note_seats_seen
from games.matches.uptime import note_up
from games.matches.wake import Message

LOOK_EVERY: Final = 1.5
"""Seconds: what no notification tells of is found so late at most, beside what the query takes."""
SEEN_EVERY: Final = 10.0
PING_EVERY: Final = 15.0
SIGNED_OUT_EVERY: Final = 5.0
STUCK_EVERY: Final = 5.0
LISTEN_AGAIN: Final = 1.0

_log = structlog.get_logger(__name__)


class Full(Exception):
    """This process has as many streams as it takes."""


class TooManyStreams(Exception):
    """Somebody has as many streams as they may have."""

    def __init__(self, *, limit: str, maximum: int) -> None:
        super().__init__(limit)
        self.limit = limit
        self.maximum = maximum


class Hub:
    """The rooms by match, the streams in them, and what is done for all of them together."""

    def __init__(self) -> None:
        self.reader = Reader()
        self.listener = Listener()
        self._rooms: dict[UUID, Room] = {}
        self._streams: dict[Stream, asyncio.Task[None]] = {}
        self._held: Counter[bytes] = Counter()
        self._taken = 0
        self._is_closing = False
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def streams(self) -> int:
        """How many streams are open, or being opened."""
        return self._taken

    @property
    def matches(self) -> int:
        """How many matches are watched."""
        return len(self._rooms)

    # -- Its life

    def start(self) -> None:
        """Begin to listen and to look."""
        every = (
            (LISTEN_AGAIN, self._listen),  # which goes on by itself, but for a fault
            (LOOK_EVERY, self._look),
            (SEEN_EVERY, self._note_up),
            (SEEN_EVERY, self._note_seen),
            (PING_EVERY, self._ping),
            (SIGNED_OUT_EVERY, self._end_signed_out),
            (STUCK_EVERY, self._leave_stuck),
        )
        self._tasks = [asyncio.create_task(_repeat(seconds, does), name=does.__name__) for seconds, does in every]

    def close_streams(self) -> None:
        """End every stream; clients come again, with a new ticket, to where one is served."""
        self._is_closing = True
        for task in self._streams.values():
            task.cancel()

    async def stop(self) -> None:
        """End everything."""
        self.close_streams()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for room in self._rooms.values():
            room.cancel()
        self.reader.close()

    # -- Streams

    @contextmanager
    def place(self) -> Iterator[None]:
        """Hold one of the places that this process has. Raises Full."""
        if self._is_closing or self._taken >= settings.STREAM_LIMIT:
            raise Full
        self._taken += 1
        STREAMS.inc()
        try:
            yield
        finally:
            STREAMS.dec()
            self._taken -= 1

    @contextmanager
    def held_by(self, taken: Taken) -> Iterator[None]:
        """Count a stream as its holder's. Raises TooManyStreams."""
        limit, maximum = (
            ("address_streams", MAX_ADDRESS_STREAMS)
            if taken.player_id is None
            else ("player_streams", MAX_PLAYER_STREAMS)
        )
        if self._held[taken.holder] >= maximum:
            raise TooManyStreams(limit=limit, maximum=maximum)
        self._held[taken.holder] += 1
        try:
            yield
        finally:
            self._held[taken.holder] -= 1
            if not self._held[taken.holder]:
                del self._held[taken.holder]

    @contextmanager
    def room(self, match_id: UUID, *, after: int) -> Iterator[Room]:
        """Return the room of a match, which is kept as long as somebody is in it."""
        room = self._rooms.get(match_id)
        if room is None:
            room = self._rooms[match_id] = Room(match_id, after=after, reader=self.reader)
        room.watched += 1
        try:
            yield room
        finally:
            room.watched -= 1
            if not room.watched:
                del self._rooms[match_id]
                room.cancel()

    async def serve(self, stream: Stream, *, until: Awaitable[None]) -> None:
        """Run a stream until it ends by itself, or its client has gone, or this process ends."""
        running = asyncio.create_task(stream.run())
        gone = asyncio.ensure_future(until)
        self._streams[stream] = running
        try:
            await asyncio.wait({running, gone}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            del self._streams[stream]
            gone.cancel()
            running.cancel()
            # Nothing is written any more when this returns, and no fault of either is lost.
            await asyncio.wait({running, gone})
        for task in (running, gone):
            if not task.cancelled():
                task.result()

    # -- What is done for all

    async def _listen(self) -> None:
        async for message in self.listener.messages():
            if message is not None:
                self.hear(message)
                continue
            for room in self._rooms.values():
                room.wake()

    def hear(self, text: str) -> None:
        """Take what has come on the channel, for the room of the match that it names."""
        try:
            message = Message.parse(text)
        except ValueError:
            _log.warning("live_message_unknown", message=text)
            return
        if room := self.watched(message.match_id):
            room.hear(message)

    def watched(self, match_id: UUID) -> Room | None:
        """Return the room of a match, None if nobody watches it."""
        return self._rooms.get(match_id)

    async def _look(self) -> None:
        """Compare what is known of every match with what the database has, all of them at once."""
        if not self._rooms:
            return
        found = await self.reader.run(glimpses, list(self._rooms))
        for match_id, seen in groupby(found, key=lambda glimpse: glimpse.match_id):
            if room := self._rooms.get(match_id):
                room.note(list(seen))
        await self._end_unseen({glimpse.match_id for glimpse in found if not glimpse.is_shown})

    async def _end_unseen(self, match_ids: set[UUID]) -> None:
        """End the streams of those who look on at matches that are not theirs to see any more; staff see every one."""
        unseen = [
            stream
            for stream in self._streams
            if stream.room.match_id in match_ids and stream.room.is_looked_on_by(stream.player_id)
        ]
        asking = {stream.player_id for stream in unseen if stream.player_id is not None}
        staff = await self.reader.run(staff_among, asking) if asking else set()
        for stream in unseen:
            if stream.player_id not in staff and (task := self._streams.get(stream)):
                task.cancel()

    async def _end_signed_out(self) -> None:
        """End the streams whose token lets nobody in any more: revoked, by another password too, or its player gone."""
        asking = {stream.token_id for stream in self._streams if stream.token_id is not None}
        ended = asking - await self.reader.run(in_force, asking) if asking else set()
        for stream, task in self._streams.items():
            if stream.token_id in ended:
                task.cancel()

    async def _note_up(self) -> None:
        await self.reader.run(note_up)

    async def _note_seen(self) -> None:
        """Note that whoever has a seat and a stream is there."""
        seats = {seat for stream in self._streams if (seat := stream.room.seat_of(stream.player_id)) is not None}
        if seats:
            await self.reader.run(note_seats_seen, seats=seats)

    async def _ping(self) -> None:
        for stream in self._streams:
            stream.ping()
        for room in self._rooms.values():
            room.announce()

    async def _leave_stuck(self) -> None:
        for stream, task in self._streams.items():
            if stream.is_stuck():
                task.cancel()


async def _repeat(seconds: float, does: Callable[[], Awaitable[None]]) -> None:
    """Do something again and again, so many seconds apart; what the database does not answer is done the next time."""
    while True:
        try:
            await does()
        except Unreachable as error:
            _log.warning("live_query_failed", what=does.__name__, error=str(error).strip())
        except Exception:  # noqa: BLE001 - the log tells of the fault, which must not end this for all matches
            _log.exception("live_task_failed", what=does.__name__)
        await asyncio.sleep(seconds)
