"""What is kept between runs, and what tells of the present one: the directory `var/`.

var/kept.json      secrets and ports, made on the first run       (mode 0600)
var/lock           held while a supervisor lives
var/running.json   that supervisor's pid, addresses, environment  (mode 0600)
var/log/           a file for each process
var/metrics/       what the processes of this run have counted
var/postgres/  var/valkey/   the servers' data (elsewhere where their user cannot come here)
var/static/        the collected static files
"""

import fcntl
import hashlib
import json
import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Self

from config.embedded import ports
from config.embedded.account import Account
from config.embedded.errors import AlreadyRunning, EmbeddedError, NotRunning

_ELSEWHERE = Path("/var/lib/double-solitaire")


@dataclass(frozen=True, kw_only=True)
class Kept:
    """Secrets and ports, the same on every run."""

    secret_key: str
    postgres_password: str
    broker_password: str
    postgres_port: int
    broker_port: int

    @classmethod
    def new(cls) -> Self:
        """Fresh ones."""
        return cls(
            secret_key=secrets.token_hex(32),
            postgres_password=secrets.token_hex(16),
            broker_password=secrets.token_hex(16),
            postgres_port=ports.any_free(),
            broker_port=ports.any_free(),
        )


@dataclass(frozen=True, kw_only=True)
class Running:
    """The present run: who supervises it, where it answers, and what its processes have in their environment."""

    pid: int
    url: str
    environment: dict[str, str]


class State:
    """The directory, and who holds it."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self._kept = directory / "kept.json"
        self._running = directory / "running.json"
        self._lock = directory / "lock"

    def log(self, name: str) -> Path:
        """The log file of a process."""
        return self.directory / "log" / f"{name}.log"

    def metrics(self) -> Path:
        """An empty directory for what the processes of a run count: they begin anew with it."""
        directory = self.directory / "metrics"
        shutil.rmtree(directory, ignore_errors=True)
        directory.mkdir()
        return directory

    @contextmanager
    def hold(self) -> Iterator[None]:
        """Make the directory if need be and hold its lock; refuse if another supervisor does."""
        try:
            (self.directory / "log").mkdir(parents=True, exist_ok=True)
            lock = self._lock.open("a")
        except PermissionError as error:
            raise EmbeddedError(
                f"Cannot write to {error.filename}. It may be another user's, who ran this here before: "
                "run it as that user, or set STATE_DIR to a directory of your own."
            ) from None
        with lock:
            if not _try_lock(lock.fileno()):
                raise AlreadyRunning(self._who_runs())
            try:
                yield
            finally:
                self._running.unlink(missing_ok=True)

    def _who_runs(self) -> str:
        try:
            running = self._read_running()
        except NotRunning:
            return "It is being started already: see the terminal where that happens."
        return (
            f"It is running already (process {running.pid}): {running.url}/\n"
            "Stop it by Ctrl-C in its terminal, or by `make stop`."
        )

    def keep(self) -> Kept:
        """The secrets and ports of earlier runs, or new ones; a port that another program has taken is changed."""
        kept = self._read_kept() if self._kept.exists() else Kept.new()
        if not ports.is_free("127.0.0.1", kept.postgres_port):
            kept = replace(kept, postgres_port=ports.any_free())
        if not ports.is_free("127.0.0.1", kept.broker_port):
            kept = replace(kept, broker_port=ports.any_free())
        _write_private(self._kept, asdict(kept))
        return kept

    def _read_kept(self) -> Kept:
        try:
            return Kept(**json.loads(self._kept.read_text()))
        except (ValueError, TypeError) as error:
            raise EmbeddedError(
                f"{self._kept} is damaged ({error}). It holds the password of the database in "
                f"{self.directory}: restore it, or move that directory away to start afresh."
            ) from None

    def leftover(self) -> list[int]:
        """The server ports of a run that was killed, if the last one was: its servers may be about to end."""
        if not self._running.exists() or not self._kept.exists():
            return []
        kept = self._read_kept()
        return [kept.postgres_port, kept.broker_port]

    def record(self, running: Running) -> None:
        """Tell other commands of this run."""
        _write_private(self._running, asdict(running))

    def running(self) -> Running:
        """The present run; refused if there is none."""
        if not self._lock.exists():
            raise NotRunning("It is not running. `make run` starts it.")
        with self._lock.open() as lock:
            if _try_lock(lock.fileno()):
                raise NotRunning("It is not running. `make run` starts it.")
        return self._read_running()

    def _read_running(self) -> Running:
        try:
            return Running(**json.loads(self._running.read_text()))
        except FileNotFoundError:
            raise NotRunning("It is still being started.") from None

    def servers(self, account: Account) -> Path:
        """Where the servers keep their data: here, or under /var/lib where their user cannot come here."""
        if not account.closed_directory(self.directory):
            return self.directory
        name = hashlib.sha256(str(self.directory).encode()).hexdigest()[:12]
        elsewhere = _ELSEWHERE / name
        elsewhere.mkdir(parents=True, exist_ok=True)
        return elsewhere


def _try_lock(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _write_private(path: Path, content: dict[str, Any]) -> None:
    """Replace the file in one step; nobody but its owner may read it."""
    unfinished = path.with_suffix(".new")
    with suppress(FileNotFoundError):
        unfinished.unlink()
    descriptor = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w") as file:
        json.dump(content, file, indent=1)
        file.flush()
        os.fsync(file.fileno())
    unfinished.rename(path)
