"""The benchmarks of a whole service run and print their tables; the others are in tests/benchmarks."""

from tests.benchmarks.test_benchmarks import assert_tables

TABLES = {
    "post": ["The log alone, a game of 430 events", "Post to rank, games of 430 actions on 50 boards"],
    "append": ["Live append, at 200 a second and as fast as answered"],
    "moves": ["A move that is posted, to its receipt on an open stream"],
}


def test_every_benchmark_of_a_service_prints_its_tables() -> None:
    assert_tables(TABLES)
