"""The connections to PostgreSQL that the settings describe."""

from typing import Any, Final

import dj_database_url
from django.core.exceptions import ImproperlyConfigured

from config.database.patience import PatientConnection

#: Of every connection. A peer that is gone without a word is noticed by the last four, not after the hours that TCP
#: itself would wait.
_PATIENCE: Final[dict[str, Any]] = {
    "connect_timeout": 5,
    "application_name": "double-solitaire",
    "tcp_user_timeout": 20_000,
    "keepalives_idle": 20,
    "keepalives_interval": 5,
    "keepalives_count": 3,
}


def served(url: str, *, pool: int, timeout: int, is_pooler: bool) -> dict[str, Any]:
    """The entry of DATABASES for DATABASE_URL; without one, a placeholder, whose every query says so.

    A pooler hands the connection on after each transaction: what belongs to a connection cannot be had behind it.
    """
    if not url:
        return {"ENGINE": "config.no_database", "NAME": "none"}
    database = {**_parsed(url, name="DATABASE_URL"), "ENGINE": "config.database"}
    options = database.setdefault("OPTIONS", {})
    for name, value in _PATIENCE.items():
        options.setdefault(name, value)
    # The server keeps the plan of a statement that a connection sends again and again.
    options.setdefault("server_side_binding", True)
    options.setdefault("prepare_threshold", None if is_pooler else 5)
    database["DISABLE_SERVER_SIDE_CURSORS"] = is_pooler
    if timeout and not is_pooler:
        given = [options["options"]] if "options" in options else []
        options["options"] = " ".join([*given, *_limits(timeout, is_web=bool(pool))])
    # A connection is tried before it is used: none of those that a restart of the server broke reaches a request.
    database["CONN_HEALTH_CHECKS"] = True
    if pool:
        # The pool hands connections out, so Django itself must keep none.
        database["CONN_MAX_AGE"] = 0
        # Who must wait longer is told to come again. Attempts to connect follow at pauses that double until they are
        # given up, and begin anew with the next request: the sooner, the sooner the service is back after a failure.
        options["pool"] = {
            "min_size": 1,
            "max_size": pool,
            "timeout": 3,
            "reconnect_timeout": 3,
            "connection_class": PatientConnection,
        }
    else:
        database["CONN_MAX_AGE"] = 600
    return database


def _limits(timeout: int, *, is_web: bool) -> list[str]:
    """What the server ends by itself.

    A commit waits for locks too, when foreign keys are checked, and no statement's end ends that. In a web process they
    have half the time: who waits for a lock holds up a thread, and with it those who need no lock.
    """
    locks = timeout * (500 if is_web else 1000)
    return [
        f"-c statement_timeout={timeout}s",
        f"-c lock_timeout={locks}ms",
        f"-c idle_in_transaction_session_timeout={timeout}s",
    ]


def direct(url: str) -> dict[str, Any]:
    """The arguments with which psycopg connects to DATABASE_DIRECT_URL; none without one."""
    if not url:
        return {}
    _parsed(url, name="DATABASE_DIRECT_URL")
    return {"conninfo": url, **_PATIENCE}


def _parsed(url: str, *, name: str) -> dict[str, Any]:
    try:
        database: dict[str, Any] = dict(dj_database_url.parse(url))
    except ValueError as error:  # the message names no part of the URL: it holds a password
        raise ImproperlyConfigured(f"{name} cannot be read: {error}") from None
    if database["ENGINE"] != "django.db.backends.postgresql":
        raise ImproperlyConfigured(f"{name} must be a postgresql:// URL.")
    return database
