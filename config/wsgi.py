"""The WSGI application: what granian, gunicorn or any other server of a real machine loads."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from django.core.wsgi import get_wsgi_application

from config.environment import require_servers
from config.translations.files import require_compiled

require_servers()
require_compiled()
application = get_wsgi_application()
