"""PostgreSQL's notifications, as long as it takes: a connection that is lost is made anew."""

import asyncio
from collections.abc import AsyncGenerator
from traceback import clear_frames
from typing import Any, Final

import psycopg
import structlog
from django.conf import settings
from django.db import connection

from api.live.metrics import LISTENING
from games.matches.wake import CHANNEL

SHORTEST_PAUSE, LONGEST_PAUSE = 0.2, 5.0
# What Django's parameters hold beside those of a connection.
_DJANGO_ONLY: Final = ("client_encoding", "context", "cursor_factory", "prepare_threshold")

_log = structlog.get_logger(__name__)


class Listener:
    """Yields what comes on the channel; None whenever something may have been missed."""

    def __init__(self) -> None:
        self.is_connected = False

    async def messages(self) -> AsyncGenerator[str | None, None]:
        """Yield messages for ever; None first, and again after each time without a connection."""
        pause = SHORTEST_PAUSE
        while True:
            try:
                async with await _connect() as listening:
                    await listening.execute(f"LISTEN {CHANNEL}")
                    self.is_connected = True
                    LISTENING.set(1)
                    pause = SHORTEST_PAUSE
                    yield None
                    async for message in listening.notifies():
                        yield message.payload
            except psycopg.Error as error:
                # So that no attempt which was given up keeps its socket: see `config.database.patience`.
                clear_frames(error.__traceback__)
                _log.warning("live_listening_lost", error=str(error).strip(), again_in=pause)
            finally:
                self.is_connected = False
                LISTENING.set(0)
            await asyncio.sleep(pause)
            pause = min(LONGEST_PAUSE, pause * 2)


async def _connect() -> psycopg.AsyncConnection:
    return await psycopg.AsyncConnection.connect(**(settings.DATABASE_TO_LISTEN or _as_all_others()), autocommit=True)


def _as_all_others() -> dict[str, Any]:
    parameters = connection.get_connection_params()
    return {name: value for name, value in parameters.items() if name not in _DJANGO_ONLY}
