"""What runs in a process of its own: a benchmark, with Django set up for its database."""

import importlib
import logging
import os
from functools import partial

import django

from tests.benchmarks.servers import Servers


def migrate(running: Servers) -> None:
    set_up(running)
    from django.core.management import call_command

    call_command("migrate", verbosity=0)


def benchmark(name: str, running: Servers, *, scale: float, sizes: list[int]) -> None:
    set_up(running)
    module = importlib.import_module(f"tests.benchmarks.{name}")
    (partial(module.main, sizes=sizes) if sizes and name == "boards" else module.main)(running, scale=scale)


def set_up(running: Servers) -> None:
    """Have this process's Django work on a database."""
    os.environ["DATABASE_URL"] = running.database_url
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    django.setup()
    from django.conf import settings

    # As the commands of manage.py: a rebuild of many games takes as long as it takes.
    settings.DATABASES["default"]["OPTIONS"].pop("options")
    # Not a line for each game of thousands; what fails raises.
    logging.disable(logging.WARNING)
