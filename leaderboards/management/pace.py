"""How often a long command tells how far it is."""

import time
from collections.abc import Callable


class Pace:
    """Writes at most one line in `seconds`, and leaves out what comes in between."""

    def __init__(
        self, write: Callable[[str], object], *, seconds: float = 1.0, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._write, self._seconds, self._clock = write, seconds, clock
        self._next = clock()

    def tell(self, line: str) -> None:
        """Write the line if the last one was long enough ago; the first one is."""
        now = self._clock()
        if now >= self._next:
            self._next = now + self._seconds
            self._write(line)
