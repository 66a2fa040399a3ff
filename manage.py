#!/usr/bin/env python3
"""Runs the administrative commands: ``python manage.py help`` lists them."""

import os
import sys


def main() -> None:
    """Run the command named on the command line; settings errors are told without a traceback."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    os.environ["DATABASE_TIMEOUT"] = "0"  # migrations and rebuilds take as long as it takes
    try:
        from django.core.exceptions import ImproperlyConfigured
        from django.core.management import execute_from_command_line

        from config.no_database.base import NoDatabase
    except ImportError as error:
        sys.exit(f"Django is not installed in {sys.executable}: use .venv/bin/python ({error})")
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        sys.exit(f"manage.py: {error}")
    except NoDatabase as error:
        arguments = " ".join(sys.argv[1:])
        sys.exit(f'manage.py: {error} On the database of a running `make run`: make manage ARGS="{arguments}"')


if __name__ == "__main__":
    main()
