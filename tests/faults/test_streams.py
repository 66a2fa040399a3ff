"""The process of streams dies while two play, again and again: who watches misses nothing and has nothing twice."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from http.client import HTTPException
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.db import connection

from api.live import tickets
from games.engine.match.options import Side
from games.matches.events import events_after
from games.matches.table import events_of
from games.models import Player
from tests.api.live.streams import OpenStream
from tests.games.matches.people import Pair, begun, next_action
from tests.processes import Process, live_on_test_database
from tests.supervised import wait_until

pytestmark = pytest.mark.django_db(transaction=True)

KILLS = 3


@dataclass
class Watcher:
    """A client that comes again, after the last event that it has, until it is told that the match has ended."""

    url: str
    pair: Pair
    player: Player | None
    told: list[Any] = field(default_factory=list)
    opened: int = 0

    def watch(self) -> None:
        with closing(connection):
            while not self._is_told_all():
                time.sleep(0.05)

    def _is_told_all(self) -> bool:
        ticket = tickets.issue(match_id=self.pair.match_id, player=self.player, address="192.0.2.1").text
        address = f"{self.url}/live/matches/{self.pair.match_id}/?ticket={ticket}&after={len(self.told)}"
        try:
            with OpenStream(address) as stream:
                self.opened += 1
                while frame := stream.next():
                    if frame.event == "end":
                        return True
                    if frame.event == "action":
                        self.told.append(frame.data)
        except (OSError, HTTPException):
            pass  # the process has just died, or is not there again
        return False


@pytest.fixture
def live(tmp_path: Path, transactional_db: None) -> Iterator[tuple[Process, str]]:
    process, url = live_on_test_database(directory=tmp_path)
    process.start()
    yield process, url
    process.kill()


def play_slowly(pair: Pair) -> None:
    random, table = Random(4), pair.table
    with closing(connection):
        while not table.is_over:
            side = random.choice(tuple(Side))
            if action := next_action(table, side, random, patience=12):
                pair.act(side, str(action))
                table.play(side, action)
                time.sleep(0.05)


def all_have(watchers: list[Watcher], count: int) -> bool:
    return all(len(watcher.told) >= count for watcher in watchers)


def test_whoever_watches_misses_nothing_though_the_process_is_killed(live: tuple[Process, str]) -> None:
    process, url = live
    pair = begun()
    watchers = [Watcher(url, pair, player) for player in (pair.players[Side.A], pair.players[Side.B], None)]
    with ThreadPoolExecutor(len(watchers) + 1) as pool:
        running = [pool.submit(play_slowly, pair), *(pool.submit(watcher.watch) for watcher in watchers)]
        for count in range(1, KILLS + 1):
            wait_until(partial(all_have, watchers, 20 * count), within=60)
            process.kill()
            process.start()
        for done in running:
            done.result(timeout=120)
    events = events_of(pair.match_id)
    logged = [event["n"] for event in events_after(pair.match, events=events, after=0)]
    for watcher in watchers:
        assert [event["n"] for event in watcher.told] == logged
        assert watcher.told == watchers[0].told
        assert watcher.opened > KILLS
