"""What is counted of streams; docs/deploy/monitoring.md tells what each is good for."""

from typing import Final

from prometheus_client import Gauge

from games.metrics import NAMESPACE

STREAMS: Final = Gauge(
    "streams", "Streams of matches that are open, or being opened.", namespace=NAMESPACE, multiprocess_mode="livesum"
)
LISTENING: Final = Gauge(
    "streams_listening",
    "Processes of streams that listen to the database, and so hear of news at once.",
    namespace=NAMESPACE,
    multiprocess_mode="livesum",
)
