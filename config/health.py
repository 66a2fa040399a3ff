"""What a load balancer or the supervisor asks: does the process live, and can it serve?"""

from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse


def live(request: HttpRequest) -> JsonResponse:
    """200 as long as the process answers at all."""
    return JsonResponse({"status": "live"})


def ready(request: HttpRequest) -> JsonResponse:
    """200 when the database answers and has every migration, else 503 with what is missing.

    The broker is not asked: posting works without it, and the checks are made when it is back.
    """
    try:
        executor = MigrationExecutor(connection)
        waiting = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except DatabaseError:
        return JsonResponse({"status": "not ready", "why": "the database does not answer"}, status=503)
    if waiting:
        return JsonResponse({"status": "not ready", "why": f"{len(waiting)} migrations wait"}, status=503)
    return JsonResponse({"status": "ready"})
