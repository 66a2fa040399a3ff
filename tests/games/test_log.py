"""The log: append-only, chained, versioned, whoever writes."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from threading import Barrier

import pytest
from django.db import IntegrityError, connection, transaction

from games import hashes, log
from games.errors import GameFinished, LimitExceeded, VersionConflict
from games.ids import uuid7
from games.limits import MAX_LOG_EVENTS
from games.models import ClientTime, LogBatch, Stream
from tests.factories import NOON

CODE = "DS1-D1N-AAAAAAB"
DRAW = b"\x00"


@pytest.fixture
def stream(db: None) -> Stream:
    return log.open_stream(kind=Stream.Kind.GAME, subject=CODE, rules_version=1, at=NOON)


def append(stream: Stream, version: int, events: bytes, **close: object) -> LogBatch:
    fresh = Stream.objects.get(id=stream.id)
    return log.append(stream=fresh, version=version, events=events, at=NOON, **close).batch  # type: ignore[arg-type]


def test_events_are_read_in_the_order_of_their_appends(stream: Stream) -> None:
    append(stream, 0, DRAW * 2)
    append(stream, 2, b"\x02")
    assert log.read(stream_id=stream.id) == b"\x00\x00\x02"
    assert log.read(stream_id=stream.id, version=2) == b"\x00\x00"


def test_the_head_is_the_chain_over_all_batches(stream: Stream) -> None:
    append(stream, 0, DRAW * 2)
    append(stream, 2, DRAW, closes=True, claimed_score=0)
    head = hashes.genesis(stream_id=stream.id, code=CODE, rules_version=1)
    head = hashes.chain(previous=head, first_version=0, events=DRAW * 2)
    head = hashes.chain(previous=head, first_version=2, events=DRAW, closes=True, claimed_score=0)
    stream.refresh_from_db()
    assert (bytes(stream.head), stream.version, stream.is_closed) == (head, 3, True)


def test_an_append_is_one_statement_so_it_is_whole_by_itself(
    stream: Stream, django_assert_num_queries: Callable[[int], AbstractContextManager[object]]
) -> None:
    with django_assert_num_queries(1):
        log.append(stream=stream, version=0, events=DRAW, at=NOON, client_time=NOON)
    assert (stream.version, log.read(stream_id=stream.id)) == (1, DRAW)
    assert ClientTime.objects.get(stream_id=stream.id, version=1).at == NOON


def test_the_same_append_again_has_the_first_answer(stream: Stream) -> None:
    first = append(stream, 0, DRAW)
    append(stream, 1, DRAW)
    assert append(stream, 0, DRAW) == first
    assert log.read(stream_id=stream.id) == DRAW * 2


def test_another_append_at_a_past_version_is_told_what_it_lacks(stream: Stream) -> None:
    append(stream, 0, DRAW * 3)
    with pytest.raises(VersionConflict) as conflict:
        append(stream, 1, b"\x02")
    assert (conflict.value.current, conflict.value.missing) == (3, DRAW * 2)
    assert log.read(stream_id=stream.id) == DRAW * 3


def test_an_append_ahead_of_the_log_leaves_no_gap(stream: Stream) -> None:
    with pytest.raises(VersionConflict) as conflict:
        append(stream, 5, DRAW)
    assert (conflict.value.current, conflict.value.missing) == (0, b"")
    assert not LogBatch.objects.exists()


def test_nothing_follows_the_close(stream: Stream) -> None:
    append(stream, 0, b"", closes=True)
    with pytest.raises(GameFinished):
        append(stream, 0, DRAW)
    assert log.read(stream_id=stream.id) == b""


def test_a_log_has_a_published_limit(stream: Stream) -> None:
    append(stream, 0, DRAW * MAX_LOG_EVENTS)
    with pytest.raises(LimitExceeded):
        append(stream, MAX_LOG_EVENTS, DRAW)
    assert LogBatch.objects.count() == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("round_", range(10))
def test_of_two_appends_at_one_version_one_wins(round_: int) -> None:
    stream = log.open_stream(kind=Stream.Kind.GAME, subject=CODE, rules_version=1, at=NOON)
    start = Barrier(2)

    def race(events: bytes) -> bool:
        start.wait()
        try:
            append(stream, 0, events)
        except VersionConflict:
            return False
        finally:
            connection.close()
        return True

    with ThreadPoolExecutor(2) as pool:
        won = list(pool.map(race, [DRAW, DRAW * 2]))
    assert sorted(won) == [False, True]
    assert log.read(stream_id=stream.id) == [DRAW, DRAW * 2][won.index(True)]


def change_batch(stream: Stream) -> None:
    LogBatch.objects.filter(stream_id=stream.id).update(events=b"\x02")


def delete_batch(stream: Stream) -> None:
    LogBatch.objects.filter(stream_id=stream.id).delete()


def delete_stream(stream: Stream) -> None:
    Stream.objects.filter(id=stream.id)._raw_delete("default")


def shorten_stream(stream: Stream) -> None:
    Stream.objects.filter(id=stream.id).update(version=0)


def change_rules(stream: Stream) -> None:
    Stream.objects.filter(id=stream.id).update(rules_version=2)


def insert_with_a_gap(stream: Stream) -> None:
    LogBatch.objects.create(stream_id=stream.id, first_version=9, events=DRAW, hash=bytes(32), at=NOON)


def reopen(stream: Stream) -> None:
    append(stream, 1, b"", closes=True)
    Stream.objects.filter(id=stream.id).update(is_closed=False)


@pytest.mark.parametrize(
    "tamper",
    (change_batch, delete_batch, delete_stream, shorten_stream, change_rules, insert_with_a_gap, reopen),
)
def test_the_database_itself_refuses_to_change_a_log(stream: Stream, tamper: Callable[[Stream], None]) -> None:
    append(stream, 0, DRAW)
    with pytest.raises(IntegrityError), transaction.atomic():
        tamper(stream)
    assert log.read(stream_id=stream.id) == DRAW


@pytest.mark.django_db
def test_a_log_that_is_recorded_whole_is_as_one_that_was_opened_and_appended_to() -> None:
    events = DRAW * 3
    whole = log.record(
        stream_id=uuid7(),
        kind=Stream.Kind.GAME,
        subject=CODE,
        rules_version=1,
        events=events,
        claimed_score=5,
        at=NOON,
    )
    genesis = hashes.genesis(stream_id=whole.id, code=CODE, rules_version=1)
    head = hashes.chain(previous=genesis, first_version=0, events=events, closes=True, claimed_score=5)
    stored = Stream.objects.get(id=whole.id)
    assert (stored.version, stored.is_closed, bytes(stored.head)) == (3, True, head)
    (batch,) = log.batches(stream_id=whole.id)
    assert (bytes(batch.events), batch.closes, batch.claimed_score, bytes(batch.hash)) == (events, True, 5, head)


@pytest.mark.django_db
def test_several_logs_are_read_at_once_as_each_is_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log, "_READ_AT_ONCE", 3)
    streams = [log.open_stream(kind=Stream.Kind.GAME, subject=CODE, rules_version=1, at=NOON) for _ in range(3)]
    for stream, lengths in zip(streams, ([2, 1], [], [1]), strict=True):
        for length in lengths:
            log.append(stream=stream, version=stream.version, events=DRAW * length, at=NOON)
    ids = [stream.id for stream in streams]
    assert log.read_all(stream_ids=ids) == {stream_id: log.read(stream_id=stream_id) for stream_id in ids}
    assert list(log.with_batches(streams)) == [(stream, log.batches(stream_id=stream.id)) for stream in streams]
