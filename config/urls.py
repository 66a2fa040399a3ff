"""Where everything is: health, the admin, the API, and the pages (the API's documentation under docs/ among them)."""

from django.contrib import admin
from django.urls import include, path

from config import health

urlpatterns = [
    path("health/live/", health.live, name="health-live"),
    path("health/ready/", health.ready, name="health-ready"),
    path("admin/", admin.site.urls),
    path("api/v1/", include("api.v1.urls")),
    path("", include("api.pages.urls")),
]
