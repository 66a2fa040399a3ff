"""Makes the database and the static files ready: one process, so that Django is loaded once.

Prints one JSON object: `{"admin": null}`, or the name and password of the sign-in that it made.
"""

import hashlib
import json
import os
import sys
from dataclasses import asdict
from pathlib import Path

import django
from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.management import call_command


def collect_static() -> None:
    """Collect the static files unless those that are there were made from the same sources."""
    root = Path(settings.STATIC_ROOT)
    stamp = root.with_name(f"{root.name}.stamp")
    fingerprint = _fingerprint()
    if root.is_dir() and stamp.is_file() and stamp.read_text() == fingerprint:
        return
    stamp.unlink(missing_ok=True)
    call_command("collectstatic", interactive=False, clear=True, verbosity=1, stdout=sys.stderr)
    stamp.write_text(fingerprint)


def _fingerprint() -> str:
    """Names, sizes and times of all the sources, in one hash."""
    digest = hashlib.sha256()
    for finder in finders.get_finders():
        for path, storage in finder.list([]):
            found = Path(storage.path(path)).stat()
            digest.update(f"{path} {found.st_size} {found.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def main() -> None:
    """Migrate, collect, make the first sign-in."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    os.environ["DATABASE_TIMEOUT"] = "0"  # as for the commands of manage.py
    django.setup()
    from config.embedded.admin import ensure_admin  # needs the applications loaded

    call_command("migrate", interactive=False, verbosity=1, stdout=sys.stderr)
    collect_static()
    sign_in = ensure_admin()
    sys.stdout.write(json.dumps({"admin": asdict(sign_in) if sign_in else None}))


if __name__ == "__main__":
    main()
