"""The WSGI application under the supervisor: a worker process ends with granian's main process, however that ends."""

import os

from config.embedded import lifeline

lifeline.die_with(os.getppid())

from config.wsgi import application  # noqa: E402

__all__ = ["application"]
