"""What the person who starts it may choose, by environment variables."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

from config import environment

PROJECT: Final = Path(__file__).resolve().parent.parent.parent


@dataclass(frozen=True, kw_only=True)
class Options:
    """Where it listens, where it keeps its state, how many processes it has, and which servers are given."""

    host: str
    port: int
    #: 0 is the one after the port of the web server.
    stream_port: int
    #: Empty for the port that is taken, at whatever host a client asks.
    stream_url: str
    state_directory: Path
    web_processes: int
    web_threads: int
    worker_processes: int
    restart_pause: int
    hosts: tuple[str, ...]
    secret_key: str
    database_url: str
    broker_url: str

    @classmethod
    def from_environment(cls) -> Self:
        """As docs/deploy/configuration.md says."""
        cores = os.cpu_count() or 1
        return cls(
            host=environment.text("HOST", "127.0.0.1"),
            port=environment.integer("PORT", 8000, least=1),
            stream_port=environment.integer("STREAM_PORT", 0),
            stream_url=os.environ.get("STREAM_URL", "").strip(),
            state_directory=PROJECT / environment.text("STATE_DIR", "var"),
            web_processes=environment.integer("WEB_PROCESSES", 2, least=1),
            web_threads=environment.integer("WEB_THREADS", 4, least=1),
            worker_processes=environment.integer("WORKER_PROCESSES", 0) or min(cores, 4),
            restart_pause=environment.integer("RESTART_PAUSE", 30, least=1),
            hosts=tuple(environment.words("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]")),
            secret_key=environment.text("SECRET_KEY"),
            database_url=environment.text("DATABASE_URL"),
            broker_url=environment.text("CELERY_BROKER_URL"),
        )

    @property
    def own_name(self) -> str:
        """A host name by which the service lets itself be asked."""
        first = self.hosts[0].removeprefix(".")
        return "localhost" if first == "*" else first

    def url(self, port: int) -> str:
        """Where a browser on this machine finds it."""
        host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(self.host, self.host)  # noqa: S104 - a comparison
        return f"http://{host}:{port}"
