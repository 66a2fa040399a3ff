"""Deals: new ones, those that are played, and what is known of each."""

from collections import Counter
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from api.v1.deals import random_code
from games.engine.deals import Scoring, shuffle
from games.models import Player
from games.moderation import hide_game
from tests.api.client import ApiClient, assert_problem
from tests.api.clock import SetClock, clock
from tests.factories import NOON, known_game, make_player, submit_and_check
from tests.leaderboards.factories import entered

__all__ = ["clock"]

pytestmark = pytest.mark.django_db

CODE = "DS1-D1N-KSTNMZC"


@pytest.mark.parametrize(
    ("body", "mode"),
    (
        ({}, "D1N"),
        ({"draw": 1, "scoring": "normal"}, "D1N"),
        ({"draw": 1, "scoring": "vegas"}, "D1V"),
        ({"draw": 3, "scoring": "normal"}, "D3N"),
        ({"draw": 3, "scoring": "vegas"}, "D3V"),
    ),
)
def test_a_new_deal_is_of_the_mode_that_is_asked_for(anonymous: ApiClient, body: dict[str, Any], mode: str) -> None:
    answer = anonymous.ask("POST", "deals/", body)
    assert answer.status_code == 200
    deal = answer.json()
    code = f"DS1-{mode}-{deal['number']}"
    assert deal == {
        "code": code,
        "number": deal["number"],
        "draw": body.get("draw", 1),
        "scoring": body.get("scoring", "normal"),
        "url": f"/api/v1/deals/{code}/",
        "leaderboard_url": f"/api/v1/deals/{code}/leaderboard/",
    }


@pytest.mark.parametrize(
    ("body", "pointer", "code"),
    (
        ({"draw": 2}, "/draw", "invalid"),
        ({"draw": "1"}, "/draw", "invalid"),
        ({"scoring": "Vegas"}, "/scoring", "invalid"),
        ({"seed": 5}, "/seed", "unknown"),
    ),
)
def test_a_new_deal_of_no_mode_is_refused(anonymous: ApiClient, body: Any, pointer: str, code: str) -> None:
    (error,) = assert_problem(anonymous.ask("POST", "deals/", body), "invalid_fields")["errors"]
    assert (error["pointer"], error["code"]) == (pointer, code)


def test_random_deals_differ_and_begin_with_every_card() -> None:
    codes = [random_code(draw=1, scoring=Scoring.NORMAL) for _ in range(1000)]
    first_faces = Counter(shuffle(code.number)[0] % 52 for code in codes)
    assert len(set(codes)) == 1000
    # 1,000 cards over 52 faces: about 19 each, and chi-squared beyond 110 comes once in a million runs.
    assert sum((first_faces[face] - 1000 / 52) ** 2 for face in range(52)) * 52 / 1000 < 110


@pytest.mark.parametrize("written", ("DS1-D1N-KSTNMZC", "ds1-d1n-kstnmzc", "%20Ds1-D1n-KSTNmzc%0A%09"))
def test_a_deal_is_found_by_its_code_however_it_is_written(anonymous: ApiClient, written: str) -> None:
    assert anonymous.ask("GET", f"deals/{written}/").json()["code"] == CODE


@pytest.mark.parametrize(
    ("written", "part"),
    (
        ("DS1-D1N-KSTNMZ", "number"),
        ("DS1-D1N-KSTNMZCC", "number"),
        ("DS1-D1N-KSTNMZ0", "number"),
        ("DS1-D2N-KSTNMZC", "draw"),
        ("DS1-D1X-KSTNMZC", "scoring"),
        ("DS1-1DN-KSTNMZC", "mode"),
        ("DS2-D1N-KSTNMZC", "game"),
        ("DS1-D1N", "text"),
        ("DS1-D1N-КSTNMZC", "text"),
        ("%20", "text"),
    ),
)
@pytest.mark.parametrize("below", ("", "leaderboard/", "leaderboard/me/"))
def test_a_text_that_is_no_code_is_refused_by_the_part_that_is_wrong(
    client: ApiClient, written: str, part: str, below: str
) -> None:
    assert assert_problem(client.ask("GET", f"deals/{written}/{below}"), "bad_deal_code") == {"part": part}


def test_a_deal_shows_its_table_as_a_player_sees_it(anonymous: ApiClient) -> None:
    deal = anonymous.ask("GET", f"deals/{CODE}/").json()
    assert (deal["number"], deal["draw"], deal["scoring"], deal["rules_version"]) == ("KSTNMZC", 1, "normal", 1)
    assert deal["table"] == {
        "stock": 59,
        "waste": [],
        "foundations": [{"count": 0, "top": None}] * 8,
        "tableau": [
            "5H",
            "?? 9S",
            "?? ?? 8S",
            "?? ?? ?? 6S",
            "?? ?? ?? ?? 7C",
            "?? ?? ?? ?? ?? KD",
            "?? ?? ?? ?? ?? ?? TS",
            "?? ?? ?? ?? ?? ?? ?? AH",
            "?? ?? ?? ?? ?? ?? ?? ?? QS",
        ],
        "undoable": 0,
        "legal_moves": ["draw", "T8-F", "T1-T4", "T9-T6"],
    }


def test_a_deal_says_how_many_are_on_the_boards_of_its_four_modes(anonymous: ApiClient) -> None:
    ana, bo = make_player("Ana"), make_player("Bo")
    submit_and_check(ana, known_game("DS1-D3V-KSTNMZC", note="given up at once"))
    submit_and_check(ana, known_game(CODE))
    submit_and_check(bo, known_game(CODE))
    modes = anonymous.ask("GET", f"deals/{CODE}/").json()["modes"]
    assert [(mode["code"][4:7], mode["players"], mode["first_attempts"]) for mode in modes] == [
        ("D1N", 2, 1),
        ("D1V", 0, 0),
        ("D3N", 0, 0),
        ("D3V", 1, 1),
    ]


@pytest.fixture
def played() -> None:
    """Three deals: one with two players, of whom one won; one of Vegas; and the last one finished."""
    ana, bo = make_player("Ana"), make_player("Bo")
    submit_and_check(ana, known_game(CODE), at=NOON)
    submit_and_check(bo, known_game(CODE, note="given up at once"), at=NOON + timedelta(minutes=1))
    submit_and_check(ana, known_game("DS1-D1V-KSTNMZC"), at=NOON + timedelta(minutes=2))
    submit_and_check(ana, known_game("DS1-D3N-AAAAAAB"), at=NOON + timedelta(minutes=3))


@pytest.mark.usefixtures("played")
@pytest.mark.parametrize(
    ("query", "codes"),
    (
        ("", ["DS1-D3N-AAAAAAB", "DS1-D1V-KSTNMZC", CODE]),
        ("?order=popular", [CODE, "DS1-D3N-AAAAAAB", "DS1-D1V-KSTNMZC"]),
        ("?draw=1", ["DS1-D1V-KSTNMZC", CODE]),
        ("?scoring=vegas", ["DS1-D1V-KSTNMZC"]),
        ("?draw=3&scoring=vegas", []),
    ),
)
def test_deals_that_are_played_are_listed(anonymous: ApiClient, query: str, codes: list[str]) -> None:
    page = anonymous.ask("GET", f"deals/{query}").json()
    assert [deal["code"] for deal in page["deals"]] == codes
    assert (page["next"], page["previous"]) == (None, None)


@pytest.mark.usefixtures("played")
def test_a_listed_deal_says_how_much_it_was_played(anonymous: ApiClient) -> None:
    deal = anonymous.ask("GET", "deals/?order=popular&limit=1").json()["deals"][0]
    names = ("code", "games", "players", "wins", "winners", "recent_players", "last_finished_at")
    assert [deal[name] for name in names] == [CODE, 2, 2, 1, 1, None, "2026-11-30T12:01:00Z"]


@pytest.mark.usefixtures("played")
@pytest.mark.parametrize("order", ("recent", "popular"))
def test_pages_of_deals_are_walked_both_ways_whatever_is_played_meanwhile(anonymous: ApiClient, order: str) -> None:
    path = f"deals/?limit=1&order={order}"
    codes = [deal["code"] for deal in anonymous.ask("GET", f"deals/?order={order}").json()["deals"]]
    pages = [anonymous.ask("GET", path).json()]
    for letter in "XY":
        for minute in range(4, 8):  # above all others in either order, and so on no page that follows
            entered(make_player(), code=f"DS1-D3V-AAAAAA{letter}", minutes=minute)
        pages.append(anonymous.ask("GET", f"{path}&cursor={pages[-1]['next']}").json())
    assert ([page["deals"][0]["code"] for page in pages], pages[-1]["next"]) == (codes, None)
    back = anonymous.ask("GET", f"{path}&cursor={pages[-1]['previous']}").json()
    assert [deal["code"] for deal in back["deals"]] == codes[1:2]


@pytest.mark.usefixtures("played")
@pytest.mark.parametrize("query", ("order=popular", "draw=1", "scoring=normal", "order=popular&days=7"))
def test_a_cursor_of_deals_in_another_order_is_refused(anonymous: ApiClient, query: str) -> None:
    cursor = anonymous.ask("GET", "deals/?limit=1").json()["next"]
    answer = anonymous.ask("GET", f"deals/?limit=1&{query}&cursor={cursor}")
    assert assert_problem(answer, "invalid_parameters")["errors"][0]["parameter"] == "cursor"


# -- Popular of late


@pytest.fixture
def of_late(clock: SetClock) -> None:
    """Three deals: two players today; four within a week; six long ago, of whom one came back two days ago."""
    today = clock("2026-11-30T12:00:00Z").replace(hour=0, minute=1)  # also for a test that midnight overtakes
    days = {"DS1-D1N-AAAAAAB": [0, 0], "DS1-D1V-AAAAAAB": [1, 2, 3, 6], "DS1-D3N-AAAAAAB": [10, 10, 10, 20, 20, 20]}
    for code, ago in days.items():
        for number, day in enumerate(ago):
            player = make_player(f"{code} {number}")
            entered(player, code=code, finished_at=today - timedelta(days=day))
    entered(player, code=code, finished_at=today - timedelta(days=2))


@pytest.mark.usefixtures("of_late")
@pytest.mark.parametrize(
    ("query", "players"),
    (
        ("&days=1", [("D1N", 2)]),
        ("&days=3", [("D1N", 2), ("D1V", 2), ("D3N", 1)]),
        ("&days=7", [("D1V", 4), ("D1N", 2), ("D3N", 1)]),
        ("&days=31", [("D3N", 6), ("D1V", 4), ("D1N", 2)]),
        ("&days=31&scoring=normal", [("D3N", 6), ("D1N", 2)]),
        ("&days=7&draw=1", [("D1V", 4), ("D1N", 2)]),
        ("", [("D3N", None), ("D1V", None), ("D1N", None)]),
    ),
)
def test_deals_are_popular_by_the_players_of_the_last_days(
    anonymous: ApiClient, query: str, players: list[tuple[str, int | None]]
) -> None:
    page = anonymous.ask("GET", f"deals/?order=popular{query}").json()
    assert [(deal["code"][4:7], deal["recent_players"]) for deal in page["deals"]] == players


@pytest.mark.usefixtures("of_late")
def test_pages_of_the_last_days_are_walked_both_ways(anonymous: ApiClient) -> None:
    path = "deals/?order=popular&days=7&limit=2"
    first = anonymous.ask("GET", path).json()
    second = anonymous.ask("GET", f"{path}&cursor={first['next']}").json()
    assert [deal["code"][4:7] for page in (first, second) for deal in page["deals"]] == ["D1V", "D1N", "D3N"]
    assert (first["previous"], second["next"]) == (None, None)
    assert anonymous.ask("GET", f"{path}&cursor={second['previous']}").json() == first


@pytest.mark.usefixtures("of_late")
def test_a_deal_counts_a_player_once_however_often_it_was_played(anonymous: ApiClient) -> None:
    player = Player.objects.get(name="DS1-D1N-AAAAAAB 0")
    for days in (0, 1, 2):
        entered(player, code="DS1-D1N-AAAAAAB", finished_at=timezone.now() - timedelta(days=days))
    deal = anonymous.ask("GET", "deals/?order=popular&days=7&draw=1&scoring=normal").json()["deals"][0]
    assert (deal["recent_players"], deal["players"], deal["games"]) == (2, 2, 5)


@pytest.mark.parametrize(
    ("query", "name", "code"),
    (
        ("days=0&order=popular", "days", "invalid"),
        ("days=32&order=popular", "days", "invalid"),
        ("days=x&order=popular", "days", "invalid"),
        ("days=7", "days", "not_with_order"),
        ("days=7&order=recent", "days", "not_with_order"),
        ("order=best", "order", "invalid"),
        ("draw=2", "draw", "invalid"),
    ),
)
def test_a_list_that_is_none_is_refused(anonymous: ApiClient, query: str, name: str, code: str) -> None:
    (error,) = assert_problem(anonymous.ask("GET", f"deals/?{query}"), "invalid_parameters")["errors"]
    assert (error["parameter"], error["code"]) == (name, code)


def test_what_is_hidden_rejected_or_in_play_is_not_listed(anonymous: ApiClient, client: ApiClient) -> None:
    hidden = submit_and_check(make_player("Ana"), known_game(CODE))
    hide_game(game_id=hidden.pk, by=make_player("Sam", is_staff=True), reason="test")
    submit_and_check(make_player("Bo"), known_game("DS1-D1N-AAAAAAB"), claimed_score=99999)
    client.ask("POST", "games/", {"deal": "DS1-D3N-AAAAAAB"})
    assert anonymous.ask("GET", "deals/").json() == {"deals": [], "next": None, "previous": None}


def test_before_anything_is_played_the_list_is_empty(anonymous: ApiClient) -> None:
    assert anonymous.ask("GET", "deals/").json() == {"deals": [], "next": None, "previous": None}
