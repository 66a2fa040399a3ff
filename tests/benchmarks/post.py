"""From a whole game posted to its place on a board, by the service as it runs; beside a log with a row for each event.

Two services stand on one PostgreSQL and one broker, each with a database and processes of its own. They differ in one
thing: where the one writes an append as one row of bytes, the other writes a row for each event (tests/benchmarks/
rows.py). Both are asked in turns. A game has its place when the transaction of its check has committed, which is when
boards show it; PostgreSQL tells when that was.

What the logs alone cost is measured in one process, without a service, beside the recorder of the library
`eventsourcing`: a whole game in one append, the same in appends of 20 events, and reading it back.
"""

import json
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import cycle, islice
from pathlib import Path

import psycopg

from tests.benchmarks import recorders, rows, tables
from tests.benchmarks.clients import Asked, Post, as_fast_as_answered, guests, steadily
from tests.benchmarks.played import ACTIONS, Played, games
from tests.benchmarks.servers import Servers
from tests.benchmarks.service import Service, service

_RATE = 50
_CONNECTIONS = 8
_BOARDS = 50


@dataclass
class Measured:
    """What the games of one service have come to."""

    games: int = 0
    rates: list[float] = field(default_factory=list)
    cpu: dict[str, float] = field(default_factory=dict)
    steady: list[tuple[Asked, float]] = field(default_factory=list)


def main(running: Servers, scale: float) -> None:
    recorders.compare(running, number=max(round(100 * scale), 3))
    rounds, each = max(round(3 * scale), 1), max(round(min(scale, 1) * 400), 8)
    other = running.with_database("bench_rows", like="migrated").with_broker(1)
    with psycopg.connect(other.database_url) as connection:
        connection.execute(rows.TABLE)
    mine, theirs = Measured(), Measured()
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        both = [
            Measuring.begin(stack, running, Path(name) / "batches", "tests.benchmarks.settings", mine, needed=each),
            Measuring.begin(stack, other, Path(name) / "rows", "tests.benchmarks.rows_settings", theirs, needed=each),
        ]
        for measuring in both:
            measuring.warm_up(min(each, 64))
        for _ in range(rounds):
            for measuring in both:
                measuring.as_fast_as_checked(each)
            for measuring in both:
                measuring.at_a_steady_rate(each)
            both.reverse()
    report(mine, theirs)


@dataclass
class Measuring:
    """A service, the games that it is still to be sent with their players' tokens, and what has been measured of it."""

    served: Service
    left: Iterator[tuple[Played, str]]
    measured: Measured

    @classmethod
    def begin(
        cls, stack: ExitStack, running: Servers, directory: Path, settings: str, measured: Measured, *, needed: int
    ) -> "Measuring":
        served = stack.enter_context(service(running, directory=directory, settings=settings))
        # 63 and 50 have no divisor in common: nobody plays a deal twice until 3,150 games are posted.
        tokens = cycle(guests(min(needed, 63), port=served.port))
        return cls(served=served, left=zip(games(10**6, boards=_BOARDS), tokens, strict=False), measured=measured)

    def warm_up(self, number: int) -> None:
        """Have every process do for the first time what it does for the first time."""
        self._ranked(as_fast_as_answered(self._queues(number), port=self.served.port))

    def as_fast_as_checked(self, number: int) -> None:
        """Post games as fast as they are taken, and wait until all have their place."""
        queues = self._queues(number)
        before, begun = self.served.cpu(), time.time()
        asked = as_fast_as_answered(queues, port=self.served.port)
        ranked = self._ranked(asked)
        self.measured.rates.append(len(asked) / (max(ranked) - begun))
        for kind, used in self.served.cpu().items():
            self.measured.cpu[kind] = self.measured.cpu.get(kind, 0.0) + used - before[kind]
        self.measured.games += len(asked)

    def at_a_steady_rate(self, number: int) -> None:
        asked = steadily(self._queues(number), port=self.served.port, rate=_RATE)
        self.measured.steady += zip(asked, self._ranked(asked), strict=True)

    def _queues(self, number: int) -> list[list[Post]]:
        posts = [
            Post(path="/api/v1/scores/", token=token, body=_body(game)) for game, token in islice(self.left, number)
        ]
        return [posts[first::_CONNECTIONS] for first in range(_CONNECTIONS)]

    def _ranked(self, asked: list[Asked], *, within: float = 120.0) -> list[float]:
        """Wait until all these games are verified; return when each of them was, in their order."""
        ids = [json.loads(one.body)["id"] for one in asked]
        deadline = time.monotonic() + within
        with psycopg.connect(self.served.running.database_url, autocommit=True) as connection:
            while time.monotonic() < deadline:
                found = connection.execute(
                    "SELECT stream_id::text, extract(epoch FROM pg_xact_commit_timestamp(xmin))::float8"
                    "  FROM games_game WHERE stream_id = ANY(%s::uuid[]) AND status = 'verified'",
                    [ids],
                ).fetchall()
                if len(found) == len(ids):
                    at: dict[str, float] = dict(found)
                    return [at[game_id] for game_id in ids]
                time.sleep(0.1)
        raise TimeoutError(f"{len(ids) - len(found)} of {len(ids)} games have no place after {within} s")


def _body(game: Played) -> bytes:
    return json.dumps({"deal": str(game.code), "moves": game.moves, "score": game.score}).encode()


def report(mine: Measured, theirs: Measured) -> None:
    lines: list[tuple[str, Callable[[Measured], float]]] = [
        ("games a second, posted as fast as taken", lambda measured: max(measured.rates)),
        *((f"CPU ms a game: {kind}", _cpu(kind)) for kind in ("web", "worker", "postgres")),
        ("CPU ms a game: all", lambda measured: 1000 * sum(measured.cpu.values()) / measured.games),
        *(
            (f"{_RATE} a second, ms from {what} to its place: p{share * 100:.0f}", _waited(since, share))
            for what, since in (("202", "answered"), ("due", "due"))
            for share in (0.5, 0.99)
        ),
    ]
    tables.tell(
        f"Post to rank, games of {ACTIONS} actions on {_BOARDS} boards",
        columns=("what", "a row an append", "a row an event", "ratio"),
        rows=[
            (name, f"{value(mine):.2f}", f"{value(theirs):.2f}", tables.ratio(value(theirs), value(mine)))
            for name, value in lines
        ],
        notes=(
            f"{mine.games} games as fast as taken and {len(mine.steady)} at {_RATE} a second, each; "
            f"{_CONNECTIONS} connections, their client on the same cores.",
            "Below nothing: the place came before the 202.",
        ),
    )


def _cpu(kind: str) -> Callable[[Measured], float]:
    return lambda measured: 1000 * measured.cpu[kind] / measured.games


def _waited(since: str, share: float) -> Callable[[Measured], float]:
    return lambda measured: (
        1000 * tables.percentile([ranked - getattr(asked, since) for asked, ranked in measured.steady], share)
    )
