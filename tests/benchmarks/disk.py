"""Bytes on disk for each game of 430 actions, its log alone and with all that the service keeps of it.

Logs are written the ways of tests/benchmarks/recorders.py, each on empty tables; what is counted is all of a table:
rows, indexes, TOAST, the maps of free space, after a VACUUM that gives nothing back. Each way writes as many games
before they are counted: what tables have from their first row on, 80 kB of an empty log, is no game's. A game that is
posted whole has one append; one that is played against the service has one for each handful of moves that its client
sends together, and at worst for each move.
"""

from collections.abc import Callable, Iterable

from django.db import connection, transaction

from tests.benchmarks import tables
from tests.benchmarks.loader import guests, post_and_check
from tests.benchmarks.played import ACTIONS, games
from tests.benchmarks.recorders import Recorder, all_of_them, write
from tests.benchmarks.servers import Servers

_ALL_TABLES = "SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace"


def main(running: Servers, scale: float) -> None:
    number = max(round(500 * scale), 5)
    whole = everything(number=number)
    recorders = all_of_them(running)
    mine, rows, library = recorders.values()
    measured = {
        "posted whole": log_alone(mine, number=number * 4, step=ACTIONS),
        "played, 20 actions an append": log_alone(mine, number=number, step=20),
        "played, 5 actions an append": log_alone(mine, number=max(number // 4, 2), step=5),
        "played, an append for each action": log_alone(mine, number=max(number // 10, 2), step=1),
        "a row an event": log_alone(rows, number=number, step=ACTIONS),
        "eventsourcing": log_alone(library, number=number, step=ACTIONS),
    }
    library.close()
    base = measured["posted whole"]
    tables.tell(
        f"Bytes on disk, a game of {ACTIONS} actions",
        columns=("what", "bytes", "to ours, posted whole"),
        rows=[
            *((name, f"{size:,.0f}", tables.ratio(size, base)) for name, size in measured.items()),
            ("all of a game, posted, checked and on its board", f"{whole:,.0f}", tables.ratio(whole, base)),
        ],
        notes=(
            f"{number} games after as many others (of logs posted whole more, of small appends fewer), indexes "
            "included, after VACUUM.",
        ),
    )


def log_alone(recorder: Recorder, *, number: int, step: int) -> float:
    """Return the bytes a game that its log takes, in tables that have as many logs already."""
    with connection.cursor() as cursor:
        cursor.execute(f"TRUNCATE {', '.join(recorder.tables)} CASCADE")
        # How soon it is on disk makes no difference to how much it is.
        cursor.execute("SET synchronous_commit = off")

    def load() -> None:
        for game in games(number, boards=number):
            write(recorder, game, step=step)

    load()
    return grown(recorder.tables, load) / number


def everything(*, number: int) -> float:
    """Return the bytes a game that all tables grow by when games are posted and checked, after as many others."""
    with connection.cursor() as cursor:
        cursor.execute(_ALL_TABLES)
        names = [name for (name,) in cursor.fetchall()]
    players = guests(25)
    before, counted = (games(number, boards=max(number // 25, 1), seed=seed) for seed in (1, 2))
    post_and_check(before, players=players)
    return grown(names, lambda: post_and_check(counted, players=players)) / number


def grown(names: Iterable[str], load: Callable[[], object]) -> int:
    """Return by how many bytes these tables grow when something is loaded."""
    before = _size(names)
    load()
    return _size(names) - before


def _size(names: Iterable[str]) -> int:
    if connection.in_atomic_block:
        raise transaction.TransactionManagementError("VACUUM runs in no transaction")
    with connection.cursor() as cursor:
        cursor.execute(f"VACUUM {', '.join(names)}")
        cursor.execute(
            "SELECT sum(pg_total_relation_size(name::regclass)) FROM unnest(%s::text[]) AS name", [list(names)]
        )
        size: int = int(cursor.fetchone()[0])
        return size
