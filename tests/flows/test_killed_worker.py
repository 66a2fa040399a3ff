"""A worker that is killed in the middle of a check: another one checks the game when the published time is over."""

from typing import Any

import pytest
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from games.limits import CHECK_LEASE
from games.models import Game, Player
from tests.api.client import ApiClient
from tests.factories import known_game
from tests.processes import Process
from tests.supervised import wait_until

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_game_whose_worker_is_killed_in_its_check_is_checked_by_another(
    worker_process: Process, beat_process: Process
) -> None:
    won, client = known_game(), ApiClient(token=ApiClient().ask("POST", "players/").json()["token"])
    url = client.ask("POST", "scores/", {"deal": won.deal, "moves": won.moves}).json()["url"]

    with transaction.atomic():
        Player.objects.select_for_update(no_key=True).get()  # which the decision needs
        beat_process.start()
        worker_process.start()
        wait_until(lambda: checks(client, url) == ("waiting", 1))
        worker_process.kill()
    assert checks(client, url) == ("waiting", 1)
    now = timezone.now()
    assert Game.objects.filter(claimed_until__gt=now, claimed_until__lte=now + CHECK_LEASE).exists()

    worker_process.start()
    Game.objects.update(claimed_until=F("claimed_until") - CHECK_LEASE)  # as if that time had passed
    wait_until(lambda: checks(client, url) == ("decided", 2))
    assert client.ask("GET", f"deals/{won.deal}/leaderboard/me/").json()["rank"] == 1


def checks(client: ApiClient, url: str) -> tuple[str, int]:
    told: dict[str, Any] = client.ask("GET", url).json()["check"]
    return told["state"], told["begun"]
