"""One process under the supervisor: started, watched, started again when it dies, stopped in good order."""

import os
import signal
import subprocess
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from config.embedded import lifeline
from config.embedded.account import Account
from config.embedded.errors import StartFailed
from config.embedded.notices import last_lines

#: Seconds that a process which dies again and again waits at most before it is started again.
LONGEST_PAUSE: Final = 30.0
#: A process that has lived this long was well; its next death starts the pauses anew.
_WELL_AFTER: Final = 60.0
_LOG_LIMIT: Final = 20 * 1024 * 1024


@dataclass(frozen=True, kw_only=True)
class Command:
    """How a process is started and stopped."""

    name: str
    arguments: tuple[str, ...]
    directory: Path
    environment: Mapping[str, str]
    account: Account | None = None
    stop_signal: signal.Signals = signal.SIGTERM
    #: Seconds that it gets to stop before it is killed.
    grace: float = 10.0


class Child:
    """A process, with its log file, in a session of its own so that Ctrl-C reaches the supervisor alone."""

    def __init__(
        self,
        *,
        command: Command,
        log: Path,
        on_group: Callable[[str], None] | None = None,
        longest_pause: float = LONGEST_PAUSE,
    ) -> None:
        self.command = command
        self.log = log
        self._longest_pause = longest_pause
        self._on_group = on_group or (lambda change: None)
        self._process: subprocess.Popen[bytes] | None = None
        self._group: int | None = None
        self._started = 0.0
        self._deaths = 0
        self._due: float | None = None

    @property
    def pid(self) -> int | None:
        """The process's id, None if it does not run."""
        return self._process.pid if self._process and self._process.poll() is None else None

    @property
    def exit_status(self) -> int | None:
        """How the last process ended (negative: by which signal); None if it runs or never ran."""
        return self._process.poll() if self._process else None

    def start(self) -> None:
        """Start it; what an earlier one left behind is killed first."""
        self._forget()
        account, parent, stop_signal = self.command.account, os.getpid(), self.command.stop_signal
        other = account if account and account.is_other else None
        with self.log.open("ab") as output:
            self._process = subprocess.Popen(  # noqa: S603 - the programs are ours, the arguments no one else's
                self.command.arguments,
                cwd=self.command.directory,
                env=dict(self.command.environment),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                user=other.uid if other else None,
                group=other.gid if other else None,
                extra_groups=[] if other else None,
                # Safe here: the supervisor has one thread. It runs after the change of user, as it must.
                preexec_fn=lambda: lifeline.die_with(parent, stop_signal),  # noqa: PLW1509
            )
        self._group = self._process.pid
        self._started = time.monotonic()
        self._due = None
        self._on_group(f"+{self._group}")

    def tend(self) -> str | None:
        """Start it again if it has died, after a pause that grows; what happened in words, None if nothing did."""
        now = time.monotonic()
        if self._due is not None:
            if now >= self._due:
                self.start()
                return "started again"
            return None
        if self.pid is not None:
            return None
        self._forget()
        self._deaths = 1 if now - self._started > _WELL_AFTER else self._deaths + 1
        pause = min(self._longest_pause, 2.0 ** (self._deaths - 1))
        self._due = now + pause
        return f"{self.how_it_ended()}; starting it again in {pause:.0f} s (its log: {self.log})"

    def how_it_ended(self) -> str:
        """`stopped with status 1`, or `was ended by SIGKILL`."""
        status = self.exit_status
        if status is not None and status < 0:
            return f"was ended by {signal.Signals(-status).name}"
        return f"stopped with status {status}"

    def request_stop(self) -> None:
        """Ask it to stop, in its own way."""
        self._due = None
        if self._process and self._process.poll() is None:
            self._process.send_signal(self.command.stop_signal)

    def stop(self, *, hurried: Callable[[], bool] = lambda: False) -> bool:
        """Ask it to stop and wait for that; kill it after its grace, or when hurried. True if it went by itself."""
        self.request_stop()
        deadline = time.monotonic() + self.command.grace
        while self.pid is not None and time.monotonic() < deadline and not hurried():
            time.sleep(0.05)
        willing = self.pid is None
        self._forget()
        return willing

    def _forget(self) -> None:
        """Kill whatever is left of the process and its children."""
        if self._process is None or self._group is None:
            return
        lifeline.signal_group(self._group, signal.SIGKILL)
        self._process.wait()
        self._on_group(f"-{self._group}")
        self._group = None  # the number may soon be another's

    def trim_log(self) -> None:
        """Keep one former part when the log has grown large; the process goes on writing to the emptied file."""
        if self.log.exists() and self.log.stat().st_size > _LOG_LIMIT:
            self.log.with_suffix(".log.1").write_bytes(self.log.read_bytes())
            os.truncate(self.log, 0)


def wait_until_ready(
    child: Child,
    *,
    is_ready: Callable[[], bool],
    within: float,
    again_for: float = 0.0,
    pause: Callable[[], None] = lambda: time.sleep(0.05),
) -> None:
    """Return when `is_ready` says so; a child that dies is started again for `again_for` seconds, then given up."""
    began = time.monotonic()
    name = child.command.name
    while not (child.pid and is_ready()):
        waited = time.monotonic() - began
        if child.pid is None:
            if waited > again_for:
                raise StartFailed(f"{name} {child.how_it_ended()}. The end of {child.log}:\n{last_lines(child.log)}")
            time.sleep(min(1.0, again_for))
            child.start()
        elif waited > within:
            raise StartFailed(
                f"{name} did not answer within {within:.0f} s. The end of {child.log}:\n{last_lines(child.log)}"
            )
        pause()
