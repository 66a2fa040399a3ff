"""Who is there, and since when a match waits for whom: what decides when it can be claimed.

A player is *there* while requests come from them, polls included. A match whose other player is absent for
`MATCH_ABSENT_AFTER`, or that waits for one who is there and does nothing for `MATCH_TURN_LIMIT`, can be claimed. After
an outage of the service both times begin anew, as nobody could be there in it.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from games.engine.match.actions import SIDE_BIT
from games.engine.match.options import Side
from games.engine.match.table import MatchTable
from games.limits import MATCH_ABSENT_AFTER, MATCH_TURN_LIMIT, OUTAGE_AFTER, SEEN_EVERY
from games.matches.uptime import note_up, up_since
from games.models import LogBatch, Match, Player, Seat


def note_seen(*, match_id: UUID, player: Player, at: datetime | None = None) -> bool:
    """Note that a player is there, in their seat if they have one; return whether it was written.

    It is every few seconds only, however often the player asks. Who is banned is not there, whatever they ask.
    """
    if player.is_banned:
        return False
    at = at or timezone.now()
    seats = Seat.objects.filter(match_id=match_id, player=player, seen_at__lte=at - SEEN_EVERY)
    return bool(seats.update(seen_at=at))


def note_asked(*, match_id: UUID, player: Player) -> None:
    """Note that a player who asks for a match is there, and so is the service. Outside of a transaction."""
    if note_seen(match_id=match_id, player=player):
        note_up()


@transaction.atomic
def note_seats_seen(*, seats: Collection[int], at: datetime | None = None) -> None:
    """Note that the players of these seats are there, those aside who are banned: in one statement, however many.

    A seat that somebody notes at the same moment is passed by: two processes that wait for each other's would hang.
    """
    at = at or timezone.now()
    asked = Seat.objects.filter(pk__in=seats, seen_at__lte=at - SEEN_EVERY, player__banned_at=None)
    free = asked.select_for_update(of=("self",), no_key=True, skip_locked=True)
    Seat.objects.filter(pk__in=free.values("pk")).update(seen_at=at)


def is_there(seat: Seat, *, at: datetime | None = None) -> bool:
    """Whether something came from the player within the published time."""
    return seat.seen_at > (at or timezone.now()) - MATCH_ABSENT_AFTER


def seat_of(match: Match, side: Side) -> Seat:
    """Return the seat of a side that is taken."""
    return next(seat for seat in match.seats.all() if seat.side == side)


@dataclass(frozen=True, slots=True)
class Claim:
    """That a match can be claimed if nothing comes of a player; `since` is when it began to wait for them, if it does.

    It holds until the match's next event or revision; when it is due depends on when the player was there last, too.
    """

    since: datetime | None

    def due(self, seat: Seat, *, up_since: datetime | None) -> datetime:
        """Return from when on the match can be claimed of who has this seat.

        Both times begin anew when the service was away: `up_since` is since when it has been there, None if always.
        """
        absent = _later(seat.seen_at, up_since) + MATCH_ABSENT_AFTER
        return absent if self.since is None else min(absent, _later(self.since, up_since) + MATCH_TURN_LIMIT)


def _later(since: datetime, up_since: datetime | None) -> datetime:
    return since if up_since is None else max(since, up_since)


def claim_at(match: Match, *, table: MatchTable | None, side: Side, at: datetime | None = None) -> datetime | None:
    """Return from when on a side can claim the match if nothing comes of the opponent; None if it cannot."""
    claim = claim_of(match, table=table, side=side)
    if claim is None:
        return None
    at, seat = at or timezone.now(), seat_of(match, side.other)
    # What has begun a moment ago has no outage in it, and is most of what is polled.
    began = min(seat.seen_at, claim.since or seat.seen_at)
    return claim.due(seat, up_since=up_since(at=at) if began < at - OUTAGE_AFTER else None)


def claim_of(
    match: Match, *, table: MatchTable | None, side: Side, last_at: Mapping[Side, datetime | None] | None = None
) -> Claim | None:
    """Return what a side can claim the match by; None if it cannot.

    `table` is that of a match in play, `last_at` when each side acted last, if the caller knows. Nothing is claimed of
    a player who is out, as they cannot resign. Between two matches of a series the one who is ready can claim the next,
    which waits for the other from then on.
    """
    if match.status == Match.Status.READY and match.ordinal > 1:
        ready_at = seat_of(match, side).ready_at
        return None if ready_at is None else Claim(since=ready_at)
    if match.status == Match.Status.PLAYING and table is not None and side.other not in table.out:
        return Claim(since=_waits_since(match, table=table, side=side.other, last_at=last_at))
    return None


def _waits_since(
    match: Match, *, table: MatchTable, side: Side, last_at: Mapping[Side, datetime | None] | None
) -> datetime | None:
    """Return since when a match in play waits for this side alone; None if it does not.

    Alternating, it waits since the turn came to this side, however often they have moved in it. With both playing at
    once it waits for the side that is not done if the other is, since the last event.
    """
    if table.turn is not None:
        if table.turn is not side:
            return None
        return last_event_at(match, side=side.other) if last_at is None else last_at[side.other]
    return match.last_event_at if table.is_done(side.other) and not table.is_done(side) else None


def last_event_at(match: Match, *, side: Side) -> datetime | None:
    """Return when a side acted last, or the match began if it has not. Each batch of a match is one event, a byte."""
    batches = LogBatch.objects.filter(stream_id=match.pk).order_by("-first_version").values_list("at", flat=True)
    first_of_b = bytes((SIDE_BIT,))
    own = batches.filter(events__gte=first_of_b) if side is Side.B else batches.filter(events__lt=first_of_b)
    return own.first() or match.started_at
