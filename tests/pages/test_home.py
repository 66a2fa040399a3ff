"""The first page."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games import daily, players
from games.engine.deals import DealCode
from games.models import DailyDeal
from tests.api.clock import SetClock, clock
from tests.factories import make_player, start_and_play
from tests.leaderboards.factories import entered
from tests.pages.visitor import Visitor, newcomer, text_of

__all__ = ["clock"]

pytestmark = pytest.mark.django_db

OF_DAY = {str(mode): f"DS1-{mode}-QQQQQQ{letter}" for mode, letter in zip(daily.MODES, "ABCD", strict=True)}


@pytest.fixture(autouse=True)
def today(clock: SetClock) -> None:
    """Deals of today, of which no solver has to find out anything. It is noon, and stays noon at midnight."""
    day = clock("2026-11-30T12:00:00Z").date()
    DailyDeal.objects.bulk_create(
        DailyDeal(code=code, day=day, mode=mode, number=DealCode.parse(code).number) for mode, code in OF_DAY.items()
    )


def played_today(name: str, score: int) -> None:
    at = timezone.now() - timedelta(seconds=1)
    times: dict[str, Any] = {"started_at": at, "last_event_at": at, "finished_at": at}
    entered(make_player(name), score, code=OF_DAY["D1N"], origin="live", **times)


def test_todays_deals_are_shown_in_each_mode_with_how_many_play_them() -> None:
    played_today("Ana", 700)
    played_today("Bo", 900)
    html = Visitor().see("/")
    tiles = [text_of(tile) for tile in html.split('<li class="tile">')[1:]]
    assert [tile.split(" Best ")[0] for tile in tiles] == [
        "Draw 1 (easy) Normal Players today 2",
        "Draw 3 (hard) Normal Players today 0",
        "Draw 1 (easy) Vegas Players today 0",
        "Draw 3 (hard) Vegas Players today 0",
    ]
    assert "Best 900 Play" in tiles[0]
    for code in OF_DAY.values():
        assert f'href="/play/{code}/"' in html


def test_a_player_sees_the_own_rank_of_today_and_the_games_to_go_on_with() -> None:
    ana, visitor = newcomer("Ana")
    played_today("Bo", 900)
    at = timezone.now()
    entered(ana, 700, code=OF_DAY["D1N"], origin="live", started_at=at, last_event_at=at, finished_at=at)
    game = start_and_play(ana, "DS1-D3V-AAAAAAB", ["draw"])
    start_and_play(make_player("Cy"), "DS1-D3V-AAAAAAC", ["draw"])
    html = visitor.see("/")
    assert "Your rank 2" in text_of(html)
    assert f'href="/play/games/{game.pk}/"' in html
    assert "AAAAAAC" not in html


def test_the_latest_results_and_the_deals_they_are_of_are_shown() -> None:
    entered(make_player("Ana"), -4, code="DS1-D3V-AAAAAAB", won=False)
    shown = Visitor().read("/")
    assert "Ana -$4 DS1-D3V-AAAAAAB Draw 3 (hard) · Vegas Rank 1 of 1" in shown
    assert "Played last DS1-D3V-AAAAAAB" in shown


def test_who_has_left_the_boards_is_not_on_the_first_page() -> None:
    ana = make_player("Ana")
    entered(ana)
    players.set_on_boards(player=ana, on_boards=False)
    assert "Ana" not in Visitor().read("/")


def test_the_page_takes_as_many_queries_for_many_results_as_for_one() -> None:
    counts = []
    for round_ in range(2):
        for number in range(1 + 20 * round_):
            entered(make_player(), 100 + number, minutes=number, code=f"DS1-D1N-AAAAAA{'ABCDEFGHIJ'[number % 10]}")
        with CaptureQueriesContext(connection) as queries:
            Visitor().see("/")
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 11


def test_the_page_sets_no_cookie_and_is_kept_for_its_viewer_alone() -> None:
    answer = Visitor().get("/")
    assert not answer.cookies
    assert answer.headers["Cache-Control"] == "private, no-cache"
    assert "Cookie" in answer.headers["Vary"]
