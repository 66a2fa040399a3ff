"""How two players have done against each other."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db.models import Case, Count, F, Max, Q, Sum, When

from games.engine.match.outcome import VOID
from games.models import Match, Seat


@dataclass(frozen=True, slots=True)
class Record:
    """The results of all matches and series between two players, from the side of the first of them."""

    won: int = 0
    lost: int = 0
    void: int = 0
    series_won: int = 0
    series_lost: int = 0
    cards: int = 0
    other_cards: int = 0
    last_at: datetime | None = None

    @property
    def played(self) -> int:
        """Matches that are over, void ones among them."""
        return self.won + self.lost + self.void


def record_between(*, player_id: UUID, other_id: UUID) -> Record:
    """Return the record of two players, counted by the database. Every match that is over counts, by a link or not."""
    seats = Seat.objects.filter(player_id=player_id, match__status=Match.Status.OVER, match__seats__player_id=other_id)
    counted = seats.aggregate(
        won=Count("pk", filter=_WON),
        lost=Count("pk", filter=~_WON & ~_VOID),
        void=Count("pk", filter=_VOID),
        series_won=Count("match__series", filter=_WON_SERIES, distinct=True),
        series_lost=Count("match__series", filter=~_WON_SERIES & ~Q(match__series__winner=""), distinct=True),
        cards=Sum(_cards(own=True), default=0),
        other_cards=Sum(_cards(own=False), default=0),
        last_at=Max("match__ended_at"),
    )
    return Record(**counted)


_WON: Final = Q(match__winner=F("side"))
_VOID: Final = Q(match__winner=VOID)
_WON_SERIES: Final = Q(match__series__winner=F("side"))


def _cards(*, own: bool) -> Case:
    """Return how many cards of a seat's own side, or of the other, lay on the foundations in the end."""
    a, b = F("match__cards_a"), F("match__cards_b")
    return Case(When(side="A", then=a if own else b), default=b if own else a)
