"""Clocks that are wrong: a client's own, and the server's when it is set back. Deals of days are in test_daily."""

from typing import Any

import pytest

from games.check import check_waiting
from tests.api.client import ApiClient, assert_problem
from tests.api.clock import SetClock, clock
from tests.api.people import DEAL, append, checked, finish, newcomer, post, start
from tests.factories import known_game

__all__ = ["clock"]
pytestmark = pytest.mark.django_db

BOARD = f"deals/{DEAL}/leaderboard/"
NOON = "2026-11-30T12:00:00Z"


def test_equal_results_go_by_the_servers_clock_whatever_clients_say(anonymous: ApiClient, clock: SetClock) -> None:
    says = {"Zoe": ("2026-11-30T11:00:00Z", "2026-11-30T11:59:00Z"), "Adam": ("2000-01-01T00:00:00Z",) * 2}
    for minute, (name, (started, finished)) in enumerate(says.items()):
        clock(f"2026-11-30T12:0{minute}:00Z")
        state = checked_at_once(name, started_at=started, finished_at=finished)
        assert state["finished_at"] == f"2026-11-30T12:0{minute}:00Z"
    rows = anonymous.ask("GET", BOARD).json()["rows"]
    assert [(row["rank"], row["player"]["name"]) for row in rows] == [(1, "Zoe"), (1, "Adam")]


def checked_at_once(name: str, **times: str) -> dict[str, Any]:
    client = newcomer(name).client
    return checked(client, post(client, known_game(), **times))


@pytest.mark.parametrize(
    ("text", "code"),
    (
        ("2026-11-30T23:59:60Z", "invalid"),
        ("2026-11-30T24:00:00Z", "invalid"),
        ("2026-02-29T12:00:00Z", "invalid"),
        ("2026-11-30T12:00:00+25:00", "invalid"),
        ("2026-11-30", "invalid"),
        ("", "invalid"),
    ),
)
def test_a_time_that_is_none_is_refused_by_its_field(client: ApiClient, text: str, code: str) -> None:
    answer = post(client, known_game(), finished_at=text)
    (error,) = assert_problem(answer, "invalid_fields")["errors"]
    assert (error["pointer"], error["code"]) == ("/finished_at", code)


def test_a_servers_clock_that_is_set_back_in_mid_game_harms_and_flags_nobody(
    client: ApiClient, clock: SetClock
) -> None:
    won = known_game()
    clock(NOON)
    url = start(client)
    append(client, url, 0, *won.moves[:40])
    clock("2026-11-30T11:58:00Z")
    append(client, url, 40, *won.moves[40:])
    assert finish(client, url, len(won.moves)).status_code == 202
    check_waiting(limit=10)
    state = client.ask("GET", url).json()
    assert (state["status"], state["flags"], state["finished_at"]) == ("verified", [], "2026-11-30T11:58:00Z")
    assert client.ask("GET", f"{BOARD}me/").json()["rank"] == 1


def test_a_check_by_a_worker_whose_clock_is_behind_keeps_the_servers_finish(client: ApiClient, clock: SetClock) -> None:
    clock(NOON)
    url = post(client, known_game()).json()["url"]
    clock("2026-11-30T11:00:00Z")
    check_waiting(limit=10)
    state = client.ask("GET", url).json()
    assert (state["status"], state["finished_at"], state["check"]["at"]) == (
        "verified",
        NOON,
        "2026-11-30T11:00:00Z",
    )
