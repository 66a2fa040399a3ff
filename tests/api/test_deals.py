"""Deals: new ones, those that are played, and what is known of each."""

from collections import Counter
from datetime import timedelta
from typing import Any

import pytest

from api.v1.deals import random_code
from games.engine.deals import Scoring, shuffle
from games.moderation import hide_game
from tests.api.client import ApiClient, assert_problem
from tests.factories import NOON, known_game, make_player, submit_and_check

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
    counts = {name: deal[name] for name in ("games", "players", "wins", "last_finished_at")}
    assert counts == {"games": 2, "players": 2, "wins": 1, "last_finished_at": "2026-11-30T12:01:00Z"}


@pytest.mark.usefixtures("played")
def test_pages_of_deals_are_walked_both_ways_whatever_is_played_meanwhile(anonymous: ApiClient) -> None:
    first = anonymous.ask("GET", "deals/?limit=2").json()
    submit_and_check(make_player("Cyd"), known_game("DS1-D3V-AAAAAAB", note="given up at once"))
    second = anonymous.ask("GET", f"deals/?limit=2&cursor={first['next']}").json()
    assert ([deal["code"] for deal in second["deals"]], second["next"]) == ([CODE], None)
    back = anonymous.ask("GET", f"deals/?limit=2&cursor={second['previous']}").json()
    assert back == first


@pytest.mark.usefixtures("played")
def test_a_cursor_of_deals_in_another_order_is_refused(anonymous: ApiClient) -> None:
    cursor = anonymous.ask("GET", "deals/?limit=1").json()["next"]
    answer = anonymous.ask("GET", f"deals/?limit=1&order=popular&cursor={cursor}")
    assert assert_problem(answer, "invalid_parameters")["errors"][0]["parameter"] == "cursor"


def test_what_is_hidden_rejected_or_in_play_is_not_listed(anonymous: ApiClient, client: ApiClient) -> None:
    hidden = submit_and_check(make_player("Ana"), known_game(CODE))
    hide_game(game_id=hidden.pk, by=make_player("Sam", is_staff=True), reason="test")
    submit_and_check(make_player("Bo"), known_game("DS1-D1N-AAAAAAB"), claimed_score=99999)
    client.ask("POST", "games/", {"deal": "DS1-D3N-AAAAAAB"})
    assert anonymous.ask("GET", "deals/").json() == {"deals": [], "next": None, "previous": None}


def test_before_anything_is_played_the_list_is_empty(anonymous: ApiClient) -> None:
    assert anonymous.ask("GET", "deals/").json() == {"deals": [], "next": None, "previous": None}
