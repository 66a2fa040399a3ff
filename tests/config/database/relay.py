"""A way to a server that can be cut, or fall silent while both ends believe that the other is there."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Event, Thread


class Relay:
    """Listens on a port of this machine, and passes on what comes, each way."""

    def __init__(self, host: str, port: int) -> None:
        self._target = (host, port)
        self._open = Event()
        self._open.set()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._sockets: list[socket.socket] = [self._listener]
        self.port: int = self._listener.getsockname()[1]
        Thread(target=self._accept, daemon=True).start()

    @contextmanager
    def silent(self) -> Iterator[None]:
        """Pass nothing on for a while; new connections are accepted, and nothing comes of them either."""
        self._open.clear()
        try:
            yield
        finally:
            self._open.set()

    def close(self) -> None:
        """Cut everything."""
        self._open.set()
        for one in self._sockets:
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                far = socket.create_connection(self._target)
                self._sockets += [near, far]
                for source, sink in ((near, far), (far, near)):
                    Thread(target=self._pass, args=(source, sink), daemon=True).start()

    def _pass(self, source: socket.socket, sink: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65_536):
                self._open.wait()
                sink.sendall(data)
            sink.shutdown(socket.SHUT_WR)
