"""A PostgreSQL and a Valkey server of a benchmark's own, as `make run` starts them: durable, on loopback."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import psycopg
import valkey
from psycopg import sql

from config.embedded.account import Account
from config.embedded.options import PROJECT
from config.embedded.ports import any_free
from config.embedded.postgres import Postgres
from config.embedded.processes import Child, wait_until_ready
from config.embedded.programs import Programs
from config.embedded.state import State
from config.embedded.valkey import Valkey

# Tells when a row was committed; it costs eight bytes a transaction.
_COMMIT_TIMES = ("-c", "track_commit_timestamp=on")


@dataclass(frozen=True)
class Servers:
    """Where both answer, and the process of PostgreSQL, whose processor time is counted."""

    database_url: str
    broker_url: str
    postgres_pid: int

    @property
    def valkey(self) -> valkey.Valkey:
        return valkey.Valkey.from_url(self.broker_url)

    def with_database(self, name: str, *, like: str | None = None) -> "Servers":
        """Make another database, empty or as another one stands, which nobody may be using; return the way to it."""
        server, _, _ = self.database_url.rpartition("/")
        with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
            template = sql.Identifier(like or "template0")
            connection.execute(sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(sql.Identifier(name), template))
        return replace(self, database_url=f"{server}/{name}")

    def with_broker(self, number: int) -> "Servers":
        """Return the way to another of the broker's databases, whose messages nobody else sees."""
        return replace(self, broker_url=f"{self.broker_url.rpartition('/')[0]}/{number}")


@contextmanager
def servers() -> Iterator[Servers]:
    """Start both, with empty data, and stop them in the end."""
    account = Account.for_servers()
    programs = Programs.installed().reachable(account=account, directory=State(PROJECT / "var").servers(account))
    with tempfile.TemporaryDirectory(prefix="double-solitaire-bench-", ignore_cleanup_errors=True) as name:
        directory = Path(name)
        directory.chmod(0o711)
        port, password = any_free(), "for-benchmarks"
        database = Postgres(
            programs=programs,
            account=account,
            data=directory / "postgres",
            port=port,
            password=password,
            options=_COMMIT_TIMES,
        )
        database.initialise()
        store = Valkey(
            programs=programs, account=account, directory=directory / "valkey", port=any_free(), password=password
        )
        store.configure()
        children = []
        try:
            for command, answers in ((database.command(), database.answers), (store.command(), store.answers)):
                child = Child(command=command, log=directory / f"{command.name}.log")
                children.append(child)
                child.start()
                wait_until_ready(child, is_ready=answers, within=30)
            database.ensure_database()
            yield Servers(database_url=database.url, broker_url=store.url, postgres_pid=children[0].pid or 0)
        finally:
            for child in reversed(children):
                child.stop()
