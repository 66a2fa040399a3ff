"""Both sides of matches, the clients of each in a process of their own."""

import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import Any

from games.engine.match.options import Side

_CLIENT = Path(__file__).with_name("match_client.py")


def play(address: str, seats: dict[Side, list[list[Any]]]) -> dict[Side, Any]:
    """What the clients of each side have seen when all of their matches are over; `address` is host and port.

    The clients of one process would wait for ever for those of one that has failed, so then both are ended, and both
    tell where they stood.
    """
    processes = {side: _start(address) for side in seats}
    errors = {}
    with ThreadPoolExecutor(len(seats)) as pool:
        told = {pool.submit(processes[side].communicate, json.dumps(own)): side for side, own in seats.items()}
        for ended in as_completed(told):
            side = told[ended]
            if processes[side].returncode != 0:
                errors[side] = ended.result()[1]
                for process in processes.values():
                    process.terminate()
    assert not errors, "\n".join(f"{side}: {said[:3000]} ... {said[-3000:]}" for side, said in errors.items())
    return {side: json.loads(ended.result()[0]) for ended, side in told.items()}


def _start(address: str) -> "subprocess.Popen[str]":
    pipe = subprocess.PIPE
    return subprocess.Popen([sys.executable, str(_CLIENT), address], stdin=pipe, stdout=pipe, stderr=pipe, text=True)
