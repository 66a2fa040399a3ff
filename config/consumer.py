"""How a worker comes back to its broker: as soon as from one sweep to the next, and whatever it was doing meanwhile."""

from functools import partial
from typing import Any

from celery.worker.consumer import Consumer

from config.schedule import PAUSES


class SteadyConsumer(Consumer):
    """Celery's own would leave a broker that has been away for long alone for half a minute before it tries again.

    And it would wait for good once as many messages as it takes at a time could not be acknowledged, as Valkey was away
    just then: they count as being worked on, so it asks for no other, and while it asks for none it does not see that
    its connection is broken. This one connects anew after an acknowledgement that failed.
    """

    def ensure_connected(self, conn: Any) -> Any:
        """Return the connection once it is there. Each attempt calls for a connection of its own, so this one alone."""
        conn.ensure_connection = partial(conn.ensure_connection, **PAUSES)
        return super().ensure_connected(conn)

    def call_soon_ack(self, p: Any, *arguments: Any, **named: Any) -> Any:
        """Acknowledge or reject a message soon; an error of the connection is left to the loop, which connects anew."""
        log, _only_logged, *others = arguments
        return super().call_soon_ack(p, log, (), *others, **named)
