"""What becomes of matches that both players have left."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from random import Random

import pytest
from django.db import connection
from django.utils import timezone

from games.engine.match.actions import EVENTS
from games.engine.match.options import Ending, Side
from games.engine.match.table import MatchTable
from games.limits import MATCH_ABSENT_AFTER, MATCH_LEFT_AFTER
from games.matches import audit, lobby, sweep
from games.matches.lobby import Choice
from games.matches.table import events_of
from games.models import LogBatch, Player, Seat
from games.tasks import end_left_matches
from tests.factories import NOON, make_player
from tests.games.matches.people import ALTERNATING, Pair, begun, joined, next_action

pytestmark = pytest.mark.django_db

SECOND = timedelta(seconds=1)
LEFT = NOON + MATCH_LEFT_AFTER


def see(pair: Pair, **seen: timedelta) -> None:
    for side, after in seen.items():
        Seat.objects.filter(match_id=pair.match_id, side=side).update(seen_at=NOON + after)


def swept(pair: Pair, *, after: timedelta = timedelta()) -> tuple[str, str, bool]:
    """How a match stands after a sweep at so long after the time for noon."""
    sweep.end_left_matches(limit=100, at=LEFT + after)
    match = pair.match
    return match.status, match.winner, match.timed_out


def played(*, choice: Choice | None = None) -> Pair:
    """A match that its players leave after one action."""
    pair = joined(choice).begin()
    pair.act("A", "draw")
    return pair


def test_a_match_goes_to_who_was_there_last_when_both_have_been_gone_for_the_published_time() -> None:
    pair = played()
    see(pair, B=SECOND)
    assert swept(pair) == ("playing", "", False)
    assert swept(pair, after=SECOND) == ("over", "B", True)
    assert [str(EVENTS[byte].action) for byte in events_of(pair.match_id)] == ["draw", "resign"]
    assert EVENTS[events_of(pair.match_id)[1]].side is Side.A
    assert (pair.match.series.winner, list(audit.differences())) == ("B", [])


def test_a_match_with_one_who_is_there_goes_on() -> None:
    pair = played()
    see(pair, A=MATCH_LEFT_AFTER)
    assert swept(pair, after=MATCH_LEFT_AFTER - SECOND) == ("playing", "", False)
    assert LogBatch.objects.count() == 1


@pytest.mark.parametrize(
    ("a_leaves", "winner"),
    (
        # The turn has been B's since noon, so A could claim the match ten minutes later; B as soon as A was absent.
        (timedelta(minutes=9), "A"),
        (timedelta(minutes=7), "B"),
    ),
)
def test_a_turn_that_lasted_too_long_counts_from_when_it_could_be_claimed(a_leaves: timedelta, winner: str) -> None:
    pair = played(choice=ALTERNATING)
    see(pair, A=a_leaves, B=timedelta(hours=1))
    assert swept(pair, after=timedelta(hours=1)) == ("over", winner, True)


def test_of_two_who_left_at_one_moment_the_one_with_more_cards_wins() -> None:
    pair = begun()
    pair.play(("B", "draw"), ("B", "draw"), ("B", "draw"), ("B", "W-F"))
    assert swept(pair) == ("over", "B", True)


def test_who_is_banned_wins_nothing_by_having_stayed_longer() -> None:
    pair = played()
    see(pair, B=SECOND)
    Player.objects.filter(pk=pair.players[Side.B].pk).update(banned_at=NOON)
    assert swept(pair, after=SECOND) == ("over", "A", True)


def test_nothing_is_taken_from_who_is_out(monkeypatch: pytest.MonkeyPatch) -> None:
    pair = played(choice=Choice(ending=Ending.PLAY_OUT))
    see(pair, A=SECOND)
    monkeypatch.setattr(MatchTable, "out", (Side.B,))
    assert swept(pair, after=SECOND) == ("over", "B", True)


def test_a_match_that_never_began_is_called_off() -> None:
    pair = joined()
    lobby.be_ready(match_id=pair.match_id, player=pair.players[Side.B], at=NOON + SECOND)
    assert swept(pair) == ("ready", "", False)
    assert swept(pair, after=SECOND) == ("cancelled", "", False)
    assert (pair.match.revision, events_of(pair.match_id), list(audit.differences())) == (3, b"", [])


def test_a_match_that_waits_for_somebody_to_join_expires_as_before() -> None:
    match = lobby.create_match(player=make_player(), choice=Choice(), at=NOON)
    assert swept(Pair(match.pk, {})) == ("open", "", False)


def next_of_series() -> Pair:
    """The second match of a series, with a card placed in the first, and nobody ready."""
    pair = joined(Choice(length=2)).begin()
    table, random = pair.table, Random(5)
    while not any(table.contributions.values()):
        action = next_action(table, Side.A, random)
        assert action is not None
        pair.act("A", str(action))
        table.play(Side.A, action)
    pair.play(("A", "pass"), ("B", "pass"))
    return pair.follow()


def test_a_series_that_neither_went_on_with_is_won_by_nobody_and_keeps_its_matches() -> None:
    pair = next_of_series()
    totals = (pair.match.series.total_a, pair.match.series.total_b)
    assert swept(pair) == ("cancelled", "", False)
    series = pair.match.series
    assert ((series.total_a, series.total_b), series.winner, any(totals)) == (totals, "", True)
    assert list(audit.differences()) == []


def test_a_series_goes_to_the_one_who_was_ready_for_its_next_match() -> None:
    pair = next_of_series()
    lobby.be_ready(match_id=pair.match_id, player=pair.players[Side.A], at=NOON)
    assert swept(pair) == ("over", "A", True)
    assert (pair.match.series.winner, list(audit.differences())) == ("A", [])


def test_a_damaged_log_is_told_and_keeps_no_other_match_from_ending() -> None:
    damaged, good = played(), played()
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute("UPDATE games_logbatch SET events = '\\x01' WHERE stream_id = %s", [damaged.match_id])
        cursor.execute("SET LOCAL session_replication_role = origin")
    with pytest.raises(ExceptionGroup) as told:
        sweep.end_left_matches(limit=1, at=LEFT)
    assert [str(damaged.match_id) in str(error) for error in told.value.exceptions] == [True]
    assert (damaged.match.status, good.match.status) == ("playing", "over")


def test_the_task_looks_at_the_clock_and_ends_so_many_at_once() -> None:
    long_ago = timezone.now() - MATCH_LEFT_AFTER
    for _ in range(3):
        joined(at=long_ago)
    joined(at=long_ago + timedelta(minutes=5))
    assert [end_left_matches(limit=2) for _ in range(3)] == [2, 1, 0]
    assert list(audit.differences()) == []


@pytest.mark.django_db(transaction=True)
def test_two_sweepers_at_once_end_each_match_once() -> None:
    pairs = [begun() for _ in range(4)]
    for pair in pairs:
        see(pair, A=MATCH_ABSENT_AFTER)

    def sweep_all(_: int) -> int:
        try:
            return sweep.end_left_matches(limit=100, at=LEFT + MATCH_ABSENT_AFTER)
        finally:
            connection.close()

    with ThreadPoolExecutor(max_workers=2) as threads:
        assert sum(threads.map(sweep_all, range(2))) == len(pairs)
    assert [(pair.match.winner, events_of(pair.match_id)) for pair in pairs] == [("A", b"\x83")] * len(pairs)
