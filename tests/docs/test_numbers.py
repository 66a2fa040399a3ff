"""The numbers of the pages on limits, the check and the boards, held to the code."""

import pytest
from django.test import Client

from api.v1.deal_numbers import GameCounts
from config import settings
from games import flags, limits
from games.models import Flag, Game
from leaderboards import compare, deals, distribution
from leaderboards.board import Place
from leaderboards.models import Entry
from tests.docs.page import Page, code


@pytest.mark.django_db
def test_the_limits_are_those_that_the_service_publishes(client: Client) -> None:
    published = client.get("/api/v1/limits/").json()
    listed = {code(name): int(value) for name, value, _ in Page.of("limits").table("name", "value", "what it limits")}
    assert listed == {name: value for name, value in published.items() if name != "rates"}


def test_the_rates_are_the_defaults_of_the_settings() -> None:
    rates = {code(name): rate for name, rate, _ in Page.of("limits").table("rate", "default", "counted by")}
    assert rates == settings.THROTTLE_RATES


def test_the_statuses_rejections_and_flags_are_all_there_are() -> None:
    page = Page.of("checking")
    statuses = [code(row[0]) for row in page.table("status", "meaning")]
    rejections = [code(row[0]) for row in page.table("`rejection.code`", "meaning", "what comes with it")]
    kinds = [code(row[0]) for row in page.table("flag", "raised when")]
    assert (statuses, rejections, kinds) == (Game.Status.values, Game.Rejection.values, Flag.Kind.values)


def test_the_thresholds_of_flags_are_the_codes() -> None:
    said = {code(flag): when for flag, when in Page.of("checking").table("flag", "raised when")}
    assert f"a line of {flags.MIN_ACTIONS_FOR_COPY} actions or more" in said["copy"]
    assert f"{flags.MIN_ACTIONS_FOR_PACE} actions or more" in said["pace"]
    assert f"more than {flags.MAX_ACTIONS_PER_SECOND:g} a second" in said["pace"]
    assert f"more than {flags.MAX_CLOCK_SKEW.seconds // 60} minutes ahead" in said["pace"]
    assert f"{flags.MANY_TAKE_BACKS} take-backs or more" in said["take_backs"]


def test_the_times_of_the_check_are_the_codes() -> None:
    times = [time for time, _ in Page.of("checking").table("time", "what it is")]
    sweep, lease = limits.SWEEP_EVERY.seconds, limits.CHECK_LEASE.seconds
    ended = limits.CHECK_ENDED_AFTER.seconds
    assert times == [f"{sweep} s", f"{lease} s", f"{ended} s", f"{limits.MAX_CHECK_ATTEMPTS} times"]
    assert f"within {lease} + {sweep} seconds" in " ".join(Page.of("checking").text.split())
    assert f"no event for {limits.ABANDONED_AFTER.days} days" in " ".join(Page.of("checking").text.split())


def test_what_is_said_of_comparing_is_what_the_code_does() -> None:
    page = Page.of("comparing")
    counts = {code(row[0]) for row in page.table("count", "which games")}
    assert counts == set(GameCounts.__struct_fields__)
    said = " ".join(page.text.split())
    assert f"an event in the last {limits.ABANDONED_AFTER.days} days" in said
    assert f"up to {distribution.MAX_BUCKETS} of them" in said
    assert f"A line of more than {compare.MAX_POINTS} actions" in said
    assert f"at most {deals.MAX_DAYS}. That last list looks at the {deals.BUSIEST_A_DAY} busiest" in said
    assert [code(row[0]) for row in page.table("`relation`", "meaning")] == [
        *(compare.Relation[name] for name in ("PARTED", "A_GOES_ON", "B_GOES_ON", "EQUAL"))
    ]


def test_percentiles_follow_the_formula_of_the_page() -> None:
    for rank, tied, total, worse, percentile in Page.of("leaderboards").table(
        "rank", "tied", "total", "worse", "percentile"
    ):
        place = Place(rank=int(rank), tied=int(tied), total=int(total), entry=Entry())
        assert int(worse) == int(total) - int(tied) - (int(rank) - 1)
        assert place.percentile == float(percentile)
