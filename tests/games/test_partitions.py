"""The log divided by time holds all that it held as one table, and what it promises."""

import secrets
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import UTC, datetime, timedelta
from io import StringIO
from uuid import UUID

import pytest
from django.core.management import call_command
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from games import log, retention, services
from games.ids import uuid7_at
from games.models import Game, LogBatch, Player
from games.partitions import PartitionRefused, begin_partition, guarded_tables, partitions
from tests.factories import known_game, make_player, start_and_play, submit_and_check

pytestmark = pytest.mark.django_db

# Fixed times, as tests are named by the tables: processes side by side must have the same ones, also when a minute ends
# between them.
OVER, SOON = datetime(2026, 11, 1, 12, tzinfo=UTC), datetime(2126, 11, 1, 12, tzinfo=UTC)
LATER = SOON + timedelta(hours=1)
TABLES = ["games_logbatch_first", f"games_logbatch_{SOON:%Y%m%d_%H%M}", f"games_logbatch_{LATER:%Y%m%d_%H%M}"]

Ids = Callable[[datetime], None]


@pytest.fixture
def ids_from(monkeypatch: pytest.MonkeyPatch) -> Ids:
    """Has streams begin at another time than now."""

    def begin(at: datetime) -> None:
        milliseconds = int(at.timestamp() * 1000)
        for module in (log, services):
            monkeypatch.setattr(
                module, "uuid7", lambda: uuid7_at(milliseconds=milliseconds, randomness=secrets.randbits(74))
            )

    return begin


@pytest.fixture
def divided(ids_from: Ids) -> list[Game]:
    """A game in each of three partitions, the third with the newest."""
    games = [submit_and_check(make_player(), known_game())]
    for at in (SOON, LATER):
        divide(at)
        ids_from(at)
        games.append(submit_and_check(make_player(), known_game()))
    return games


def divide(at: datetime) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # what waits in the test's transaction; PostgreSQL insists
        begin_partition(at=at)
        cursor.execute("SET CONSTRAINTS ALL DEFERRED")


def rows_by_table() -> list[tuple[str, UUID]]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT tableoid::regclass::text, stream_id FROM games_logbatch ORDER BY 2")
        return list(cursor.fetchall())


def test_each_game_is_in_the_table_of_its_time(divided: list[Game]) -> None:
    assert [partition.name for partition in partitions()] == TABLES
    assert rows_by_table() == [(table, game.pk) for table, game in zip(TABLES, divided, strict=True)]


def test_the_bounds_follow_one_another_and_the_last_has_none(divided: list[Game]) -> None:
    first, second, last = (partition.bounds for partition in partitions())

    assert "FROM (MINVALUE) TO ('" in first
    assert second.split("'")[1] == first.split("'")[1]
    assert last == f"FOR VALUES FROM ('{second.split(chr(39))[3]}') TO (MAXVALUE)"


def test_games_are_read_checked_and_audited_as_before(divided: list[Game]) -> None:
    assert [log.read(stream_id=game.pk) for game in divided] == [known_game().events] * 3
    output = StringIO()
    call_command("audit", stdout=output, stderr=output)
    call_command("rebuild_leaderboards", stdout=output, stderr=output)
    assert "differences: 0." in output.getvalue()
    assert "differences put right: 0." in output.getvalue()


@pytest.mark.parametrize(
    "statement",
    (
        "UPDATE games_logbatch SET events = '\\x00'",
        "DELETE FROM games_logbatch",
        *(f"UPDATE {table} SET at = now()" for table in TABLES),  # noqa: S608 - tables of ours
        *(f"DELETE FROM {table}" for table in TABLES),  # noqa: S608
        "INSERT INTO games_logbatch SELECT stream_id, 999, events, closes, claimed_score, hash, at FROM games_logbatch",
    ),
)
def test_every_table_of_it_refuses_what_the_one_refused(divided: list[Game], statement: str) -> None:
    with pytest.raises(IntegrityError, match=r"append-only|does not end at"), transaction.atomic():
        connection.cursor().execute(statement)


def test_no_batch_can_be_there_twice_or_of_no_stream(divided: list[Game]) -> None:
    kinds = "SELECT contype::text FROM pg_constraint WHERE conrelid = %s::regclass AND contype IN ('p', 'f') ORDER BY 1"
    with connection.cursor() as cursor:
        for table in ("games_logbatch", *TABLES):
            cursor.execute(kinds, [table])
            assert cursor.fetchall() == [("f",), ("p",)], table


def test_a_game_that_was_begun_before_goes_on_in_its_table(ids_from: Ids) -> None:
    player = make_player()
    game = start_and_play(player, "DS1-D1N-AAAAAAB", ["draw"])
    divide(SOON)
    ids_from(SOON)

    batch, _ = log.append(stream=game.stream, version=1, events=b"\x00", at=timezone.now())

    assert batch.first_version == 1
    assert [table for table, _ in rows_by_table()] == [TABLES[0]] * 2


def test_a_dead_game_can_be_purged_from_any(ids_from: Ids) -> None:
    divide(SOON)
    ids_from(SOON)
    start_and_play(make_player(), "DS1-D1N-AAAAAAB", ["draw"], at=timezone.now() - timedelta(days=99))

    assert retention.purge_dead_games(left_for=timedelta(days=90), at=timezone.now()).games == 1
    assert (LogBatch.objects.count(), Player.objects.count()) == (0, 1)


@pytest.mark.parametrize(("at", "why"), ((OVER, "is over"), (SOON, "begins later, or then")))
def test_a_bound_that_is_over_or_before_another_is_refused(divided: list[Game], at: datetime, why: str) -> None:
    before = partitions()

    with pytest.raises(PartitionRefused, match=why):
        divide(at)

    assert partitions() == before


def test_the_command_divides_and_lists(ids_from: Ids) -> None:
    output = StringIO()
    call_command("partition_log", stdout=output)
    call_command("partition_log", "--at", f"{SOON:%Y-%m-%dT%H:%M}", stdout=output)

    lines = output.getvalue().splitlines()
    assert lines[0] == "The log is one table."
    assert lines[1].startswith(f"{TABLES[1]} takes what begins from ")
    assert [line.split()[0] for line in lines[2:]] == TABLES[:2]


def test_what_a_killed_division_has_left_is_told_and_goes_with_the_next(ids_from: Ids) -> None:
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE games_logbatch ADD CONSTRAINT logbatch_ends CHECK (stream_id IS NULL) NOT VALID")
    output = StringIO()
    call_command("partition_log", stdout=output, stderr=output)
    divide(SOON)
    call_command("partition_log", stdout=output, stderr=output)

    told = output.getvalue().splitlines()
    assert [line.startswith("A division that was broken off") for line in told] == [False, True, False, False]


@pytest.mark.django_db(transaction=True)
def test_who_holds_the_log_for_long_is_not_waited_for_and_nothing_is_divided(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.partitions._PATIENCE", 0.1)
    held, done = threading.Event(), threading.Event()

    def hold() -> None:
        with closing(connection), transaction.atomic():
            list(LogBatch.objects.all())
            held.set()
            done.wait(60)

    with ThreadPoolExecutor(1) as thread:
        thread.submit(hold)
        assert held.wait(60)
        with pytest.raises(PartitionRefused, match="in use for long"):
            begin_partition(at=SOON)
        done.set()
    assert (partitions(), guarded_tables()) == ([], [])
