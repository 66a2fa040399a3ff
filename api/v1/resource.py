"""The view that every resource is: who is let in, how often, and what comes out.

`operation.py` shows how a resource is written. `Resource` lets in whom the operation lets in, counts the request for
its rates before any work, and turns every exception into a problem.
"""

from django.urls import resolve
from django.utils.translation import gettext
from rest_framework.exceptions import APIException, MethodNotAllowed
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.schemas.inspectors import ViewInspector
from rest_framework.views import APIView

from api.v1 import idempotency, throttles
from api.v1.auth import BearerAuthentication, viewer_of
from api.v1.errors import NothingHere
from api.v1.operation import Operation, Reply, operation, operation_of
from api.v1.rendering import JSONRenderer
from api.v1.schema import OperationSchema

__all__ = ["Operation", "Reply", "Resource", "Unknown", "operation"]


class Resource(APIView):
    """The root of all resources."""

    authentication_classes = (BearerAuthentication,)
    renderer_classes: tuple[type[BaseRenderer], ...] = (JSONRenderer,)
    # Bodies are read by `parsing`, which needs their bytes.
    parser_classes = ()
    permission_classes = ()
    metadata_class = None
    schema: ViewInspector | None = OperationSchema()

    @property
    def allowed_methods(self) -> list[str]:
        """The methods that have an operation, and HEAD where there is a GET."""
        methods = [name.upper() for name in self.http_method_names if hasattr(getattr(self, name, None), "operation")]
        return methods + ["HEAD"] * ("GET" in methods and "HEAD" not in methods)

    @property
    def default_response_headers(self) -> dict[str, str]:
        """Without REST framework's own: it would name the methods in every answer, where only a 405 should."""
        return {}

    def perform_authentication(self, request: Request) -> None:
        """Find out who asks, and count the request, whoever it is and whatever comes of it."""
        try:
            super().perform_authentication(request)
        except APIException:
            _count(request, view=self)
            raise
        # Not after a failure of the database, which would be waited for once more.
        _count(request, view=self)

    def check_permissions(self, request: Request) -> None:
        """Let in anybody to what is public, and else whoever brings a token."""
        declared = operation_of(self, method=_method(request))
        if not declared.is_public and viewer_of(request) is None:
            self.permission_denied(request)


class Unknown(Resource):
    """The end of the URLs: every address that no resource has, whatever the method."""

    schema = None

    def check_permissions(self, request: Request) -> None:
        raise NothingHere(_hint(request.path))


def _count(request: Request, *, view: Resource) -> None:
    """Count the request for its rates. Raises TooManyRequests."""
    by = {"address": throttles.address_of(request._request)}
    if player := viewer_of(request):
        by["player"] = str(player.pk)
    declared = getattr(getattr(view, _method(request).lower(), None), "operation", None)
    rates = (throttles.ADDRESS, throttles.PLAYER, *(_rates_of(declared, request=request) if declared else ()))
    throttles.count({rate: by[kind] for rate in rates if (kind := throttles.COUNTED_BY[rate]) in by})


def _rates_of(declared: Operation, *, request: Request) -> tuple[str, ...]:
    """Return what else an operation counts for; a key counts, as its answer is kept."""
    has_key = declared.is_idempotent and idempotency.HEADER in request.headers
    return (*declared.rates, throttles.KEY) if has_key else declared.rates


def _method(request: Request) -> str:
    """Return the method whose operation answers: HEAD is a GET without its body."""
    if request.method is None:
        raise MethodNotAllowed("")
    return "GET" if request.method == "HEAD" else request.method


def _hint(path: str) -> str:
    if path.endswith("/") or resolve(f"{path}/").func.cls is Unknown:  # type: ignore[attr-defined]
        return gettext("Nothing is at %(path)s.") % {"path": path}
    return gettext("Nothing is at %(path)s, but at %(path)s/ with a slash.") % {"path": path}
