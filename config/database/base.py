"""Django looks a backend's `DatabaseWrapper` up here."""

from typing import Any, Final

from django.conf import settings
from django.db.backends.postgresql import base
from django.utils.functional import cached_property
from psycopg import IsolationLevel

from config.database.errors import ErrorWrapper
from config.database.outage import OUTAGE
from config.database.patience import PatientConnection

#: The server's own end of a statement comes first, and says more.
_LATER: Final = 1.0


class DatabaseWrapper(base.DatabaseWrapper):
    """PostgreSQL by connections that give up."""

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        with OUTAGE.attempt():
            if self.pool:  # which makes connections of the same class, by the settings
                return super().get_new_connection(conn_params)
            self.isolation_level = IsolationLevel.READ_COMMITTED
            return PatientConnection.connect(**conn_params)

    def _configure_connection(self, connection: PatientConnection) -> bool:
        if settings.DATABASE_TIMEOUT:
            connection.patience = settings.DATABASE_TIMEOUT + _LATER
        is_changed: bool = super()._configure_connection(connection)  # type: ignore[misc]  # the stubs leave it out
        return is_changed

    def is_usable(self) -> bool:
        if self.connection is None:
            return False
        with self.connection.tested():
            return super().is_usable()

    @cached_property
    def wrap_database_errors(self) -> ErrorWrapper:
        return ErrorWrapper(self)
