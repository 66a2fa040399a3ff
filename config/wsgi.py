"""The WSGI application: what granian, gunicorn or any other server of a real machine loads."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from django.core.wsgi import get_wsgi_application
from django.urls import get_resolver

from config.environment import require_servers
from config.translations.files import require_compiled

require_servers()
require_compiled()
application = get_wsgi_application()
# All views are loaded now and not by the first request: a process that cannot serve does not start, and one that runs
# has the whole of one release.
get_resolver().url_patterns  # noqa: B018 - it loads them
