"""The ASGI application, for servers of streams; the WSGI one serves everything else at half the cost."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from django.core.asgi import get_asgi_application

from config.environment import require_servers

require_servers()
application = get_asgi_application()
