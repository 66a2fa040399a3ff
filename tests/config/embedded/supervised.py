"""A run of the whole service under the supervisor, as `make run` starts it, with its state in a place of its own."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path

import psutil

from config import environment
from config.embedded.options import PROJECT
from config.embedded.ports import any_free


class Run:
    """One start; what it prints is in `output`."""

    def __init__(self, home: Path, *, variables: Mapping[str, str] | None = None) -> None:
        self.home = home
        self.port = any_free()
        clean = {name: value for name, value in os.environ.items() if name not in environment.READ}
        clean.pop("DJANGO_SETTINGS_MODULE", None)
        self.environment = {
            **clean,
            "STATE_DIR": str(home / "var"),
            "STATIC_ROOT": str(home / "static"),
            "PORT": str(self.port),
            "WEB_PROCESSES": "1",
            "WORKER_PROCESSES": "1",
            **(variables or {}),
        }
        self._printed = home / "printed"
        with self._printed.open("w") as printed:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "config.embedded", "run"],
                cwd=PROJECT,
                env=self.environment,
                stdout=printed,
                stderr=subprocess.STDOUT,
            )

    @property
    def output(self) -> str:
        return self._printed.read_text()

    def wait_for(self, text: str, *, within: float = 60) -> None:
        """Wait until it has printed that."""
        wait_until(lambda: text in self.output or self.process.poll() is not None, within=within)
        assert text in self.output, self.output

    def ended(self) -> tuple[int, str]:
        """Its exit status and all that it printed, once it ends by itself."""
        return self.process.wait(timeout=60), self.output

    def stop(self, number: signal.Signals = signal.SIGINT) -> tuple[int, str]:
        """The same, when asked to stop."""
        self.process.send_signal(number)
        return self.ended()

    def end(self) -> None:
        """Stop it if it has not ended yet."""
        if self.process.poll() is None:
            self.stop()

    @property
    def url(self) -> str:
        """Where it says that it answers."""
        found = re.search(r"Pages +(http://\S+)/\n", self.output)
        assert found, self.output
        return found[1]

    def command(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Another command of the supervisor's on the same state."""
        return subprocess.run(
            [sys.executable, "-m", "config.embedded", *arguments],
            cwd=PROJECT,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
        )

    def processes(self, word: str = "") -> list[psutil.Process]:
        """Every process of this run, the supervisor's children and theirs, whose command line has the word."""
        return [process for process in psutil.process_iter() if self._is_ours(process, word)]

    def _is_ours(self, process: psutil.Process, word: str) -> bool:
        try:
            line = " ".join(process.cmdline())
            # The servers rename themselves, over their environment, and work in their data.
            mine = self.environment["STATE_DIR"]
            return (process.environ().get("STATE_DIR") == mine or process.cwd().startswith(mine)) and word in line
        except psutil.Error:
            return False


def wait_until(condition: Callable[[], bool], *, within: float = 20) -> None:
    """Return when the condition holds; fail when it has not come about in time."""
    deadline = time.monotonic() + within
    while not condition():
        assert time.monotonic() < deadline, "it did not come about"
        time.sleep(0.1)
