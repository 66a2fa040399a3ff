"""Streams of matches: how soon an opponent sees a move, and what a thousand open streams cost.

Beside a move stands an empty event, a comment that goes the same way: a notification of PostgreSQL, and a write to the
same stream in the same run, in turns with the moves. What a move takes more is reading it, playing it on the table and
writing it as JSON. The clock begins when the notification is sent, right after the commit.
"""

import os
import resource
import selectors
import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from itertools import chain
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch
from uuid import UUID

import psutil
from django.utils import timezone

from config.embedded.options import PROJECT
from config.embedded.ports import any_free
from config.embedded.processes import Child, Command, wait_until_ready
from tests.benchmarks import tables
from tests.benchmarks.servers import Servers

ROUNDS = 200
STREAMS = 1_000
PER_MATCH = 10
_HOST = "127.0.0.1"


def main(running: Servers, *, scale: float) -> None:
    tell_of_times(rounds=max(int(ROUNDS * scale), 2))
    tell_of_many(streams=max(int(STREAMS * min(scale, 1)), PER_MATCH))


# -- How soon


def tell_of_times(*, rounds: int) -> None:
    from api.live.frames import PING

    match_id, players = begun()
    with process() as (port, _), opened(port, match_id, player=players["B"]) as client:
        client.read_until(b"event: match")
        empty, moves = [], []
        for number in range(rounds + 20):
            empty.append(client.time(partial(notify, str(match_id)), until=PING))
            moves.append(client.time(partial(draw, match_id, players["A"], count=number), until=b"event: action"))
    # The first ones prepare statements and fill caches.
    empty, moves = empty[20:], moves[20:]
    rows = [
        [name, *(tables.ratio(of(seconds), of(empty)) for of in (median, _p95)), tables.times(median(seconds))]
        for name, seconds in (("an empty event", empty), ("a move of the opponent", moves))
    ]
    tables.tell(
        "A move on an open stream",
        columns=("from notification to client", "of an empty event", "p95 of p95", "ms here"),
        rows=rows,
        notes=(f"{rounds} of each in turns on one stream; at most 2 is what the service promises.",),
    )


def _p95(seconds: list[float]) -> float:
    return tables.percentile(seconds, 0.95)


# -- How many


def tell_of_many(*, streams: int) -> None:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    rows = [
        crowd("one match", matches=1, streams=streams),
        crowd("matches of ten", matches=max(1, streams // PER_MATCH), streams=streams),
    ]
    tables.tell(
        "Open streams in one process",
        columns=("all watch", "got the event", "KiB a stream", "MiB in all", "first after ms", "last after ms"),
        rows=rows,
        notes=(
            "Memory: what the process has more with them than before, after an event; the matches' tables are in it,",
            "the kernel's buffers are not. Times: from an event's notification, in the last match of several.",
        ),
    )


def crowd(name: str, *, matches: int, streams: int) -> list[str]:
    """Open streams on some matches, have an event in each, and tell what came of it."""
    made = [begun() for _ in range(matches)]
    with process() as (port, pid), ExitStack() as stack:
        before = psutil.Process(pid).memory_info().rss
        rooms = [
            [
                stack.enter_context(opened(port, match_id, player=player))
                for player in crowd_of(players, streams // matches)
            ]
            for match_id, players in made
        ]
        for client in chain(*rooms):
            client.read_until(b"event: match")
        arrived = []
        for (match_id, players), clients in zip(made, rooms, strict=True):
            began = draw(match_id, players["A"], count=0)
            arrived.append(arrivals(clients, began=began))
        more = psutil.Process(pid).memory_info().rss - before
    last = arrived[-1]
    told = (more / 1024 / streams, more / 1024**2, min(last) * 1000, max(last) * 1000)
    return [name, f"{sum(map(len, arrived)):,}", *(f"{value:.1f}" for value in told)]


def crowd_of(players: dict[str, Any], size: int) -> list[Any]:
    """Who watches a match: its players, and some who are nobody."""
    return [*players.values(), *[None] * (size - len(players))]


def arrivals(clients: list["Client"], *, began: float, within: float = 30) -> list[float]:
    """Return when each client had an event, in seconds; those that have none in time are not among them."""
    arrived: list[float] = []
    with selectors.DefaultSelector() as selector:
        for client in clients:
            selector.register(client.socket, selectors.EVENT_READ, client)
        while len(arrived) < len(clients) and time.time() < began + within:
            for key, _ in selector.select(timeout=1):
                if b"event: action" in key.data.take():
                    arrived.append(time.time() - began)
                    selector.unregister(key.fileobj)
    return arrived


# -- Streams, and what is told on them


class Client:
    """One stream, read as bytes."""

    def __init__(self, connection: socket.socket) -> None:
        self.socket = connection
        self._read = b""

    def take(self) -> bytes:
        """Return what has come since an event was looked for last."""
        self._read += self.socket.recv(65536)
        return self._read

    def read_until(self, text: bytes) -> None:
        while text not in self.take():
            pass
        self._read = b""

    def time(self, does: Callable[[], float], *, until: bytes) -> float:
        """Return the seconds from the notification that something sends to its arrival."""
        began = does()
        return self.arrival(until=until) - began

    def arrival(self, *, until: bytes) -> float:
        """Return when this had come (`time.time()`), and pass over what comes with it."""
        while until not in self.take():
            pass
        arrived = time.time()
        # What comes with it may be under way still.
        time.sleep(0.01)
        self.socket.setblocking(False)
        with suppress(BlockingIOError):
            self.take()
        self.socket.setblocking(True)
        self._read = b""
        return arrived


@contextmanager
def opened(port: int, match_id: UUID, *, player: Any) -> Iterator[Client]:
    from api.live import tickets

    # Who looks on does so from many addresses.
    ticket = tickets.issue(match_id=match_id, player=player, address=str(timezone.now()))
    with connected(port, str(match_id), ticket=ticket.text) as client:
        yield client


@contextmanager
def connected(port: int, match_id: str, *, ticket: str) -> Iterator[Client]:
    with socket.create_connection((_HOST, port)) as connection:
        path = f"/live/matches/{match_id}/?ticket={ticket}"
        connection.sendall(f"GET {path} HTTP/1.1\r\nHost: {_HOST}\r\nAccept: text/event-stream\r\n\r\n".encode())
        yield Client(connection)


@contextmanager
def process() -> Iterator[tuple[int, int]]:
    """Start the process of streams; its port and its id."""
    port = any_free()
    with TemporaryDirectory() as directory:
        command = Command(
            name="streams",
            arguments=(sys.executable, "-m", "tests.benchmarks.streams_process", str(port)),
            directory=PROJECT,
            environment={**os.environ, "LOG_LEVEL": "WARNING"},
        )
        child = Child(command=command, log=Path(directory) / "streams.log")
        child.start()
        try:
            wait_until_ready(child, is_ready=lambda: answers(port), within=60)
            yield port, child.pid or 0
        finally:
            child.stop()


def answers(port: int) -> bool:
    try:
        socket.create_connection((_HOST, port), timeout=1).close()
    except OSError:
        return False
    return True


def begun() -> tuple[UUID, dict[str, Any]]:
    """A match in play, and its players by side."""
    from games import players
    from games.matches import lobby
    from games.matches.lobby import Choice

    a, b = (players.register_guest().player for _ in range(2))
    match = lobby.create_match(player=a, choice=Choice())
    lobby.join_match(match_id=match.pk, player=b)
    for player in (a, b):
        lobby.be_ready(match_id=match.pk, player=player)
    return match.pk, {"A": a, "B": b}


def draw(match_id: UUID, player: Any, *, count: int) -> float:
    """Draw a card, or turn the waste over; when the notification of it was sent."""
    from games.engine.match.actions import MatchAction
    from games.matches import play, wake
    from games.matches.errors import IllegalMatchAction

    sent: list[float] = []

    def timed(message: str) -> None:
        sent.append(time.time())
        tell(message)

    tell = wake._notify
    with patch.object(wake, "_notify", timed):
        try:
            play.act(match_id=match_id, player=player, count=count, action=MatchAction.parse("draw"))
        except IllegalMatchAction:
            play.act(match_id=match_id, player=player, count=count, action=MatchAction.parse("recycle"))
    return sent[0]


def notify(message: str) -> float:
    from games.matches import wake

    began = time.time()
    wake._notify(message)
    return began
