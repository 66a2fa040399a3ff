"""How a worker comes back to its broker: as soon as from one sweep to the next, however long it was away."""

from functools import partial
from typing import Any

from celery.worker.consumer import Consumer

from config.schedule import PAUSES


class SteadyConsumer(Consumer):
    """Celery's own would leave a broker that has been away for long alone for half a minute before it tries again."""

    def ensure_connected(self, conn: Any) -> Any:
        """Return the connection once it is there. Each attempt calls for a connection of its own, so this one alone."""
        conn.ensure_connection = partial(conn.ensure_connection, **PAUSES)
        return super().ensure_connected(conn)
