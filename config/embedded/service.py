"""The service's own processes: web, worker, beat, live."""

import http
import http.client
import sys
from collections.abc import Mapping
from pathlib import Path

from config.embedded.options import PROJECT, Options
from config.embedded.processes import Command


def prepare(*, environment: Mapping[str, str]) -> Command:
    """Makes database and static files ready, and ends."""
    return _python("prepare", ("config.embedded.prepare",), environment, grace=5.0)


def web(*, options: Options, port: int, environment: Mapping[str, str]) -> Command:
    """The web server, whose threads share a pool of connections in each process."""
    arguments = (
        "granian",
        *("--interface", "wsgi", "--no-ws", "--host", options.host, "--port", str(port)),
        *("--workers", str(options.web_processes), "--blocking-threads", str(options.web_threads)),
        *("--respawn-failed-workers", "--respawn-interval", "1", "--workers-kill-timeout", "8"),
        "config.embedded.wsgi:application",
    )
    pooled = {**environment, "DATABASE_POOL": str(options.web_threads)}
    return _python("web", arguments, pooled, grace=12.0)


def worker(*, options: Options, environment: Mapping[str, str]) -> Command:
    """The worker; stopped, it finishes what it is at."""
    concurrency = ("--concurrency", str(options.worker_processes))
    arguments = ("celery", "-A", "config", "worker", *concurrency, "--without-gossip", "--without-mingle")
    return _python("worker", (*arguments, "--loglevel", "INFO"), environment, grace=20.0)


def beat(*, state: Path, environment: Mapping[str, str]) -> Command:
    """The clock that sends the scheduled tasks; there must be one alone."""
    schedule = ("--schedule", str(state / "beat-schedule"), "--pidfile", "")
    return _python("beat", ("celery", "-A", "config", "beat", *schedule, "--loglevel", "INFO"), environment, grace=10.0)


def live(*, options: Options, port: int, environment: Mapping[str, str]) -> Command:
    """The process of streams; stopped, it ends them, and their clients come again."""
    arguments = ("config.live", "--host", options.host, "--port", str(port))
    return _python("live", arguments, environment, grace=10.0)


def _python(name: str, module: tuple[str, ...], environment: Mapping[str, str], *, grace: float) -> Command:
    return Command(
        name=name,
        arguments=(sys.executable, "-m", *module),
        directory=PROJECT,
        environment={**environment, "PYTHONUNBUFFERED": "1"},
        grace=grace,
    )


def is_ready(*, options: Options, port: int) -> bool:
    """True if the service says that it can serve."""
    return _answers(options=options, port=port, path="/health/ready/")


def streams(*, options: Options, port: int) -> bool:
    """True if the process of streams says that it works."""
    return _answers(options=options, port=port, path="/live/health/")


def _answers(*, options: Options, port: int, path: str) -> bool:
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(options.host, options.host)  # noqa: S104 - a comparison
    connection = http.client.HTTPConnection(host, port, timeout=3)
    try:
        connection.request("GET", path, headers={"Host": options.own_name})
        return connection.getresponse().status == http.HTTPStatus.OK
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()
