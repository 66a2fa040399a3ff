"""The service's settings, but its log has a row for each event (tests/benchmarks/rows.py)."""

from tests.benchmarks.settings import *  # noqa: F403

INSTALLED_APPS = [*INSTALLED_APPS, "tests.benchmarks.rows.RowForEachEvent"]  # noqa: F405
