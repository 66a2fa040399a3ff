"""Who led a board when, and the board as it stood, through the API; tests/leaderboards has a naive reading of both."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.models import Game
from games.moderation import hide_game
from tests.api.client import ApiClient, assert_problem
from tests.api.people import DEAL, checked, newcomer, post
from tests.factories import known_game, make_player, submit_and_check
from tests.leaderboards.factories import decided

pytestmark = pytest.mark.django_db

HISTORY = f"deals/{DEAL}/leaderboard/history/"
PAST = f"deals/{DEAL}/leaderboard/past/"
YESTERDAY = datetime.now(UTC).replace(hour=12, minute=0, second=0, microsecond=0) - timedelta(days=1)


def at(minutes: int) -> str:
    return f"{YESTERDAY + timedelta(minutes=minutes):%Y-%m-%dT%H:%M:%SZ}"


def lead(name: str, score: int, moves: int, minutes: int) -> Game:
    """A verified game whose finish came so many minutes after yesterday's noon."""
    finished_at = YESTERDAY + timedelta(minutes=minutes)
    return decided(make_player(name), score, moves, code=DEAL, finished_at=finished_at)


def leads(page: dict[str, Any]) -> list[tuple[str, int, str, str | None]]:
    return [(row["player"]["name"], row["ranked_score"], row["since"], row["until"]) for row in page["leads"]]


def test_a_lead_shows_all_that_the_board_shows_of_its_game(client: ApiClient, anonymous: ApiClient) -> None:
    checked(client, post(client, known_game()))
    (row,) = anonymous.ask("GET", f"deals/{DEAL}/leaderboard/").json()["rows"]
    del row["rank"]
    assert anonymous.ask("GET", HISTORY).json() == {
        "deal": DEAL,
        "rules_version": 1,
        "view": "best",
        "leads": [{"since": row.pop("finished_at"), "until": None, **row}],
        "next": None,
    }


def test_the_leads_go_back_from_the_present_one_page_by_page(anonymous: ApiClient) -> None:
    for minute, (name, score) in enumerate((("Ana", 100), ("Bo", 200), ("Cyd", 150), ("Dee", 300))):
        lead(name, score, 180, minute)
    first = anonymous.ask("GET", f"{HISTORY}?limit=2").json()
    second = anonymous.ask("GET", f"{HISTORY}?limit=2&cursor={first['next']}").json()
    assert leads(first) == [("Dee", 300, at(3), None), ("Bo", 200, at(1), at(3))]
    assert (leads(second), second["next"]) == ([("Ana", 100, at(0), at(1))], None)


def test_who_is_hidden_never_led_with_a_warm_cache_and_an_old_cursor(anonymous: ApiClient) -> None:
    lead("Ana", 100, 180, 0)
    bo = lead("Bo", 200, 180, 1)
    lead("Cyd", 300, 180, 2)
    first = anonymous.ask("GET", f"{HISTORY}?limit=2")
    hide_game(game_id=bo.pk, by=make_player("Sam", is_staff=True), reason="test")
    again = anonymous.ask("GET", HISTORY, if_none_match=first.headers["ETag"])
    assert leads(again.json()) == [("Cyd", 300, at(2), None), ("Ana", 100, at(0), at(2))]
    further = anonymous.ask("GET", f"{HISTORY}?limit=2&cursor={first.json()['next']}").json()
    assert leads(further) == [("Ana", 100, at(0), at(2))]


def test_a_board_as_it_stood_has_the_ranks_of_then(anonymous: ApiClient) -> None:
    for minute, (name, score) in enumerate((("Ana", 700), ("Bo", 700), ("Cyd", 650), ("Dee", 800))):
        lead(name, score, 180, minute)
    then = anonymous.ask("GET", f"{PAST}?at={at(2)}").json()
    assert [(row["rank"], row["player"]["name"]) for row in then["rows"]] == [(1, "Ana"), (1, "Bo"), (3, "Cyd")]
    assert (then["at"], then["method"], then["has_more"]) == (at(2), "competition", False)
    cut = anonymous.ask("GET", f"{PAST}?at={at(2)}&limit=1").json()
    assert ([row["player"]["name"] for row in cut["rows"]], cut["has_more"]) == (["Ana"], True)


def test_a_game_checked_late_counts_from_its_finish(anonymous: ApiClient) -> None:
    submit_and_check(newcomer("Ana").player, known_game(), at=YESTERDAY)
    Game.objects.update(checked_at=timezone.now())
    shown = [len(anonymous.ask("GET", f"{PAST}?at={at(minute)}").json()["rows"]) for minute in (-1, 0)]
    assert shown == [0, 1]


def test_a_time_to_come_is_taken_as_now(anonymous: ApiClient) -> None:
    lead("Ana", 700, 180, 0)
    before = timezone.now()
    then = anonymous.ask("GET", f"{PAST}?at=9999-12-31T23:59:59-14:00").json()
    assert before <= datetime.fromisoformat(then["at"]) <= timezone.now()
    assert [row["player"]["name"] for row in then["rows"]] == ["Ana"]


def test_times_with_another_offset_are_the_same_time(anonymous: ApiClient) -> None:
    lead("Ana", 700, 180, 0)
    local = f"{YESTERDAY + timedelta(hours=1):%Y-%m-%dT%H:%M:%S}%2B01:00"
    then = anonymous.ask("GET", f"{PAST}?at={local}").json()
    assert (then["at"], len(then["rows"])) == (at(0), 1)


@pytest.mark.parametrize(
    ("address", "parameter"),
    (
        (PAST, "at"),
        (f"{PAST}?at=yesterday", "at"),
        (f"{PAST}?at=2026-11-01T12:00:00", "at"),
        (f"{PAST}?at=1999-12-31T09:59:59Z", "at"),
        (f"{PAST}?at=0001-01-01T00:00:00%2B14:00", "at"),
        (f"{PAST}?at=2026-11-01T12:00:00Z&limit=101", "limit"),
        (f"{PAST}?at=2026-11-01T12:00:00Z&cursor=x", "cursor"),
        (f"{HISTORY}?limit=0", "limit"),
        (f"{HISTORY}?view=worst", "view"),
        (f"{HISTORY}?cursor=x", "cursor"),
    ),
)
def test_a_parameter_that_cannot_be_used_is_named(anonymous: ApiClient, address: str, parameter: str) -> None:
    (error,) = assert_problem(anonymous.ask("GET", address), "invalid_parameters")["errors"]
    assert error["parameter"] == parameter


def test_a_cursor_is_good_for_its_own_history_only(anonymous: ApiClient) -> None:
    for minute in range(3):
        lead(f"P{minute}", minute, 180, minute)
    cursor = anonymous.ask("GET", f"{HISTORY}?limit=2").json()["next"]
    for address in (f"deals/{DEAL}/leaderboard/", "deals/DS1-D3N-KSTNMZC/leaderboard/history/"):
        assert_problem(anonymous.ask("GET", f"{address}?cursor={cursor}"), "invalid_parameters")
    assert_problem(anonymous.ask("GET", f"{HISTORY}?view=first&cursor={cursor}"), "invalid_parameters")


def test_a_deal_that_nobody_has_played_has_an_empty_history(anonymous: ApiClient) -> None:
    assert anonymous.ask("GET", HISTORY).json()["leads"] == []
    assert anonymous.ask("GET", f"{PAST}?at={at(0)}").json()["rows"] == []
    assert_problem(anonymous.ask("GET", "deals/DS1/leaderboard/history/"), "bad_deal_code")
