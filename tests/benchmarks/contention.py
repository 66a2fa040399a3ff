"""Writers on one board at once, beside the same number of writers on boards of their own, and beside one alone.

    python -m tests.benchmarks.contention [ENTRIES]

Each writer is a process that writes results one after another, each in a transaction of its own as a check does: the
game's row, the player's entries, the counts by trigger. What is printed are ratios of results a second. A board is
written by one transaction at a time, under its lock; what that costs is the difference between the two kinds.
"""

import multiprocessing
import multiprocessing.synchronize
import os
import random
import sys
import time
from dataclasses import dataclass

import django

from tests.benchmarks.servers import servers

WRITERS, UPDATES, ROUNDS = 8, 60, 3
ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"


@dataclass(frozen=True)
class Work:
    """What one writer writes to: a board, and which of its entries."""

    code: str
    first: int


def main(entries: int) -> None:
    with servers() as running:
        os.environ["DATABASE_URL"] = running.database_url
        os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
        codes = prepare(entries)
        shared = [Work(codes[0], number * UPDATES) for number in range(WRITERS)]
        own = [Work(code, 0) for code in codes]
        rates: dict[str, list[float]] = {"one alone": [], "own boards": [], "one board": []}
        for _ in range(ROUNDS):
            rates["one alone"].append(rate(shared[:1]))
            rates["own boards"].append(rate(own))
            rates["one board"].append(rate(shared))
    report(rates)


def prepare(entries: int) -> list[str]:
    """Make a board for each writer; return their codes."""
    django.setup()
    from django.core.management import call_command
    from django.db import connection

    from tests.benchmarks.loader import load

    call_command("migrate", verbosity=0)
    choose = random.Random(8)
    codes = [f"DS1-D1N-{''.join(choose.choices(ALPHABET, k=7))}" for _ in range(WRITERS)]
    for code in codes:
        load(code=code, size=entries)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
    connection.close()
    return codes


def rate(works: list[Work]) -> float:
    """Have these writers work at once; return how many results a second they write together."""
    context = multiprocessing.get_context("spawn")
    start = context.Barrier(len(works) + 1)
    writers = [context.Process(target=write, args=(work, start)) for work in works]
    for writer in writers:
        writer.start()
    start.wait(60)
    began = time.perf_counter()
    for writer in writers:
        writer.join()
    took = time.perf_counter() - began
    if failed := [writer.exitcode for writer in writers if writer.exitcode != 0]:
        raise RuntimeError(f"{len(failed)} writers failed")
    return len(works) * UPDATES / took


def write(work: Work, start: "multiprocessing.synchronize.Barrier") -> None:
    """Write `UPDATES` results, once all writers are ready."""
    django.setup()
    from leaderboards.models import Entry
    from leaderboards.order import Board
    from tests.benchmarks.boards import update

    board = Board(code=work.code, rules_version=1)
    chosen = Entry.objects.filter(**board.columns).order_by("game_id")[work.first : work.first + UPDATES]
    entries = list(chosen)
    start.wait(60)
    for entry in entries:
        update(board, entry)


def report(rates: dict[str, list[float]]) -> None:
    best = {name: max(values) for name, values in rates.items()}
    sys.stdout.write(f"{WRITERS} writers, results a second in ratio to one writer alone (best of {ROUNDS} rounds)\n")
    for name, value in best.items():
        sys.stdout.write(f"{name:12}{value / best['one alone']:8.2f}\n")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000)
