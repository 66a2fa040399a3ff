"""What is not kept for ever: guests' dead games, and the times that clients told.

A dead game goes with its log, and its purge is put on record first (`games.models.Purge`): no other way past the
triggers is there. Its attempt stays, so that the next game on the number is not the guest's first.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

import structlog
from django.db import transaction
from django.db.models import Count, QuerySet, Sum

from games.ids import uuid7_at
from games.limits import DEAD_AFTER
from games.models import Attempt, ClientTime, Game, LogBatch, Purge, Stream

_CHUNK: Final = 100
#: In one statement, which may not take longer than any other; each is committed.
_TIMES: Final = 10_000
_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Purged:
    """How many games went, or would go, and how many events were in their logs."""

    games: int = 0
    events: int = 0


class TooYoung(ValueError):
    """Dead games must have been left alone for `DEAD_AFTER` at least."""


def dead_games(*, left_for: timedelta, at: datetime) -> Purged:
    """Return what `purge_dead_games` would delete. Raises TooYoung."""
    found = Game.objects.dead(at=_before(left_for, at=at)).aggregate(games=Count("*"), events=Sum("stream__version"))
    return Purged(games=found["games"], events=found["events"] or 0)


def purge_dead_games(*, left_for: timedelta, at: datetime) -> Purged:
    """Delete the dead games that nobody has touched for so long, some in each transaction. Raises TooYoung."""
    before = _before(left_for, at=at)
    games = events = 0
    while versions := _purge_some(before=before, at=at):
        games, events = games + len(versions), events + sum(versions)
    _log.info("games_purged", games=games, events=events, left_since=before.isoformat())
    return Purged(games=games, events=events)


def old_client_times(*, kept_for: timedelta, at: datetime) -> int:
    """Return how many times by clients' clocks `purge_client_times` would delete."""
    return _client_times(before=at - kept_for).count()


def purge_client_times(*, kept_for: timedelta, at: datetime) -> int:
    """Delete the times by clients' clocks of games that were begun before that long ago; return how many."""
    times = _client_times(before=at - kept_for)
    deleted = 0
    while some := list(times.values_list("pk", flat=True)[:_TIMES]):
        deleted += ClientTime.objects.filter(pk__in=some)._raw_delete(using="default")
    _log.info("client_times_purged", times=deleted)
    return deleted


def _before(left_for: timedelta, *, at: datetime) -> datetime:
    if left_for < DEAD_AFTER:
        raise TooYoung(f"{left_for.days} days are too few: games stay for {DEAD_AFTER.days} days at least.")
    return at - left_for


@transaction.atomic
def _purge_some(*, before: datetime, at: datetime) -> list[int]:
    """Delete up to `_CHUNK` dead games; return how long their logs were. What is being played just now is passed by."""
    rows = Game.objects.dead(at=before).select_related("stream").order_by("pk")
    games = list(rows.select_for_update(of=("self", "stream"), skip_locked=True)[:_CHUNK])
    ids = [game.pk for game in games]
    Purge.objects.bulk_create(_record(game, at=at) for game in games)
    Attempt.objects.filter(game__in=ids).update(game=None)
    Game.objects.filter(pk__in=ids).delete()
    LogBatch.objects.filter(stream__in=ids).delete()
    Stream.objects.filter(pk__in=ids).delete()
    return [game.stream.version for game in games]


def _record(game: Game, *, at: datetime) -> Purge:
    return Purge(
        stream_id=game.pk,
        player_id=game.player_id,
        code=game.code,
        version=game.stream.version,
        head=game.stream.head,
        last_event_at=game.last_event_at,
        at=at,
    )


def _client_times(*, before: datetime) -> QuerySet[ClientTime]:
    first = uuid7_at(milliseconds=int(before.timestamp() * 1000), randomness=0)
    return ClientTime.objects.filter(stream_id__lt=first)
