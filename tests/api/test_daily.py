"""The deals of days through the API; .ci/run has the whole suite run in a time zone half an hour off the others."""

import os
import subprocess
import sys
from datetime import date, datetime
from typing import Any
from uuid import UUID

import pytest

from games import daily
from games.check import check_waiting
from games.engine.deals import DealCode
from games.models import DailyDeal, Game
from tests.api.client import ApiClient, assert_problem
from tests.api.clock import SetClock, clock
from tests.api.people import append, finish, newcomer, start

__all__ = ["clock"]
pytestmark = pytest.mark.django_db

DAY = "deals/daily/"


def codes_of(client: ApiClient, day: str = "") -> list[str]:
    answer = client.ask("GET", f"{DAY}?day={day}" if day else DAY)
    assert answer.status_code == 200, answer.content
    return [deal["code"] for deal in answer.json()["deals"]]


def test_a_day_has_four_deals_and_says_from_when_to_when_they_hold(anonymous: ApiClient, clock: SetClock) -> None:
    clock("2026-11-30T12:00:00Z")
    told = anonymous.ask("GET", DAY).json()
    deals = told.pop("deals")
    assert told == {
        "day": "2026-11-30",
        "begins_at": "2026-11-30T00:00:00Z",
        "ends_at": "2026-12-01T00:00:00Z",
        "finish_by": "2026-12-01T02:00:00Z",
        "previous_url": None,
        "next_url": None,
    }
    modes = [(deal["draw"], deal["scoring"], deal["shown_winnable"]) for deal in deals]
    assert modes == [(1, "normal", True), (3, "normal", True), (1, "vegas", False), (3, "vegas", False)]
    assert len({deal["number"] for deal in deals}) == 4


@pytest.mark.parametrize("asker", ("+14:00", "-12:00"))
def test_the_servers_date_in_utc_alone_decides(anonymous: ApiClient, clock: SetClock, asker: str) -> None:
    local = {"date": f"Mon, 30 Nov 2026 12:00:00 {asker}"}  # what a client says of its own clock is not read
    clock("2026-11-30T23:59:59Z")
    before = anonymous.ask("GET", DAY, **local).json()
    clock("2026-12-01T00:00:01Z")
    after = anonymous.ask("GET", DAY, **local).json()
    assert (before["day"], before["ends_at"]) == ("2026-11-30", "2026-12-01T00:00:00Z")
    assert (after["day"], after["begins_at"]) == ("2026-12-01", "2026-12-01T00:00:00Z")
    assert not {deal["number"] for deal in before["deals"]} & {deal["number"] for deal in after["deals"]}


def test_the_machines_time_zone_changes_nothing() -> None:
    program = """
import os
os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
import django
django.setup()
from datetime import datetime
from games import daily
from games.models.daily import Span
late = datetime.fromisoformat("2026-11-30T23:59:59Z")
print(daily.today(at=late), *Span.of(daily.today(at=late)))
"""
    told = [
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "TZ": zone},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for zone in ("America/St_Johns", "Pacific/Kiritimati", "UTC")
    ]
    assert told == ["2026-11-30 2026-11-30 00:00:00+00:00 2026-12-01 00:00:00+00:00 2026-12-01 02:00:00+00:00\n"] * 3


def test_no_reply_before_its_day_tells_of_a_deal(anonymous: ApiClient, clock: SetClock) -> None:
    at = clock("2026-11-30T23:59:59Z")
    daily.prepare(at=at)
    to_come = DailyDeal.objects.filter(day__gt=at.date())
    assert to_come.count() == 8
    told = [
        anonymous.ask("GET", path)
        for path in (DAY, f"{DAY}days/", "deals/", "deals/?order=popular", *(f"deals/{deal.code}/" for deal in to_come))
    ]
    assert not [deal for deal in to_come if any(deal.number in answer.content.decode() for answer in told[:4])]
    for answer in told[4:]:
        assert answer.json()["daily"] is None
        assert answer.json()["winnable"]["status"] == "not_asked"
    for deal in to_come:
        assert_problem(anonymous.ask("GET", f"deals/{deal.code}/leaderboard/?view=daily"), "not_daily")


@pytest.mark.parametrize(
    ("day", "reason"), (("2026-12-01", "not_yet"), ("9999-12-31", "not_yet"), ("2026-11-29", "none"))
)
def test_a_day_without_deals_is_refused_with_the_reason(
    anonymous: ApiClient, clock: SetClock, day: str, reason: str
) -> None:
    clock("2026-11-30T12:00:00Z")
    assert assert_problem(anonymous.ask("GET", f"{DAY}?day={day}"), "no_daily_deals") == {"reason": reason}
    assert not DailyDeal.objects.exists()


@pytest.mark.parametrize("day", ("today", "2026-11-31", "2026-11-30T12:00:00Z", "30.11.2026", ""))
def test_what_is_no_day_is_refused_by_name(anonymous: ApiClient, day: str) -> None:
    (error,) = assert_problem(anonymous.ask("GET", f"{DAY}?day={day}"), "invalid_parameters")["errors"]
    assert error["parameter"] == "day"


def test_a_past_day_keeps_its_deals_and_leads_to_its_neighbours(anonymous: ApiClient, clock: SetClock) -> None:
    by_day = {}
    for day in ("2026-11-27", "2026-11-28", "2026-11-30"):
        clock(f"{day}T12:00:00Z")
        by_day[day] = codes_of(anonymous)
    told = anonymous.ask("GET", f"{DAY}?day=2026-11-28").json()
    assert [deal["code"] for deal in told["deals"]] == by_day["2026-11-28"]
    assert told["previous_url"] == "/api/v1/deals/daily/?day=2026-11-27"
    assert anonymous.ask("GET", told["next_url"]).json()["day"] == "2026-11-30"


def test_the_days_are_listed_from_the_newest(anonymous: ApiClient, clock: SetClock) -> None:
    for day in ("2026-11-28", "2026-11-29", "2026-11-30"):
        clock(f"{day}T12:00:00Z")
        codes_of(anonymous)
    first = anonymous.ask("GET", f"{DAY}days/?limit=2").json()
    rest = anonymous.ask("GET", f"{DAY}days/?limit=2&cursor={first['next']}").json()
    assert [row["day"] for row in first["days"] + rest["days"]] == ["2026-11-30", "2026-11-29", "2026-11-28"]
    assert (rest["next"], first["days"][0]["deals"]) == (None, codes_of(anonymous))
    back = anonymous.ask("GET", f"{DAY}days/?limit=2&cursor={rest['previous']}").json()
    assert back["days"] == first["days"]


def test_caches_may_keep_the_deals_until_midnight(anonymous: ApiClient, clock: SetClock) -> None:
    clock("2026-11-30T23:59:30.500Z")
    answer = anonymous.ask("GET", DAY)
    assert answer.headers["Cache-Control"] == "public, max-age=29"
    again = anonymous.ask("GET", DAY, if_none_match=answer.headers["ETag"])
    assert (again.status_code, again.headers["Cache-Control"]) == (304, "public, max-age=29")
    clock("2026-12-01T00:00:00Z")
    assert anonymous.ask("GET", DAY, if_none_match=answer.headers["ETag"]).status_code == 200


@pytest.mark.parametrize(
    ("began", "ended", "in_the_day"),
    (
        ("2026-11-30T23:50:00Z", "2026-12-01T00:40:00Z", 1),
        ("2026-11-30T23:50:00Z", "2026-12-01T03:00:00Z", 0),
        ("2026-12-01T00:00:01Z", "2026-12-01T00:40:00Z", 0),
        ("2026-11-30T23:59:59.999999Z", "2026-12-01T02:00:00Z", 1),
        ("2026-11-30T23:59:59.999999Z", "2026-12-01T02:00:00.000001Z", 0),
        ("2026-12-01T00:00:00Z", "2026-12-01T02:00:00Z", 0),
    ),
)
def test_a_game_of_the_evening_counts_in_the_day(clock: SetClock, began: str, ended: str, in_the_day: int) -> None:
    zoe = newcomer("Zoe").client
    clock("2026-11-30T12:00:00Z")
    deal = zoe.ask("GET", DAY).json()["deals"][0]
    game = played(zoe, clock, deal["code"], began=began, ended=ended)
    day, always = (zoe.ask("GET", deal[name]).json() for name in ("daily_leaderboard_url", "leaderboard_url"))
    assert ids_of(always) == [game]
    assert (day["view"], ids_of(day)) == ("daily", [game] * in_the_day)
    own = zoe.ask("GET", f"deals/{deal['code']}/leaderboard/me/?view=daily")
    if in_the_day:
        assert (own.json()["rank"], own.json()["total"]) == (1, 1)
    else:
        assert assert_problem(own, "not_ranked") == {"reason": "not_on_the_day"}


def played(client: ApiClient, clock: SetClock, code: str, *, began: str, ended: str) -> str:
    """The id of a live game of nothing but a draw, checked."""
    clock(began)
    url = start(client, code)
    append(client, url, 0, "draw")
    clock(ended)
    assert finish(client, url, 1).status_code == 202
    check_waiting(limit=10)
    game_id: str = client.ask("GET", url).json()["id"]
    return game_id


def ids_of(page: dict[str, Any]) -> list[str]:
    return [row["game_id"] for row in page["rows"]]


def test_a_whole_game_posted_on_the_day_counts_on_the_deals_own_board_only(clock: SetClock) -> None:
    zoe = newcomer("Zoe").client
    clock("2026-11-30T12:00:00Z")
    deal = zoe.ask("GET", DAY).json()["deals"][0]
    assert zoe.ask("POST", "scores/", {"deal": deal["code"], "moves": ["draw"]}).status_code == 202
    check_waiting(limit=10)
    totals = [zoe.ask("GET", deal[name]).json()["total"] for name in ("leaderboard_url", "daily_leaderboard_url")]
    assert totals == [1, 0]


def test_a_deal_says_of_which_day_it_is(anonymous: ApiClient, clock: SetClock) -> None:
    clock("2026-11-30T12:00:00Z")
    (code, *_) = codes_of(anonymous)
    assert anonymous.ask("GET", f"deals/{code}/").json()["daily"] == {
        "day": "2026-11-30",
        "url": "/api/v1/deals/daily/?day=2026-11-30",
        "leaderboard_url": f"/api/v1/deals/{code}/leaderboard/?view=daily",
    }
    other = next(sibling for sibling in DealCode.parse(code).siblings() if str(sibling) != code)
    assert anonymous.ask("GET", f"deals/{other}/").json()["daily"] is None
    assert_problem(anonymous.ask("GET", f"deals/{other}/leaderboard/?view=daily"), "not_daily")


def test_a_cursor_of_the_day_is_none_of_the_board(clock: SetClock) -> None:
    clock("2026-11-30T12:00:00Z")
    clients = [newcomer(name).client for name in ("Zoe", "Adam")]
    deal = clients[0].ask("GET", DAY).json()["deals"][0]
    for client in clients:
        played(client, clock, deal["code"], began="2026-11-30T13:00:00Z", ended="2026-11-30T14:00:00Z")
    page = clients[0].ask("GET", f"{deal['daily_leaderboard_url']}&limit=1").json()
    (error,) = assert_problem(
        clients[0].ask("GET", f"{deal['leaderboard_url']}?limit=1&cursor={page['next']}"), "invalid_parameters"
    )["errors"]
    assert error["parameter"] == "cursor"
    assert (page["total"], page["rows"][0]["rank"]) == (2, 1)


def test_games_keep_the_servers_times(clock: SetClock) -> None:
    zoe = newcomer("Zoe").client
    clock("2026-11-30T12:00:00Z")
    (code, *_) = codes_of(zoe)
    game = played(zoe, clock, code, began="2026-11-30T23:59:59Z", ended="2026-12-01T02:00:00Z")
    row = Game.objects.get(pk=UUID(game))
    assert (row.started_at, row.finished_at) == (
        datetime.fromisoformat("2026-11-30T23:59:59Z"),
        datetime.fromisoformat("2026-12-01T02:00:00Z"),
    )
    assert DailyDeal.objects.get(code=code).day == date(2026, 11, 30)
