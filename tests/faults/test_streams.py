"""The process of streams dies while two play, again and again: who watches misses nothing and has nothing twice."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from http.client import HTTPException
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.db import connection
from django.db.models import F
from django.utils import timezone

from api.live import tickets
from games.engine.match.options import Side
from games.limits import MATCH_ABSENT_AFTER
from games.matches import play
from games.matches.errors import NothingToClaim
from games.matches.events import events_after
from games.matches.table import events_of
from games.models import Player, Seat, Uptime
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


def test_who_comes_back_first_after_an_outage_is_told_that_the_match_can_be_claimed_as_long_after_it_as_ever(
    live: tuple[Process, str],
) -> None:
    process, url = live
    pair, hours = begun(at=timezone.now()), timedelta(hours=2)
    wait_until(Uptime.objects.exists)
    process.kill()
    # As if it had been down for so long.
    Uptime.objects.update(noted_at=F("noted_at") - hours)
    Seat.objects.update(seen_at=F("seen_at") - hours)
    down = timezone.now()
    process.start()
    wait_until(Uptime.objects.filter(since__gt=down).exists)
    (since,) = Uptime.objects.values_list("since", flat=True)
    assert since is not None
    due = since + MATCH_ABSENT_AFTER
    with pytest.raises(NothingToClaim) as refused:
        play.claim(match_id=pair.match_id, player=pair.players[Side.A])
    assert (refused.value.claim_at, told_claim_at(url, pair), pair.match.status) == (due, due, "playing")


def told_claim_at(url: str, pair: Pair) -> datetime:
    """What a stream says at first of when A can claim the match."""
    ticket = tickets.issue(match_id=pair.match_id, player=pair.players[Side.A], address="192.0.2.1").text
    with OpenStream(f"{url}/live/matches/{pair.match_id}/?ticket={ticket}") as stream:
        (frame,) = stream.read(1)
    return datetime.fromisoformat(frame.data["claim_at"])
