"""Tallies and totals: as the games say, right after any write by anybody, and put right by a rebuild."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction

from games import players
from games.models import Player
from leaderboards import audit, audit_tallies, tallies
from leaderboards.models import DealDay, DealTotal, Tally
from leaderboards.projection import rebuild
from tests.factories import make_player
from tests.leaderboards.factories import DEAL, decided, entered, show

pytestmark = pytest.mark.django_db

DAY = 24 * 60


@pytest.fixture
def deal() -> list[Player]:
    """Four players of a deal: a winner with three games, a loser, one who opted out, one whose game was rejected."""
    winner, loser, shy, cheat = people = [make_player(name) for name in ("Win", "Lose", "Shy", "Cheat")]
    entered(winner, 900, 250, won=True)
    entered(winner, 700, 240, minutes=DAY, won=True)
    entered(winner, 400, 90, minutes=2 * DAY)
    entered(loser, 300, 80, minutes=5)
    entered(shy, 800, 210, won=True)
    players.set_on_boards(player=shy, on_boards=False)
    entered(cheat, 0, 3, status="rejected")
    return people


def columns(model: Any, *names: str) -> list[Any]:
    return list(model.objects.order_by("pk").values_list(*names))


def test_a_tally_says_what_ones_decided_games_come_to(deal: list[Player]) -> None:
    names = ("shown", "not_shown", "rejected", "wins", "fewest_moves", "last_finished_at__day")
    told = {name: tuple(row) for name, *row in Tally.objects.values_list("player__name", *names)}
    assert told == {
        "Win": (3, 0, 0, 2, 240, 2),
        "Lose": (1, 0, 0, 0, None, 30),
        "Shy": (0, 1, 0, 0, None, None),
        "Cheat": (0, 0, 1, 0, None, None),
    }


def test_the_total_of_a_deal_counts_all_its_games_and_names_nobody(deal: list[Player]) -> None:
    names = ("players", "winners", "shown", "not_shown", "rejected", "wins", "last_finished_at__day")
    assert columns(DealTotal, "code", "mode", *names) == [(DEAL, "D1N", 2, 1, 4, 1, 1, 2, 2)]


def test_a_day_counts_those_who_finished_their_last_game_on_it(deal: list[Player]) -> None:
    days = [(str(day), n) for day, n in DealDay.objects.order_by("day").values_list("day", "players")]
    assert days == [("2026-11-30", 1), ("2026-12-02", 1)]


WRITES = (
    "UPDATE leaderboards_tally SET shown = shown",
    "UPDATE leaderboards_tally SET shown = shown + 1, rejected = 2, not_shown = 0",
    "UPDATE leaderboards_tally SET wins = 0, fewest_moves = NULL",
    "UPDATE leaderboards_tally SET last_finished_at = last_finished_at - interval '30 hours'",
    "UPDATE leaderboards_tally SET last_finished_at = NULL WHERE wins > 0",
    "UPDATE leaderboards_tally SET last_finished_at = '2026-11-30T23:59:59-05:00' WHERE shown > 0",
    "UPDATE leaderboards_tally SET code = 'DS1-D3V-AAAAAAB' WHERE rejected > 0",
    "UPDATE leaderboards_tally SET rules_version = 2 WHERE shown > 0",
    "INSERT INTO leaderboards_tally (code, rules_version, player_id, shown, not_shown, rejected, wins) "
    "SELECT code, 3, player_id, 1, 0, 0, 0 FROM leaderboards_tally",
    "DELETE FROM leaderboards_tally WHERE wins > 0",
    "DELETE FROM leaderboards_tally",
    "TRUNCATE leaderboards_tally",
)


@pytest.mark.usefixtures("deal")
@pytest.mark.parametrize("write", WRITES)
def test_totals_are_right_after_any_write(write: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # TRUNCATE waits for no check of a foreign key
        cursor.execute(write)
    boards = {(row.code, row.rules_version) for model in (Tally, DealTotal, DealDay) for row in model.objects.all()}
    for code, rules_version in boards:
        assert list(audit_tallies.total_differences(code=code, rules_version=rules_version)) == []
    assert DealTotal.objects.filter(shown=0, not_shown=0, rejected=0).count() == 0


@pytest.mark.usefixtures("deal")
@pytest.mark.parametrize(
    ("wrong", "statement"),
    (
        (DealTotal, "UPDATE leaderboards_dealtotal SET players = 0"),
        (DealDay, "UPDATE leaderboards_dealday SET players = 0"),
    ),
)
def test_a_total_that_was_wrong_is_not_hidden_by_falling_below_nothing(wrong: type, statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)
    with pytest.raises(IntegrityError, match="players_check"), transaction.atomic():
        Tally.objects.filter(wins__gt=0).delete()
    assert Tally.objects.count() == 4


def test_a_refresh_without_news_writes_nothing(deal: list[Player]) -> None:
    before = [columns(model) for model in (Tally, DealTotal, DealDay)]
    for player in deal:
        tallies.refresh(code=DEAL, rules_version=1, player_id=player.pk)
    assert [columns(model) for model in (Tally, DealTotal, DealDay)] == before


@pytest.mark.usefixtures("deal")
@pytest.mark.parametrize(
    "damage",
    (
        "TRUNCATE leaderboards_tally",
        "UPDATE leaderboards_tally SET shown = 7, wins = 5, last_finished_at = now()",
        "UPDATE leaderboards_dealtotal SET shown = 9, last_finished_at = NULL",
        "DELETE FROM leaderboards_dealtotal",
        "DELETE FROM leaderboards_dealday",
        "UPDATE leaderboards_dealday SET day = day - 365",
    ),
)
def test_a_rebuild_puts_everything_right(damage: str) -> None:
    before = rows_of_all()
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute(damage)
    assert list(audit.differences()) != []
    rebuild(code=DEAL, rules_version=1)
    assert (rows_of_all(), list(audit.differences())) == (before, [])


def rows_of_all() -> list[Any]:
    """All rows but for the handles of the admin."""
    models: tuple[Any, ...] = (Tally, DealTotal, DealDay)
    return [sorted(map(str, ({**row, "id": 0} for row in model.objects.values()))) for model in models]


@pytest.mark.django_db(transaction=True)
def test_totals_are_exact_when_workers_write_at_once() -> None:
    games = [decided(make_player(), minutes=number * 60, won=number % 2 == 0) for number in range(40)]
    in_threads(*(lambda half=half: list(map(show, half)) for half in (games[::2], games[1::2])))
    assert list(audit.differences()) == []
    assert columns(DealTotal, "players", "winners") == [(40, 20)]


def in_threads(*tasks: Callable[[], Any]) -> None:
    def run(task: Callable[[], Any]) -> None:
        try:
            task()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(tasks)) as pool:
        list(pool.map(run, tasks))
