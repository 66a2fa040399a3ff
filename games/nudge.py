"""A message to the workers that games wait for their check, deals for a search, or mails. A nudge: rows are what waits.

A thread of its own sends them, so that no request waits for a broker that is down or does not answer. When no message
can be sent, nothing is lost: sweeps find the rows, as often as `games.limits` says.
"""

import logging
import os
import time
from collections.abc import Callable
from contextvars import Context, copy_context
from threading import Condition, Thread
from typing import Final

from celery import current_app

from games.commits import after_commit
from games.metrics import NUDGES

CHECK_TASK: Final = "games.tasks.check_waiting"
PROVE_TASK: Final = "games.tasks.prove_waiting"

# After a failure the broker is left alone for so long.
_QUIET_SECONDS: Final = 5.0

_logger = logging.getLogger(__name__)


class Sender:
    """Sends by its thread what one process has to send; what is asked for several times meanwhile is sent once."""

    def __init__(self, send: Callable[[str], None]) -> None:
        self._send = send
        self._thread: Thread | None = None
        self._asked = Condition()
        self._due: dict[str, Context] = {}

    def ask(self, task: str) -> None:
        """Have a task sent soon, with the request id of whoever asks."""
        with self._asked:
            if self._thread is None:
                self._thread = Thread(target=self._run, name="nudge", daemon=True)
                self._thread.start()
            self._due[task] = copy_context()
            self._asked.notify()

    def _run(self) -> None:
        while True:
            with self._asked:
                self._asked.wait_for(lambda: self._due)
                task, context = self._due.popitem()
            try:
                context.run(self._send, task)
            except Exception as error:  # noqa: BLE001 - each transport has errors of its own, and sweeps make it good
                _logger.warning("nudge_failed", extra={"error": str(error)})
                time.sleep(_QUIET_SECONDS)


class _Process:
    """The sender of this process: a thread does not come along into a child."""

    sender: Sender

    @classmethod
    def begin(cls) -> None:
        cls.sender = Sender(_send)


def nudge(task: str) -> None:
    """Tell the workers of rows that wait for this task, once the current transaction has committed."""
    after_commit(_ask, task)


def nudge_checkers() -> None:
    """Tell the workers of a game to check, once the current transaction has committed."""
    nudge(CHECK_TASK)


def nudge_provers() -> None:
    """Tell the workers of a deal to search, once the current transaction has committed."""
    nudge(PROVE_TASK)


def _ask(task: str) -> None:
    _Process.sender.ask(task)


def _send(task: str) -> None:
    try:
        current_app.send_task(task, retry=False, ignore_result=True, expires=300)
    except Exception:
        NUDGES.labels("failed").inc()
        raise
    NUDGES.labels("sent").inc()


_Process.begin()
os.register_at_fork(after_in_child=_Process.begin)
