"""The api application."""

from django.apps import AppConfig


class ApiConfig(AppConfig):
    """The outside: the REST API and the public pages."""

    name = "api"
