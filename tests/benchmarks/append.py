"""Appends to live games, beside a view that does nothing, on the same server.

Every append adds one move to a game of one's own: the token is looked up, the log read and folded, the move checked,
the batch written and committed, the table answered. The empty view is REST framework's with nothing in it, served by
the same processes through the same middleware; it is what a view costs before it does anything.

At a steady rate both get the same number of requests in turns, a few seconds each.
"""

import json
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from tests.benchmarks import tables
from tests.benchmarks.clients import Asked, Connection, Post, as_fast_as_answered, guests, steadily
from tests.benchmarks.played import games
from tests.benchmarks.servers import Servers
from tests.benchmarks.service import Service, service

_RATE = 200
_CONNECTIONS = 16
_SPAN = 2.5  # seconds of each before it is the other's turn

Load = Callable[[list[list[Post]]], list[Asked]]


@dataclass
class Live:
    """A game in play, some of it played already: what is left of it to append."""

    path: str
    token: str
    moves: list[str]
    version: int

    def next(self) -> Post:
        body = {"version": self.version, "moves": [self.moves[self.version]]}
        self.version += 1
        return Post(path=self.path, token=self.token, body=json.dumps(body).encode())


@dataclass
class Measured:
    """What the requests of one kind have come to."""

    asked: list[Asked] = field(default_factory=list)
    rates: list[float] = field(default_factory=list)
    cpu: dict[str, float] = field(default_factory=dict)
    counted: int = 0

    def per_request(self, kind: str) -> float:
        return self.cpu.get(kind, 0.0) / self.counted


def main(running: Servers, scale: float) -> None:
    rounds = max(round(4 * scale), 1)
    span = min(_SPAN * scale, _SPAN) if scale < 1 else _SPAN
    appends, empty = Measured(), Measured()
    with (
        tempfile.TemporaryDirectory() as name,
        service(running, directory=Path(name) / "service", checks=False) as served,
    ):
        live = play(served, needed=round(rounds * span * _RATE * 3))
        for queues in (_appends(live), _empties()):
            at_once(Measured(), queues(_CONNECTIONS * 4), served=served)
        for _ in range(rounds):
            for measured, queues in ((appends, _appends(live)), (empty, _empties())):
                at_rate(measured, queues(round(span * _RATE)), served=served)
            for measured, queues in ((appends, _appends(live)), (empty, _empties())):
                at_once(measured, queues(round(span * _RATE)), served=served)
    report(appends, empty)


def play(served: Service, *, needed: int) -> list[Live]:
    """Start games, of which each has a beginning of its own length; return them with at least so many moves left."""
    choose = Random(5)
    number = max(needed // 150, _CONNECTIONS) + _CONNECTIONS
    number += -number % _CONNECTIONS
    tokens, connection = guests(number, port=served.port), Connection(served.port)
    live = []
    for token, game in zip(tokens, games(number, boards=20), strict=True):
        path = connection.ask("/api/v1/games/", {"deal": str(game.code)}, token=token)["url"] + "moves/"
        begun = choose.randrange(1, 260)
        connection.ask(path, {"version": 0, "moves": game.moves[:begun]}, token=token)
        live.append(Live(path=path, token=token, moves=game.moves, version=begun))
    return live


def _appends(live: list[Live]) -> Callable[[int], list[list[Post]]]:
    """Return what makes queues of appends: each connection has games of its own, and plays them in turns."""

    def queues(number: int) -> list[list[Post]]:
        each = -(-number // _CONNECTIONS)
        return [
            [own[turn % len(own)].next() for turn in range(each)]
            for own in (live[first::_CONNECTIONS] for first in range(_CONNECTIONS))
        ]

    return queues


def _empties() -> Callable[[int], list[list[Post]]]:
    post = Post(path="/empty/", token="", body=b'{"version": 17, "moves": ["draw"]}')
    return lambda number: [[post] * (-(-number // _CONNECTIONS))] * _CONNECTIONS


def at_rate(measured: Measured, queues: list[list[Post]], *, served: Service) -> None:
    """Send at the steady rate; what each takes is kept, and the processor time of all of them."""
    before = served.cpu()
    asked = steadily(queues, port=served.port, rate=_RATE)
    for kind, used in served.cpu().items():
        measured.cpu[kind] = measured.cpu.get(kind, 0.0) + used - before[kind]
    measured.counted += len(asked)
    measured.asked += asked


def at_once(measured: Measured, queues: list[list[Post]], *, served: Service) -> None:
    """Send as fast as they are answered; how many a second that are is kept."""
    asked = as_fast_as_answered(queues, port=served.port)
    measured.rates.append(len(asked) / (max(a.answered for a in asked) - min(a.sent for a in asked)))


def report(appends: Measured, empty: Measured) -> None:
    def values(measured: Measured) -> dict[str, float]:
        seconds = [asked.seconds for asked in measured.asked]
        return {
            "p50, ms": tables.percentile(seconds, 0.5) * 1000,
            "p99, ms": tables.percentile(seconds, 0.99) * 1000,
            "web processes, CPU ms": measured.per_request("web") * 1000,
            "PostgreSQL, CPU ms": measured.per_request("postgres") * 1000,
            "as fast as answered, a second": max(measured.rates),
        }

    mine, theirs = values(appends), values(empty)
    tables.tell(
        f"Live append, at {_RATE} a second and as fast as answered",
        columns=("what", "append", "empty view", "ratio"),
        rows=[
            (name, f"{mine[name]:.2f}", f"{theirs[name]:.2f}", tables.ratio(mine[name], theirs[name])) for name in mine
        ],
        notes=(
            f"{len(appends.asked)} requests each, from when they were due; {_CONNECTIONS} connections, "
            "their client on the same cores.",
        ),
    )
