"""The clock of the scheduled tasks: it goes on when that of its machine is set back, and when its broker is back."""

import logging
import time
from typing import Any, Final

from celery.beat import ScheduleEntry, Scheduler, SchedulingError

#: Seconds between attempts to reach the broker, of beat and of workers: at most as long as between sweeps.
PAUSES: Final = {"interval_start": 1, "interval_step": 1, "interval_max": 5}

_logger = logging.getLogger(__name__)


class SteadyScheduler(Scheduler):
    """Celery's own would be silent, also after a restart, until the machine's clock is again where it once was.

    And it would be silent for good once its connection to RabbitMQ had broken: where sends are not tried again it keeps
    the channel, on which no message goes any more. This one connects anew after a send that failed.

    It keeps nothing between runs: each task is a sweep, which comes when its interval has passed since the start.
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:
        self._seen = time.time()
        super().__init__(*arguments, **options)

    def tick(self, *arguments: Any, **options: Any) -> float:
        """Send what is due; return how many seconds there are to the next."""
        now = time.time()
        if now < self._seen:
            self._begin_anew()
        self._seen = now
        pause: float = super().tick(*arguments, **options)
        return pause

    def apply_async(self, entry: ScheduleEntry, *arguments: Any, **options: Any) -> Any:
        """Send a task. Raises SchedulingError; then the next one is sent over a new connection."""
        try:
            return super().apply_async(entry, *arguments, **options)
        except SchedulingError:
            self.close()
            raise

    def _ensure_connected(self) -> Any:
        """Try for as long as it takes; Celery's own pauses would grow to half a minute."""
        connection: Any = self.connection
        connection.ensure_connection(
            lambda error, pause: _logger.warning("broker_away", extra={"error": str(error), "pause": pause}),
            **PAUSES,
        )
        return connection

    def _begin_anew(self) -> None:
        for entry in self.schedule.values():
            entry.last_run_at = entry.default_now()
        self._heap = None
