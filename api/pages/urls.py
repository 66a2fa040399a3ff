"""The public pages."""

from django.urls import URLPattern, URLResolver, path

from api.pages import views

urlpatterns: list[URLPattern | URLResolver] = [
    path("", views.home, name="home"),
    path("docs/", views.page, name="docs"),
    path("docs/<path:address>", views.page, name="docs-page"),
]
