"""Posted games reach their check through real processes, whichever of them is down meanwhile."""

import pytest

from games.models import Game
from tests.factories import known_game, make_player, submit
from tests.processes import Broker, Process
from tests.supervised import wait_until

pytestmark = pytest.mark.django_db(transaction=True)


def is_verified(game: Game) -> bool:
    return Game.objects.filter(pk=game.pk, status=Game.Status.VERIFIED).exists()


def test_a_worker_checks_what_is_posted(worker_process: Process) -> None:
    worker_process.start()

    game = submit(make_player("ann"), known_game())

    wait_until(lambda: is_verified(game))


def test_what_is_posted_without_a_worker_is_checked_once_there_is_one(worker_process: Process) -> None:
    game = submit(make_player("ann"), known_game())
    assert not is_verified(game)

    worker_process.start()

    wait_until(lambda: is_verified(game))


def test_what_is_posted_without_a_broker_is_swept_up_when_it_is_back(
    broker: Broker, worker_process: Process, beat_process: Process
) -> None:
    worker_process.start()
    beat_process.start()
    broker.kill()

    game = submit(make_player("ann"), known_game())
    assert not is_verified(game)

    broker.start()
    wait_until(lambda: is_verified(game))
