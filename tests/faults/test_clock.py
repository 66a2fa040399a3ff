"""The machine's clock is set back by an hour while games are played: nothing is refused, late or lost by it."""

import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from tests.factories import events_of, known_game
from tests.faults.client import Client
from tests.faults.conftest import UNHINDERED, running, suspended
from tests.faults.promises import Promises, assert_consistent, assert_kept, database
from tests.supervised import Supervised, wait_until


class Clock:
    """The clock of the service's own processes; the servers go by the machine's."""

    def __init__(self, directory: Path) -> None:
        self._file = directory / "clock"
        self.set(timedelta())
        self.variables = {
            "PYTHONPATH": str(Path(__file__).with_name("shifted_clock")),
            "SHIFTED_CLOCK": str(self._file),
        }

    def set(self, shift: timedelta) -> None:
        """Have it be so much later than it is."""
        new = self._file.with_suffix(".new")
        new.write_text(str(int(shift.total_seconds())))
        new.rename(self._file)


@pytest.fixture(scope="module")
def clock(tmp_path_factory: pytest.TempPathFactory) -> Clock:
    return Clock(tmp_path_factory.mktemp("clock"))


@pytest.fixture(scope="module")
def service(clock: Clock) -> Iterator[Supervised]:
    with running({**UNHINDERED, "THROTTLE_PLAYER": "600/minute", **clock.variables}) as service:
        yield service


def test_a_clock_that_is_set_back_in_the_middle_of_games_harms_none(service: Supervised, clock: Clock) -> None:
    client, won = Client(service.url), known_game()
    moves = list(won.moves)
    live, waiting = client.start(won.deal), client.start(won.deal)
    client.append(live, version=0, moves=moves[:100])
    clock.set(-timedelta(hours=1))
    assert client.append(live, version=100, moves=moves[100:]).status == 200
    client.finish(waiting, version=0)
    posted = client.post_game(deal=won.deal, moves=["draw", "undo", *moves], score=won.score).body["id"]
    begun = {live: events_of(moves), waiting: b"", posted: events_of(["draw", "undo", *moves])}
    assert_kept(service, Promises(begun=begun, closed=set(begun)))
    with database(service) as connection:
        times = connection.execute("SELECT finished_at < started_at FROM games_game WHERE stream_id = %s", [live])
        assert times.fetchall() == [(True,)], "the clock was not set back"
    assert_consistent(service)


def test_sweeps_go_on_though_the_clock_was_set_back(service: Supervised, clock: Clock) -> None:
    client, won = Client(service.url), known_game()
    clock.set(-timedelta(hours=2))
    with suspended(service, "valkey-server"):
        lost = client.post_game(deal=won.deal, moves=list(won.moves), score=won.score).body["id"]
        time.sleep(8)  # until the message is given up
    wait_until(lambda: client.status(lost) == "verified", within=120)
