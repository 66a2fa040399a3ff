"""Servers that the environment names: used as they are, but asked once whether they answer."""

from urllib.parse import urlsplit

import psycopg
from kombu.connection import Connection
from kombu.exceptions import OperationalError

from config.embedded.errors import ServerUnreachable

_SECONDS = 5


def require_database(url: str) -> None:
    """Return if one can sign in to the database; else say what it answered, without the password."""
    try:
        psycopg.connect(url, connect_timeout=_SECONDS).close()
    except psycopg.Error as error:
        raise ServerUnreachable(
            f"The database that DATABASE_URL names ({_place(url)}) cannot be used: {_told(error)}"
        ) from None


def require_broker(url: str) -> None:
    """Return if one can connect to the broker; else say what it answered, without the password."""
    try:
        with Connection(url, connect_timeout=_SECONDS) as connection:  # type: ignore[no-untyped-call]
            connection.ensure_connection(max_retries=1, timeout=_SECONDS)
    except (OperationalError, OSError, KeyError, ValueError) as error:
        raise ServerUnreachable(
            f"The broker that CELERY_BROKER_URL names ({_place(url)}) cannot be used: {_told(error)}"
        ) from None


def _place(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"


def _told(error: Exception) -> str:
    return str(error).strip() or type(error).__name__
