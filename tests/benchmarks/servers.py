"""A PostgreSQL and a Valkey server of a benchmark's own, as `make run` starts them: durable, on loopback."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import valkey

from config.embedded.account import Account
from config.embedded.options import PROJECT
from config.embedded.ports import any_free
from config.embedded.postgres import Postgres
from config.embedded.processes import Child, wait_until_ready
from config.embedded.programs import Programs
from config.embedded.state import State
from config.embedded.valkey import Valkey


@dataclass(frozen=True)
class Servers:
    database_url: str
    valkey: valkey.Valkey


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
            programs=programs, account=account, data=directory / "postgres", port=port, password=password
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
            yield Servers(
                database_url=database.url, valkey=valkey.Valkey(host="127.0.0.1", port=store.port, password=password)
            )
        finally:
            for child in reversed(children):
                child.stop()
