"""The deals of days: four numbers that nobody can know before, the same for everybody, written once."""

import hmac
from base64 import b32encode
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime, timedelta
from itertools import chain, repeat
from threading import Barrier
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from games import daily, proofs
from games.daily import MODES, Mode
from games.engine import solver
from games.engine.deals import DealCode, Scoring
from games.engine.fold import fold
from games.errors import NoDailyDeals
from games.models import DailyDeal, Proof
from tests.factories import NOON

pytestmark = pytest.mark.django_db

DAY = date(2026, 11, 30)
D1N, D3N, D1V, D3V = MODES


def codes_of(day: date = DAY, *, at: datetime = NOON) -> list[str]:
    return [deal.code for deal in daily.deals_of(day=day, at=at)]


def test_a_day_has_a_deal_in_each_mode_on_four_numbers() -> None:
    deals = daily.deals_of(day=DAY, at=NOON)
    assert [(deal.day, deal.mode) for deal in deals] == [(DAY, "D1N"), (DAY, "D3N"), (DAY, "D1V"), (DAY, "D3V")]
    assert len({deal.number for deal in deals}) == 4
    assert codes_of() == [deal.code for deal in deals]


def test_the_deals_of_normal_modes_are_shown_winnable_and_say_so() -> None:
    codes = [DealCode.parse(code) for code in codes_of()]
    found = [proofs.proof_of(code=code, at=NOON) for code in codes]
    assert [proof and proof.status for proof in found] == ["shown", "shown", None, None]
    assert all(
        fold(code, bytes(proof.events)).table.is_won
        for code, proof in zip(codes, found, strict=True)
        if proof and proof.events
    )


def test_a_deal_that_is_not_shown_winnable_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = (daily.code_of(day=DAY, mode=D1N, counter=counter) for counter in range(2))
    solve = solver.solve
    monkeypatch.setattr(proofs, "solve", lambda code, **limit: solve(code, max_nodes=0 if code == first else 50_000))
    assert codes_of()[0] == str(second)
    assert not Proof.objects.filter(code=str(first)).exists()


def test_a_number_that_another_day_has_is_passed_over() -> None:
    first, second = (daily.code_of(day=DAY, mode=D1V, counter=counter) for counter in range(2))
    taken = first.siblings()[0]
    DailyDeal.objects.create(code=str(taken), number=taken.number, mode=taken.mode, day=date(2026, 1, 1))
    assert codes_of()[2] == str(second)


def test_codes_hang_on_day_mode_and_counter_and_on_the_key(settings: Any) -> None:
    def codes() -> set[str]:
        days = (DAY, DAY + timedelta(days=1))
        return {str(daily.code_of(day=day, mode=mode, counter=n)) for day in days for mode in MODES for n in range(2)}

    settings.DAILY_KEY = "k" * 32
    with_key = codes()
    settings.DAILY_KEY = ""
    from_secret = codes()
    settings.SECRET_KEY = "another"
    assert len(with_key) == len(from_secret) == len(codes()) == 16
    assert not with_key & from_secret
    assert not from_secret & codes()


def test_a_number_is_the_first_35_bits_of_a_keyed_hash(settings: Any) -> None:
    settings.DAILY_KEY = "0123456789abcdef0123456789abcdef"
    digest = hmac.digest(settings.DAILY_KEY.encode(), b"double-solitaire/daily/1\n2026-11-30/D3V/1", "sha256")
    code = daily.code_of(day=DAY, mode=Mode(3, Scoring.VEGAS), counter=1)
    assert (code.number, str(code)) == (b32encode(digest).decode()[:7], "DS1-D3V-FCFEEHB")


def test_a_later_key_changes_no_day_that_is_written(settings: Any) -> None:
    before = codes_of()
    settings.DAILY_KEY = "k" * 32
    assert codes_of() == before


@pytest.mark.parametrize(
    ("at", "day"),
    (
        ("2026-11-30T23:59:59+00:00", "2026-11-30"),
        ("2026-12-01T00:00:01+00:00", "2026-12-01"),
        ("2026-12-01T00:30:00+01:00", "2026-11-30"),
        ("2026-11-30T20:31:00-03:30", "2026-12-01"),
    ),
)
def test_the_date_in_utc_alone_decides(at: str, day: str) -> None:
    assert daily.today(at=datetime.fromisoformat(at)) == date.fromisoformat(day)


def test_midnight_between_two_looks_at_the_clock_leaves_today_its_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    midnight = datetime(2026, 12, 1, tzinfo=UTC)
    looks = chain([midnight - timedelta(microseconds=1)], repeat(midnight))
    monkeypatch.setattr(timezone, "now", lambda: next(looks))
    assert [(deal.day, deal.mode) for deal in daily.deals_of_today()] == [(DAY, str(mode)) for mode in MODES]


def test_no_day_to_come_is_told() -> None:
    last_second = datetime(2026, 11, 30, 23, 59, 59, tzinfo=UTC)
    daily.prepare(at=last_second)
    with pytest.raises(NoDailyDeals) as refused:
        codes_of(date(2026, 12, 1), at=last_second)
    assert refused.value.reason == "not_yet"
    (code, *_) = codes_of(date(2026, 12, 1), at=last_second + timedelta(seconds=1))
    assert daily.daily_deal(code=code, at=last_second) is None
    assert proofs.proof_of(code=DealCode.parse(code), at=last_second) is None
    assert daily.daily_deal(code=code, at=last_second + timedelta(seconds=1)) is not None
    assert proofs.proof_of(code=DealCode.parse(code), at=last_second + timedelta(seconds=1)) is not None


def test_whoever_guesses_a_deal_to_come_is_answered_as_of_any_other() -> None:
    daily.prepare(at=NOON)
    to_come = DailyDeal.objects.get(day=date(2026, 12, 1), mode="D1N")
    asked = proofs.ask_for_proof(code=DealCode.parse(to_come.code), at=NOON)
    assert asked.asked_at == NOON


def test_a_past_day_that_the_service_has_not_seen_has_none() -> None:
    with pytest.raises(NoDailyDeals) as refused:
        codes_of(date(2026, 11, 29))
    assert refused.value.reason == "none"
    assert not DailyDeal.objects.exists()


def test_deals_are_made_ready_two_days_ahead_once() -> None:
    assert daily.prepare(at=NOON) == 12
    assert daily.prepare(at=NOON) == 0
    assert daily.prepare(at=NOON + timedelta(days=1)) == 4
    days = DailyDeal.objects.order_by("day").values_list("day", flat=True).distinct()
    assert list(days) == [DAY + timedelta(days=ahead) for ahead in range(4)]


@pytest.mark.django_db(transaction=True)
def test_processes_that_meet_at_midnight_have_the_same_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    keys = iter(str(number) for number in range(10_000))
    monkeypatch.setattr(daily, "_key", lambda: next(keys).encode())  # the worst case: each with a key of its own
    start = Barrier(4)

    def work(_: int) -> tuple[str, ...]:
        start.wait()
        try:
            return tuple(codes_of())
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        (codes,) = set(pool.map(work, range(4)))
    assert DailyDeal.objects.count() == len(codes) == 4
