"""Queries for an event loop: Django's, in a few threads, each with a connection of its own."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Barrier, BrokenBarrierError
from typing import Final, ParamSpec, TypeVar

from django.db import DatabaseError, InterfaceError, connection

P = ParamSpec("P")
T = TypeVar("T")

THREADS: Final = 4
_PATIENCE: Final = 5.0

Unreachable = (DatabaseError, InterfaceError)
"""What a query raises when the database is away; the next one finds a new connection."""


class Reader:
    """Runs functions that ask the database."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="reader")

    async def run(self, function: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
        """Return what the function returns, called in a thread. Raises what it raises."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, lambda: _guarded(lambda: function(*arguments, **named)))

    def close(self) -> None:
        """Close the connections and end the threads, once what they are at is done."""
        # Each of them must get one of these, so none may end before all have begun.
        barrier = Barrier(THREADS)
        for _ in range(THREADS):
            self._threads.submit(_close, barrier)
        self._threads.shutdown()


def _guarded(function: Callable[[], T]) -> T:
    try:
        return function()
    except Unreachable:
        connection.close()
        raise


def _close(barrier: Barrier) -> None:
    # Not for ever: one of them may be at a query that nobody answers.
    with suppress(BrokenBarrierError):
        barrier.wait(_PATIENCE)
    connection.close()
