"""Each benchmark runs and prints its table; how fast anything is, no test says."""

import os
import re
import subprocess
import sys

import pytest

from config.embedded.options import PROJECT

pytestmark = pytest.mark.flow

TABLES = {
    "fold": ["Fold"],
    "post": ["The log alone, a game of 430 events", "Post to rank, games of 430 actions on 50 boards"],
    "append": ["Live append, at 200 a second and as fast as answered"],
    "disk": ["Bytes on disk, a game of 430 actions"],
    "rebuild": ["Rebuild and audit, games of 430 actions"],
    "boards": ["Boards"],
}


def test_every_benchmark_prints_its_tables() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "tests.benchmarks", *TABLES, "--scale", "0.01", "--sizes", "20"],
        cwd=PROJECT,
        env={**os.environ, "WEB_PROCESSES": "1", "WORKER_PROCESSES": "1"},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert re.findall(r"^## (.*)$", ran.stdout, re.MULTILINE) == [
        title for titles in TABLES.values() for title in titles
    ]
