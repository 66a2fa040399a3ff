"""/metrics, for Prometheus."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST

from config.monitoring.access import may_read
from config.monitoring.exposition import exposed


@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """All metrics of this machine's processes and of the service; for others the page is not there."""
    if not may_read(request.META):
        raise Http404
    return HttpResponse(exposed(), content_type=CONTENT_TYPE_LATEST)
