"""Where the system does not tell children of their parent's death, a watching process ends them."""

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from config.embedded.watcher import Watcher, watch

STUBBORN = (
    "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('up', flush=True); time.sleep(120)"
)
WILLING = "import time; print('up', flush=True); time.sleep(120)"


def process(program: str) -> subprocess.Popen[bytes]:
    started = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, start_new_session=True)
    assert started.stdout
    assert started.stdout.readline() == b"up\n"
    return started


@pytest.mark.parametrize(
    ("program", "grace", "ended_by"),
    ((WILLING, 60, signal.SIGTERM), (STUBBORN, 0.5, signal.SIGKILL)),
    ids=("willing", "stubborn"),
)
def test_a_closed_pipe_ends_the_groups_that_are_left(program: str, grace: float, ended_by: signal.Signals) -> None:
    readable, writable = os.pipe()
    left, gone = process(program), process(WILLING)
    os.write(writable, f"+{left.pid}\n+{gone.pid}\n-{gone.pid}\n".encode())
    reaper = threading.Thread(target=left.wait)
    reaper.start()

    os.close(writable)
    watch(readable, grace=grace)

    reaper.join()
    assert (left.returncode, gone.poll()) == (-ended_by, None)
    gone.kill()
    gone.communicate()
    assert left.stdout
    left.stdout.close()


KILLED_PARENT = f"""
import os, subprocess, sys
from config.embedded.watcher import Watcher
watcher = Watcher(needed=True)
watcher.start()
child = subprocess.Popen([sys.executable, "-c", {WILLING!r}], start_new_session=True)
watcher.note(f"+{{child.pid}}")
os.kill(os.getpid(), 9)
"""


def test_a_parent_killed_with_9_leaves_nothing() -> None:
    project = str(Path(__file__).parents[3])

    done = subprocess.run(
        [sys.executable, "-c", KILLED_PARENT],
        env={**os.environ, "PYTHONPATH": project},
        stdout=subprocess.PIPE,
        timeout=90,  # the pipe stays open as long as the grandchild lives
        check=False,
    )

    assert done.returncode == -signal.SIGKILL


def test_where_it_is_not_needed_it_does_nothing() -> None:
    watcher = Watcher(needed=False)

    watcher.start()
    watcher.note("+1")
