#!/usr/bin/env python3
"""Runs the administrative commands: ``python manage.py help`` lists them."""

import os
import sys


def main() -> None:
    """Run the command named on the command line; settings errors are told without a traceback."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    try:
        from django.core.exceptions import ImproperlyConfigured
        from django.core.management import execute_from_command_line
    except ImportError as error:
        sys.exit(f"Django is not installed in {sys.executable}: use .venv/bin/python ({error})")
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        if os.environ.get("DATABASE_URL"):
            sys.exit(f"manage.py: {error}")
        sys.exit(
            f"manage.py: {error}\n"
            "DATABASE_URL is not set. For the database of a running `make run`:\n"
            f'    make manage ARGS="{" ".join(sys.argv[1:])}"'
        )


if __name__ == "__main__":
    main()
