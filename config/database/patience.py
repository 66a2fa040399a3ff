"""A connection that gives up when nothing comes back.

PostgreSQL ends what takes too long by itself. It cannot while it is frozen, or when what it says does not arrive: then
the process waits on its own, and TCP knows of nothing wrong as long as the other side's kernel answers.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from traceback import clear_frames
from typing import Any, Final, Self, TypeVar

import psycopg
from psycopg.abc import PQGen
from psycopg.pq import TransactionStatus

from config.database.outage import OUTAGE

T = TypeVar("T")

TEST_SECONDS: Final = 2.0
"""So long an idle connection may take to show that it works."""

_LOOK_SECONDS: Final = 0.1


class PatientConnection(psycopg.Connection[Any]):
    """Waits for an answer for so many seconds and no longer; then it is closed, as nobody knows what will come."""

    patience: float | None = None

    @classmethod
    def connect(cls, *arguments: Any, **named: Any) -> Self:
        try:
            connection = super().connect(*arguments, **named)
        except psycopg.OperationalError as error:
            OUTAGE.begin()
            # An attempt that was given up would keep its socket until garbage is collected, and with it, once a frozen
            # server goes on, one of the server's places for a minute. The frames of the traceback are what keeps it.
            clear_frames(error.__traceback__)
            raise
        OUTAGE.end()
        return connection

    def wait(self, gen: PQGen[T], interval: float = _LOOK_SECONDS, timeout: float | None = None) -> T:
        limit = self.patience if timeout is None else timeout
        try:
            return super().wait(gen, interval, limit)
        except psycopg.OperationalError as error:
            # Whoever names a time of their own knows what to do when it is over.
            if timeout is not None or self.pgconn.transaction_status != TransactionStatus.ACTIVE:
                raise
            self.pgconn.finish()
            OUTAGE.begin()
            raise psycopg.OperationalError(f"the database has said nothing for {limit:.0f} s") from error

    def execute(self, *arguments: Any, **named: Any) -> psycopg.Cursor[Any]:
        """Ask something small. Only the pool does, to test a connection: queries have cursors."""
        with self.tested():
            return super().execute(*arguments, **named)

    @contextmanager
    def tested(self) -> Iterator[None]:
        """Have less patience for a while."""
        usual, self.patience = self.patience, TEST_SECONDS
        try:
            yield
        finally:
            self.patience = usual
