"""A child is started, watched, started again, and stopped with all that it started itself."""

import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from config.embedded.errors import StartFailed
from config.embedded.processes import Child, Command, wait_until_ready
from tests.supervised import wait_until

SLEEPS = "import time; time.sleep(600)"
STUBBORN = (
    "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('up', flush=True); time.sleep(600)"
)
WITH_CHILD = f"""
import subprocess, sys, time
print(subprocess.Popen([sys.executable, "-c", {SLEEPS!r}]).pid, flush=True)
time.sleep(600)
"""
WORKS_AT_THE_SECOND_TRY = """
import sys, time
from pathlib import Path
if not Path("tried").exists():
    Path("tried").touch()
    sys.exit(1)
Path("works").touch()
time.sleep(600)
"""

Start = Callable[..., Child]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    children: list[Child] = []

    def start_python(program: str, *, grace: float = 60.0) -> Child:
        command = Command(
            name="trial",
            arguments=(sys.executable, "-c", program),
            directory=tmp_path,
            environment=os.environ,
            grace=grace,
        )
        children.append(Child(command=command, log=tmp_path / "trial.log"))
        children[-1].start()
        return children[-1]

    yield start_python
    for child in children:
        child.stop(hurried=lambda: True)


def lives(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def printed_pid(child: Child) -> int:
    wait_until(lambda: child.log.read_text().endswith("\n"))
    return int(child.log.read_text())


def test_a_willing_child_stops_when_asked(start: Start) -> None:
    child = start(SLEEPS)

    assert child.stop() is True
    assert (child.pid, child.exit_status) == (None, -signal.SIGTERM)


def test_a_stubborn_child_is_killed_after_its_grace(start: Start) -> None:
    child = start(STUBBORN, grace=0.3)
    wait_until(lambda: "up" in child.log.read_text())

    assert child.stop() is False
    assert child.exit_status == -signal.SIGKILL


def test_what_a_child_has_started_ends_with_it(start: Start) -> None:
    child = start(WITH_CHILD)
    grandchild = printed_pid(child)

    child.stop()

    wait_until(lambda: not lives(grandchild))


def test_a_killed_child_takes_what_it_started_along_before_it_is_started_again(start: Start) -> None:
    child = start(WITH_CHILD)
    grandchild, killed = printed_pid(child), child.pid
    assert killed
    os.kill(killed, signal.SIGKILL)
    wait_until(lambda: child.pid is None)

    told = child.tend()

    assert told
    assert told.startswith("was ended by SIGKILL; starting it again in 1 s")
    wait_until(lambda: not lives(grandchild))
    wait_until(lambda: child.tend() == "started again")
    assert child.pid not in {None, killed}


def test_each_further_death_is_followed_by_a_longer_pause(start: Start) -> None:
    child = start("raise SystemExit(3)")
    pauses: list[str] = []
    while len(pauses) < 2:
        if (told := child.tend()) and "again in" in told:
            pauses.append(told.split(" (")[0])
        time.sleep(0.02)

    assert pauses == [
        "stopped with status 3; starting it again in 1 s",
        "stopped with status 3; starting it again in 2 s",
    ]


def test_a_start_that_fails_is_told_with_the_end_of_the_log(start: Start) -> None:
    child = start("raise SystemExit('no room')")

    with pytest.raises(StartFailed, match=r"^trial stopped with status 1.*\n    no room$"):
        wait_until_ready(child, is_ready=lambda: False, within=60)


def test_a_start_that_takes_too_long_is_told(start: Start) -> None:
    child = start(SLEEPS)

    with pytest.raises(StartFailed, match=r"^trial did not answer within 0 s"):
        wait_until_ready(child, is_ready=lambda: False, within=0.2)


def test_a_child_that_is_let_try_again_is_started_until_it_works(start: Start, tmp_path: Path) -> None:
    child = start(WORKS_AT_THE_SECOND_TRY)

    wait_until_ready(child, is_ready=(tmp_path / "works").exists, within=60, again_for=60)

    assert child.pid


def test_a_large_log_is_cut_and_its_former_part_kept(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("config.embedded.processes._LOG_LIMIT", 3)
    child = start("print('1234567890', flush=True); import time; time.sleep(600)")
    wait_until(lambda: child.log.read_text().endswith("\n"))

    child.trim_log()

    assert child.log.read_text() == ""
    assert child.log.with_suffix(".log.1").read_text() == "1234567890\n"


KILLED_PARENT = f"""
import os, sys
from pathlib import Path
from config.embedded.processes import Child, Command
arguments = (sys.executable, "-c", {SLEEPS!r})
command = Command(name="c", arguments=arguments, directory=Path("/"), environment=os.environ)
child = Child(command=command, log=Path(os.devnull))
child.start()
print(child.pid, flush=True)
os.kill(os.getpid(), 9)
"""


def test_a_parent_killed_with_9_takes_its_child_along(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[3]))

    orphan = printed_pid(start(KILLED_PARENT))

    wait_until(lambda: not lives(orphan))
