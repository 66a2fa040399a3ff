"""Requests to stop: Ctrl-C, SIGTERM, a closed terminal."""

import signal
import time
from types import FrameType
from typing import Final

_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class StopRequested(Exception):
    """Somebody asked for the end."""


class StopRequests:
    """Counts them: handlers only count, so that nothing is interrupted half way."""

    def __init__(self) -> None:
        self._count = 0

    def listen(self) -> None:
        """Take the signals from now on."""
        for number in _SIGNALS:
            signal.signal(number, self._on_signal)

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        self._count += 1

    def pause(self, seconds: float = 0.05) -> None:
        """Sleep, but raise StopRequested if somebody has asked for the end."""
        if self._count:
            raise StopRequested
        time.sleep(seconds)

    def is_hurried(self) -> bool:
        """True if somebody asked more than once."""
        return self._count > 1
