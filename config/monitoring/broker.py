"""The broker, asked from outside of any task."""

from typing import Final

from celery import current_app
from django.conf import settings
from kombu.exceptions import ChannelError

#: Longer than this nobody who asks for health or metrics wants to wait for it: to connect, and for an answer.
_SECONDS: Final = 1
#: By the transport, as each has names of its own.
_LIMITS: Final = {
    "redis": {"socket_connect_timeout": _SECONDS, "socket_timeout": _SECONDS},
    "amqp": {"read_timeout": _SECONDS, "write_timeout": _SECONDS},
}


def queue_length() -> int | None:
    """Return how many messages wait for workers; None if the broker does not answer. Tries once."""
    limits = _limits(current_app.conf.broker_read_url)
    with current_app.connection_for_read(connect_timeout=_SECONDS, transport_options=limits) as broker:
        # The transport itself: the connection around it tries again, with pauses, for those who must have it.
        transport = broker.transport
        try:
            connection = transport.establish_connection()
            try:
                channel = transport.create_channel(connection)
                declared = channel.queue_declare(queue=settings.CELERY_TASK_DEFAULT_QUEUE, passive=True)
                return int(declared.message_count)
            finally:
                transport.close_connection(connection)
        except ChannelError:
            return 0  # there is no such queue: nothing has been sent yet
        except (OSError, *transport.connection_errors, *transport.channel_errors):
            return None


def _limits(url: str) -> dict[str, int]:
    return next((limits for transport, limits in _LIMITS.items() if url.startswith(transport)), {})
