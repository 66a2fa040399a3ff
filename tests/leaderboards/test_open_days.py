"""The counts of games in play: right after whatever happens to a game, and put right when they are not."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.db.models import Sum

from games.engine.deals import DealCode
from games.engine.moves import Move
from games.models import Game, Player
from games.services import append_moves, finish_game, start_game
from leaderboards import open_days
from leaderboards.models import OpenDay
from tests.factories import NOON, known_game, make_player, start_and_play, submit
from tests.leaderboards.factories import DEAL, decided

pytestmark = pytest.mark.django_db

ELSEWHERE = "DS1-D3N-AAAAAAB"


def counted() -> list[tuple[str, str, int]]:
    """What is counted, which must be what there is."""
    assert open_days.differences() == []
    rows = OpenDay.objects.order_by("code", "day").values_list("code", "day").annotate(sum=Sum("n"))
    return [(code[4:7], f"{day:%d.%m.}", n) for code, day, n in rows]


def draw(game: Game, *, at: Any, times: int = 1) -> None:
    steps = [Move.parse("draw")] * times
    version = Game.objects.select_related("stream").get(pk=game.pk).stream.version
    append_moves(game_id=game.pk, player=game.player, version=version, steps=steps, at=at)


def test_a_game_is_counted_from_its_start_to_its_finish_on_the_day_of_its_last_event() -> None:
    game = start_and_play(make_player(), DEAL)
    assert counted() == [("D1N", "30.11.", 1)]
    draw(game, at=NOON + timedelta(hours=11))
    assert counted() == [("D1N", "30.11.", 1)]
    draw(game, at=NOON + timedelta(hours=12))
    assert counted() == [("D1N", "01.12.", 1)]
    finish_game(game_id=game.pk, player=game.player, version=2, at=NOON + timedelta(days=3))
    assert counted() == []


def test_a_game_that_is_won_is_in_play_no_more() -> None:
    known = known_game(DEAL)
    game = start_and_play(make_player(), DEAL, known.moves[:-1])
    assert counted() == [("D1N", "30.11.", 1)]
    step = Move.parse(known.moves[-1])
    append_moves(game_id=game.pk, player=game.player, version=len(known.moves) - 1, steps=[step], at=NOON)
    assert counted() == []


def test_games_of_one_day_are_counted_together_and_each_deal_by_itself() -> None:
    for number in range(3):
        start_and_play(make_player(), DEAL, at=NOON + timedelta(days=number // 2))
    start_and_play(make_player(), ELSEWHERE)
    assert counted() == [("D1N", "30.11.", 2), ("D1N", "01.12.", 1), ("D3N", "30.11.", 1)]


def test_games_that_are_sent_whole_are_never_in_play() -> None:
    submit(make_player(), known_game(DEAL))
    decided(make_player())
    assert counted() == []


WRITES = (
    "UPDATE games_game SET last_event_at = last_event_at + interval '30 hours'",
    "UPDATE games_game SET last_event_at = last_event_at + interval '1 second'",
    "UPDATE games_game SET status = 'finished', finished_at = now()",
    "UPDATE games_game SET status = 'finished', finished_at = now(), last_event_at = now() WHERE code = '{deal}'",
    "DELETE FROM games_game",
)


@pytest.mark.parametrize("write", WRITES)
def test_counts_are_right_after_any_write(write: str) -> None:
    for code in (DEAL, DEAL, ELSEWHERE):
        start_and_play(make_player(), code, ["draw"])
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM games_attempt")
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute(write.format(deal=DEAL))
    assert open_days.differences() == []
    assert not OpenDay.objects.filter(n=0).exists()


@pytest.mark.parametrize(
    ("damage", "told"),
    (
        (
            "UPDATE leaderboards_openday SET n = 9",
            "9 games in play on 2026-11-30 are counted in stripe {stripe}, not 1",
        ),
        ("DELETE FROM leaderboards_openday", "0 games in play on 2026-11-30 are counted in stripe {stripe}, not 1"),
        (
            "UPDATE leaderboards_openday SET day = day - 9",
            "1 games in play on 2026-11-21 are counted in stripe {stripe}, not 0",
        ),
    ),
)
def test_wrong_counts_are_told_and_put_right(damage: str, told: str) -> None:
    game = start_and_play(make_player(), DEAL)
    with connection.cursor() as cursor:
        cursor.execute(damage)
    sentence = f"board {DEAL}, rules 1: {told.format(stripe=game.pk.bytes[15] % 8)}"
    assert open_days.differences()[0] == sentence
    assert open_days.restore()[0] == sentence
    assert counted() == [("D1N", "30.11.", 1)]


def test_the_games_of_one_deal_can_be_counted_alone() -> None:
    for code in (DEAL, ELSEWHERE):
        start_and_play(make_player(), code)
    OpenDay.objects.update(n=5)
    assert len(open_days.restore(code=DEAL)) == 1
    assert list(OpenDay.objects.order_by("code").values_list("n", flat=True)) == [1, 5]


@pytest.mark.django_db(transaction=True)
def test_games_that_start_and_end_at_once_are_all_counted() -> None:
    people = [make_player() for _ in range(4)]
    in_threads(*(lambda player=player: start_five_and_finish_two(player) for player in people))
    assert (open_days.differences(), sum(OpenDay.objects.values_list("n", flat=True))) == ([], 12)


@pytest.mark.django_db(transaction=True)
def test_what_is_put_right_while_games_start_stays_right() -> None:
    start_and_play(make_player(), DEAL)
    OpenDay.objects.update(n=7)
    player = make_player()
    in_threads(lambda: start_five_and_finish_two(player), open_days.restore, open_days.restore)
    assert open_days.differences() == []


def start_five_and_finish_two(player: Player) -> None:
    for number in range(5):
        game = start_game(player=player, code=DealCode.parse(DEAL))
        if number % 2:
            finish_game(game_id=game.pk, player=player, version=0)


def in_threads(*tasks: Callable[[], Any]) -> None:
    def run(task: Callable[[], Any]) -> None:
        try:
            task()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(tasks)) as pool:
        list(pool.map(run, tasks))
