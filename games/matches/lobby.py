"""Before a match, and after: create it, join it, be ready, call it off, play again. Each is one transaction."""

import secrets
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from games import log
from games.engine.deals import RULES_VERSION
from games.engine.match.options import Ending, Pace, Redeals, Side
from games.engine.match.series import Series as SeriesRules
from games.errors import LimitExceeded, LimitReached, PlayerNotFound
from games.limits import MAX_MATCHES_AT_ONCE, MAX_OPEN_MATCHES, MAX_SERIES
from games.matches.errors import AlreadySeated, WrongStage
from games.matches.seats import locked, own_side, require_stage
from games.matches.sight import require_in_sight
from games.matches.table import draw_number, subject_of
from games.matches.wake import wake
from games.models import Match, MatchNumber, Player, Seat, Series, Stream
from games.moderation.bans import require_may_post

_INVITE_BYTES = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """What is chosen before a match, for all matches of its series."""

    pace: Pace = Pace.SIMULTANEOUS
    draw_a: int = 1
    draw_b: int = 1
    redeals: Redeals = Redeals.UNLIMITED
    solo_bonus: bool = False
    ending: Ending = Ending.FIRST_OUT
    first: Side = Side.A
    length: int = 1


@transaction.atomic
def create_match(
    *, player: Player, choice: Choice, side: Side = Side.A, is_private: bool = False, at: datetime | None = None
) -> Match:
    """Return the first match of a new series, open: to anybody, or if it is private to who has its link.

    That of a player who is on no boards is always private.
    Raises PostingBanned, as do all services here, LimitExceeded and LimitReached.
    """
    require_may_post(player=player)
    at = at or timezone.now()
    if not 1 <= choice.length <= MAX_SERIES:
        raise LimitExceeded(limit="series_matches", maximum=MAX_SERIES, got=choice.length)
    # One after another, so that two requests at once cannot both be the last that is allowed.
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    waiting = Match.objects.waiting(at=at).filter(seats__player=player).count()
    if waiting >= MAX_OPEN_MATCHES:
        raise LimitReached(limit="open_matches", maximum=MAX_OPEN_MATCHES)
    _require_room(player, at=at)
    series = Series.objects.create(
        length=choice.length,
        pace=choice.pace,
        draw_a=choice.draw_a,
        draw_b=choice.draw_b,
        redeals=choice.redeals,
        solo_bonus=choice.solo_bonus,
        ending=choice.ending,
        first=choice.first,
        # Who wishes to be seen nowhere is not listed here either, and plays with whom they choose.
        invite=secrets.token_urlsafe(_INVITE_BYTES) if is_private or not player.on_boards else "",
        created_at=at,
    )
    return deal_match(series=series, ordinal=1, first=choice.first, players={side: player}, at=at)


@transaction.atomic
def join_match(*, match_id: UUID, player: Player, invite: str | None = None, at: datetime | None = None) -> Match:
    """Take the free seat of an open match; the same again has the same answer.

    Raises MatchNotFound, also for a private match without its link, AlreadySeated for one's own, WrongStage, and
    LimitReached.
    """
    require_may_post(player=player)
    match = locked(match_id)
    at = at or timezone.now()
    require_in_sight(match, viewer=player, invite=invite)
    seats = list(match.seats.all())
    if any(seat.player_id == player.pk for seat in seats):
        if match.status == Match.Status.OPEN:
            raise AlreadySeated
        return match
    require_stage(match, Match.Status.OPEN, at=at)
    _require_room(player, at=at)
    (seat,) = seats
    Seat.objects.create(match=match, side=Side(seat.side).other, player=player, seen_at=at)
    return _changed(match, status=Match.Status.READY)


def _require_room(player: Player, *, at: datetime) -> None:
    """Raise LimitReached for a player who is in as many matches as one may be. A rematch follows one that is over."""
    if Match.objects.going_on(at=at).filter(seats__player=player).count() >= MAX_MATCHES_AT_ONCE:
        raise LimitReached(limit="matches_at_once", maximum=MAX_MATCHES_AT_ONCE)


@transaction.atomic
def be_ready(*, match_id: UUID, player: Player, at: datetime | None = None) -> Match:
    """Say that one is ready; when both are, the match begins. The same again has the same answer.

    Raises MatchNotFound, NotAPlayer and WrongStage.
    """
    require_may_post(player=player)
    match = locked(match_id)
    at = at or timezone.now()
    side = own_side(match, player=player)
    if match.status == Match.Status.PLAYING:
        return match
    require_stage(match, Match.Status.READY, at=at)
    seats = Seat.objects.filter(match=match)
    if not seats.filter(side=side, ready_at=None).update(ready_at=at, seen_at=at):
        return match
    if seats.filter(ready_at=None).exists():
        return _changed(match)
    return _changed(match, status=Match.Status.PLAYING, started_at=at, last_event_at=at)


@transaction.atomic
def cancel_match(*, match_id: UUID, player: Player, at: datetime | None = None) -> Match:
    """Call off a series before its first match has begun; either player may.

    Raises MatchNotFound, NotAPlayer and WrongStage. Between the matches of a series one resigns the next, or is late.
    """
    match = locked(match_id)
    own_side(match, player=player)
    if match.status == Match.Status.CANCELLED:
        return match
    if match.ordinal > 1 and match.status == Match.Status.READY:
        raise WrongStage(stage=Match.Status.READY)
    require_stage(match, Match.Status.OPEN, Match.Status.READY, at=at)
    return call_off(match)


def call_off(match: Match) -> Match:
    """Cancel a match that has not begun, under the caller's lock; return it as it is then."""
    return _changed(match, status=Match.Status.CANCELLED)


@transaction.atomic
def rematch(*, match_id: UUID, player: Player, at: datetime | None = None) -> Match:
    """Return the first match of a new series like the one that is over, the other side starting; the caller is ready.

    Whichever player asks first makes it, and the other's call says that they are ready too. Raises MatchNotFound,
    NotAPlayer, WrongStage while the series goes on, and PlayerNotFound if the opponent's player is deleted.
    """
    require_may_post(player=player)
    match = locked(match_id)
    at = at or timezone.now()
    own_side(match, player=player)
    series = match.series
    last = series.matches.order_by("-ordinal").first()
    if not series.winner or last is None:
        raise WrongStage(stage=match.status if last is None else last.status)
    # The series's row settles who makes it, whichever of its matches the two have named.
    Series.objects.select_for_update().get(pk=series.pk)
    again = Series.objects.filter(rematch_of=series).first()
    if again is None:
        _require_there(match)
        first = Side(series.first).other
        again = Series.objects.create(
            **{name: getattr(series, name) for name in _KEPT}, first=first, rematch_of=series, created_at=at
        )
        players = {Side(seat.side): seat.player for seat in match.seats.all()}
        deal_match(series=again, ordinal=1, first=first, players=players, at=at)
    return be_ready(match_id=again.matches.get(ordinal=1).pk, player=player, at=at)


def _require_there(match: Match) -> None:
    """Raise PlayerNotFound for a player of the match who has deleted themselves: nobody plays with them again."""
    for seat in match.seats.all():
        if seat.player.erased_at is not None:
            raise PlayerNotFound(player_id=seat.player_id)


_KEPT = ("length", "pace", "draw_a", "draw_b", "redeals", "solo_bonus", "ending", "invite")


def deal_match(*, series: Series, ordinal: int, first: Side, players: dict[Side, Player], at: datetime) -> Match:
    """Return a new match of a series, with a number that nobody knows, waiting for whoever is missing.

    Inside the caller's transaction.
    """
    number = draw_number()
    subject = subject_of(series.options(number=number, first=first))
    stream = log.open_stream(kind=Stream.Kind.MATCH, subject=subject, rules_version=RULES_VERSION, at=at)
    status = Match.Status.READY if len(players) == len(Side) else Match.Status.OPEN
    match = Match.objects.create(
        stream=stream, series=series, ordinal=ordinal, first=first, status=status, created_at=at
    )
    MatchNumber.objects.create(match=match, number=number)
    Seat.objects.bulk_create(
        Seat(match=match, side=side, player=player, seen_at=at) for side, player in players.items()
    )
    return Match.objects.with_seats().get(pk=match.pk)


def next_match(*, series: Series, after: Match, at: datetime) -> Match | None:
    """Bring a series up to date with a match that has ended, and return the match that follows, if one does.

    Inside the transaction of the match's last event.
    """
    standing = series_standing(series)
    series.total_a, series.total_b = standing.totals[Side.A], standing.totals[Side.B]
    series.winner = str(standing.winner or "")
    series.save(update_fields=["total_a", "total_b", "winner"])
    if standing.starter is None:
        return None
    players = {Side(seat.side): seat.player for seat in after.seats.all()}
    return deal_match(series=series, ordinal=after.ordinal + 1, first=standing.starter, players=players, at=at)


def series_standing(series: Series) -> SeriesRules:
    """Return how a series stands by the rules, over its matches that are over."""
    matches = sorted(series.matches.all(), key=lambda match: match.ordinal)
    outcomes = tuple(match.outcome for match in matches if match.is_over)
    return SeriesRules(length=series.length, first=Side(series.first), outcomes=outcomes)


def _changed(match: Match, **columns: object) -> Match:
    """Write what changed beside the log, tell those who wait, and return the match as it is now."""
    Match.objects.filter(pk=match.pk).update(**columns, revision=match.revision + 1)
    wake(match_id=match.pk, version=match.stream.version)
    return Match.objects.with_seats().get(pk=match.pk)
