"""Rebuild and audit: games a second of one core, beside folding the same logs and nothing else.

The commands run in this process on boards that are as they should be, and the rebuild also on boards that are empty.
Counted is the processor time of both ends, Python's and PostgreSQL's: on a core of their own they would take that long.
"""

import io
import time
from collections.abc import Callable

import psutil
from django.core.management import call_command
from django.db import connection

from tests.benchmarks import tables
from tests.benchmarks.loader import guests, post_and_check
from tests.benchmarks.played import ACTIONS, games
from tests.benchmarks.servers import Servers

_DERIVED = "entry, scorecount, movescount, tally, dealtotal, dealday"


def main(running: Servers, scale: float) -> None:
    number, rounds = max(round(1000 * scale), 10), max(round(3 * min(scale, 1)), 1)
    played = list(games(number, boards=20))
    post_and_check(iter(played), players=guests(50))
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
        # What workers of PostgreSQL's would take, nobody would count.
        cursor.execute("SET max_parallel_workers_per_gather = 0")

    def fold_all() -> None:
        from games.engine.fold import fold

        for game in played:
            fold(game.code, game.events)

    def rebuild_empty() -> None:
        call_command("rebuild_leaderboards", stdout=io.StringIO(), stderr=io.StringIO())

    ways: dict[str, Callable[[], object]] = {
        "fold alone": fold_all,
        "audit": lambda: call_command("audit", stdout=io.StringIO(), stderr=io.StringIO()),
        "rebuild, nothing to put right": rebuild_empty,
        "rebuild of empty boards": rebuild_empty,
    }
    used: dict[str, list[tuple[float, float]]] = {name: [] for name in ways}
    for _ in range(rounds):
        for name, run in ways.items():
            if "empty" in name:
                empty_boards()
            used[name].append(cpu_of(run, running=running))
    report(used, number=number)


def empty_boards() -> None:
    with connection.cursor() as cursor:
        cursor.execute("TRUNCATE " + ", ".join(f"leaderboards_{name}" for name in _DERIVED.split(", ")))


def cpu_of(run: Callable[[], object], *, running: Servers) -> tuple[float, float]:
    """Return the processor time that something takes here and in PostgreSQL, whose process of this connection it is."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        backend = psutil.Process(cursor.fetchone()[0])
    there, here = sum(backend.cpu_times()[:2]), time.process_time()
    run()
    return time.process_time() - here, sum(backend.cpu_times()[:2]) - there


def report(used: dict[str, list[tuple[float, float]]], *, number: int) -> None:
    least = {name: min(values, key=sum) for name, values in used.items()}
    base = sum(least["fold alone"])
    tables.tell(
        f"Rebuild and audit, games of {ACTIONS} actions",
        columns=("what", "games a second of a core", "of it PostgreSQL", "time to fold alone"),
        rows=[
            (name, f"{number / (here + there):,.0f}", f"{there / (here + there):.0%}", tables.ratio(here + there, base))
            for name, (here, there) in least.items()
        ],
        notes=(f"{number:,} games on 20 boards; the least of {len(used['audit'])} rounds.",),
    )
