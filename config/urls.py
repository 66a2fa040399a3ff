"""Where everything is: health, the admin, the API, and the pages (the API's documentation under docs/ among them)."""

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.urls import include, path

from api.staff_sign_in import counted
from config import health
from config.monitoring.page import metrics


def favicon(_request: HttpRequest) -> HttpResponse:
    """Where browsers find the icon of pages that name none."""
    return redirect(static("games/icon.svg"))


urlpatterns = [
    path("favicon.ico", favicon, name="favicon"),
    path("health/live/", health.live, name="health-live"),
    path("health/ready/", health.ready, name="health-ready"),
    path("metrics", metrics, name="metrics"),
    path("admin/login/", counted(admin.site.login)),  # what admin:login leads to
    path("admin/", admin.site.urls),
    path("api/v1/", include("api.v1.urls")),
    path("", include("api.pages.urls")),
]

# Under /api/ these answer with problems, elsewhere with Django's pages.
handler400 = "api.v1.errors.bad_request"
handler403 = "api.v1.errors.permission_denied"
handler404 = "api.v1.errors.page_not_found"
handler500 = "api.v1.errors.server_error"
