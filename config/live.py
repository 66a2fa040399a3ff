"""The process of streams: `python -m config.live --host 127.0.0.1 --port 8001`."""

import argparse
import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django

from config.environment import require_servers
from config.monitoring.listener import MetricsListener


def main() -> None:
    """Serve the streams of matches until a signal asks for the end."""
    parser = argparse.ArgumentParser(prog="python -m config.live", description="Serves the streams of matches.")
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen on")
    parser.add_argument("--port", type=int, default=8001)
    arguments = parser.parse_args()
    require_servers()
    django.setup()
    from api.live.server import serve  # needs the applications loaded

    MetricsListener().start()
    serve(host=arguments.host, port=arguments.port)


if __name__ == "__main__":
    main()
