"""The WSGI application: what granian, gunicorn or any other server of a real machine loads."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from django.core.wsgi import get_wsgi_application

from config.environment import require_servers

require_servers()
application = get_wsgi_application()
