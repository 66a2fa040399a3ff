"""Ties a process's life to its parent's, so that a parent killed with -9 leaves nothing behind.

Linux sends a child a signal of its choice when its parent dies; for other systems see `watcher`.
"""

import ctypes
import os
import signal
import sys
from typing import Final

_SET_PARENT_DEATH_SIGNAL: Final = 1  # PR_SET_PDEATHSIG in <linux/prctl.h>
_LIBC = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None


def is_native() -> bool:
    """True if the system itself signals a child when its parent dies."""
    return _LIBC is not None


def die_with(parent: int, stop_signal: signal.Signals = signal.SIGKILL) -> None:
    """Have this process sent `stop_signal` when `parent` dies; end it at once if that has happened already.

    To be called in the child, after any change of user: the kernel forgets the wish when the user changes.
    """
    if _LIBC is None:
        return
    if _LIBC.prctl(_SET_PARENT_DEATH_SIGNAL, int(stop_signal), 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "prctl(PR_SET_PDEATHSIG)")
    if os.getppid() != parent:
        os._exit(1)


def signal_group(group: int, number: signal.Signals | int) -> bool:
    """Send a signal to every process of the group; False if none is left."""
    try:
        os.killpg(group, number)
    except (ProcessLookupError, PermissionError):  # macOS says EPERM of a group of which only zombies are left
        return False
    return True
