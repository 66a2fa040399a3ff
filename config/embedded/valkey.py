"""A Valkey server of our own as the broker, from the program of a wheel, on a port of this machine alone."""

import os
from dataclasses import dataclass
from pathlib import Path

import redis

from config.embedded.account import Account
from config.embedded.processes import Command
from config.embedded.programs import Programs

# The append-only file keeps the messages when the server is killed; a snapshot besides would be for nothing.
_CONFIGURATION = """\
bind 127.0.0.1
port {port}
requirepass {password}
dir "{directory}"
appendonly yes
appendfsync everysec
save ""
maxmemory-policy noeviction
daemonize no
"""


@dataclass(frozen=True, kw_only=True)
class Valkey:
    """The server of one data directory; `configure`, then run `command`."""

    programs: Programs
    account: Account
    directory: Path
    port: int
    password: str

    @property
    def url(self) -> str:
        """The CELERY_BROKER_URL of it."""
        return f"redis://:{self.password}@127.0.0.1:{self.port}/0"

    @property
    def _configuration(self) -> Path:
        return self.directory / "valkey.conf"

    def configure(self) -> None:
        """Write its configuration; in a file and not as arguments, which every user can list."""
        self.directory.mkdir(parents=True, exist_ok=True)
        self.account.own(self.directory, 0o700)
        self._configuration.touch(mode=0o600)
        self._configuration.write_text(
            _CONFIGURATION.format(port=self.port, password=self.password, directory=self.directory)
        )
        self.account.own(self._configuration, 0o600)

    def command(self) -> Command:
        """Runs it in the foreground; SIGTERM writes what is left to write and stops it."""
        return Command(
            name="valkey",
            arguments=(str(self.programs.valkey), str(self._configuration)),
            directory=Path("/"),
            environment={"PATH": os.environ.get("PATH", ""), "LC_ALL": "C.UTF-8", "TZ": "UTC"},
            account=self.account,
            grace=10.0,
        )

    def answers(self) -> bool:
        """True if it takes commands now."""
        with redis.Redis.from_url(self.url, socket_timeout=2, socket_connect_timeout=2) as client:
            try:
                return bool(client.ping())
            except redis.RedisError:
                return False
