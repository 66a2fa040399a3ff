"""The view of a day: live games that began in it and were finished in time, the best of each player."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from games import moderation, services
from games.check import check_waiting
from games.engine.moves import DRAW
from games.models import DailyDeal, Game, Player
from leaderboards import audit
from leaderboards.board import Board, View, page, total
from leaderboards.models import Entry
from leaderboards.rebuild import rebuild_board
from tests.factories import known_game, make_player, start_and_play, submit_and_check

pytestmark = pytest.mark.django_db

DEAL = "DS1-D1N-KSTNMZC"
BEGINS = datetime(2026, 11, 30, tzinfo=UTC)
ENDS = BEGINS + timedelta(days=1)
SECOND = timedelta(seconds=1)
BOARD, DAY = Board(code=DEAL, rules_version=1), Board(code=DEAL, rules_version=1, view=View.DAILY)


@pytest.fixture(autouse=True)
def deal_of_the_day() -> DailyDeal:
    return DailyDeal.objects.create(code=DEAL, number="KSTNMZC", mode="D1N", day=BEGINS.date())


def play(player: Player, *, began: datetime, ended: datetime, draws: int = 1) -> Game:
    """A live game of the deal, checked: nothing but draws, so that of two the one with fewer is better."""
    game = start_and_play(player, DEAL, at=began)
    services.append_moves(game_id=game.pk, player=player, version=0, steps=[DRAW] * draws, at=ended)
    services.finish_game(game_id=game.pk, player=player, version=draws, at=ended)
    check_waiting(limit=10, at=ended)
    return game


def on(board: Board) -> list[Any]:
    return [row.entry.game_id for row in page(board=board, limit=100).rows]


@pytest.mark.parametrize(
    ("began", "ended", "is_in"),
    (
        ("2026-11-30T23:50:00Z", "2026-12-01T00:40:00Z", True),
        ("2026-12-01T00:10:00Z", "2026-12-01T00:40:00Z", False),
        ("2026-11-30T23:50:00Z", "2026-12-01T03:00:00Z", False),
        ("2026-11-30T00:00:00Z", "2026-11-30T00:00:00Z", True),
        ("2026-11-29T23:59:59Z", "2026-11-30T12:00:00Z", False),
        ("2026-11-30T23:59:59Z", "2026-12-01T02:00:00Z", True),
        ("2026-12-01T00:00:00Z", "2026-12-01T02:00:00Z", False),
        ("2026-11-30T23:59:59Z", "2026-12-01T02:00:01Z", False),
    ),
)
def test_a_game_is_in_the_day_if_it_began_in_it_and_ended_in_time(began: str, ended: str, is_in: bool) -> None:
    game = play(make_player(), began=datetime.fromisoformat(began), ended=datetime.fromisoformat(ended))
    assert on(DAY) == [game.pk] * is_in
    assert on(BOARD) == [game.pk]
    assert list(audit.differences()) == []


def test_a_game_posted_whole_is_on_the_board_of_its_deal_and_not_of_the_day() -> None:
    game = submit_and_check(make_player(), known_game(DEAL), at=BEGINS)
    assert (on(BOARD), on(DAY)) == ([game.pk], [])


def test_the_best_of_the_day_counts_even_if_a_better_one_came_later() -> None:
    ana = make_player("ana")
    good = play(ana, began=BEGINS, ended=BEGINS + SECOND, draws=2)
    play(ana, began=BEGINS, ended=BEGINS + SECOND, draws=3)
    best = play(ana, began=ENDS, ended=ENDS + SECOND)
    assert (on(DAY), on(BOARD), total(board=DAY)) == ([good.pk], [best.pk], 1)


def test_hiding_lets_the_next_best_of_the_day_in_and_a_rebuild_changes_nothing() -> None:
    ana = make_player("ana")
    best, next_best = (play(ana, began=BEGINS, ended=BEGINS + SECOND, draws=draws) for draws in (1, 2))
    moderation.hide_game(game_id=best.pk, by=make_player("sam", is_staff=True), reason="a reason")
    assert on(DAY) == [next_best.pk]
    before = list(Entry.objects.order_by("pk").values())
    assert list(rebuild_board(code=DEAL, rules_version=1, progress=lambda: None)) == []
    assert list(Entry.objects.order_by("pk").values()) == before
    Entry.objects.all().delete()
    list(rebuild_board(code=DEAL, rules_version=1, progress=lambda: None))
    assert on(DAY) == [next_best.pk]


def test_another_deal_has_no_day(deal_of_the_day: DailyDeal) -> None:
    deal_of_the_day.delete()
    game = play(make_player(), began=BEGINS, ended=BEGINS + SECOND)
    assert (on(BOARD), on(DAY)) == ([game.pk], [])


def test_the_audit_finds_an_entry_that_does_not_belong_to_the_day() -> None:
    game = play(make_player(), began=ENDS, ended=ENDS + SECOND)
    entry = Entry.objects.get(view="best")
    entry.pk, entry.view = None, "daily"
    entry.save()
    assert list(audit.differences()) == [
        f"board {DEAL}, rules 1: daily entry of player {game.player_id} is there, and should not be"
    ]
