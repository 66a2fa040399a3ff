"""Processes killed under load: what was answered with 2xx is kept, checked once, and on its board."""

import random
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Event

import pytest

from tests.factories import known_games
from tests.faults.client import Client
from tests.faults.rabbitmq import RabbitMQ
from tests.supervised import Supervised

# What the command line of each kind of process has in it.
VICTIMS = {
    "worker": "celery -A config worker",
    "web": "granian",
    "beat": "celery -A config beat",
    "broker": "valkey-server",
    "database": "postgres -D",
}
PLAYERS = 4
KILLS = 3
LEAST_EACH = 3  # games of each player, however long the servers are down


@pytest.mark.parametrize("victim", VICTIMS)
def test_what_was_accepted_outlives_every_kind_of_process(service: Supervised, victim: str) -> None:
    def kill() -> None:
        for _ in range(KILLS):
            time.sleep(2)
            wait_for(lambda: service.processes(VICTIMS[victim]), within=60)
            service.kill_processes(VICTIMS[victim])

    posted = post_games_while(kill, service=service)

    assert_kept_and_checked_once(service, posted)


def test_what_was_accepted_outlives_rabbitmq(service_on_rabbitmq: Supervised, rabbitmq: RabbitMQ) -> None:
    def kill() -> None:
        for _ in range(KILLS):
            time.sleep(2)
            rabbitmq.kill()
            time.sleep(2)
            rabbitmq.start()

    posted = post_games_while(kill, service=service_on_rabbitmq)

    assert_kept_and_checked_once(service_on_rabbitmq, posted)


def post_games_while(harm: Callable[[], None], *, service: Supervised) -> list[str]:
    """Several players post games until the harm is done; the ids of all that were answered with 202."""
    done = Event()
    with ThreadPoolExecutor(PLAYERS) as pool:
        loads = [pool.submit(post_games, service, until=done, choice=seed) for seed in range(PLAYERS)]
        try:
            harm()
        finally:
            done.set()
    return [game_id for load in loads for game_id in load.result()]


def post_games(service: Supervised, *, until: Event, choice: int) -> list[str]:
    client = Client(service.url)
    choose = random.Random(choice)
    posted: list[str] = []
    while not until.wait(0.1) or len(posted) < LEAST_EACH:
        game = choose.choice(known_games())
        # Moves that change nothing make each game one of its own.
        moves = ["draw", "undo"] * len(posted) + list(game.moves)
        answer = client.post_game(deal=game.deal, moves=moves, score=game.score)
        assert answer.status == 202, answer
        posted.append(answer.body["id"])
    return posted


def assert_kept_and_checked_once(service: Supervised, posted: list[str]) -> None:
    assert len(posted) >= LEAST_EACH * PLAYERS
    wait_for(lambda: "'finished'" not in games_and_statuses(service), within=120)
    expected = sorted(f"{game_id} 'verified'" for game_id in posted)
    assert sorted(games_and_statuses(service).splitlines()) == expected
    audit = service.command("manage", "audit")
    assert audit.returncode == 0, audit.stdout + audit.stderr
    assert "differences: 0." in audit.stdout
    rebuilt = service.command("manage", "rebuild_leaderboards")
    assert "differences put right: 0." in rebuilt.stdout, rebuilt.stdout + rebuilt.stderr


def games_and_statuses(service: Supervised) -> str:
    query = "from games.models import Game; [print(g.pk, repr(str(g.status))) for g in Game.objects.all()]"
    told = service.command("manage", "shell", "-v", "0", "-c", query)
    assert told.returncode == 0, told.stderr
    return told.stdout


def wait_for(condition: Callable[[], object], *, within: float) -> None:
    deadline = time.monotonic() + within
    while True:
        with suppress(AssertionError):  # the database may be on its way up
            if condition():
                return
        assert time.monotonic() < deadline, f"after {within} s it still does not hold"
        time.sleep(0.5)
