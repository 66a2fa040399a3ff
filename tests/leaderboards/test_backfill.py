"""The migration to tallies counts what was played before it."""

from typing import Any

import pytest
from django.core.management import call_command

from games import players
from games.check import check_waiting
from leaderboards import audit, open_days
from leaderboards.models import DealDay, DealTotal, OpenDay, Tally
from tests.factories import known_games, make_player, start_and_play, submit

BEFORE = "0003_daily"


def rows() -> list[Any]:
    """All rows but for the handles of the admin."""
    models: tuple[Any, ...] = (Tally, DealTotal, DealDay, OpenDay)
    return [sorted(str({**row, "id": 0}) for row in model.objects.values()) for model in models]


@pytest.mark.django_db(transaction=True)
def test_what_was_played_before_is_counted() -> None:
    people = [make_player() for _ in range(3)]
    for number, game in enumerate(known_games()[:20]):
        submit(people[number % 3], game, claimed_score=7 if number == 5 else game.score)
    check_waiting(limit=100)
    players.set_on_boards(player=people[0], on_boards=False)
    start_and_play(people[1], "DS1-D1N-AAAAAAB", ["draw"])
    counted = rows()
    try:
        call_command("migrate", "leaderboards", BEFORE, verbosity=0)
    finally:
        call_command("migrate", verbosity=0)
    assert (rows(), list(audit.differences()), open_days.differences()) == (counted, [], [])
