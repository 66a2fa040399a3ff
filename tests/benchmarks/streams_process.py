"""The process of streams, and one thing more: `<match>` alone on the channel has it send a comment, an empty event.

python -m tests.benchmarks.streams_process PORT
"""

import sys
from uuid import UUID

import django

django.setup()

from api.live.app import LiveApp  # noqa: E402
from api.live.hub import Hub  # noqa: E402
from api.live.server import LiveServer, listening, raise_open_files  # noqa: E402


class EchoingHub(Hub):
    """Sends comments to all who watch a match when it is told to."""

    def hear(self, text: str) -> None:
        if " " in text:
            super().hear(text)
        elif room := self.watched(UUID(text)):
            for stream in self._streams:
                if stream.room is room:
                    stream.ping()
            room.announce()


if __name__ == "__main__":
    raise_open_files()
    with listening("127.0.0.1", int(sys.argv[1])) as listener:
        LiveServer(LiveApp(EchoingHub())).run(sockets=[listener])
