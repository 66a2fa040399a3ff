"""Clients that load a server: as fast as it answers, or at a steady rate whatever it does.

They are threads of one process, each with a connection that it keeps, and they read no more of an answer than its
status. At a steady rate, a request's time is counted from when it was due: one that had to wait for a free connection
has waited for the server.
"""

import http.client
import json
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import count
from typing import Any


@dataclass(frozen=True)
class Asked:
    """A request that was answered: when it was due, when it was sent, when the answer was there (`time.time()`)."""

    due: float
    sent: float
    answered: float
    body: bytes

    @property
    def seconds(self) -> float:
        return self.answered - self.due


@dataclass(frozen=True)
class Post:
    """A request to send."""

    path: str
    token: str
    body: bytes


class Connection:
    """A connection to the server on this machine that is kept, and its requests."""

    def __init__(self, port: int) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)

    def post(self, request: Post, *, due: float | None = None) -> Asked:
        """Send a request and wait for its answer. Raises RuntimeError for any status but 2xx."""
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {request.token}"}
        sent = time.time()
        self._connection.request(
            "POST", request.path, request.body, headers if request.token else {"Content-Type": "application/json"}
        )
        answer = self._connection.getresponse()
        body = answer.read()
        if answer.status // 100 != 2:
            raise RuntimeError(f"{request.path}: {answer.status} {body[:500]!r}")
        return Asked(due=sent if due is None else due, sent=sent, answered=time.time(), body=body)

    def ask(self, path: str, body: Any, *, token: str = "") -> Any:
        """Send a request and return what the answer says."""
        return json.loads(self.post(Post(path=path, token=token, body=json.dumps(body).encode())).body)


def as_fast_as_answered(queues: Sequence[Sequence[Post]], *, port: int) -> list[Asked]:
    """Send what is in each queue one after another, all queues at once; return what was asked, in no order."""

    def send(queue: Sequence[Post]) -> list[Asked]:
        connection = Connection(port)
        return [connection.post(request) for request in queue]

    with ThreadPoolExecutor(len(queues)) as pool:
        return [asked for answers in pool.map(send, queues) for asked in answers]


def steadily(queues: Sequence[Sequence[Post]], *, port: int, rate: float) -> list[Asked]:
    """Send what is in the queues in turns, so many a second of them all, each queue's own one after another.

    A queue whose last request is not answered when its next is due sends that late, and it counts from when it was due.
    """
    begin = time.time() + 0.1

    def send(number: int, queue: Sequence[Post]) -> list[Asked]:
        connection, asked = Connection(port), []
        for turn, request in enumerate(queue):
            due = begin + (turn * len(queues) + number) / rate
            time.sleep(max(due - time.time(), 0))
            asked.append(connection.post(request, due=due))
        return asked

    with ThreadPoolExecutor(len(queues)) as pool:
        return [asked for answers in pool.map(send, count(), queues) for asked in answers]


def guests(number: int, *, port: int) -> list[str]:
    """Register so many guests; return their tokens."""
    connection = Connection(port)
    return [connection.ask("/api/v1/players/", {})["token"] for _ in range(number)]
