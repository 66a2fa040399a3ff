"""TCP ports of this machine: which are free."""

import errno
import socket
import time
from collections.abc import Iterable

from config.embedded.errors import EmbeddedError

_NEIGHBOURS = 50


def is_free(host: str, port: int) -> bool:
    """True if a server may listen there now."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as trial:
        # As servers do it: the remains of closed connections do not count.
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind((host, port))
            trial.listen(1)
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                return False
            raise EmbeddedError(f"Cannot listen on {host}, port {port}: {error.strerror}.") from None
    return True


def any_free(host: str = "127.0.0.1") -> int:
    """A free port of the system's choice."""
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM) as trial:
        trial.bind((host, 0))
        return int(trial.getsockname()[1])


def first_free(host: str, port: int, *, but: int | None = None) -> int:
    """The port itself, one of its next neighbours, or else any that is free; not one that is taken already, `but`."""
    neighbours = range(port, min(port + _NEIGHBOURS, 65536))
    return next((n for n in neighbours if n != but and is_free(host, n)), None) or any_free(host)


def wait_until_free(host: str, ports: Iterable[int], *, seconds: float) -> None:
    """Wait until all of them are free, but no longer than `seconds`: for servers that are just going."""
    deadline = time.monotonic() + seconds
    waiting = list(ports)
    while waiting and time.monotonic() < deadline:
        waiting = [port for port in waiting if not is_free(host, port)]
        if waiting:
            time.sleep(0.2)
