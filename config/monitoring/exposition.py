"""The metrics as Prometheus reads them: those of all processes that share METRICS_DIR, or of this one alone."""

import os
from contextlib import suppress
from pathlib import Path

from django.conf import settings
from prometheus_client import REGISTRY, CollectorRegistry, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

from config.monitoring.service import ServiceCollector


def counted() -> CollectorRegistry:
    """Return what the processes here have counted."""
    if not settings.METRICS_DIR:
        return REGISTRY
    _forget_dead(Path(settings.METRICS_DIR))
    registry = CollectorRegistry()
    MultiProcessCollector(registry, path=settings.METRICS_DIR)  # type: ignore[no-untyped-call]
    return registry


def exposed() -> bytes:
    """Return all metrics, in the text format 0.0.4: what is counted here, and how the service stands."""
    service = CollectorRegistry()
    service.register(ServiceCollector())
    return generate_latest(counted()) + generate_latest(service)


def _forget_dead(directory: Path) -> None:
    """Drop what dead processes say of themselves now; what they have counted stays counted."""
    for file in directory.glob("gauge_live*_*.db"):
        pid = int(file.stem.rpartition("_")[2])
        with suppress(PermissionError):  # it lives, and is another user's
            try:
                os.kill(pid, 0)
            except ProcessLookupError:
                mark_process_dead(pid, path=str(directory))  # type: ignore[no-untyped-call]
