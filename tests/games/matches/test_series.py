"""Series, rematches, and claims of matches whose other player has gone."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import timedelta
from random import Random

import pytest
from django.db import connection, transaction

from games.engine.match.options import Ending, Side
from games.engine.match.table import MatchTable
from games.errors import PlayerNotFound
from games.limits import MATCH_ABSENT_AFTER, MATCH_TURN_LIMIT
from games.matches import clock, lobby, play
from games.matches.errors import NothingToClaim, WrongStage
from games.matches.lobby import Choice
from games.models import Match, MatchNumber, Player, Seat
from tests.factories import NOON
from tests.games.matches.people import ALTERNATING, Pair, begun, joined, play_out

pytestmark = pytest.mark.django_db

GONE = NOON + MATCH_ABSENT_AFTER


def see(pair: Pair, side: str, at: object) -> None:
    Seat.objects.filter(match_id=pair.match_id, side=side).update(seen_at=at)


def test_a_series_goes_on_with_other_cards_and_the_other_side_starting() -> None:
    # Of known cards, so that it is not void, after which the same side starts again.
    pair = begun(Choice(pace=ALTERNATING.pace, length=2))
    play_out(pair, Random(3))
    match = pair.follow().match
    assert (match.status, match.ordinal, match.first) == ("ready", 2, "B")
    assert {seat.side: (seat.player, seat.ready_at) for seat in match.seats.all()} == {
        side: (player, None) for side, player in pair.players.items()
    }
    assert len(set(MatchNumber.objects.values_list("number", flat=True))) == 2
    assert pair.match.series.winner == ""


def test_the_cards_of_all_matches_decide_a_series() -> None:
    pair = joined(Choice(length=2))
    totals = {"A": 0, "B": 0}
    while True:
        play_out(pair.begin(), Random(7))
        match = pair.match
        totals = {"A": totals["A"] + match.cards_a, "B": totals["B"] + match.cards_b}
        series = match.series
        assert {"A": series.total_a, "B": series.total_b} == totals
        if series.winner:
            break
        pair = pair.follow()
    assert series.winner == max(totals, key=lambda side: totals[side])


def test_who_resigns_forfeits_the_series() -> None:
    pair = joined(Choice(length=3)).begin()
    pair.act("A", "resign")
    assert (pair.match.series.winner, pair.match.series.matches.count()) == ("B", 1)


def test_a_void_match_is_dealt_again_with_the_same_starter() -> None:
    pair = joined(ALTERNATING).begin()
    pair.play(("A", "pass"), ("B", "pass"))
    assert (pair.match.winner, pair.match.series.winner) == ("void", "")
    match = pair.follow().match
    assert (match.ordinal, match.first, match.status) == (2, "A", "ready")


def test_a_rematch_is_one_whoever_asks_and_the_other_side_starts_it() -> None:
    pair = begun(ALTERNATING)
    pair.act("A", "resign")
    first = lobby.rematch(match_id=pair.match_id, player=pair.players[Side.B], at=NOON)
    assert (first.status, first.first, first.series.rematch_of) == ("ready", "B", pair.match.series)
    again = lobby.rematch(match_id=pair.match_id, player=pair.players[Side.A], at=NOON)
    assert (again.pk, again.status) == (first.pk, "playing")


def test_there_is_no_rematch_with_a_player_who_is_deleted() -> None:
    pair = begun()
    pair.act("A", "resign")
    Player.objects.filter(pk=pair.players[Side.A].pk).update(erased_at=NOON)
    with pytest.raises(PlayerNotFound):
        lobby.rematch(match_id=pair.match_id, player=pair.players[Side.B], at=NOON)
    assert Match.objects.count() == 1


def test_there_is_no_rematch_while_the_series_goes_on() -> None:
    pair = begun()
    with pytest.raises(WrongStage):
        lobby.rematch(match_id=pair.match_id, player=pair.players[Side.A], at=NOON)


# -- Claims


def test_a_match_whose_other_player_has_gone_is_claimed_after_the_published_time_and_not_before() -> None:
    pair = begun(Choice(length=3))
    pair.act("A", "draw")
    see(pair, "A", GONE)
    with pytest.raises(NothingToClaim) as refused:
        play.claim(match_id=pair.match_id, player=pair.players[Side.A], at=GONE - timedelta(seconds=1))
    assert (refused.value.claim_at, pair.match.status) == (GONE, "playing")
    for _ in range(2):
        match = play.claim(match_id=pair.match_id, player=pair.players[Side.A], at=GONE)
        assert (match.winner, match.ended, match.timed_out, match.series.winner) == ("A", "resigned", True, "A")
    assert (pair.count("A"), pair.count("B")) == (1, 1)


def test_the_absent_cannot_claim_what_was_claimed_of_them() -> None:
    pair = begun()
    play.claim(match_id=pair.match_id, player=pair.players[Side.A], at=GONE)
    with pytest.raises(WrongStage):
        play.claim(match_id=pair.match_id, player=pair.players[Side.B], at=GONE)


def test_who_asks_is_there_but_the_banned_are_not() -> None:
    pair = begun()
    a, b = pair.players[Side.A], pair.players[Side.B]
    clock.note_seen(match_id=pair.match_id, player=b, at=GONE)
    with pytest.raises(NothingToClaim):
        play.claim(match_id=pair.match_id, player=a, at=GONE)
    Player.objects.filter(pk=b.pk).update(banned_at=NOON)
    b.refresh_from_db()
    later = GONE + MATCH_ABSENT_AFTER
    clock.note_seen(match_id=pair.match_id, player=b, at=later)
    assert play.claim(match_id=pair.match_id, player=a, at=later).winner == "A"


def test_that_somebody_is_there_is_written_every_few_seconds_only() -> None:
    pair = begun()
    for seconds in (4, 5, 9):
        clock.note_seen(match_id=pair.match_id, player=pair.players[Side.A], at=NOON + timedelta(seconds=seconds))
    assert clock.seat_of(pair.match, Side.A).seen_at == NOON + timedelta(seconds=5)


@pytest.mark.django_db(transaction=True)
def test_a_seat_that_another_process_notes_at_the_moment_is_not_waited_for() -> None:
    a, b = begun().match.seats.all()
    later = NOON + timedelta(minutes=1)

    def note_both() -> None:
        with closing(connection):
            clock.note_seats_seen(seats={a.pk, b.pk}, at=later)

    with transaction.atomic(), ThreadPoolExecutor(1) as thread:
        clock.note_seats_seen(seats={a.pk}, at=later)
        thread.submit(note_both).result(timeout=60)
        assert Seat.objects.filter(seen_at=later).count() == 2


def test_who_is_there_and_lets_a_turn_last_too_long_loses() -> None:
    pair = begun(ALTERNATING)
    late = NOON + MATCH_TURN_LIMIT
    pair.act("A", "T3-F", at=late - timedelta(seconds=1))
    see(pair, "A", late)
    see(pair, "B", late)
    assert play.claim(match_id=pair.match_id, player=pair.players[Side.B], at=late).winner == "B"


def test_playing_at_once_a_match_waits_for_one_when_the_other_is_done() -> None:
    pair = begun()
    late = NOON + MATCH_TURN_LIMIT
    see(pair, "A", late)
    see(pair, "B", late)
    with pytest.raises(NothingToClaim):
        play.claim(match_id=pair.match_id, player=pair.players[Side.B], at=late)
    pair.act("B", "pass")
    assert play.claim(match_id=pair.match_id, player=pair.players[Side.B], at=late).winner == "B"


def test_between_two_matches_the_one_who_is_ready_claims_the_series() -> None:
    pair = joined(Choice(length=2)).begin()
    play_out(pair, Random(5))
    after = pair.follow()
    a = pair.players[Side.A]
    with pytest.raises(NothingToClaim):
        play.claim(match_id=after.match_id, player=a, at=GONE)
    lobby.be_ready(match_id=after.match_id, player=a, at=NOON)
    match = play.claim(match_id=after.match_id, player=a, at=GONE)
    assert (match.status, match.winner, match.timed_out, match.series.winner) == ("over", "A", True, "A")


def test_the_next_match_waits_for_one_who_is_there_from_when_the_other_was_ready() -> None:
    pair = joined(Choice(length=2)).begin()
    play_out(pair, Random(5))
    after, a = pair.follow(), pair.players[Side.A]
    ready = NOON + 2 * MATCH_TURN_LIMIT
    lobby.be_ready(match_id=after.match_id, player=a, at=ready)
    see(after, "B", ready + MATCH_TURN_LIMIT)
    with pytest.raises(NothingToClaim) as refused:
        play.claim(match_id=after.match_id, player=a, at=ready)
    assert refused.value.claim_at == ready + MATCH_TURN_LIMIT
    assert play.claim(match_id=after.match_id, player=a, at=ready + MATCH_TURN_LIMIT).winner == "A"


def test_nothing_is_claimed_of_a_player_who_is_out(monkeypatch: pytest.MonkeyPatch) -> None:
    pair = begun(Choice(ending=Ending.PLAY_OUT))
    monkeypatch.setattr(MatchTable, "out", (Side.B,))
    with pytest.raises(NothingToClaim) as refused:
        play.claim(match_id=pair.match_id, player=pair.players[Side.A], at=GONE)
    assert refused.value.claim_at is None


def test_a_match_that_never_began_is_not_claimed() -> None:
    pair = joined()
    with pytest.raises(WrongStage):
        play.claim(match_id=pair.match_id, player=pair.players[Side.A], at=GONE)
