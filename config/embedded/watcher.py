r"""Ends what a killed supervisor leaves, on systems where children are not told of their parent's death.

A process that reads a pipe whose other end only the supervisor holds: `+PGID\n` for a process group that it starts,
`-PGID\n` for one that has ended. When the pipe closes, whatever group is left is ended.
"""

import os
import signal
import subprocess
import sys
import time

from config.embedded import lifeline

_GRACE = 10.0


class Watcher:
    """The supervisor's end of the pipe; does nothing where the system itself does the work."""

    def __init__(self, *, needed: bool | None = None) -> None:
        self._needed = not lifeline.is_native() if needed is None else needed
        self._pipe: int | None = None

    def start(self) -> None:
        """Start the watching process."""
        if not self._needed:
            return
        readable, self._pipe = os.pipe()
        subprocess.Popen(  # noqa: S603 - this module itself
            [sys.executable, "-m", "config.embedded.watcher", str(readable)],
            pass_fds=[readable],
            start_new_session=True,  # a signal for the supervisor's group is not for the watcher
        )
        os.close(readable)

    def note(self, change: str) -> None:
        """Tell it of a process group: `+PGID` or `-PGID`."""
        if self._pipe is not None:
            os.write(self._pipe, f"{change}\n".encode())


def watch(readable: int, *, grace: float = _GRACE) -> None:
    """Wait until the pipe closes, then end the groups that are left: by SIGTERM, after `grace` seconds by SIGKILL."""
    groups: set[int] = set()
    with os.fdopen(readable) as lines:
        for line in lines:
            change = groups.add if line.startswith("+") else groups.discard
            change(int(line[1:]))
    for group in groups:
        lifeline.signal_group(group, signal.SIGTERM)
    deadline = time.monotonic() + grace
    while groups and time.monotonic() < deadline:
        groups = {group for group in groups if lifeline.signal_group(group, 0)}
        time.sleep(0.1)
    for group in groups:
        lifeline.signal_group(group, signal.SIGKILL)


if __name__ == "__main__":
    watch(int(sys.argv[1]))
