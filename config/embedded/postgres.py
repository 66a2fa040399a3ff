"""A PostgreSQL server of our own, from the programs of a wheel, on a port of this machine alone."""

import os
import secrets
import shutil
import signal
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import psycopg

from config.embedded.account import Account
from config.embedded.errors import StartFailed
from config.embedded.processes import Command
from config.embedded.programs import Programs

_OWNER: Final = "app"
_DATABASE: Final = "double_solitaire"
#: After two kills in a row the dying server's lock file stands for some seconds more.
LOCK_SECONDS: Final = 15.0
# One of its processes that dies takes all of it along, and the supervisor starts it again. By itself it would go on,
# and wait for ever if the process that then recovers the data died too.
_SUPERVISED: Final = ("-c", "restart_after_crash=off")


@dataclass(frozen=True, kw_only=True)
class Postgres:
    """The server of one data directory; `initialise`, then run `command`, then `ensure_database`."""

    programs: Programs
    account: Account
    #: Holds the data; nothing else may be in it.
    data: Path
    port: int
    password: str
    options: tuple[str, ...] = ()

    @property
    def url(self) -> str:
        """The DATABASE_URL of the service's database on it."""
        return f"postgresql://{_OWNER}:{self.password}@127.0.0.1:{self.port}/{_DATABASE}"

    @property
    def _maintenance_url(self) -> str:
        return f"postgresql://{_OWNER}:{self.password}@127.0.0.1:{self.port}/postgres?connect_timeout=2"

    def command(self) -> Command:
        """Runs it in the foreground; SIGINT ends its sessions and stops it."""
        arguments = (
            "-D",
            str(self.data),
            "-h",
            "127.0.0.1",
            "-p",
            str(self.port),
            "-k",
            "",
            *_SUPERVISED,
            *self.options,
        )
        return Command(
            name="postgres",
            arguments=(str(self.programs.postgres / "postgres"), *arguments),
            directory=Path("/"),
            environment={"PATH": os.environ.get("PATH", ""), "LC_ALL": "C.UTF-8", "TZ": "UTC"},
            account=self.account,
            stop_signal=signal.SIGINT,
            grace=30.0,
        )

    def initialise(self) -> None:
        """Make the data directory, all of it or nothing; one that is there must be of this server's version."""
        if self.data.exists():
            self._refuse_other_version()
            return
        unfinished = self.data.with_name(f"{self.data.name}.new")
        shutil.rmtree(unfinished, ignore_errors=True)
        unfinished.mkdir(parents=True)
        self.account.own(unfinished, 0o700)
        password_file = self.data.with_name(f"{self.data.name}.{secrets.token_hex(8)}")
        try:
            password_file.touch(mode=0o600)
            password_file.write_text(self.password)
            self.account.own(password_file, 0o600)
            self._initdb(unfinished, password_file)
        finally:
            password_file.unlink(missing_ok=True)
        unfinished.rename(self.data)

    def _initdb(self, directory: Path, password_file: Path) -> None:
        # Data that a test run throws away need not reach the disk.
        sync = ("--no-sync",) if "fsync=off" in self.options else ()
        form = ("--auth=scram-sha-256", "--encoding=UTF8", "--locale=C.UTF-8", *sync)
        owner = ("-U", _OWNER, f"--pwfile={password_file}", "-D", str(directory))
        other = self.account if self.account.is_other else None
        done = subprocess.run(  # noqa: S603 - the program and its arguments are ours
            [str(self.programs.postgres / "initdb"), *owner, *form],
            cwd="/",
            env=dict(self.command().environment),
            user=other.uid if other else None,
            group=other.gid if other else None,
            extra_groups=[] if other else None,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            start_new_session=True,
            check=False,
        )
        if done.returncode != 0:
            raise StartFailed(f"initdb could not make {directory}:\n{done.stdout}{done.stderr}")

    def _refuse_other_version(self) -> None:
        version = self.data / "PG_VERSION"
        if not version.is_file():
            raise StartFailed(f"{self.data} is not the data of a PostgreSQL server: move it away to start afresh.")
        there = version.read_text().strip()
        program = str(self.programs.postgres / "postgres")
        done = subprocess.run([program, "--version"], capture_output=True, text=True, check=True)  # noqa: S603
        here = done.stdout.split()[2]
        if here.split(".")[0] != there:
            raise StartFailed(
                f"The data in {self.data} is of PostgreSQL {there}, the installed programs are {here}. Nothing was "
                "changed. docs/deploy/backup.md tells how to move it over with the programs of the former version; or "
                "move it away to start afresh."
            )

    def answers(self) -> bool:
        """True if one can sign in to it now; another password than the data's is refused at once."""
        try:
            psycopg.connect(self._maintenance_url).close()
        except psycopg.OperationalError as error:
            if "password authentication failed" in str(error):
                raise StartFailed(
                    f"The data in {self.data} was made with another password than the one in kept.json: "
                    "restore that file, or move the data away to start afresh."
                ) from None
            return False
        return True

    def ensure_database(self) -> None:
        """Make the service's database if it is not there."""
        with psycopg.connect(self._maintenance_url, autocommit=True) as connection:
            found = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [_DATABASE]).fetchone()
            if found is None:
                connection.execute(f"CREATE DATABASE {_DATABASE}")
