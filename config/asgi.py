"""The ASGI application of streams, for a server of one's own choice; `config.live` has one. WSGI serves all else."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django

from config.environment import require_servers

require_servers()
django.setup()

from api.live.app import LiveApp  # noqa: E402

application = LiveApp()
