"""Waiting in a test, for as long as it takes, for what a page or the service does in its own time."""

import time
from collections.abc import Callable

from playwright.sync_api import Page

PATIENCE = 30.0
"""Seconds after which what has not come does not come: many times what a laden machine takes."""


def until(page: Page, holds: Callable[[], bool], *, clock: int = 0) -> None:
    """Return once it holds. What the page asks goes on meanwhile, and its clock so many milliseconds at each look."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, f"it does not hold after {PATIENCE} seconds"
        if clock:
            page.clock.run_for(clock)
        page.wait_for_timeout(20)


def resize(page: Page, width: int, height: int) -> None:
    """Give the window a size; return once the page is laid out in it."""
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_function("([width, height]) => innerWidth === width && innerHeight === height", arg=[width, height])
    # Who watches sizes is told after the first frame is laid out.
    page.evaluate("new Promise((laidOut) => requestAnimationFrame(() => requestAnimationFrame(laidOut)))")
