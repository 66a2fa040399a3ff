"""Somebody who watches a match over its stream to the end, and asks for another whenever one breaks off."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPException
from typing import Any

from tests.api.live.streams import OpenStream
from tests.faults.client import Client

_WITHIN = 600.0


class Follower:
    """What the streams of one match have told, each going on where the one before ended."""

    def __init__(self, client: Client, match_id: str) -> None:
        self._client = client
        self._ticket = f"/matches/{match_id}/stream/"
        self.events: list[Any] = []
        self._deadline = time.monotonic() + _WITHIN

    def follow(self) -> "Follower":
        """Return when a stream has told the end of the match; an event that is missed or told twice is an error."""
        while not self._watch_one():
            assert time.monotonic() < self._deadline, f"{self._ticket}: no end after {len(self.events)} events"
            time.sleep(0.3)
        return self

    def give_up(self) -> None:
        """Let nobody wait for the end of a match that its players have left."""
        self._deadline = 0.0

    def _watch_one(self) -> bool:
        """Whether a stream, if one can be had, has told the end."""
        ticket = self._client.ask("POST", self._ticket, {})
        if ticket is None or ticket.status != 201:
            return False
        try:
            with OpenStream(f"{ticket.body['url']}&after={len(self.events)}") as stream:
                return stream.answer.status == 200 and self._read(stream)
        except (OSError, HTTPException):
            return False

    def _read(self, stream: OpenStream) -> bool:
        while time.monotonic() < self._deadline and (frame := stream.next()):
            if frame.event == "action":
                assert frame.data["n"] == len(self.events) + 1, "an event was missed, or told twice"
                self.events.append(frame.data)
            elif frame.event == "end":
                return True
        return False


@contextmanager
def following(client: Client, matches: list[str]) -> Iterator[list[Follower]]:
    """Followers of matches; when what is done meanwhile fails nothing waits for them."""
    followers = [Follower(client, match) for match in matches]
    try:
        yield followers
    except BaseException:
        for follower in followers:
            follower.give_up()
        raise
