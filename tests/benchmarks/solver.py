"""How many random deals the solver shows winnable, and what that takes: the figures of docs/winnable.md.

    python -m tests.benchmarks.solver [DEALS] [MODE ...]

Steps are the same on every machine; seconds are of processor time, so that a busy one does not blur them. The deals
are drawn by a generator that is always begun alike, so two runs have the same deals.
"""

import sys
import time
from random import Random
from statistics import median, quantiles

from games.engine.deals import NUMBERS, DealCode
from games.engine.solver import solve
from games.limits import PROOF_NODES

MODES = ("D1N", "D3N", "D1V", "D3V")


def main(deals: int, modes: tuple[str, ...]) -> None:
    _tell(f"{deals} deals of each mode, at most {PROOF_NODES} steps; half within, nine in ten within, at most\n")
    for mode in modes:
        numbers = Random(2026)
        template = DealCode.parse(f"DS1-{mode}-AAAAAAA")
        shown, steps, seconds, lengths = 0, [], [], [0]
        for _ in range(deals):
            code = DealCode.from_index(numbers.randrange(NUMBERS), draw=template.draw, scoring=template.scoring)
            begun = time.process_time()
            found = solve(code, max_nodes=PROOF_NODES)
            seconds.append(time.process_time() - begun)
            steps.append(found.nodes)
            if found.events is not None:
                shown += 1
                lengths.append(len(found.events))
        _tell(
            f"{mode}  shown {shown:5}   steps {_spread(steps, '.0f')}   seconds {_spread(seconds, '.3f')}"
            f"   longest log {max(lengths)}\n"
        )


def _spread(values: list[int] | list[float], form: str) -> str:
    return "  ".join(f"{value:{form}}" for value in (median(values), quantiles(values, n=10)[-1], max(values)))


def _tell(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


if __name__ == "__main__":
    main(deals=int(sys.argv[1]) if len(sys.argv) > 1 else 100, modes=tuple(sys.argv[2:]) or MODES)
