"""What a load balancer or the supervisor asks: does the process live, and can it serve?"""

from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse

from config.monitoring import broker


def live(request: HttpRequest) -> JsonResponse:
    """200 as long as the process answers at all."""
    return JsonResponse({"status": "live"})


def ready(request: HttpRequest) -> JsonResponse:
    """200 when the database answers and has every migration, else 503 with what is missing.

    The broker is only told of: posting works without it, and the checks are made when it is back.
    """
    parts = {"database": _state_of_database()}
    is_ready = parts["database"] == "ok"
    parts["broker"] = "ok" if broker.queue_length() is not None else "does not answer"
    return JsonResponse({"status": "ready" if is_ready else "not ready", **parts}, status=200 if is_ready else 503)


def _state_of_database() -> str:
    try:
        executor = MigrationExecutor(connection)
        waiting = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except DatabaseError:
        return "does not answer"
    return f"{len(waiting)} migrations wait" if waiting else "ok"
