"""One open stream: what it has been told, and writing what is new."""

import asyncio
import random
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, Final

from api.live.frames import END, PING, RETRY
from api.live.room import Room
from api.live.tickets import Taken
from games.limits import STREAM_OPEN_FOR

Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

STUCK_AFTER: Final = 20.0
"""A client that takes nothing for so many seconds is left; it can come again and has everything then."""

_LONGEST: Final = STREAM_OPEN_FOR.total_seconds()


class Stream:
    """Tells one client of a match. Nothing is queued for it: when it has taken something it gets what there is since.

    So a slow client costs the memory of what is under way to it, and no more.
    """

    __slots__ = (
        "_after",
        "_ends_at",
        "_is_pinged",
        "_send",
        "_told",
        "_writing_since",
        "player_id",
        "room",
        "token_id",
    )

    def __init__(self, *, room: Room, taken: Taken, after: int, send: Send) -> None:
        self.room = room
        self.player_id = taken.player_id
        self.token_id = taken.token_id
        self._after = after
        self._send = send
        self._told: bytes | None = None
        self._is_pinged = True
        self._writing_since: float | None = None
        # Not all of those that were opened at once end at once.
        self._ends_at = _now() + _LONGEST * random.uniform(0.8, 1)  # noqa: S311

    async def run(self) -> None:
        """Tell until the match has ended, the stream has been open for long enough, or the client lags too far."""
        await self._write(RETRY + self._standing())
        await self._tell_older()
        while True:
            frames = self.room.frames_after(self._after)
            if frames is None or self.room.is_broken or _now() > self._ends_at:
                return
            self._after += len(frames)
            frames.append(self._standing(again=bool(frames)))
            if self.room.is_ended and self._after == self.room.version:
                await self._write(b"".join(frames) + END)
                return
            news = self.room.news
            if told := b"".join(frames) or self._ping():
                await self._write(told)
            else:
                await news.wait()

    async def _tell_older(self) -> None:
        """Tell what the room does not keep, if it is of older events that the client wants to know."""
        if self.room.frames_after(self._after) is None:
            frames = await self.room.read_after(self._after)
            self._after += len(frames)
            await self._write(b"".join(frames) + self._standing(again=True))

    def ping(self) -> None:
        """Have a ping sent, unless there is something to tell."""
        self._is_pinged = False

    def is_stuck(self) -> bool:
        """Whether the client has taken nothing for too long."""
        return self._writing_since is not None and _now() > self._writing_since + STUCK_AFTER

    def _standing(self, *, again: bool = False) -> bytes:
        """Return the frame of how the match stands; nothing if the client knows it, unless it is to be told again."""
        standing = self.room.standing(self.room.audience_of(self.player_id))
        if standing is self._told and not again:
            return b""
        self._told = standing
        return standing

    def _ping(self) -> bytes:
        if self._is_pinged:
            return b""
        self._is_pinged = True
        return PING

    async def _write(self, told: bytes) -> None:
        self._writing_since = _now()
        await self._send({"type": "http.response.body", "body": told, "more_body": True})
        self._writing_since = None
        self._is_pinged = True


def _now() -> float:
    return asyncio.get_running_loop().time()
