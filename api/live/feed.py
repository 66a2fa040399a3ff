"""A match as far as it has been read: its table, which plays only what is new, and how it stands.

It works in a thread, for one caller at a time. It can be thrown away: another one reads everything again.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from django.utils import timezone

from api.live.frames import action_frame, match_frame
from games.engine.match.actions import EVENTS, MatchKind
from games.engine.match.options import Pace, Side
from games.limits import SEEN_EVERY
from games.matches.clock import Claim, claim_of, last_event_at
from games.matches.events import Teller
from games.matches.seats import stage_of
from games.matches.standing import Standing, legal_in, present_in
from games.matches.table import events_of
from games.matches.uptime import up_since
from games.matches.wake import Message
from games.models import LogBatch, Match, Player, Seat
from games.models.matches import SEEN_BY_OTHERS

AUDIENCES: Final = (Side.A, Side.B, None)
"""Whom the same is told: either player, and all who look on."""

_ENDS: Final = (Match.Status.OVER, Match.Status.CANCELLED, "expired")


@dataclass(frozen=True, slots=True)
class Glimpse:
    """What one query tells of a seat and its match: enough to see that something has changed."""

    # Of the service, the same for all.
    up_since: datetime | None
    match_id: UUID
    version: int
    revision: int
    seat_id: int
    seen_at: datetime
    is_shown: bool


def glimpses(match_ids: list[UUID]) -> list[Glimpse]:
    """Return a glimpse of every seat of these matches, match after match, in two queries however many they are."""
    is_up_since = up_since()
    seats = Seat.objects.filter(match_id__in=match_ids).order_by("match_id", "pk")
    columns = ("match_id", "match__stream__version", "match__revision", "pk", "seen_at", "is_shown")
    return [Glimpse(is_up_since, *row) for row in seats.annotate(is_shown=SEEN_BY_OTHERS).values_list(*columns)]


def staff_among(player_ids: set[UUID]) -> set[UUID]:
    """Return those of them who are staff, and see every match."""
    return set(Player.objects.filter(pk__in=player_ids, is_staff=True).values_list("pk", flat=True))


class Feed:
    """Follows one match from a version on: `read` returns the frames of all events since it was called last."""

    def __init__(self, match_id: UUID, *, after: int) -> None:
        self.match_id = match_id
        self._after = after
        self._teller: Teller | None = None
        self._match: Match
        self._frames: list[bytes] = []
        self._last_at: dict[Side, datetime | None] = {}
        self._claims: dict[Side, Claim | None] = {}
        self._legal: dict[Side | None, list[str]] = {}
        self._up_since: datetime | None = None

    @property
    def version(self) -> int:
        """How far it has been read."""
        return 0 if self._teller is None else self._teller.table.version

    @property
    def players(self) -> Mapping[UUID, Side]:
        """The sides of those who play."""
        return {seat.player_id: Side(seat.side) for seat in self._match.seats.all()}

    @property
    def seats(self) -> Mapping[Side, int]:
        """The rows of the seats that are taken."""
        return {Side(seat.side): seat.pk for seat in self._match.seats.all()}

    @property
    def is_ended(self) -> bool:
        """Whether nothing will come any more, and all that has come has been read."""
        return stage_of(self._match) in _ENDS and self._match.stream.version == self.version

    def read(self) -> list[bytes]:
        """Return the frames of what is new in the log. Raises Match.DoesNotExist."""
        while True:
            # The log first: what is said of the match then knows of all of its events, its end too.
            batches = LogBatch.objects.filter(stream_id=self.match_id, first_version__gte=self.version)
            rows = list(batches.order_by("first_version").values_list("events", "at")) if self._teller else []
            self._match = (
                Match.objects.select_related("stream", "series").prefetch_related("seats").get(pk=self.match_id)
            )
            if self._teller is None:
                self._teller = Teller(self._match, events=events_of(self.match_id, version=self._after))
            # Kept here until all is read: what has been played on the table is told once.
            self._frames += [self._tell(self._teller, byte, at=at) for events, at in rows for byte in bytes(events)]
            if self._match.stream.version <= self.version:
                break
        if self._match.status == Match.Status.PLAYING and self._match.series.pace == Pace.ALTERNATING:
            unknown = [side for side in Side if side not in self._last_at]
            self._last_at |= {side: last_event_at(self._match, side=side) for side in unknown}
        self._note_choices(self._teller)
        self._up_since = up_since()
        frames, self._frames = self._frames, []
        return frames

    def advance(self, message: Message) -> bytes | None:
        """Return the frame of the event that a message has, if it is the next one; None if the log must be read.

        So an opponent's move needs no query on its way. What ends a match is read, as more changes with it.
        """
        match, teller = self._match, self._teller
        if teller is None or message.byte is None or message.at is None or message.version != self.version + 1:
            return None
        event = EVENTS.get(message.byte)
        if match.status != Match.Status.PLAYING or event is None or event.action.kind is MatchKind.RESIGN:
            return None
        match.last_event_at, match.stream.version = message.at, message.version
        frame = self._tell(teller, message.byte, at=message.at)
        if teller.table.is_over:
            self._frames.append(frame)
            return None
        self._note_own_seat(event.side, at=message.at)
        self._note_choices(teller)
        return frame

    def _tell(self, teller: Teller, byte: int, *, at: datetime) -> bytes:
        self._last_at[EVENTS[byte].side] = at
        return action_frame(teller.tell(byte, at=at, match=self._match))

    def _note_own_seat(self, side: Side, *, at: datetime) -> None:
        """Note that who acts is there, as `games.matches.clock.note_seen` does."""
        for seat in self._match.seats.all():
            if seat.side == side and seat.seen_at <= at - SEEN_EVERY:
                seat.seen_at = at

    def _note_choices(self, teller: Teller) -> None:
        """Keep what changes with the log and the revision alone, so that telling who is there asks for nothing."""
        for side in Side:
            has_both = len(self.seats) == len(Side)
            self._claims[side] = (
                claim_of(self._match, table=teller.table, side=side, last_at=self._last_at) if has_both else None
            )
        self._legal = {side: legal_in(self._match, table=teller.table, side=side) for side in AUDIENCES}

    def note(self, glimpse: Glimpse) -> bool:
        """Take over when a player was there last; False if more than that has changed, so that it must be read."""
        if (glimpse.version, glimpse.revision) != (self.version, self._match.revision):
            return False
        self._up_since = glimpse.up_since
        for seat in self._match.seats.all():
            if seat.pk == glimpse.seat_id:
                seat.seen_at = glimpse.seen_at
        return True

    def standings(self) -> dict[Side | None, bytes]:
        """Return the frame of how the match stands now, by whom it is for."""
        at, seats = timezone.now(), list(self._match.seats.all())
        stage, present = stage_of(self._match, at=at), present_in(seats, at=at)
        taken = {Side(seat.side): seat for seat in seats}
        frames: dict[Side | None, bytes] = {}
        for side in AUDIENCES:
            claim = None if side is None else self._claims[side]
            standing = Standing(
                version=self.version,
                stage=stage,
                revision=self._match.revision,
                present=present,
                claim_at=(
                    None if side is None or claim is None else claim.due(taken[side.other], up_since=self._up_since)
                ),
                legal=self._legal[side],
            )
            frames[side] = match_frame(standing)
        return frames
