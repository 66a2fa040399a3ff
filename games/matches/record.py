"""How two players have done against each other."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from games.engine.match.outcome import VOID
from games.models import Match, Seat


@dataclass(slots=True)
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
    """Return the record of two players. Every match that is over counts, by a link or not."""
    record = Record()
    seats = Seat.objects.filter(
        player_id=player_id, match__status=Match.Status.OVER, match__seats__player_id=other_id
    ).select_related("match__series")
    series_seen = set()
    for seat in seats.order_by("match_id"):
        match = seat.match
        _count_match(record, match=match, side=seat.side)
        if match.series.winner and match.series_id not in series_seen:
            series_seen.add(match.series_id)
            won = match.series.winner == seat.side
            record.series_won += won
            record.series_lost += not won
    return record


def _count_match(record: Record, *, match: Match, side: str) -> None:
    cards = (match.cards_a, match.cards_b) if side == "A" else (match.cards_b, match.cards_a)
    record.cards += cards[0]
    record.other_cards += cards[1]
    record.last_at = match.ended_at
    record.won += match.winner == side
    record.void += match.winner == VOID
    record.lost += match.winner not in (side, VOID)
