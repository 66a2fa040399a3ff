"""The audit of matches: silent when all is well, and loud at every kind of damage."""

from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import log
from games.matches import audit, lobby
from games.matches.lobby import Choice
from games.models import LogBatch, Series, Stream
from tests.factories import make_player
from tests.games.matches.people import Pair, begun, joined, play_out

pytestmark = pytest.mark.django_db


@pytest.fixture
def pair() -> Pair:
    """A match that A has won by a resignation, after three events."""
    pair = begun()
    pair.play(("A", "T3-F"), ("B", "T2-T4"), ("B", "resign"))
    return pair


def run(statement: str, pair: Pair) -> None:
    """Change rows behind the triggers' back, as only the tables' owner can."""
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute(statement, [pair.match_id])
        cursor.execute("SET LOCAL session_replication_role = origin")


def renumbered() -> Pair:
    """A match that was played under the number that its chain begins with."""
    pair = joined(Choice(length=2)).begin()
    play_out(pair, Random(2))
    return pair


def test_good_matches_have_no_differences() -> None:
    renumbered()
    joined()
    assert list(audit.differences()) == []


@pytest.mark.django_db(transaction=True)
def test_a_match_that_is_played_meanwhile_is_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    pair, read = joined().begin(), log.with_batches

    def play_on() -> None:
        pair.play(("A", "draw"))
        connection.close()

    def read_later(streams: Iterable[Stream]) -> Iterator[tuple[Stream, list[LogBatch]]]:
        if not log.batches(stream_id=pair.match_id):
            with ThreadPoolExecutor(1) as pool:
                pool.submit(play_on).result()
        yield from read(streams)

    monkeypatch.setattr(log, "with_batches", read_later)
    assert list(audit.differences()) == []
    assert len(log.batches(stream_id=pair.match_id)) == 1


def test_many_matches_are_audited_by_as_many_statements_as_one(pair: Pair) -> None:
    def statements() -> int:
        with CaptureQueriesContext(connection) as asked:
            list(audit.differences())
        return len(asked)

    of_one = statements()
    for _ in range(3):
        lobby.create_match(player=make_player(), choice=Choice())
    assert (statements(), Series.objects.count()) == (of_one, 4)


def test_another_number_is_another_chain(pair: Pair) -> None:
    (first, *_) = audit.differences()
    assert first.startswith(f"match {pair.match_id}: the hash of the batch at 0 is")
    assert "TDVR323" not in "".join(audit.differences())


@pytest.mark.parametrize(
    ("statement", "difference"),
    (
        ("UPDATE games_logbatch SET events = '\\x00' WHERE first_version = 1 AND stream_id = %s", "the hash of the"),
        (
            "UPDATE games_logbatch SET events = '\\x01' WHERE first_version = 0 AND stream_id = %s",
            "its log is not legal",
        ),
        ("UPDATE games_match SET winner = 'B' WHERE stream_id = %s", "winner is 'B', by its log 'A'"),
        ("UPDATE games_match SET cards_b = 7 WHERE stream_id = %s", "cards_b is 7, by its log 0"),
        ("UPDATE games_stream SET is_closed = false WHERE id = %s", "status over, but the stream is open"),
        ("DELETE FROM games_matchnumber WHERE match_id = %s", "it has no number"),
        ("DELETE FROM games_seat WHERE side = 'B' AND match_id = %s", "status over, but the sides that are taken"),
    ),
)
def test_every_kind_of_damage_is_told(pair: Pair, statement: str, difference: str) -> None:
    run(statement, pair)
    told = list(audit.differences())
    assert any(line.startswith(f"match {pair.match_id}: {difference}") for line in told), told


def test_a_series_that_stands_otherwise_than_its_matches_say_is_told(pair: Pair) -> None:
    series = pair.match.series
    series.total_b = 5
    series.winner = ""
    series.save()
    told = [line for line in audit.differences() if line.startswith(f"series {series.pk}: ")]
    assert told == [f"series {series.pk}: it stands at (1, 5, ''), by its matches at (1, 0, 'A')"]


def test_the_command_audits_matches_too(pair: Pair, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(CommandError):
        call_command("audit")
    assert f"match {pair.match_id}: the hash" in capsys.readouterr().out


def test_the_command_says_how_many_matches_it_audited(capsys: pytest.CaptureFixture[str]) -> None:
    joined()
    call_command("audit")
    assert capsys.readouterr().out == "Audited games: 0, matches: 1, boards: 0; differences: 0.\n"
