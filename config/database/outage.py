"""What the threads of a process know of a database that does not answer.

Each request would wait some seconds to find out for itself, and those behind it for them. So while it is away one of
the threads tries, and all others are told at once.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Final

from django.db import OperationalError


class StillAway(OperationalError):
    """The database did not answer a moment ago, and another thread is finding out whether it does again."""


class Outage:
    """Begins with a connection that cannot be made or falls silent, ends with one that works."""

    def __init__(self) -> None:
        self._is_on = False
        self._trying = Lock()

    def begin(self) -> None:
        self._is_on = True

    def end(self) -> None:
        self._is_on = False

    @contextmanager
    def attempt(self) -> Iterator[None]:
        """Surround an attempt to get a connection. Raises StillAway if another one is under way in an outage."""
        if not self._is_on:
            yield
        elif self._trying.acquire(blocking=False):
            try:
                yield
                self.end()
            finally:
                self._trying.release()
        else:
            raise StillAway("The database does not answer, and another thread is trying.")


OUTAGE: Final = Outage()
