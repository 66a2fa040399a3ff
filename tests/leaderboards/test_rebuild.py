"""The rebuild: from the logs alone come the same boards, with the original times, and nobody sees them half done."""

from io import StringIO
from threading import Event, Thread
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction

from games.check import check_waiting
from games.models import Game
from leaderboards import projection
from leaderboards.board import total
from leaderboards.models import Entry, MovesCount, ScoreCount
from tests.factories import known_game, known_games, make_player, submit, submit_and_check
from tests.leaderboards.factories import BOARD, decided, entered

pytestmark = pytest.mark.django_db

PROJECTION = (Entry, ScoreCount, MovesCount)


def rebuild(**options: str) -> list[str]:
    """The lines that the command prints."""
    out = StringIO()
    call_command("rebuild_leaderboards", stdout=out, stderr=StringIO(), **options)
    return out.getvalue().splitlines()


def everything() -> list[list[dict[str, Any]]]:
    """All rows of the projection, but for the handles of the admin."""
    tables = [
        [{name: value for name, value in row.items() if name != "id"} for row in model._default_manager.values()]
        for model in PROJECTION
    ]
    return [sorted(rows, key=str) for rows in tables]


def play_known_games() -> None:
    """Every known game, by a player of its own or one who has several."""
    players = [make_player() for _ in range(8)]
    for number, game in enumerate(known_games()):
        submit(players[number % len(players)], game)
    check_waiting(limit=100)


def test_emptied_tables_come_back_as_they_were() -> None:
    play_known_games()
    before = everything()
    for model in PROJECTION:
        model.objects.all().delete()
    assert rebuild()[-1] == "Boards rebuilt: 8, from 58 games, differences put right: 8."
    assert everything() == before


def test_a_rebuild_of_what_is_right_writes_nothing() -> None:
    play_known_games()
    before = [list(model.objects.order_by("pk").values()) for model in PROJECTION]
    assert rebuild() == ["Boards rebuilt: 8, from 58 games, differences put right: 0."]
    assert [list(model.objects.order_by("pk").values()) for model in PROJECTION] == before


def test_results_that_are_not_as_their_log_are_told_and_put_right() -> None:
    game = submit_and_check(make_player(), known_game())
    Game.objects.filter(pk=game.pk).update(ranked_score=5000, won=False)
    told = rebuild()
    game.refresh_from_db()
    assert (game.ranked_score, game.won) == (1080, True)
    assert told[:2] == [
        f"game {game.pk}: ranked_score was 5000, by its log 1080",
        f"game {game.pk}: won was False, by its log True",
    ]
    assert [entry.ranked_score for entry in Entry.objects.all()] == [1080, 1080]


@pytest.mark.parametrize("count", (ScoreCount, MovesCount))
def test_wrong_counts_are_put_right_before_the_trigger_builds_on_them(
    count: type[ScoreCount] | type[MovesCount],
) -> None:
    play_known_games()
    before = everything()
    count.objects.update(n=7)
    Entry.objects.filter(view="first").update(ranked_score=1)
    rebuild()
    assert everything() == before


def test_a_board_with_no_game_left_is_emptied() -> None:
    game = entered(make_player())
    Game.objects.filter(pk=game.pk).update(status="finished")
    rebuild()
    assert [model.objects.count() for model in PROJECTION] == [0, 0, 0]


def test_one_deal_code_can_be_rebuilt_alone() -> None:
    play_known_games()
    ScoreCount.objects.update(n=7)
    assert rebuild(code=" ds1-d1n-kstnmzc ")[-1].startswith("Boards rebuilt: 1,")
    rebuilt = set(ScoreCount.objects.exclude(n=7).values_list("code", flat=True))
    assert rebuilt == {"DS1-D1N-KSTNMZC"}


def test_a_deal_code_that_is_none_is_refused() -> None:
    with pytest.raises(CommandError, match="--code"):
        rebuild(code="DS1-D2N-AAAAAAB")


@pytest.mark.django_db(transaction=True)
def test_readers_see_the_old_board_until_the_new_one_stands() -> None:
    decided(make_player())
    entered(make_player(), minutes=1)
    rebuilt, seen = Event(), Event()

    def rebuild_and_wait() -> None:
        with transaction.atomic():
            projection.rebuild(code=BOARD.code, rules_version=1)
            rebuilt.set()
            seen.wait(timeout=60)
        connection.close()

    thread = Thread(target=rebuild_and_wait)
    thread.start()
    assert rebuilt.wait(timeout=60)
    before = total(board=BOARD)
    seen.set()
    thread.join()
    assert (before, total(board=BOARD)) == (1, 2)
