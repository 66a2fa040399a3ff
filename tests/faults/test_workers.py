"""Workers and sweepers of which there are several, messages that are wrong, games that are poison to their worker."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

from config.celery import app
from games.models import Game
from games.nudge import CHECK_TASK
from tests.factories import known_game, make_player, submit
from tests.processes import Broker, Process, beat_on_test_database, use_broker, worker_on_test_database
from tests.supervised import wait_until

pytestmark = pytest.mark.django_db(transaction=True)

DEAL = "DS1-D1N-KSTNMZC"
# Those on which the workers of tests/faults/poisoned.py hang and fail.
HANGS, FAILS = "DS1-D3V-KSTNMZC", "DS1-D1V-KSTNMZC"


@pytest.fixture
def broker(open_directory: Path) -> Iterator[Broker]:
    broker = Broker(open_directory)
    broker.start()
    use_broker(app, broker.url)
    yield broker
    use_broker(app, settings.CELERY_BROKER_URL)
    broker.stop()


@pytest.fixture
def two_of_each(broker: Broker, tmp_path: Path, transactional_db: None) -> Iterator[list[Process]]:
    """Two workers and two clocks of the sweeps, not started yet."""
    directories = [tmp_path / name for name in ("one", "other")]
    for directory in directories:
        directory.mkdir()
    workers = [worker_on_test_database(broker=broker.url, directory=directory) for directory in directories]
    beats = [beat_on_test_database(broker=broker.url, directory=directory) for directory in directories]
    yield [*workers, *beats]
    for process in [*workers, *beats]:
        process.kill()


def test_two_workers_two_sweepers_and_messages_twice_late_or_of_another_version_decide_each_game_once(
    two_of_each: list[Process],
) -> None:
    players = [make_player() for _ in range(5)]
    games = [submit(player, known_game(DEAL), claimed_score=score) for score in range(20) for player in players]
    send_wrong_messages()
    for process in two_of_each:
        process.start()
    wait_until(lambda: not Game.objects.filter(status=Game.Status.FINISHED).exists(), within=180)
    send_wrong_messages()
    games.append(submit(players[0], known_game(DEAL)))
    wait_until(lambda: not Game.objects.filter(status=Game.Status.FINISHED).exists())
    told = Counter(game for process in two_of_each for game in decisions_in(process.log))
    assert told == {str(game.pk): 1 for game in games}


def send_wrong_messages() -> None:
    """The same thirty times, one that has expired, and two of another version of the code."""
    for _ in range(30):
        app.send_task(CHECK_TASK)
    app.send_task(CHECK_TASK, expires=-60)
    app.send_task("games.tasks.of_another_version")
    app.send_task(CHECK_TASK, kwargs={"of_another_version": 1})


def decisions_in(log: str) -> list[str]:
    return re.findall(r'"game": "([0-9a-f-]{36})"[^\n]*"event": "game_checked"', log)


def test_a_game_that_hangs_or_fails_in_its_check_harms_no_other(
    broker: Broker, tmp_path: Path, transactional_db: None
) -> None:
    worker = worker_on_test_database(broker=broker.url, directory=tmp_path, app="tests.faults.poisoned")
    beat = beat_on_test_database(broker=broker.url, directory=tmp_path)
    player = make_player()
    poison = [submit(player, known_game(code, note="given up at once")) for code in (HANGS, FAILS)]
    for score in range(20):
        submit(player, known_game(DEAL), claimed_score=score)
    waiting = Game.objects.filter(status=Game.Status.FINISHED).order_by("finished_at")
    try:
        worker.start()
        beat.start()
        wait_until(lambda: {game.pk for game in waiting.all()} == {game.pk for game in poison}, within=180)
        wait_until(lambda: "ZeroDivisionError: a poisoned game" in {game.check_error for game in waiting.all()})
    finally:
        worker.kill()
        beat.kill()
