"""The OpenAPI document as a file, and as pages to try it in."""

from functools import cache
from hashlib import sha256
from threading import Lock
from typing import Final

import msgspec
from django.utils import translation
from django.utils.translation import gettext
from drf_spectacular.renderers import OpenApiYamlRenderer
from drf_spectacular.views import SpectacularSwaggerSplitView
from rest_framework.request import Request
from rest_framework.response import Response

from api.v1.errors import NothingHere
from api.v1.operation import Reply
from api.v1.rendering import JSONRenderer, TextRenderer, encode
from api.v1.resource import Resource, operation
from api.v1.schema import Generator, Schema
from games.models import Player

#: As for all pages, but that its style sheet has pictures in it.
_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)


class YamlRenderer(TextRenderer):
    media_type = "application/yaml"
    format = "yaml"


_generating = Lock()


@cache
def document() -> Schema:
    """Return the OpenAPI document; it cannot change while the process runs."""
    # The generator loads its parts when it is first used, and fails if two threads do that at once. The document is in
    # English, whoever asks first.
    with _generating, translation.override("en"):
        described: Schema = Generator().get_schema(public=True)  # type: ignore[no-untyped-call]
    return described


@cache
def _text(suffix: str) -> bytes:
    if suffix == "json":
        return msgspec.json.format(encode(document()), indent=2)
    if suffix == "yaml":
        return bytes(OpenApiYamlRenderer().render(document()))
    detail = gettext("The document is not kept as %(suffix)s; take openapi.json or openapi.yaml.")
    raise NothingHere(detail % {"suffix": repr(suffix)})


class JsonDocument(Resource):
    """`/api/v1/openapi.json`"""

    schema = None

    @operation(id="get_openapi_json", tag="Service", returns={200: object}, public=True, etag=True)
    def get(self, request: Request, *, viewer: Player | None) -> Reply:
        """Get this document as JSON."""
        text = _text("json")
        return Reply(msgspec.Raw(text), etag=sha256(text).hexdigest()[:32])


class YamlDocument(Resource):
    """`/api/v1/openapi.yaml`"""

    schema = None
    renderer_classes = (YamlRenderer, JSONRenderer)

    @operation(id="get_openapi_yaml", tag="Service", returns={200: object}, public=True, etag=True)
    def get(self, request: Request, *, viewer: Player | None) -> Reply:
        """Get this document as YAML."""
        text = _text("yaml")
        return Reply(text.decode(), etag=sha256(text).hexdigest()[:32])


class Docs(SpectacularSwaggerSplitView):
    """`/api/v1/docs/`: Swagger UI, served from this service alone, its script as an address of its own."""

    schema = None
    template_name = "pages/api.html"
    authentication_classes = ()
    url_name = "openapi-json"
    title = "Double Solitaire: API"

    def get(self, request: Request, *args: object, **kwargs: object) -> Response:
        """Answer under a policy that lets Swagger UI have the icons of its own style."""
        response: Response = super().get(request, *args, **kwargs)  # type: ignore[no-untyped-call]
        response.headers["Content-Security-Policy"] = _POLICY
        return response
