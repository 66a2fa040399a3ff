"""The public pages."""

from django.urls import URLPattern, URLResolver, path
from django.views.decorators.csrf import csrf_exempt
from django.views.i18n import set_language

from api.pages import views

urlpatterns: list[URLPattern | URLResolver] = [
    path("", views.home, name="home"),
    path("docs/", views.page, name="docs"),
    path("docs/<path:address>", views.page, name="docs-page"),
    # All that it changes is the language of whoever sends it: no page needs a cookie to guard that.
    path("language/", csrf_exempt(set_language), name="set-language"),
]
