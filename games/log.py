"""The log: append, read. This module is the only writer of streams and batches.

Concurrency is settled by the version: an append names the version it was made at, and one guarded UPDATE lets at most
one append in at each. Triggers in PostgreSQL hold the same from below: no update, no delete, no gap, nothing after
the close.

An append is one statement, so that it needs no transaction to be whole. What it says is plain SQL: to have the ORM
compose it takes several times as long as to run it.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Final, NamedTuple
from uuid import UUID

from django.db import connection
from django.db.models import BinaryField, Func

from games import hashes, metrics
from games.errors import GameFinished, GameNotFound, LimitExceeded, VersionConflict
from games.ids import uuid7
from games.limits import MAX_LOG_EVENTS
from games.models import Game, LogBatch, Match, Stream

# Events of logs that are read together: a batch for each, at worst.
_READ_AT_ONCE: Final = 20_000

_READ: Final = """
SELECT coalesce(string_agg(events, ''::bytea ORDER BY first_version), ''::bytea)
  FROM games_logbatch
 WHERE stream_id = {stream_id}
"""

_READ_ALL: Final = """
SELECT stream_id, string_agg(events, ''::bytea ORDER BY first_version)
  FROM games_logbatch
 WHERE stream_id = ANY(%s)
 GROUP BY stream_id
"""

# The end of a statement that has written the stream: the trigger on batches sees what it has done so far.
_INSERT: Final = """
INSERT INTO games_logbatch (stream_id, first_version, events, closes, claimed_score, hash, at)
SELECT id, %(first_version)s, %(events)s, %(closes)s, %(claimed_score)s::integer, %(hash)s, %(at)s FROM stream
"""

_RECORDED: Final = """
WITH stream AS (
         INSERT INTO games_stream (id, kind, rules_version, version, is_closed, head, created_at)
         VALUES (%(stream_id)s, %(kind)s, %(rules_version)s, %(version)s, %(closes)s, %(hash)s, %(at)s)
         RETURNING id
     )
"""

# The head is part of the guard: the hash is right only on top of the batch that it was computed over. Whoever has the
# log is told when it was last added to.
_GROWN: Final = """
WITH stream AS (
         UPDATE games_stream SET version = %(version)s, head = %(hash)s, is_closed = %(closes)s
          WHERE id = %(stream_id)s AND version = %(first_version)s AND head = %(previous)s AND NOT is_closed
         RETURNING id
     ),
     owner AS (
         UPDATE {owner} SET last_event_at = %(at)s FROM stream WHERE stream_id = stream.id
     ),
     client AS (
         INSERT INTO games_clienttime (stream_id, version, at)
         SELECT id, %(version)s, %(client_time)s::timestamptz FROM stream WHERE %(client_time)s::timestamptz IS NOT NULL
             ON CONFLICT DO NOTHING
     )
"""

_GROWN_BY_KIND: Final = {
    str(kind): _GROWN.format(owner=owner._meta.db_table)
    for kind, owner in ((Stream.Kind.GAME, Game), (Stream.Kind.MATCH, Match))
}


class Events(Func):
    """In a query, the events of the log of the stream that a column names, as `read` gives them."""

    template = f"({_READ.format(stream_id='%(expressions)s')})"
    output_field = BinaryField()


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
    *,
    stream_id: UUID,
    kind: Stream.Kind,
    subject: str,
    rules_version: int,
    events: bytes,
    claimed_score: int | None,
    at: datetime,
) -> Stream:
    """Return a new closed stream that has all these events in one batch."""
    stream = Stream(
        id=stream_id, kind=kind, rules_version=rules_version, version=len(events), is_closed=True, created_at=at
    )
    genesis = hashes.genesis(stream_id=stream_id, code=subject, rules_version=rules_version)
    batch = _batch(stream, previous=genesis, version=0, events=events, closes=True, claimed_score=claimed_score, at=at)
    stream.head = batch.hash
    _write(_RECORDED, batch, kind=kind, rules_version=rules_version)
    return stream


def append(
    *,
    stream: Stream,
    version: int,
    events: bytes,
    at: datetime,
    closes: bool = False,
    claimed_score: int | None = None,
    client_time: datetime | None = None,
) -> Written:
    """Append events at a version, and the close if asked to; return the batch.

    `stream` is as it was last read; it is brought up to date. `client_time` is when the last event was made by the
    client's clock. The same append sent again returns the batch that the first one wrote. Raises VersionConflict when
    the log is at another version, GameFinished when it is closed, LimitExceeded when it would grow too long, and
    GameNotFound when it was purged since it was read. The engine is not asked: whether the events are legal is the
    caller's to know.
    """
    if version + len(events) > MAX_LOG_EVENTS:
        raise LimitExceeded(limit="log_events", maximum=MAX_LOG_EVENTS, got=version + len(events))
    previous = bytes(stream.head)
    batch = _batch(
        stream, previous=previous, version=version, events=events, closes=closes, claimed_score=claimed_score, at=at
    )
    if not _write(_GROWN_BY_KIND[stream.kind], batch, previous=previous, client_time=client_time):
        return Written(batch=_earlier(batch), is_new=False)
    stream.version, stream.head, stream.is_closed = version + len(events), batch.hash, closes
    return Written(batch=batch, is_new=True)


def read(*, stream_id: UUID, version: int | None = None) -> bytes:
    """Return the log's events, or its first `version` ones."""
    with connection.cursor() as cursor:
        cursor.execute(_READ.format(stream_id="%s"), [stream_id])
        events: bytes = cursor.fetchone()[0]
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


def _batch(
    stream: Stream,
    *,
    previous: bytes,
    version: int,
    events: bytes,
    closes: bool,
    claimed_score: int | None,
    at: datetime,
) -> LogBatch:
    """Return a batch that is chained to what its stream has, and not written yet."""
    head = hashes.chain(
        previous=previous, first_version=version, events=events, closes=closes, claimed_score=claimed_score
    )
    return LogBatch(
        stream=stream,
        first_version=version,
        events=events,
        closes=closes,
        claimed_score=claimed_score,
        hash=head,
        at=at,
    )


def _write(stream: str, batch: LogBatch, **more: object) -> bool:
    """Write a batch, and by the same statement its stream, as is said there; return whether it was let in."""
    names = ("stream_id", "first_version", "events", "closes", "claimed_score", "hash", "at")
    values = {name: getattr(batch, name) for name in names} | more
    with connection.cursor() as cursor:
        cursor.execute(stream + _INSERT, values | {"version": batch.first_version + len(batch.events)})
        is_let_in: bool = cursor.rowcount == 1
    if is_let_in:
        metrics.count_append(kind=batch.stream.kind, events=len(batch.events))
    return is_let_in


def _earlier(batch: LogBatch) -> LogBatch:
    """Return the stored batch that says the same as one that was not let in, or raise what kept it out."""
    stored = LogBatch.objects.filter(stream_id=batch.stream_id, first_version=batch.first_version).first()
    if stored is not None and _says_the_same(stored, batch):
        return stored
    stream = Stream.objects.filter(id=batch.stream_id).first()
    if stream is None:
        raise GameNotFound(game_id=batch.stream_id)
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
