"""The resources of version 1."""

from django.urls import URLPattern, URLResolver, path, re_path

from api.v1 import browse, limits
from api.v1.resource import Unknown

urlpatterns: list[URLPattern | URLResolver] = [
    path("openapi.json", browse.JsonDocument.as_view(), name="openapi-json"),
    path("openapi.yaml", browse.YamlDocument.as_view(), name="openapi-yaml"),
    path("docs/", browse.Docs.as_view(), name="api-docs"),
    path("limits/", limits.LimitsResource.as_view(), name="limits"),
    # Last: whatever nothing above has.
    re_path("", Unknown.as_view()),
]
