"""What is said of a match beside its events: the same to who polls and to who has a stream."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from games.engine.match.options import Side
from games.engine.match.table import MatchTable
from games.matches.clock import claim_at, is_there
from games.matches.seats import stage_of
from games.models import Match, Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """How a match stands at a version, for one side or for somebody who looks on. JSON has the same names."""

    version: int
    stage: str
    revision: int
    present: dict[str, bool]
    claim_at: datetime | None
    legal: Sequence[str]


def standing_of(
    match: Match, *, version: int, table: MatchTable | None, side: Side | None, at: datetime | None = None
) -> Standing:
    """Return how a match stands at a version, for a side, or where that is None for who looks on.

    `table` is what the log leads to then; who looks on is told nothing that would need it.
    """
    return Standing(
        version=version,
        stage=stage_of(match, at=at),
        revision=match.revision,
        present=present_in(match.seats.all(), at=at),
        claim_at=None if side is None else claim_at(match, table=table, side=side, at=at),
        legal=legal_in(match, table=table, side=side),
    )


def present_in(seats: Iterable[Seat], *, at: datetime | None = None) -> dict[str, bool]:
    """Return who is there, of those who have a seat."""
    return {seat.side: is_there(seat, at=at) for seat in seats}


def legal_in(match: Match, *, table: MatchTable | None, side: Side | None) -> list[str]:
    """Return what a side can do now: nothing while the match is not in play, nor for who looks on."""
    if side is None or table is None or match.status != Match.Status.PLAYING:
        return []
    return list(map(str, table.legal_actions(side)))
