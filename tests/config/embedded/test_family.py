"""The processes of a run are stopped in the reverse order of their start."""

import io
import os
import sys
from pathlib import Path

from config.embedded.family import Family
from config.embedded.notices import Notices
from config.embedded.processes import Command
from config.embedded.state import State
from config.embedded.stopping import StopRequests
from tests.supervised import wait_until

TELLS_ITS_END = """
import signal, sys, time
from pathlib import Path
def end(*_):
    with open("ends", "a") as ends: ends.write(sys.argv[1] + " ")
    sys.exit()
signal.signal(signal.SIGTERM, end)
Path(sys.argv[1]).touch()
time.sleep(60)
"""


def test_the_last_started_is_stopped_first(tmp_path: Path) -> None:
    (tmp_path / "log").mkdir()
    names = ("postgres", "valkey", "worker", "beat", "web")
    with Family(state=State(tmp_path), notices=Notices(io.StringIO()), stop_requests=StopRequests()) as family:
        for name in names:
            arguments = (sys.executable, "-c", TELLS_ITS_END, name)
            family.launch(Command(name=name, arguments=arguments, directory=tmp_path, environment=os.environ))
        wait_until(lambda: all((tmp_path / name).exists() for name in names))

    assert (tmp_path / "ends").read_text() == "web beat worker valkey postgres "
