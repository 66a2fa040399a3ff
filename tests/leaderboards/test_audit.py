"""The audit: silent when all is well, loud at every kind of damage, and its exit status says which."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from games.models import Game
from leaderboards import audit
from tests.factories import known_game, make_player, submit_and_check

pytestmark = pytest.mark.django_db

DEAL = "DS1-D1N-KSTNMZC"


@pytest.fixture
def game() -> Game:
    return submit_and_check(make_player("zoe"), known_game(DEAL))


def run(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")  # behind the trigger's back
        cursor.execute(statement)
        cursor.execute("SET LOCAL session_replication_role = origin")


def test_good_boards_have_no_differences(game: Game) -> None:
    seen: list[int] = []
    assert list(audit.differences(progress=seen.append)) == []
    assert seen == [1]


DAMAGE = (
    (
        "DELETE FROM leaderboards_entry WHERE view = 'first'",
        "first entry of player {player} is missing",
    ),
    (
        "UPDATE games_game SET hidden_at = now()",
        "best entry of player {player} is there, and should not be",
    ),
    (
        "UPDATE leaderboards_entry SET moves = 3 WHERE view = 'best'",
        "best entry of player {player}: moves is 3, by its game 266",
    ),
    (
        "UPDATE leaderboards_entry SET receipt = '\\x00' WHERE view = 'best'",
        "best entry of player {player}: receipt is 00, by its game {receipt}",
    ),
    (
        "UPDATE games_player SET name_key = 'zoe'",
        "best entry of player {player}: is_account is False, by its game True",
    ),
    (
        "UPDATE leaderboards_scorecount SET n = 2 WHERE view = 'best'",
        "count of best 1080 is 2, by its entries 1",
    ),
    (
        "DELETE FROM leaderboards_movescount WHERE view = 'first'",
        "count of first 1080 266 is 0, by its entries 1",
    ),
)


@pytest.mark.parametrize(("statement", "difference"), DAMAGE)
def test_every_kind_of_damage_is_told(game: Game, statement: str, difference: str) -> None:
    run(statement)
    due = difference.format(player=game.player_id, receipt=bytes(game.stream.head).hex())
    assert f"board {DEAL}, rules 1: {due}" in list(audit.differences())


def test_the_command_says_what_it_audited(game: Game) -> None:
    out = StringIO()
    call_command("audit", stdout=out, stderr=StringIO())
    assert out.getvalue() == "Audited games: 1, matches: 0, boards: 1; differences: 0.\n"


def test_the_command_prints_each_difference_and_fails(game: Game) -> None:
    run("UPDATE games_game SET score = 1")
    run("UPDATE leaderboards_entry SET score = 1 WHERE view = 'best'")
    out = StringIO()
    with pytest.raises(CommandError, match="differences: 2") as failure:
        call_command("audit", stdout=out, stderr=StringIO())
    assert failure.value.returncode == 1
    assert out.getvalue().splitlines() == [
        f"game {game.pk}: score is 1, by its log 1090",
        f"board {DEAL}, rules 1: first entry of player {game.player_id}: score is 1090, by its game 1",
    ]
