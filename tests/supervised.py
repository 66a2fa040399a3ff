"""The whole service as `make run` starts it, with its state in a directory of a test's own."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

import psutil

from config import environment
from config.embedded.options import PROJECT
from config.embedded.ports import any_free

#: What the supervisor prints when everything runs.
RUNS = "Ctrl-C stops it."


class Supervised:
    """A supervisor that can be started, killed and started again; the directory must be open to other users."""

    def __init__(self, directory: Path, *, variables: Mapping[str, str] | None = None) -> None:
        self.directory = directory
        clean = {name: value for name, value in os.environ.items() if name not in environment.READ}
        clean.pop("DJANGO_SETTINGS_MODULE", None)
        self.variables = {
            **clean,
            "STATE_DIR": str(directory / "var"),
            "STATIC_ROOT": str(directory / "static"),
            "PORT": str(any_free()),
            # The next port is one of those that the system gives to connections that are made.
            "STREAM_PORT": str(any_free()),
            **(variables or {}),
        }
        self._printed = directory / "printed"

    def launch(self) -> None:
        """Start it, and do not wait."""
        with self._printed.open("w") as printed:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "config.embedded", "run"],
                cwd=PROJECT,
                env=self.variables,
                stdin=subprocess.DEVNULL,
                stdout=printed,
                stderr=subprocess.STDOUT,
            )

    def start(self, *, within: float = 240) -> None:
        """Start it, and return when everything runs."""
        self.launch()
        wait_until(lambda: RUNS in self.printed or self.process.poll() is not None, within=within)
        assert RUNS in self.printed, self.printed

    @property
    def printed(self) -> str:
        """What it has told since its last start."""
        return self._printed.read_text()

    @property
    def url(self) -> str:
        """Where it says that it answers."""
        found = re.search(r"Pages +(http://\S+)/\n", self.printed)
        assert found, self.printed
        return found[1]

    @property
    def environment(self) -> dict[str, str]:
        """What a process needs to work with it: where its servers answer, its secret."""
        told: dict[str, str] = json.loads((self.directory / "var" / "running.json").read_text())["environment"]
        return told

    @property
    def database_url(self) -> str:
        """Where its database answers."""
        return self.environment["DATABASE_URL"]

    @property
    def streams_url(self) -> str:
        """Where it says that streams are."""
        found = re.search(r"Streams +(http://\S+)/live/\n", self.printed)
        assert found, self.printed
        return found[1]

    def wait(self) -> int:
        """Its exit status, once it ends by itself."""
        return self.process.wait(timeout=180)

    def stop(self, number: signal.Signals = signal.SIGINT) -> int:
        """Its exit status when asked to stop, as Ctrl-C does; nothing to ask if it has ended already."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        return self.wait()

    def kill(self) -> None:
        """Kill the supervisor alone, as `kill -9` does."""
        self.process.kill()
        self.process.wait(timeout=60)

    def command(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Another command of the supervisor's on the same state."""
        return subprocess.run(
            [sys.executable, "-m", "config.embedded", *arguments],
            cwd=PROJECT,
            env=self.variables,
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )

    def processes(self, word: str = "") -> list[psutil.Process]:
        """Every process of it, its children and theirs, alive or orphaned, whose command line has the word."""
        return [process for process in psutil.process_iter() if self._is_of_it(process, word)]

    def kill_processes(self, word: str) -> None:
        """Kill every such process at once, as the death of their machine would."""
        for process in self.processes(word):
            self.kill_process(process)

    def kill_process(self, process: psutil.Process) -> None:
        """Kill one of them, if it has not ended by itself."""
        with suppress(psutil.NoSuchProcess):
            process.kill()

    def _is_of_it(self, process: psutil.Process, word: str) -> bool:
        mine = self.variables["STATE_DIR"]
        try:
            if word not in " ".join(process.cmdline()):
                return False
            # The servers rename themselves, over their environment, and work in their data.
            return process.environ().get("STATE_DIR") == mine or process.cwd().startswith(mine)
        except psutil.Error:
            return False


def wait_until(condition: Callable[[], object], *, within: float = 60) -> None:
    """Return when the condition holds; fail when it has not come about in time.

    Patience costs nothing where it does come about: the time is for a machine that others use as well.
    """
    deadline = time.monotonic() + within
    while not condition():
        assert time.monotonic() < deadline, f"after {within} s it still does not hold"
        time.sleep(0.05)
