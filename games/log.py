"""The log: append, read. This module is the only writer of streams and batches.

Concurrency is settled by the version: an append names the version it was made at, and one guarded UPDATE lets at most
one append in at each. Triggers in PostgreSQL hold the same from below: no update, no delete, no gap, nothing after
the close.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Final, NamedTuple
from uuid import UUID

from django.db import connection, transaction

from games import hashes, metrics
from games.errors import GameFinished, LimitExceeded, VersionConflict
from games.ids import uuid7
from games.limits import MAX_LOG_EVENTS
from games.models import LogBatch, Stream

# Events of logs that are read together: a batch for each, at worst.
_READ_AT_ONCE: Final = 20_000

_READ_ALL: Final = """
SELECT stream_id, string_agg(events, ''::bytea ORDER BY first_version)
  FROM games_logbatch
 WHERE stream_id = ANY(%s)
 GROUP BY stream_id
"""


class Written(NamedTuple):
    """A batch as it stands in the log, and whether this append wrote it or an earlier one that said the same."""

    batch: LogBatch
    is_new: bool


def open_stream(*, kind: Stream.Kind, subject: str, rules_version: int, at: datetime) -> Stream:
    """Return a new empty stream about `subject`: a deal code for a game."""
    stream_id = uuid7()
    head = hashes.genesis(stream_id=stream_id, code=subject, rules_version=rules_version)
    return Stream.objects.create(id=stream_id, kind=kind, rules_version=rules_version, head=head, created_at=at)


def record(
    *, kind: Stream.Kind, subject: str, rules_version: int, events: bytes, claimed_score: int | None, at: datetime
) -> Stream:
    """Return a new closed stream that has all these events in one batch, in the caller's transaction."""
    stream_id = uuid7()
    head = hashes.chain(
        previous=hashes.genesis(stream_id=stream_id, code=subject, rules_version=rules_version),
        first_version=0,
        events=events,
        closes=True,
        claimed_score=claimed_score,
    )
    stream = Stream.objects.create(
        id=stream_id,
        kind=kind,
        rules_version=rules_version,
        version=len(events),
        is_closed=True,
        head=head,
        created_at=at,
    )
    batch = LogBatch(
        stream=stream, first_version=0, events=events, closes=True, claimed_score=claimed_score, hash=head, at=at
    )
    batch.save(force_insert=True)
    metrics.count_append(kind=kind, events=len(events))
    return stream


def append(
    *,
    stream: Stream,
    version: int,
    events: bytes,
    at: datetime,
    closes: bool = False,
    claimed_score: int | None = None,
) -> Written:
    """Append events at a version, and the close if asked to; return the batch.

    `stream` is as it was last read; it is brought up to date. The same append sent again returns the batch that the
    first one wrote. Raises VersionConflict when the log is at
    another version, GameFinished when it is closed, LimitExceeded when it would grow too long. The engine is not
    asked: whether the events are legal is the caller's to know.
    """
    if version + len(events) > MAX_LOG_EVENTS:
        raise LimitExceeded(limit="log_events", maximum=MAX_LOG_EVENTS, got=version + len(events))
    batch = LogBatch(
        stream=stream, first_version=version, events=events, closes=closes, claimed_score=claimed_score, at=at
    )
    batch.hash = hashes.chain(
        previous=bytes(stream.head),
        first_version=version,
        events=events,
        closes=closes,
        claimed_score=claimed_score,
    )
    after = {"version": version + len(events), "head": batch.hash, "is_closed": closes}
    with transaction.atomic(savepoint=False):
        # The head is part of the guard: the hash is right only on top of the batch that it was computed over.
        guard = Stream.objects.filter(id=stream.id, version=version, head=stream.head, is_closed=False)
        is_let_in = guard.update(**after) == 1
        if is_let_in:
            batch.save(force_insert=True)
    if not is_let_in:
        return Written(batch=_earlier(batch), is_new=False)
    for name, value in after.items():
        setattr(stream, name, value)
    metrics.count_append(kind=stream.kind, events=len(events))
    return Written(batch=batch, is_new=True)


def read(*, stream_id: UUID, version: int | None = None) -> bytes:
    """Return the log's events, or its first `version` ones."""
    events = b"".join(
        LogBatch.objects.filter(stream_id=stream_id).order_by("first_version").values_list("events", flat=True)
    )
    return events if version is None else events[:version]


def read_all(*, stream_ids: Sequence[UUID]) -> dict[UUID, bytes]:
    """Return the events of several logs, each as `read` gives them, by their ids."""
    with connection.cursor() as cursor:
        cursor.execute(_READ_ALL, [list(stream_ids)])
        return dict.fromkeys(stream_ids, b"") | dict(cursor.fetchall())


def batches(*, stream_id: UUID) -> list[LogBatch]:
    """Return the log's batches in their order."""
    return list(LogBatch.objects.filter(stream_id=stream_id).order_by("first_version", "closes"))


def with_batches(streams: Iterable[Stream]) -> Iterator[tuple[Stream, list[LogBatch]]]:
    """Yield streams in their order, each with its log's batches; many are read at once, but of long logs few."""
    group: list[Stream] = []
    for stream in streams:
        if sum(one.version for one in group) + stream.version > _READ_AT_ONCE:
            yield from _of_group(group)
            group = []
        group.append(stream)
    yield from _of_group(group)


def _of_group(group: list[Stream]) -> Iterator[tuple[Stream, list[LogBatch]]]:
    found: dict[UUID, list[LogBatch]] = {stream.id: [] for stream in group}
    for batch in LogBatch.objects.filter(stream_id__in=found).order_by("stream_id", "first_version", "closes"):
        found[batch.stream_id].append(batch)
    for stream in group:
        yield stream, found.pop(stream.id)


def _earlier(batch: LogBatch) -> LogBatch:
    """Return the stored batch that says the same as one that was not let in, or raise what kept it out."""
    stored = LogBatch.objects.filter(stream_id=batch.stream_id, first_version=batch.first_version).first()
    if stored is not None and _says_the_same(stored, batch):
        return stored
    stream = Stream.objects.get(id=batch.stream_id)
    if stream.is_closed:
        raise GameFinished(version=stream.version)
    missing = read(stream_id=stream.id)[batch.first_version :]
    raise VersionConflict(version=batch.first_version, current=stream.version, missing=missing)


def _says_the_same(one: LogBatch, other: LogBatch) -> bool:
    return (bytes(one.events), one.closes, one.claimed_score) == (
        bytes(other.events),
        other.closes,
        other.claimed_score,
    )
