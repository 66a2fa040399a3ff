"""Matches as lists show them: who plays whom, by which options, how it stands or has ended."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from games.engine.match.options import Side
from games.engine.match.outcome import VOID
from games.matches import clock
from games.matches.words import options_in_short, told_apart
from games.models import Match, Player, Seat

_STAGES: Final[dict[str, Promise | str]] = {
    Match.Status.OPEN: gettext_lazy("Waits for an opponent"),
    Match.Status.READY: gettext_lazy("About to begin"),
    Match.Status.PLAYING: pgettext_lazy("match", "In play"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatRow:
    """A side in a list; `name` tells its player from the other, who may have the same."""

    player: Player
    name: str
    cards: int
    is_there: bool
    has_won: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchRow:
    """A match in a list; the seat of whose list it is comes first."""

    match: Match
    seats: list[SeatRow]
    options: list[str]

    @property
    def stage(self) -> Promise | str:
        """What a match is at that is not over."""
        return _STAGES[self.match.status]

    @property
    def is_void(self) -> bool:
        return self.match.winner == VOID

    @property
    def in_series(self) -> str:
        """Which match of its series it is, or before anybody has joined how many there will be; empty for one alone."""
        length = self.match.series.length
        if length == 1:
            return ""
        if self.match.status == Match.Status.OPEN:
            return ngettext("Series of %(n)s match", "Series of %(n)s matches", length) % {"n": length}
        return _("Match %(number)s of %(length)s") % {"number": self.match.round, "length": self.match.rounds}


def rows_of(matches: Iterable[Match], *, player: Player | None = None) -> list[MatchRow]:
    """Return the rows of matches that have their seats at hand, in the list of a player if one is given."""
    return [_row(match, player=player) for match in matches]


def _row(match: Match, *, player: Player | None) -> MatchRow:
    seats = list(match.seats.all())
    first = next((seat for seat in seats if player is not None and seat.player_id == player.pk), None)
    if first is not None:
        seats.sort(key=lambda seat: seat is not first)
    names = told_apart({Side(seat.side): seat.player.name for seat in seats})
    return MatchRow(
        match=match,
        seats=[_seat(seat, match=match, name=names[Side(seat.side)]) for seat in seats],
        options=options_in_short(match.series, names=names),
    )


def _seat(seat: Seat, *, match: Match, name: str) -> SeatRow:
    return SeatRow(
        player=seat.player,
        name=name,
        cards=match.cards_a if seat.side == Side.A else match.cards_b,
        is_there=clock.is_there(seat),
        has_won=match.winner == seat.side,
    )
