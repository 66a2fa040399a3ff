"""What the terminal shows: one line for what happens, and the errors of the logs; the rest is in the files."""

import json
import re
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Final, TextIO

_WIDTH: Final = 9
#: So many errors of one process in so many seconds are shown; of more it is told that they are in the log.
_MOST_ERRORS: Final = 5
_ERROR_SECONDS: Final = 60.0
_PLAIN_ERROR: Final = re.compile(r"\[(ERROR|CRITICAL)\]|\b(FATAL|PANIC): ")


class Notices:
    """Lines on the terminal, each with the name of the process that it is about."""

    def __init__(self, output: TextIO | None = None) -> None:
        self._output = output or sys.stdout

    def tell(self, name: str, text: str) -> None:
        """One line about a process."""
        self.show(f"{name:<{_WIDTH}}| {text}")

    def show(self, text: str) -> None:
        """Lines about the whole."""
        with suppress(OSError):  # a closed terminal must not keep the servers from being stopped in order
            self._output.write(f"{text}\n")
            self._output.flush()


class ErrorTail:
    """Follows a log file and gives its new error lines, not a flood of them."""

    def __init__(self, log: Path) -> None:
        self._log = log
        self._position = log.stat().st_size if log.exists() else 0
        self._shown: list[float] = []
        self._silent = False

    def new_errors(self) -> list[str]:
        """The errors since the last call, each in one line."""
        size = self._log.stat().st_size if self._log.exists() else 0
        if size <= self._position:
            self._position = size  # it was emptied
            return []
        with self._log.open("rb") as file:
            file.seek(self._position)
            content = file.read()
        whole, _, _ = content.rpartition(b"\n")
        self._position += len(whole) + 1 if whole else 0
        errors = [error for line in whole.decode(errors="replace").splitlines() if (error := error_in(line))]
        return self._limited(errors)

    def _limited(self, errors: list[str]) -> list[str]:
        now = time.monotonic()
        self._shown = [at for at in self._shown if now - at < _ERROR_SECONDS]
        room = _MOST_ERRORS - len(self._shown)
        shown = errors[:room]
        self._shown += [now] * len(shown)
        if len(errors) <= room:
            self._silent = self._silent and room == 0
            return shown
        if not self._silent:
            shown.append(f"more errors: see {self._log}")
        self._silent = True
        return shown


def last_lines(log: Path, count: int = 12) -> str:
    """The end of a log file, indented."""
    lines = log.read_text(errors="replace").splitlines()[-count:] if log.exists() else []
    return "\n".join(f"    {line}" for line in lines)


def error_in(line: str) -> str | None:
    """The error that a log line tells of, shortened to a line of the terminal; None if it tells of none."""
    if line.startswith("{"):
        try:
            entry = json.loads(line)
        except ValueError:
            return None
        if entry.get("level") not in {"error", "critical"}:
            return None
        return _one_line(f"{entry['level']}: {entry.get('event', '')}")
    return _one_line(line) if _PLAIN_ERROR.search(line) else None


def _one_line(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= 200 else f"{flat[:199]}…"
