"""Playing: the one log, counts, what is refused, and how a match ends."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from random import Random

import pytest
from django.db import connection, transaction

from games import log
from games.engine.match.actions import MatchAction, encode
from games.engine.match.options import Ending, Side
from games.errors import LimitExceeded, PostingBanned
from games.matches import play
from games.matches.errors import CountConflict, IllegalMatchAction, NotAPlayer, WrongStage
from games.matches.lobby import Choice
from games.matches.seats import locked
from games.models import LogBatch, Match, Player
from tests.factories import NOON, make_player
from tests.games.matches.people import ALTERNATING, Pair, begun, joined, play_out
from tests.locks import waiting_for_locks
from tests.supervised import wait_until

pytestmark = pytest.mark.django_db


def logged(pair: Pair) -> bytes:
    return log.read(stream_id=pair.match_id)


def test_both_sides_write_one_log_each_by_its_own_count() -> None:
    pair = begun()
    answers = [pair.act("B", "T2-T4", count=0), pair.act("A", "T3-F", count=0), pair.act("B", "T7-T3", count=1)]
    assert [answer.version for answer in answers] == [1, 2, 3]
    played = [(Side.B, "T2-T4"), (Side.A, "T3-F"), (Side.B, "T7-T3")]
    assert logged(pair) == encode([(side, MatchAction.parse(action)) for side, action in played])
    match = pair.match
    assert (match.stream.version, bytes(match.stream.head), match.last_event_at) == (3, answers[2].receipt, NOON)


def test_the_same_action_again_has_the_same_answer_though_the_log_has_gone_on() -> None:
    pair = begun()
    first = pair.act("A", "draw")
    pair.play(("B", "T2-T4"), ("A", "draw"))
    again = pair.act("A", "draw", count=0)
    assert (again.version, again.receipt) == (first.version, first.receipt)
    assert LogBatch.objects.count() == 3


@pytest.mark.parametrize(("count", "action", "logged_there"), ((0, "T3-F", "draw"), (2, "draw", None)))
def test_another_action_at_a_count_is_a_conflict(count: int, action: str, logged_there: str | None) -> None:
    pair = begun()
    pair.act("A", "draw")
    with pytest.raises(CountConflict) as refused:
        pair.act("A", action, count=count)
    assert (refused.value.count, refused.value.current, refused.value.action) == (count, 1, logged_there)
    assert len(logged(pair)) == 1


def test_an_illegal_action_says_why_and_what_lies_on_the_foundations_and_logs_nothing() -> None:
    pair = begun()
    pair.act("A", "T3-F")
    with pytest.raises(IllegalMatchAction) as refused:
        pair.act("B", "T1-F")
    error = refused.value
    assert (error.action, error.reason, error.version) == ("T1-F", "not_next_on_foundation", 1)
    assert error.tops == tuple(pair.table.foundation_tops)
    assert any(error.tops)
    assert len(logged(pair)) == 1
    assert pair.act("B", "T2-T4").version == 2


def test_out_of_turn_nothing_is_played_but_a_resignation() -> None:
    pair = begun(ALTERNATING)
    with pytest.raises(IllegalMatchAction, match="the other player's turn"):
        pair.act("B", "draw")
    pair.act("B", "resign")
    assert (pair.match.winner, pair.match.ended, pair.match.won_by) == ("A", "resigned", "resignation")


def test_a_match_that_ends_closes_its_log_and_stores_its_result() -> None:
    pair = begun()
    play_out(pair, Random(1))
    match, table = pair.match, pair.table
    assert (match.status, match.stream.is_closed, match.ended_at) == ("over", True, NOON)
    assert (match.winner, match.outcome) == (table.winner, table.outcome)
    assert (match.series.winner, match.series.matches.count()) == (match.winner, 1)


@pytest.mark.django_db(transaction=True)
def test_times_are_in_the_order_of_the_log_whoever_asked_first() -> None:
    pair = begun()
    draw = MatchAction.parse("draw")

    def draw_too() -> None:
        with closing(connection):
            play.act(match_id=pair.match_id, player=pair.players[Side.B], count=0, action=draw)

    with ThreadPoolExecutor(1) as thread:
        with transaction.atomic():
            locked(pair.match_id)
            waiting = thread.submit(draw_too)
            wait_until(waiting_for_locks)
            play.act(match_id=pair.match_id, player=pair.players[Side.A], count=0, action=draw)
        waiting.result(timeout=60)
    a, b = log.batches(stream_id=pair.match_id)
    assert (bytes(a.events) + bytes(b.events), a.at < b.at) == (b"\x00\x80", True)


def test_after_the_end_only_what_was_logged_is_answered() -> None:
    pair = begun()
    pair.play(("A", "draw"), ("B", "resign"))
    for side, action in (("A", "draw"), ("A", "resign"), ("B", "draw")):
        with pytest.raises(WrongStage) as refused:
            pair.act(side, action)
        assert refused.value.stage == "over"
    assert pair.act("B", "resign", count=0).version == 2
    assert len(logged(pair)) == 2


def test_nothing_is_played_before_both_are_ready() -> None:
    pair = joined()
    with pytest.raises(WrongStage):
        pair.act("A", "draw")
    assert logged(pair) == b""


def test_only_the_two_play_and_the_banned_do_not() -> None:
    pair = begun()
    draw = MatchAction.parse("draw")
    with pytest.raises(NotAPlayer):
        play.act(match_id=pair.match_id, player=make_player(), count=0, action=draw)
    Player.objects.filter(pk=pair.players[Side.A].pk).update(banned_at=NOON)
    pair.players[Side.A].refresh_from_db()
    with pytest.raises(PostingBanned):
        pair.act("A", "draw")
    assert logged(pair) == b""


def test_the_log_of_a_side_is_bounded_and_still_it_can_pass_and_resign(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play, "MAX_MATCH_ACTIONS", 2)
    pair = begun()
    pair.play(("A", "draw"), ("A", "pass"), ("A", "draw"))
    with pytest.raises(LimitExceeded, match="match_actions is limited to 2; this would be 3"):
        pair.act("A", "draw")
    pair.play(("B", "draw"), ("A", "pass"), ("A", "resign"))
    assert pair.match.winner == "B"


@pytest.mark.parametrize("seed", range(6))
def test_whole_matches_end_as_their_logs_do(seed: int) -> None:
    random = Random(seed)
    choice = Choice(
        pace=random.choice([Choice().pace, ALTERNATING.pace]),
        draw_a=random.choice([1, 3]),
        solo_bonus=random.random() < 0.5,
        ending=random.choice(list(Ending)),
    )
    pair = joined(choice).begin()
    played = play_out(pair, random)
    assert logged(pair) == encode([(side, MatchAction.parse(action)) for side, action in played])
    match: Match = pair.match
    assert (match.outcome, match.stream.version) == (pair.table.outcome, len(played))
