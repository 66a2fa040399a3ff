"""The whole service as `make run` starts it, in a directory of its own, and a client that posts to it."""

import json
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil

from config.embedded.options import PROJECT
from config.embedded.ports import any_free

# What the command line of each kind of process has in it.
MARKS = {
    "web": "granian",
    "worker": "celery -A config worker",
    "beat": "celery -A config beat",
    "broker": "valkey-server",
    "database": "postgres -D",
}


@dataclass(frozen=True)
class Answer:
    status: int
    body: Any


class Service:
    """A supervisor with its servers; every process can be killed by its name."""

    def __init__(self, *, directory: Path, environment: Mapping[str, str] | None = None) -> None:
        self.port = any_free()
        self.url = f"http://127.0.0.1:{self.port}"
        unwanted = ("DATABASE_URL", "CELERY_BROKER_URL", "DJANGO_SETTINGS_MODULE")
        self._environment = {
            **{name: value for name, value in os.environ.items() if name not in unwanted},
            "STATE_DIR": str(directory / "state"),
            "STATIC_ROOT": str(directory / "static"),
            "PORT": str(self.port),
            "THROTTLE_REGISTRATION": "off",
            "THROTTLE_PLAYER": "off",
            "THROTTLE_ADDRESS": "off",
            **(environment or {}),
        }
        self._output = directory / "output"
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def output(self) -> str:
        """What the supervisor has written to its terminal since its last start."""
        return self._output.read_text()

    def start(self) -> None:
        """Start it, and return when it says that it runs."""
        with self._output.open("wb") as output:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "config.embedded", "run"],
                cwd=PROJECT,
                env=self._environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
            )
        deadline = time.monotonic() + 90
        while "Double Solitaire is running." not in self.output:
            if self._process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"the service did not start:\n{self.output}")
            time.sleep(0.1)

    def stop(self) -> int:
        """Ask it to stop as Ctrl-C does; return its exit status."""
        if self._process is None:
            raise RuntimeError("it was never started")
        self._process.send_signal(signal.SIGINT)
        return self._process.wait(60)

    def kill(self) -> None:
        """Kill the supervisor alone, as `kill -9` does."""
        if self._process is None:
            raise RuntimeError("it was never started")
        self._process.kill()
        self._process.wait(10)

    def processes(self, name: str = "") -> list[psutil.Process]:
        """All that descends from the supervisor, or what of it has the mark of `name`."""
        if self._process is None or self._process.poll() is not None:
            return []
        return [each for each in psutil.Process(self._process.pid).children(recursive=True) if _is(each, name)]

    def kill_process(self, name: str) -> None:
        """Kill every process of a kind at once, as the death of its machine would."""
        for process in self.processes(name):
            try:
                process.kill()
            except psutil.NoSuchProcess:
                continue

    def manage(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run a management command on the running service's database."""
        command = [sys.executable, "-m", "config.embedded", "manage", *arguments]
        return subprocess.run(
            command, cwd=PROJECT, env=self._environment, capture_output=True, text=True, timeout=120, check=False
        )


def _is(process: psutil.Process, name: str) -> bool:
    try:
        return not name or MARKS[name] in " ".join(process.cmdline())
    except psutil.Error:
        return False


class Client:
    """A player with a token, who asks again until there is an answer, as the guide for clients says."""

    def __init__(self, url: str) -> None:
        self._api = f"{url}/api/v1"
        self._token = ""
        self._token = self.insist("POST", "/players/", {}).body["token"]

    def post_game(self, *, deal: str, moves: list[str], score: int) -> Answer:
        """Post a whole game under a key of its own."""
        body = {"deal": deal, "moves": moves, "score": score}
        return self.insist("POST", "/scores/", body, key=str(uuid.uuid4()))

    def status(self, game_id: str) -> str:
        status: str = self.insist("GET", f"/games/{game_id}/").body["status"]
        return status

    def insist(self, method: str, path: str, body: Any = None, *, key: str = "", within: float = 90.0) -> Answer:
        """Return the first answer that is none of 5xx."""
        deadline = time.monotonic() + within
        while True:
            answer = self._ask(method, path, body, key=key)
            if answer is not None and answer.status < 500:
                return answer
            if time.monotonic() > deadline:
                raise TimeoutError(f"{method} {path}: {answer}")
            time.sleep(0.2)

    def _ask(self, method: str, path: str, body: Any, *, key: str) -> Answer | None:
        """Return the answer, or None where the connection broke before there was one."""
        headers = {"Content-Type": "application/json"}
        if self._token:
            headers["Authorization"] = f"Bearer {self._token}"
        if key:
            headers["Idempotency-Key"] = key
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self._api + path, data=data, headers=headers, method=method)  # noqa: S310
        try:
            with urllib.request.urlopen(request, timeout=20) as response:  # noqa: S310
                return Answer(response.status, json.load(response))
        except urllib.error.HTTPError as error:
            with error:
                return Answer(error.code, error.read().decode(errors="replace"))
        except (OSError, ValueError):
            return None
