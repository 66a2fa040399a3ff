"""The metrics of a worker or of the streams on a port of their own, where no web process tells them."""

from collections.abc import Callable, Iterable
from socketserver import ThreadingMixIn
from threading import Thread
from typing import Any, Final
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from celery import bootsteps
from django.conf import settings

_REFUSED: Final = b"The token is missing or wrong.\n"


class _Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True


class _Handler(WSGIRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing of each request."""


def serve(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    """Answer any request with what the processes here have counted, or 403."""
    # Not before the settings are read: they say where the client keeps its counts, which it asks when it is imported.
    from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

    from config.monitoring.access import has_token
    from config.monitoring.exposition import counted

    if settings.METRICS_TOKEN and not has_token(environ):
        start_response("403 Forbidden", [("Content-Type", "text/plain")])
        return [_REFUSED]
    start_response("200 OK", [("Content-Type", CONTENT_TYPE_LATEST)])
    return [generate_latest(counted())]


class MetricsListener:
    """Listens from `start` to `stop`, if METRICS_PORT says where."""

    _server: _Server | None = None

    def start(self) -> None:
        if not settings.METRICS_PORT:
            return
        where = (settings.METRICS_HOST, settings.METRICS_PORT)
        self._server = make_server(*where, serve, server_class=_Server, handler_class=_Handler)
        Thread(target=self._server.serve_forever, name="metrics", daemon=True).start()

    def stop(self) -> None:
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()


class MetricsStep(bootsteps.StartStopStep):
    """A worker's listener: as long as the worker runs."""

    def __init__(self, parent: Any, **options: Any) -> None:
        super().__init__(parent, **options)
        self._listener = MetricsListener()

    def start(self, parent: Any) -> None:
        self._listener.start()

    def stop(self, parent: Any) -> None:
        self._listener.stop()
