"""Playing a match: actions, and the claim of one whose other player has gone. Each is one transaction.

An action is judged on the table that all earlier ones left, under a lock of the match, so the log has one order and a
race for a place has one winner. It names how many actions its own side has in the log, and nothing about the other's.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from games import log
from games.engine.match.actions import EVENTS, Event, MatchAction, MatchKind
from games.engine.match.errors import reason_text
from games.engine.match.options import Side
from games.engine.match.table import MatchTable
from games.errors import LimitExceeded
from games.limits import MAX_MATCH_ACTIONS
from games.matches.clock import claim_at, note_seen
from games.matches.errors import BeyondLog, CountConflict, IllegalMatchAction, NothingToClaim, WrongStage
from games.matches.events import MOST_EVENTS, Teller
from games.matches.lobby import next_match
from games.matches.seats import locked, own_side, require_stage
from games.matches.table import events_of, table_of
from games.matches.wake import wake
from games.models import LogBatch, Match, Player
from games.models.matches import result_columns
from games.moderation.bans import require_may_post

_RESIGN = MatchAction.parse("resign")
_UNCOUNTED = (MatchKind.PASS, MatchKind.RESIGN)


@dataclass(frozen=True, slots=True)
class Acted:
    """An action as the log has it: the answer is the same whenever the action is sent.

    `version`, `receipt` and `table` are the log's after it. `events` are the action's own, and before it those that
    were asked for, as `events_after` tells them.
    """

    side: Side
    version: int
    receipt: bytes
    events: list[dict[str, Any]]
    table: MatchTable


@transaction.atomic
def act(
    *,
    match_id: UUID,
    player: Player,
    count: int,
    action: MatchAction,
    after: int | None = None,
    at: datetime | None = None,
) -> Acted:
    """Log an action of the player's side that has made `count` so far, and end the match if it does.

    Beside the action's own event the answer has those after the version `after`, up to MOST_EVENTS. The same action at
    the same count again has the answer of the first. The log is read once and folded once. Raises MatchNotFound,
    NotAPlayer, WrongStage, CountConflict, IllegalMatchAction, LimitExceeded, and BeyondLog for `after`.
    """
    require_may_post(player=player)
    match = locked(match_id)
    # Once the match is held, so that times are in the order of the log.
    at = at or timezone.now()
    side = own_side(match, player=player)
    events = events_of(match.pk)
    # Of all of the log: who sends an action again may have been told what followed it.
    if after is not None and after > len(events):
        raise BeyondLog(after=after, version=len(events))
    own = [place for place, event in enumerate(events) if EVENTS[event].side is side]
    if count < len(own):
        logged = EVENTS[events[own[count]]].action
        if logged is not action:
            raise CountConflict(count=count, current=len(own), action=str(logged))
        return _answer_again(match, events=events, place=own[count], after=after)
    require_stage(match, Match.Status.PLAYING, at=at)
    if count > len(own):
        raise CountConflict(count=count, current=len(own), action=None)
    made = sum(EVENTS[events[place]].action.kind not in _UNCOUNTED for place in own)
    if made >= MAX_MATCH_ACTIONS and action.kind not in _UNCOUNTED:
        raise LimitExceeded(limit="match_actions", maximum=MAX_MATCH_ACTIONS, got=made + 1)
    teller, told = _tell_before(match, events=events, after=after)
    _require_legal(teller.table, side=side, action=action)
    event = Event(side, action)
    told.append(teller.tell(event.byte, at=at, match=match))
    batch = _log(match, table=teller.table, event=event, at=at)
    note_seen(match_id=match.pk, player=player, at=at)
    return Acted(side=side, version=teller.table.version, receipt=bytes(batch.hash), events=told, table=teller.table)


@transaction.atomic
def claim(*, match_id: UUID, player: Player, at: datetime | None = None) -> Match:
    """Win a match, and with it its series, whose other player has gone: a resignation of theirs is logged.

    Raises MatchNotFound, NotAPlayer, WrongStage, and NothingToClaim while the opponent's time is not over.
    """
    require_may_post(player=player)
    match = locked(match_id)
    at = at or timezone.now()
    side = own_side(match, player=player)
    if match.is_over and match.timed_out and match.winner == side:
        return match
    require_stage(match, Match.Status.PLAYING, Match.Status.READY, at=at)
    if match.status == Match.Status.READY and match.ordinal == 1:
        raise WrongStage(stage=match.status)  # it is called off instead
    table = table_of(match, events=events_of(match.pk))
    due = claim_at(match, table=table, side=side, at=at)
    if due is None or at < due:
        raise NothingToClaim(claim_at=due)
    time_out(match, table=table, side=side.other, at=at)
    return Match.objects.with_seats().get(pk=match.pk)


def time_out(match: Match, *, table: MatchTable, side: Side, at: datetime) -> None:
    """End a match by a resignation of a side whose time is over. Inside the caller's transaction, under its lock."""
    match.started_at = match.started_at or at
    table.play(side, _RESIGN)
    _log(match, table=table, event=Event(side, _RESIGN), at=at, timed_out=True)


def _answer_again(match: Match, *, events: bytes, place: int, after: int | None) -> Acted:
    """Answer the action that the log has at a place as it was answered first."""
    teller, told = _tell_before(match, events=events[:place], after=after)
    batch = LogBatch.objects.get(stream_id=match.pk, first_version=place)
    told.append(teller.tell(events[place], at=batch.at, match=match))
    return Acted(
        side=EVENTS[events[place]].side,
        version=place + 1,
        receipt=bytes(batch.hash),
        events=told,
        table=teller.table,
    )


def _tell_before(match: Match, *, events: bytes, after: int | None) -> tuple[Teller, list[dict[str, Any]]]:
    """Fold the events before an action, telling those after a version; return what goes on telling, and them."""
    first = len(events) if after is None else min(max(after, len(events) + 1 - MOST_EVENTS), len(events))
    teller = Teller(match, events=events[:first])
    return teller, teller.tell_all(events, match=match)


def _require_legal(table: MatchTable, *, side: Side, action: MatchAction) -> None:
    reason = table.refusal(side, action)
    if reason is not None:
        raise IllegalMatchAction(
            action=str(action),
            reason=str(reason),
            version=table.version,
            tops=tuple(table.foundation_tops),
            detail=reason_text(side, str(action), reason),
        )


def _log(match: Match, *, table: MatchTable, event: Event, at: datetime, timed_out: bool = False) -> LogBatch:
    """Append an event that has been played on the table, the close if it ends the match, and what follows from that."""
    ends = table.is_over
    stream = match.stream
    batch, is_new = log.append(stream=stream, version=stream.version, events=bytes((event.byte,)), closes=ends, at=at)
    if not is_new:
        raise RuntimeError(f"match {match.pk} was appended to beside its lock")
    match.last_event_at = at
    if ends:
        match.status, match.ended_at, match.timed_out = Match.Status.OVER, at, timed_out
        match.revision += 1
        columns = result_columns(table.outcome)
        for name, value in columns.items():
            setattr(match, name, value)
        match.save(update_fields=["status", "started_at", "ended_at", "timed_out", "revision", *columns])
        next_match(series=match.series, after=match, at=at)
    wake(match_id=match.pk, version=table.version, byte=event.byte, at=at)
    return batch
