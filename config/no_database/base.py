"""Django looks a backend's `DatabaseWrapper` up here."""

from typing import Any, NoReturn

from django.db import OperationalError
from django.db.backends.postgresql import base


class NoDatabase(OperationalError):
    """A query was made, and DATABASE_URL is not set."""


class DatabaseWrapper(base.DatabaseWrapper):
    """Lets everything be asked that needs no connection."""

    def get_new_connection(self, conn_params: Any) -> NoReturn:
        raise NoDatabase("DATABASE_URL is not set.")
