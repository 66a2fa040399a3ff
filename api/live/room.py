"""A match that somebody watches: read once, and encoded once, for all who do."""

import asyncio
from collections import deque
from contextlib import suppress
from typing import Final
from uuid import UUID

import structlog

from api.live.feed import Feed, Glimpse
from api.live.reading import Reader, Unreachable
from games.engine.match.options import Side
from games.matches.wake import Message

KEPT_FRAMES: Final = 1_000
"""So many events are kept for who comes again or reads slowly; who is further behind has them read anew."""

TOLD_BEFORE: Final = 50
"""A match is followed from so far before the first who comes, as after a restart all come, each from elsewhere."""

_PAUSE: Final = 1.0
_PATIENCE: Final = 10.0

_log = structlog.get_logger(__name__)


class Room:
    """The events of a match from a version on, and how it stands. Streams wait for `news` and take what they lack."""

    def __init__(self, match_id: UUID, *, after: int, reader: Reader) -> None:
        self.match_id = match_id
        self.watched = 0
        """How many streams there are."""
        self._reader = reader
        self._feed = Feed(match_id, after=max(0, after - TOLD_BEFORE))
        self._frames: deque[bytes] = deque(maxlen=KEPT_FRAMES)
        self._version = 0
        self._standings: dict[Side | None, bytes] = {}
        self._players: dict[UUID, Side] = {}
        self._seats: dict[Side, int] = {}
        self._is_ended = False
        self.is_broken = False
        """Whether it cannot be followed any more: a fault, which the log tells of."""
        self._news = asyncio.Event()
        self._heard: list[Message] = []
        self._must_read = True
        self._wanted = asyncio.Event()
        self._wanted.set()
        self._opened = asyncio.Event()
        self._is_reading = False
        self._task = asyncio.create_task(self._keep_up(), name=f"room {match_id}")
        self._task.add_done_callback(self._give_up)

    # -- What streams ask

    @property
    def version(self) -> int:
        """How many events have been read."""
        return self._version

    @property
    def is_ended(self) -> bool:
        """Whether everything has been told that will ever be."""
        return self._is_ended

    @property
    def news(self) -> asyncio.Event:
        """Return what is set when anything changes; each change has another one."""
        return self._news

    def is_looked_on_by(self, player_id: UUID | None) -> bool:
        """Whether this player, or nobody in particular, looks on; False before it is known who plays."""
        return self._opened.is_set() and self.audience_of(player_id) is None

    async def is_opened(self) -> bool:
        """Return True when the match has been read for the first time; False if that takes too long, or fails."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._opened.wait(), _PATIENCE)
        return self._opened.is_set() and not self.is_broken

    def audience_of(self, player_id: UUID | None) -> Side | None:
        """Return the side for whom a player's stream tells: None for who looks on."""
        return None if player_id is None else self._players.get(player_id)

    def seat_of(self, player_id: UUID | None) -> int | None:
        """Return the row of a player's seat, None for who looks on."""
        side = self.audience_of(player_id)
        return None if side is None else self._seats[side]

    def standing(self, audience: Side | None) -> bytes:
        """Return the frame of how the match stands."""
        return self._standings[audience]

    def frames_after(self, version: int) -> list[bytes] | None:
        """Return the frames of the events since a version; None if not all of them are kept."""
        first = self._version - len(self._frames)
        if version < first:
            return None
        return [self._frames[place] for place in range(version - first, len(self._frames))]

    async def read_after(self, version: int) -> list[bytes]:
        """Return the frames of all events since a version, read anew."""
        return await self._reader.run(Feed(self.match_id, after=version).read)

    # -- What the hub tells

    def wake(self) -> None:
        """Have the match read again."""
        self._must_read = True
        self._wanted.set()

    def hear(self, message: Message) -> None:
        """Take a message about the match: what it tells is played, or read if that does not do."""
        if message.byte is None:
            self.wake()
            return
        self._heard.append(message)
        self._wanted.set()

    def announce(self) -> None:
        """Have every stream look for what it lacks."""
        news, self._news = self._news, asyncio.Event()
        news.set()

    def note(self, glimpses: list[Glimpse]) -> None:
        """Take over what one query has told of the match's seats, and read it again if there is more to know."""
        if not self._opened.is_set() or self._is_reading:
            return
        if not all(map(self._feed.note, glimpses)):
            self.wake()
        elif self._take_standings(self._feed.standings()):
            self.announce()

    def cancel(self) -> None:
        """Stop following the match."""
        self._task.cancel()

    # -- Reading

    async def _keep_up(self) -> None:
        while True:
            await self._wanted.wait()
            # Before anything else: what comes while it is read may not be in it.
            self._wanted.clear()
            heard, self._heard = self._heard, []
            for message in heard:
                self._play(message)
            if not self._must_read:
                continue
            self._must_read, self._is_reading = False, True
            try:
                frames, standings = await self._reader.run(_read, self._feed)
            except Unreachable as error:
                _log.warning("live_read_failed", match=str(self.match_id), error=str(error).strip())
                await asyncio.sleep(_PAUSE)
                self.wake()
                continue
            self._is_reading = False
            self._take(frames, standings)

    def _play(self, message: Message) -> None:
        """Tell the event of a message without reading it, if it is the next one."""
        if self._must_read or message.version <= self._version:
            return
        frame = self._feed.advance(message)
        if frame is None:
            self._must_read = True
        else:
            self._take([frame], self._feed.standings())

    def _take(self, frames: list[bytes], standings: dict[Side | None, bytes]) -> None:
        self._frames.extend(frames)
        self._version = self._feed.version
        self._players, self._seats = dict(self._feed.players), dict(self._feed.seats)
        self._is_ended = self._feed.is_ended
        if self._take_standings(standings) or frames:
            self.announce()
        self._opened.set()

    def _give_up(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and (error := task.exception()):
            _log.error("live_room_failed", match=str(self.match_id), exc_info=error)
            self.is_broken = True
            self._opened.set()
            self.announce()

    def _take_standings(self, standings: dict[Side | None, bytes]) -> bool:
        """Keep the frames that have changed, as streams know by them what they have told; return whether any has."""
        changed = {side: frame for side, frame in standings.items() if frame != self._standings.get(side)}
        self._standings |= changed
        return bool(changed)


def _read(feed: Feed) -> tuple[list[bytes], dict[Side | None, bytes]]:
    return feed.read(), feed.standings()
