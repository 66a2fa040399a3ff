"""Errors of the server's state, by which Django must not know faults of the code: the same may succeed soon."""

from types import TracebackType
from typing import Final

from django.db import OperationalError
from django.db.utils import DatabaseErrorWrapper
from psycopg import errors

#: psycopg sorts them by the classes of SQLSTATE: under internal errors, and under those of programs.
_OF_THE_STATE: Final = (
    errors.IdleInTransactionSessionTimeout,
    errors.TransactionTimeout,
    # A standby that has not been promoted yet, or a server that was told to take nothing.
    errors.ReadOnlySqlTransaction,
)
#: PostgreSQL's source files that tell of missing privileges; from others this is a file that cannot be opened.
_PRIVILEGES: Final = ("aclchk.c",)


class ErrorWrapper(DatabaseErrorWrapper):
    """Turns psycopg's errors into Django's; those of the server's state are operational ones."""

    def __exit__(
        self, exc_type: type[BaseException] | None, exc_value: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if exc_value is not None and is_of_the_state(exc_value):
            self.wrapper.errors_occurred = True  # type: ignore[attr-defined]  # the stubs leave it out
            raise OperationalError(*exc_value.args).with_traceback(traceback) from exc_value
        super().__exit__(exc_type, exc_value, traceback)


def is_of_the_state(error: BaseException) -> bool:
    """Return whether psycopg's error tells of the server, though its class does not say so."""
    if isinstance(error, errors.InsufficientPrivilege):
        # A volume that the system has made read-only.
        return error.diag.source_file not in _PRIVILEGES and "file" in str(error)
    return isinstance(error, _OF_THE_STATE)
