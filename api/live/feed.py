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
from games.engine.match.options import Side
from games.matches.clock import Claim, claim_of
from games.matches.events import Teller
from games.matches.seats import stage_of
from games.matches.standing import Standing, legal_in, present_in
from games.matches.table import events_of
from games.models import LogBatch, Match, Seat

AUDIENCES: Final = (Side.A, Side.B, None)
"""Whom the same is told: either player, and all who look on."""

_ENDS: Final = (Match.Status.OVER, Match.Status.CANCELLED, "expired")


@dataclass(frozen=True, slots=True)
class Glimpse:
    """What one query tells of a seat and its match: enough to see that something has changed."""

    match_id: UUID
    version: int
    revision: int
    seat_id: int
    seen_at: datetime


def glimpses(match_ids: list[UUID]) -> list[Glimpse]:
    """Return a glimpse of every seat of these matches, in one query however many they are."""
    seats = Seat.objects.filter(match_id__in=match_ids).order_by("pk")
    columns = ("match_id", "match__stream__version", "match__revision", "pk", "seen_at")
    return [Glimpse(*row) for row in seats.values_list(*columns)]


class Feed:
    """Follows one match from a version on: `read` returns the frames of all events since it was called last."""

    def __init__(self, match_id: UUID, *, after: int) -> None:
        self.match_id = match_id
        self._after = after
        self._teller: Teller | None = None
        self._match: Match
        self._claims: dict[Side, Claim | None] = {}
        self._legal: dict[Side | None, list[str]] = {}

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
        frames: list[bytes] = []
        while True:
            # The log first: what is said of the match then knows of all of its events, its end too.
            batches = LogBatch.objects.filter(stream_id=self.match_id, first_version__gte=self.version)
            rows = list(batches.order_by("first_version").values_list("events", "at")) if self._teller else []
            self._match = (
                Match.objects.select_related("stream", "series").prefetch_related("seats").get(pk=self.match_id)
            )
            if self._teller is None:
                self._teller = Teller(self._match, events=events_of(self.match_id, version=self._after))
            for event, at in rows:
                for byte in bytes(event):
                    frames.append(action_frame(self._teller.tell(byte, at=at, match=self._match)))
            if self._match.stream.version <= self.version:
                break
        self._note_choices(self._teller)
        return frames

    def _note_choices(self, teller: Teller) -> None:
        """Keep what changes with the log and the revision alone, so that telling who is there asks for nothing."""
        for side in Side:
            has_both = len(self.seats) == len(Side)
            self._claims[side] = claim_of(self._match, table=teller.table, side=side) if has_both else None
        self._legal = {side: legal_in(self._match, table=teller.table, side=side) for side in AUDIENCES}

    def note(self, glimpse: Glimpse) -> bool:
        """Take over when a player was there last; False if more than that has changed, so that it must be read."""
        if (glimpse.version, glimpse.revision) != (self.version, self._match.revision):
            return False
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
                claim_at=None if side is None or claim is None else claim.due(taken[side.other]),
                legal=self._legal[side],
            )
            frames[side] = match_frame(standing)
        return frames
