"""Beat goes on when the clock of its machine is set back."""

from datetime import UTC, datetime, timedelta

import pytest
from celery import Celery
from celery.schedules import schedule

from config import schedule as clock
from config.schedule import SteadyScheduler

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


class Clock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = NOON

    def time(self) -> float:
        return self.now.timestamp()


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Clock:
    machine = Clock()
    monkeypatch.setattr(clock, "time", machine)
    return machine


@pytest.fixture
def sent() -> list[str]:
    return []


@pytest.fixture
def scheduler(machine: Clock, sent: list[str], monkeypatch: pytest.MonkeyPatch) -> SteadyScheduler:
    app = Celery("test", broker="memory://", set_as_current=False)
    app.conf.timezone = "UTC"
    app.conf.beat_schedule = {
        name: {"task": name, "schedule": schedule(seconds, nowfun=lambda: machine.now, app=app)}
        for name, seconds in (("often", 5), ("seldom", 15))
    }
    monkeypatch.setattr(SteadyScheduler, "apply_entry", lambda self, entry, producer=None: sent.append(entry.task))
    return SteadyScheduler(app)


def run(scheduler: SteadyScheduler, machine: Clock, *, seconds: int) -> None:
    """Let so many seconds pass."""
    for _ in range(seconds):
        machine.now += timedelta(seconds=1)
        while scheduler.tick() == 0:
            pass


def test_each_task_is_sent_at_its_interval(scheduler: SteadyScheduler, machine: Clock, sent: list[str]) -> None:
    run(scheduler, machine, seconds=31)
    assert (sent.count("often"), sent.count("seldom")) == (6, 2)


def test_a_clock_that_is_set_back_silences_none(scheduler: SteadyScheduler, machine: Clock, sent: list[str]) -> None:
    run(scheduler, machine, seconds=16)
    sent.clear()
    machine.now -= timedelta(hours=1)
    run(scheduler, machine, seconds=31)
    assert (sent.count("often"), sent.count("seldom")) in {(5, 1), (6, 2)}
