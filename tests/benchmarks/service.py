"""The service's own processes as `make run` starts them: web, worker and beat, on a database of a benchmark."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import psutil

from config.embedded.options import Options
from config.embedded.ports import any_free
from config.embedded.processes import Child, wait_until_ready
from config.embedded.service import beat, is_ready, web, worker
from tests.benchmarks.servers import Servers

# A benchmark asks more often than anybody may. It is counted all the same, as each request is for players.
_RATES = dict.fromkeys(
    ("THROTTLE_PLAYER", "THROTTLE_ADDRESS", "THROTTLE_REGISTRATION", "THROTTLE_GAME", "THROTTLE_KEY"),
    "100000000/minute",
)


@dataclass(frozen=True)
class Service:
    """A running service: where it answers, and its processes."""

    port: int
    running: Servers
    children: dict[str, Child]

    def cpu(self) -> dict[str, float]:
        """Return the seconds of processor time that each kind of process has used so far, PostgreSQL's among them."""
        used = {name: _cpu_of_tree(child.pid) for name, child in self.children.items() if child.pid}
        return used | {"postgres": _cpu_of_tree(self.running.postgres_pid)}


@contextmanager
def service(
    running: Servers, *, directory: Path, settings: str = "tests.benchmarks.settings", checks: bool = True
) -> Iterator[Service]:
    """Start a service on these servers, and stop it in the end; without checks, its web processes alone."""
    directory.mkdir()
    options, port = Options.from_environment(), any_free()
    environment = {
        **os.environ,
        **_RATES,
        "SECRET_KEY": "for-benchmarks",
        "DJANGO_SETTINGS_MODULE": settings,
        "DATABASE_URL": running.database_url,
        "CELERY_BROKER_URL": running.broker_url,
    }
    commands = [web(options=options, port=port, environment=environment)]
    if checks:
        commands += [
            worker(options=options, environment=environment),
            beat(state=directory, environment=environment),
        ]
    children = {command.name: Child(command=command, log=directory / f"{command.name}.log") for command in commands}
    ready: dict[str, Callable[[], bool]] = {
        "web": partial(is_ready, options=options, port=port),
        "worker": lambda: " ready." in (directory / "worker.log").read_text(),
        "beat": lambda: "is starting" in (directory / "beat.log").read_text(),
    }
    try:
        for name, child in children.items():
            child.start()
            wait_until_ready(child, is_ready=ready[name], within=60)
        yield Service(port=port, running=running, children=children)
    finally:
        for child in reversed(children.values()):
            child.stop()


def _cpu_of_tree(pid: int) -> float:
    """Return what a process and those that it has started have used, ended ones included."""
    process = psutil.Process(pid)
    own = process.cpu_times()
    used = own.user + own.system + own.children_user + own.children_system
    for child in process.children(recursive=True):
        try:
            times = child.cpu_times()
        except psutil.NoSuchProcess:
            continue
        used += times.user + times.system
    return used
