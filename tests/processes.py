"""Real processes for tests: a broker, a worker; each can be stopped, killed and started again."""

import os
import signal
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from celery import Celery
from django.conf import settings
from django.db import connection
from kombu import pools

from config.embedded import lifeline
from config.embedded.home import Home
from config.embedded.options import PROJECT, Options
from config.embedded.ports import any_free
from config.embedded.processes import Child, Command, wait_until_ready
from config.embedded.service import beat, is_ready, live, streams, web, worker
from config.embedded.state import State
from config.embedded.valkey import Valkey


class Process:
    """A process that a test starts and ends as it likes."""

    def __init__(self, *, command: Command, log: Path, is_ready: Callable[["Process"], bool]) -> None:
        self._child = Child(command=command, log=log)
        self._is_ready = is_ready
        self._log_before = 0

    @property
    def log(self) -> str:
        """What it has written since its last start."""
        return self._child.log.read_text(errors="replace")[self._log_before :]

    @property
    def runs(self) -> bool:
        """Whether it has not ended."""
        return self._child.pid is not None

    def start(self) -> None:
        """Start it and wait until it does its work."""
        self._log_before = len(self._child.log.read_text(errors="replace")) if self._child.log.exists() else 0
        self._child.start()
        wait_until_ready(self._child, is_ready=lambda: self._is_ready(self), within=120)

    def stop(self) -> None:
        """Ask it to stop and wait for that."""
        self._child.stop()

    def kill(self) -> None:
        """Kill it and its children, as a crash of the machine would."""
        if self._child.pid is not None:
            lifeline.signal_group(self._child.pid, signal.SIGKILL)
        self._child.stop()


class Broker(Process):
    """A Valkey server."""

    def __init__(self, directory: Path) -> None:
        home = Home.of(State(PROJECT / "var"))
        self._valkey = Valkey(
            programs=home.programs,
            account=home.account,
            directory=directory / "valkey",
            port=any_free(),
            password="for-tests",
        )
        self._valkey.configure()
        super().__init__(
            command=self._valkey.command(),
            log=directory / "valkey.log",
            is_ready=lambda process: self._valkey.answers(),
        )

    @property
    def url(self) -> str:
        """Its CELERY_BROKER_URL."""
        return self._valkey.url


def worker_on_test_database(*, broker: str, directory: Path, app: str = "config") -> Process:
    """A worker of two processes, of this Celery application; what a test has committed is what it sees."""
    options = Options.from_environment()
    command = worker(options=options, environment=_environment(broker))
    command = replace(command, arguments=tuple(app if word == "config" else word for word in command.arguments))
    return Process(command=command, log=directory / "worker.log", is_ready=lambda process: " ready." in process.log)


def beat_on_test_database(*, broker: str, directory: Path) -> Process:
    """The clock of the scheduled tasks."""
    command = beat(state=directory, environment=_environment(broker))
    return Process(command=command, log=directory / "beat.log", is_ready=lambda process: "is starting" in process.log)


def _environment(broker: str) -> dict[str, str]:
    server, _, _ = os.environ["DATABASE_URL"].rpartition("/")
    return {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "DATABASE_URL": f"{server}/{connection.settings_dict['NAME']}",
        "DATABASE_TIMEOUT": str(settings.DATABASE_TIMEOUT),  # who waits for a lock waits as long as the test
        "CELERY_BROKER_URL": broker,
    }


def use_broker(app: Celery, url: str) -> None:
    """Have this process's sends go to another broker."""
    # A pool is kept by its address: one that is only closed would be found again, closed, on the way back.
    pools.reset()  # type: ignore[no-untyped-call]
    app._pool = None
    app.amqp._producer_pool = None
    app.conf.broker_url = url
    app.conf.broker_write_url = url
    app.conf.broker_read_url = url


def web_on_test_database(*, directory: Path, broker: str = "memory://") -> tuple[Process, str]:
    """The web server as it serves people, and its address; it counts nobody's requests."""
    options, port = Options.from_environment(), any_free()
    hindering = (
        "THROTTLE_PLAYER",
        "THROTTLE_ADDRESS",
        "THROTTLE_REGISTRATION",
        "THROTTLE_MATCH",
        "THROTTLE_GAME",
        "THROTTLE_KEY",
    )
    rates = dict.fromkeys(hindering, "off")
    environment = {**_environment(broker), **rates, "SECRET_KEY": "for-tests"}
    command = web(options=options, port=port, environment=environment)
    answers = partial(is_ready, options=options, port=port)
    return Process(command=command, log=directory / "web.log", is_ready=lambda _: answers()), options.url(port)


def live_on_test_database(*, directory: Path) -> tuple[Process, str]:
    """The process of streams, and its address."""
    options, port = Options.from_environment(), any_free()
    command = live(options=options, port=port, environment={**_environment("memory://"), "SECRET_KEY": "for-tests"})
    answers = partial(streams, options=options, port=port)
    return Process(command=command, log=directory / "live.log", is_ready=lambda _: answers()), options.url(port)
