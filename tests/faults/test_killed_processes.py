"""Processes killed with -9 at random under load: all that was answered with 2xx is kept, checked once, on its board.

make test-faults PYTEST="-k killed"    with SEED=... the kills of an earlier run, with KILLS=... another number
"""

import os
import random
import time
from collections.abc import Iterator

from tests.faults.load import Progress, promised_to_one, promised_while
from tests.faults.promises import assert_consistent, assert_kept
from tests.faults.rabbitmq import RabbitMQ
from tests.supervised import Supervised, wait_until

KILLS = int(os.environ.get("KILLS", "100"))
SEED = int(os.environ.get("SEED", "0")) or random.randrange(1, 2**32)

# What the command line of each kind of process has in it, and how often it is chosen beside the others.
VICTIMS = {
    "celery -A config worker": 3,
    "granian": 2,
    "postgres": 2,
    "valkey-server": 2,
    "celery -A config beat": 1,
    "config.live": 1,
}


def kill_one(service: Supervised, choose: random.Random, victims: dict[str, int]) -> None:
    """Kill a kind of process, all of it or one of its processes alone, once some of it run."""
    (word,) = choose.choices(list(victims), weights=list(victims.values()))
    deadline = time.monotonic() + 120
    while not (running := service.processes(word)):
        assert time.monotonic() < deadline, f"{word} is not started again"
        time.sleep(0.1)
    for process in running if choose.random() < 0.7 else [choose.choice(running)]:
        service.kill_process(process)


def bursts(choose: random.Random, kills: int, progress: Progress) -> Iterator[int]:
    """Numbers of kills at short distances, until there have been so many; between them the service does some work."""
    while kills > 0:
        before = progress()
        wait_until(lambda: progress() > before, within=240)  # noqa: B023 - it is called at once
        size = min(kills, choose.randint(2, 6))
        yield size
        kills -= size


def test_a_hundred_killed_processes_take_nothing_along_that_was_accepted(service: Supervised) -> None:
    choose = random.Random(SEED)
    print(f"SEED={SEED}")  # noqa: T201 - shown if the test fails

    def kill(progress: Progress) -> None:
        for size in bursts(choose, KILLS, progress):
            for _ in range(size):
                time.sleep(choose.uniform(0, 0.5))
                kill_one(service, choose, VICTIMS)

    promises = promised_while(kill, service=service, seed=SEED, matches=2)
    assert_kept(service, promises)
    assert_consistent(service)


def test_what_was_accepted_outlives_rabbitmq(service_on_rabbitmq: Supervised, rabbitmq: RabbitMQ) -> None:
    choose = random.Random(SEED)
    print(f"SEED={SEED}")  # noqa: T201 - shown if the test fails
    others = {word: n for word, n in VICTIMS.items() if word != "valkey-server"}

    def kill(progress: Progress) -> None:
        for size in bursts(choose, max(2, KILLS // 6), progress):
            rabbitmq.kill()
            for _ in range(size - 1):
                time.sleep(choose.uniform(0, 0.5))
                kill_one(service_on_rabbitmq, choose, others)
            rabbitmq.start()

    promises = promised_while(kill, service=service_on_rabbitmq, seed=SEED)
    # Its message is lost, and no other comes after it: a sweep must find it.
    rabbitmq.kill()
    promises.add(promised_to_one(service_on_rabbitmq, seed=SEED))
    rabbitmq.start()
    assert_kept(service_on_rabbitmq, promises)
    assert_consistent(service_on_rabbitmq)
