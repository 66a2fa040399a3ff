"""The ASGI application, for servers of streams; the WSGI one serves everything else at half the cost."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from django.core.asgi import get_asgi_application

from config.environment import require_servers
from config.translations.files import require_compiled

require_servers()
require_compiled()
application = get_asgi_application()
