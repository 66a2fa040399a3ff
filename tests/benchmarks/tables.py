"""What a benchmark prints: a table of ratios under a heading, and what one has to know to read it."""

import os
import platform
import sys
from collections.abc import Sequence


def tell(title: str, *, columns: Sequence[str], rows: Sequence[Sequence[str]], notes: Sequence[str] = ()) -> None:
    """Print a table; its first column stands left, the others right."""
    lines = [columns, *rows]
    widths = [max(len(line[number]) for line in lines) for number in range(len(columns))]
    sys.stdout.write(f"\n## {title}\n\n")
    for line in lines:
        first, *others = (
            cell.rjust(width) if number else cell.ljust(width)
            for number, (cell, width) in enumerate(zip(line, widths, strict=True))
        )
        sys.stdout.write("  ".join((first, *others)).rstrip() + "\n")
    for note in notes:
        sys.stdout.write(f"{note}\n")
    sys.stdout.flush()


def machine() -> str:
    """Return what the figures were taken on, as far as they depend on it."""
    return f"{os.cpu_count()} cores, {platform.system()} {platform.machine()}, Python {platform.python_version()}"


def ratio(value: float, to: float) -> str:
    """Return a ratio with three digits that count."""
    return f"{value / to:.3g}" if to else "-"


def times(value: float) -> str:
    """Return seconds as milliseconds."""
    return f"{value * 1000:.1f}"


def percentile(values: Sequence[float], share: float) -> float:
    """Return the value that this share of them does not exceed."""
    return sorted(values)[min(int(len(values) * share), len(values) - 1)]
