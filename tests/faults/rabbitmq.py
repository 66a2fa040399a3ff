"""Debian's RabbitMQ server as a process of a test's own: its own node, ports and directory."""

import os
import signal
import subprocess
import time
from pathlib import Path
from socket import socket

from config.embedded.ports import any_free

_PROGRAM = Path("/usr/lib/rabbitmq/bin/rabbitmq-server")


class RabbitMQ:
    """A broker that can be killed and started again with what it had kept."""

    def __init__(self, *, directory: Path) -> None:
        if not _PROGRAM.exists():
            raise RuntimeError(f"{_PROGRAM} is missing: apt-get install rabbitmq-server")
        self._port = any_free()
        self.url = f"amqp://guest:guest@127.0.0.1:{self._port}//"
        self._log = directory / "rabbitmq.log"
        home = directory / "rabbitmq"
        home.mkdir()
        self._environment = {
            **os.environ,
            "HOME": str(home),  # the nodes' shared secret is kept there
            "RABBITMQ_NODENAME": f"test-{self._port}@localhost",
            "RABBITMQ_NODE_IP_ADDRESS": "127.0.0.1",
            "RABBITMQ_NODE_PORT": str(self._port),
            "RABBITMQ_DIST_PORT": str(any_free()),
            "ERL_EPMD_PORT": str(any_free()),  # a name server of its own
            "ERL_EPMD_ADDRESS": "127.0.0.1",
            "RABBITMQ_MNESIA_BASE": str(home / "mnesia"),
            "RABBITMQ_LOG_BASE": str(home / "log"),
            "RABBITMQ_ENABLED_PLUGINS_FILE": str(home / "plugins"),
            "RABBITMQ_CONFIG_FILE": str(home / "rabbitmq"),
        }
        self._process: subprocess.Popen[bytes] | None = None
        # Without it the node would start one as a daemon, which nobody would end.
        self._name_server = subprocess.Popen(["epmd"], env=self._environment, stdin=subprocess.DEVNULL)

    def start(self) -> None:
        """Start it, and return when it takes connections."""
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [str(_PROGRAM)],
                env=self._environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        deadline = time.monotonic() + 180
        while not self._answers():
            if self._process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"RabbitMQ did not start:\n{self._log.read_text(errors='replace')[-2000:]}")
            time.sleep(0.2)

    def _answers(self) -> bool:
        """Whether it takes connections. To try whether its port is free could take the port away from it."""
        with socket() as attempt:
            return attempt.connect_ex(("127.0.0.1", self._port)) == 0

    def kill(self) -> None:
        """Kill it and all its helpers."""
        if self._process is not None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait(60)
            self._process = None

    def close(self) -> None:
        """End everything that it has started."""
        self.kill()
        self._name_server.kill()
        self._name_server.wait(60)
