"""How soon an opponent sees a move: by a real POST to the service, to the receipt by a client that has a stream open.

Beside a move stands an empty event, a ping on the same stream in the same run, in turns with the moves. It goes the
same way: a small row is committed, and a notification of PostgreSQL tells of it after that. Both are counted from their
commits, as the database has them, which is before they are on disk. A move is also counted from the answer that its
player gets, before which it may be there, and from when the POST was sent.
"""

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from urllib.parse import parse_qs, urlsplit

from tests.benchmarks import tables
from tests.benchmarks.clients import Asked, Connection, Post, guests
from tests.benchmarks.servers import Servers
from tests.benchmarks.service import service
from tests.benchmarks.streams import connected, notify, process

ROUNDS = 200
_EMPTY = "an empty event, from its commit"
_WARM = 20
_STOCK = 24
_COMMITS = """
SELECT extract(epoch FROM pg_xact_commit_timestamp(xmin))::float8 FROM games_logbatch ORDER BY first_version
"""
_COMMIT = "UPDATE games_series SET length = length"
_COMMITTED = "SELECT extract(epoch FROM pg_xact_commit_timestamp(xmin))::float8 FROM games_series"


@dataclass
class Seen:
    """The moves of one match and the empty events between them, each with when it came to the opponent."""

    empty: list[float] = field(default_factory=list)
    posts: list[Asked] = field(default_factory=list)
    arrivals: list[float] = field(default_factory=list)


def main(running: Servers, *, scale: float) -> None:
    with (
        TemporaryDirectory() as name,
        service(running, directory=Path(name) / "service", checks=False) as web,
        process() as (port, _),
    ):
        seen = watch(web_port=web.port, stream_port=port, rounds=max(int(ROUNDS * scale), 5) + _WARM)
    commits = asked_for(_COMMITS)
    since = {
        _EMPTY: seen.empty,
        "a move, from its commit": [at - commit for at, commit in zip(seen.arrivals, commits, strict=True)],
        "a move, from its answer": [at - post.answered for at, post in zip(seen.arrivals, seen.posts, strict=True)],
        "a move, from its POST": [at - post.sent for at, post in zip(seen.arrivals, seen.posts, strict=True)],
    }
    # The first ones prepare statements and fill caches.
    counted = {what: seconds[_WARM:] for what, seconds in since.items()}
    empty = counted[_EMPTY]
    rows = [
        [what, *(tables.ratio(of(seconds), of(empty)) for of in (median, _p95)), tables.times(median(seconds))]
        for what, seconds in counted.items()
    ]
    tables.tell(
        "A move that is posted, to its receipt on an open stream",
        columns=("until the opponent has it", "of an empty event", "p95 of p95", "ms here"),
        rows=rows,
        notes=(
            f"{len(empty)} of each in turns on one stream; at most 2 from the commit on is what the service promises.",
            "Less than nothing from the answer: the opponent had it before the player had the answer.",
        ),
    )


def watch(*, web_port: int, stream_port: int, rounds: int) -> Seen:
    """Have one player make moves over the API, and the other watch them on a stream."""
    from api.live.frames import PING

    a, b = guests(2, port=web_port)
    asking, seen = Connection(web_port), Seen()
    match = asking.ask("/api/v1/matches/", {}, token=a)
    for path, tokens in (("join/", (b,)), ("ready/", (a, b))):
        for token in tokens:
            asking.ask(f"{match['url']}{path}", {}, token=token)
    address = urlsplit(asking.ask(f"{match['url']}stream/", {}, token=b)["url"])
    (ticket,) = parse_qs(address.query)["ticket"]
    with connected(stream_port, match["id"], ticket=ticket) as client, ThreadPoolExecutor(1) as reader:
        client.read_until(b"event: match")

        def seen_at(event: bytes, cause: Callable[[], object]) -> float:
            arrival = reader.submit(client.arrival, until=event)
            cause()
            return arrival.result()

        def post() -> None:
            number = len(seen.posts)
            action = "recycle" if number % (_STOCK + 1) == _STOCK else "draw"
            body = json.dumps({"count": number, "action": action}).encode()
            seen.posts.append(asking.post(Post(path=f"{match['url']}actions/", token=a, body=body)))

        for _ in range(rounds):
            arrival = seen_at(PING, lambda: commit_nothing(match["id"]))
            (commit,) = asked_for(_COMMITTED)
            seen.empty.append(arrival - commit)
            seen.arrivals.append(seen_at(b"event: action", post))
    return seen


def commit_nothing(match_id: str) -> None:
    """Commit what changes nothing, and tell the match's streams after it."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(_COMMIT)
    notify(match_id)


def asked_for(query: str) -> list[float]:
    """Return the only column of a query."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(query)
        return [value for (value,) in cursor.fetchall()]


def _p95(seconds: list[float]) -> float:
    return tables.percentile(seconds, 0.95)
