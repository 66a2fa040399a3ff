"""Each benchmark runs and prints its table; how fast anything is, no test says. tests/faults has those of a service."""

import os
import re
import subprocess
import sys
from collections.abc import Mapping

import pytest

from config.embedded.options import PROJECT

pytestmark = pytest.mark.flow

TABLES = {
    "fold": ["Fold"],
    "disk": ["Bytes on disk, a game of 430 actions"],
    "growth": ["Growth, bytes a game"],
    "rebuild": ["Rebuild and audit, games of 430 actions"],
    "boards": ["Boards"],
}


def test_every_benchmark_prints_its_tables() -> None:
    assert_tables(TABLES)


def assert_tables(tables: Mapping[str, list[str]]) -> None:
    """Assert that these benchmarks end well and print these tables."""
    ran = subprocess.run(
        [sys.executable, "-m", "tests.benchmarks", *tables, "--scale", "0.01", "--sizes", "20"],
        cwd=PROJECT,
        env={**os.environ, "WEB_PROCESSES": "1", "WORKER_PROCESSES": "1"},
        capture_output=True,
        text=True,
        timeout=1800,  # on a machine that others use as well
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert re.findall(r"^## (.*)$", ran.stdout, re.MULTILINE) == [
        title for titles in tables.values() for title in titles
    ]
