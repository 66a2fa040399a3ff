"""All benchmarks, or those that are named, on servers of their own: tables of ratios.

    python -m tests.benchmarks [NAME ...] [--scale S] [--sizes N ...]

Each has a process and a database of its own. A scale of 1 ends in minutes; what can be had from larger ones is less
noise. `--sizes` are the boards of the benchmark of boards.
"""

import argparse
import multiprocessing
import multiprocessing.process
import sys

from tests.benchmarks import tables
from tests.benchmarks.apart import benchmark, migrate
from tests.benchmarks.servers import servers

BENCHMARKS = ("fold", "post", "append", "disk", "growth", "rebuild", "boards", "streams", "moves")
_TEMPLATE = "migrated"


def main(names: list[str], *, scale: float, sizes: list[int]) -> None:
    # A process for each: what one leaves in Django, or in memory, tells nothing to the next.
    spawn = multiprocessing.get_context("spawn")
    with servers() as running:
        template = running.with_database(_TEMPLATE)
        run(spawn.Process(target=migrate, args=(template,)))
        sys.stdout.write(f"{tables.machine()}\n")
        sys.stdout.flush()
        for name in names:
            own = running.with_database(f"bench_{name}", like=_TEMPLATE)
            run(spawn.Process(target=benchmark, args=(name, own), kwargs={"scale": scale, "sizes": sizes}))


def run(process: multiprocessing.process.BaseProcess) -> None:
    """Run a process to its end. Exits when it failed."""
    process.start()
    process.join()
    if process.exitcode:
        sys.exit(f"a benchmark ended with {process.exitcode}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(BENCHMARKS)}; all without one")
    parser.add_argument("--scale", type=float, default=1.0, help="how much of everything; 1 ends in minutes")
    parser.add_argument("--sizes", type=int, nargs="*", default=[], help="entries of the boards")
    given = parser.parse_args()
    if unknown := set(given.names) - set(BENCHMARKS):
        parser.error(f"there is no benchmark {', '.join(sorted(unknown))}: {', '.join(BENCHMARKS)}")
    main(given.names or list(BENCHMARKS), scale=given.scale, sizes=given.sizes)
