"""What the processes of a service tell when a test has failed: where their threads are, and how their logs end."""

import signal
import time
from contextlib import suppress

import psutil

from tests.supervised import Supervised

#: Has Python's processes tell where they are before they end by SIGABRT.
TELLING = {"PYTHONFAULTHANDLER": "1"}

_PYTHON = ("celery -A config", "granian", "config.live")
_LONGEST = 4000


def ends(service: Supervised) -> str:
    """Make the processes tell where they are, which ends them, and return the end of all that the service has told."""
    for word in _PYTHON:
        for process in service.processes(word):
            with suppress(psutil.Error):
                process.send_signal(signal.SIGABRT)
    time.sleep(1)
    logs = [service.directory / "printed", *sorted((service.directory / "var" / "log").glob("*.log"))]
    return "\n".join(f"-- {log.name}\n{log.read_text(errors='replace')[-_LONGEST:]}" for log in logs)
