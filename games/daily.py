"""The deals of days: four a day, one in each mode, on four numbers that nobody can know before the day.

A number comes from a keyed hash of day, mode and a counter, and the first that will do is written down: in a Normal
mode the first that the solver shows winnable, in Vegas the first. What is written stands, whatever the key or the
solver say later. The server's date in UTC alone decides which day it is.
"""

import hmac
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from hashlib import sha256
from typing import Final

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from games import proofs
from games.engine.deals import DRAWS, NUMBERS, RULES_VERSION, DealCode, Scoring
from games.engine.solver import Solution
from games.errors import NoDailyDeals
from games.limits import DAILY_AHEAD
from games.models import DailyDeal, Proof
from games.models.daily import Span

_LABEL: Final = b"double-solitaire/daily/1\n"
_KEY_LABEL: Final = b"double-solitaire/daily key/1\n"
_NUMBER_BITS: Final = NUMBERS.bit_length() - 1
_MOST_CANDIDATES: Final = 100
"""Nearly every deal of a Normal mode is shown winnable: after so many that are not, something is wrong."""


@dataclass(frozen=True, slots=True)
class Mode:
    """One of the four ways to play a deal."""

    draw: int
    scoring: Scoring

    def __str__(self) -> str:
        return f"D{self.draw}{self.scoring}"


MODES: Final = tuple(Mode(draw, scoring) for scoring in Scoring for draw in DRAWS)
"""D1N, D3N, D1V, D3V: the order in which the deals of a day are shown."""


def today(*, at: datetime | None = None) -> date:
    """Return the server's date in UTC, wherever whoever asks may be."""
    return (at or timezone.now()).astimezone(UTC).date()


def deals_of(*, day: date, at: datetime | None = None) -> list[DailyDeal]:
    """Return the deals of today or of a past day, in the order of MODES. Today's are made if they are not there yet.

    Raises NoDailyDeals for a day to come, and for a past one that this service has not seen.
    """
    current = today(at=at)
    if day > current:
        raise NoDailyDeals(day=day, reason="not_yet")
    deals = {deal.mode: deal for deal in DailyDeal.objects.filter(day=day)}
    if day == current:
        deals |= {str(mode): _make(day=day, mode=mode, at=at) for mode in MODES if str(mode) not in deals}
    if not deals:
        raise NoDailyDeals(day=day, reason="none")
    return [deals[str(mode)] for mode in MODES if str(mode) in deals]


def deals_of_today(*, at: datetime | None = None) -> list[DailyDeal]:
    """Return the deals of today, by one look at the clock: by two, midnight could lie between them."""
    at = at or timezone.now()
    return deals_of(day=today(at=at), at=at)


def daily_deal(*, code: str, at: datetime | None = None) -> DailyDeal | None:
    """Return the day whose deal a code is or was; None for every other code, those of days to come among them."""
    return begun(at=at).filter(code=code).first()


def begun(*, at: datetime | None = None) -> QuerySet[DailyDeal]:
    """Return the deals of today and of past days: those that may be known."""
    return DailyDeal.objects.filter(day__lte=today(at=at))


def prepare(*, at: datetime | None = None) -> int:
    """Make the deals of today and of the next days that are not there yet; return how many were missing."""
    first = today(at=at)
    days = [first + timedelta(days=ahead) for ahead in range(DAILY_AHEAD.days + 1)]
    there = set(DailyDeal.objects.filter(day__in=days).values_list("day", "mode"))
    missing = [(day, mode) for day in days for mode in MODES if (day, str(mode)) not in there]
    for day, mode in missing:
        _make(day=day, mode=mode, at=at)
    return len(missing)


def code_of(*, day: date, mode: Mode, counter: int) -> DealCode:
    """Return the counter-th code that a day could have in a mode: 35 bits of a keyed hash (HMAC-SHA256)."""
    text = f"{day.isoformat()}/{mode}/{counter}".encode()
    digest = hmac.digest(_key(), _LABEL + text, sha256)
    index = int.from_bytes(digest[:8]) >> 64 - _NUMBER_BITS
    return DealCode.from_index(index, draw=mode.draw, scoring=mode.scoring)


def _key() -> bytes:
    """Return the setting DAILY_KEY, or a key that the service's secret gives."""
    if settings.DAILY_KEY:
        return str(settings.DAILY_KEY).encode()
    return hmac.digest(settings.SECRET_KEY.encode(), _KEY_LABEL, sha256)


def _make(*, day: date, mode: Mode, at: datetime | None) -> DailyDeal:
    """Return the deal of a day in a mode, written by this process or by another that was first."""
    for code, solution in _candidates(day=day, mode=mode):
        _write(day=day, code=code, solution=solution, at=at or timezone.now())
        if deal := DailyDeal.objects.filter(day=day, mode=str(mode)).first():
            return deal
        # The number is that of another day or mode: one in billions, but then the next.
    raise RuntimeError(f"none of {_MOST_CANDIDATES} deals will do for {day} in {mode}")


def _candidates(*, day: date, mode: Mode) -> Iterable[tuple[DealCode, Solution | None]]:
    """Yield the codes that will do for a day, with the proof for those that need one."""
    for counter in range(_MOST_CANDIDATES):
        code = code_of(day=day, mode=mode, counter=counter)
        if mode.scoring is Scoring.VEGAS:
            yield code, None
        elif (solution := proofs.search(code)).events is not None:
            yield code, solution


@transaction.atomic
def _write(*, day: date, code: DealCode, solution: Solution | None, at: datetime) -> None:
    """Write the deal of a day unless there is one, and what shows it winnable; nothing is told of either before."""
    deal = DailyDeal(day=day, mode=code.mode, code=str(code), number=code.number)
    DailyDeal.objects.bulk_create([deal], ignore_conflicts=True)
    if solution is not None and DailyDeal.objects.filter(pk=deal.pk, day=day).exists():
        proof = Proof(
            code=str(code),
            rules_version=RULES_VERSION,
            asked_at=Span.of(day).begins,
            **proofs.answer_columns(solution, at=at),
        )
        Proof.objects.bulk_create([proof], ignore_conflicts=True)
