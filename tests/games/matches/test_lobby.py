"""Before a match: creating, joining, being ready, calling off; and the bounds of each."""

from datetime import timedelta
from typing import Any

import pytest

from games.engine.match.options import Pace, Redeals, Side
from games.errors import LimitExceeded, LimitReached, PostingBanned
from games.limits import MATCH_OPEN_FOR, MAX_OPEN_MATCHES
from games.matches import lobby, sight
from games.matches.errors import AlreadySeated, MatchNotFound, NotAPlayer, WrongStage
from games.matches.lobby import Choice
from games.models import Match, MatchNumber, Player, Seat, Stream
from tests.factories import NOON, make_player
from tests.games.matches.people import ALTERNATING, begun, joined

pytestmark = pytest.mark.django_db


@pytest.fixture
def ana() -> Player:
    return make_player("Ana")


@pytest.fixture
def bo() -> Player:
    return make_player("Bo")


def test_a_new_match_is_open_with_an_empty_log_and_a_number_of_its_own(ana: Player) -> None:
    match = lobby.create_match(player=ana, choice=ALTERNATING, at=NOON)
    assert (match.status, match.stream.version, match.ordinal, match.first) == ("open", 0, 1, "A")
    assert [(seat.side, seat.player) for seat in match.seats.all()] == [("A", ana)]
    other = lobby.create_match(player=ana, choice=ALTERNATING, at=NOON)
    numbers = set(MatchNumber.objects.values_list("number", flat=True))
    assert ({len(number) for number in numbers}, len(numbers), match.pk == other.pk) == ({26}, 2, False)


def test_whoever_joins_takes_the_other_side_and_joining_again_changes_nothing(ana: Player, bo: Player) -> None:
    match = lobby.create_match(player=ana, choice=Choice(), side=Side.B, at=NOON)
    for _ in range(2):
        match = lobby.join_match(match_id=match.pk, player=bo, at=NOON)
    assert {seat.side: seat.player for seat in match.seats.all()} == {"A": bo, "B": ana}
    assert (match.status, match.revision) == ("ready", 1)


def test_a_match_begins_when_both_are_ready() -> None:
    pair = joined()
    assert lobby.be_ready(match_id=pair.match_id, player=pair.players[Side.A], at=NOON).status == "ready"
    later = NOON + timedelta(seconds=9)
    match = lobby.be_ready(match_id=pair.match_id, player=pair.players[Side.B], at=later)
    assert (match.status, match.started_at, match.revision) == ("playing", later, 3)
    assert lobby.be_ready(match_id=pair.match_id, player=pair.players[Side.B], at=later).revision == 3


def test_options_are_kept_for_all_of_the_series(ana: Player) -> None:
    choice = Choice(pace=Pace.ALTERNATING, draw_b=3, redeals=Redeals.SINGLE, solo_bonus=True, first=Side.B, length=3)
    match = lobby.create_match(player=ana, choice=choice, at=NOON)
    options = match.series.options(number="AAAAAAB", first=match.first)
    assert options.as_json() == {
        "number": "AAAAAAB",
        "pace": "alternating",
        "draw": {"A": 1, "B": 3},
        "redeals": "single",
        "solo_bonus": True,
        "ending": "first_out",
        "first": "B",
    }


def test_a_match_by_a_link_is_for_who_has_it(ana: Player, bo: Player) -> None:
    match = lobby.create_match(player=ana, choice=Choice(), is_private=True, at=NOON)
    assert list(sight.open_matches(at=NOON)) == []
    for invite in (None, "", "x", f"{match.series.invite}x"):
        with pytest.raises(MatchNotFound):
            lobby.join_match(match_id=match.pk, player=bo, invite=invite, at=NOON)
    assert Seat.objects.count() == 1
    assert lobby.join_match(match_id=match.pk, player=bo, invite=match.series.invite, at=NOON).status == "ready"


def test_one_does_not_join_oneself_nor_as_a_third(ana: Player, bo: Player) -> None:
    match = lobby.create_match(player=ana, choice=Choice(), at=NOON)
    with pytest.raises(AlreadySeated):
        lobby.join_match(match_id=match.pk, player=ana, at=NOON)
    lobby.join_match(match_id=match.pk, player=bo, at=NOON)
    with pytest.raises(WrongStage, match="waits until both"):
        lobby.join_match(match_id=match.pk, player=make_player(), at=NOON)
    assert Seat.objects.count() == 2


def test_a_match_that_nobody_joined_in_time_is_not_listed_nor_joined(ana: Player, bo: Player) -> None:
    match = lobby.create_match(player=ana, choice=Choice(), at=NOON)
    late = NOON + MATCH_OPEN_FOR
    assert list(sight.open_matches(at=late - timedelta(seconds=1))) == [match]
    assert list(sight.open_matches(at=late)) == []
    with pytest.raises(WrongStage) as refused:
        lobby.join_match(match_id=match.pk, player=bo, at=late)
    assert refused.value.stage == "expired"


def test_so_many_matches_may_wait_at_once(ana: Player) -> None:
    first, *_ = [lobby.create_match(player=ana, choice=Choice(), at=NOON) for _ in range(MAX_OPEN_MATCHES)]
    with pytest.raises(LimitReached, match="open_matches: there are 5 already"):
        lobby.create_match(player=ana, choice=Choice(), at=NOON)
    assert Stream.objects.count() == MAX_OPEN_MATCHES
    lobby.cancel_match(match_id=first.pk, player=ana, at=NOON)
    assert lobby.create_match(player=ana, choice=Choice(), at=NOON).status == "open"


def test_so_many_matches_may_be_played_at_once(ana: Player, bo: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "MAX_MATCHES_AT_ONCE", 2)
    first, _ = (lobby.create_match(player=ana, choice=Choice(), at=NOON) for _ in range(2))
    lobby.join_match(match_id=first.pk, player=bo, at=NOON)
    asked = lobby.create_match(player=bo, choice=Choice(), at=NOON)
    with pytest.raises(LimitReached, match="matches_at_once: there are 2 already"):
        lobby.create_match(player=ana, choice=Choice(), at=NOON)
    with pytest.raises(LimitReached, match="matches_at_once: there are 2 already"):
        lobby.join_match(match_id=asked.pk, player=ana, at=NOON)
    assert (Match.objects.count(), Seat.objects.filter(player=ana).count()) == (3, 2)
    lobby.cancel_match(match_id=first.pk, player=ana, at=NOON)
    assert lobby.join_match(match_id=asked.pk, player=ana, at=NOON).status == "ready"


@pytest.mark.parametrize("length", (0, 26))
def test_a_series_is_not_too_long(ana: Player, length: int) -> None:
    with pytest.raises(LimitExceeded):
        lobby.create_match(player=ana, choice=Choice(length=length), at=NOON)
    assert not Match.objects.exists()


def test_either_may_call_a_match_off_until_it_begins() -> None:
    pair = joined()
    for _ in range(2):
        assert lobby.cancel_match(match_id=pair.match_id, player=pair.players[Side.B]).status == "cancelled"
    with pytest.raises(WrongStage):
        pair.begin()
    with pytest.raises(WrongStage):
        lobby.cancel_match(match_id=(playing := begun()).match_id, player=playing.players[Side.A])


@pytest.mark.parametrize("service", (lobby.be_ready, lobby.cancel_match, lobby.rematch))
def test_who_looks_on_changes_nothing(service: Any) -> None:
    pair = joined()
    with pytest.raises(NotAPlayer):
        service(match_id=pair.match_id, player=make_player())
    assert pair.match.revision == 1


def test_the_banned_neither_create_nor_join_nor_are_ready(ana: Player) -> None:
    match = lobby.create_match(player=ana, choice=Choice(), at=NOON)
    banned = make_player(banned_at=NOON)
    with pytest.raises(PostingBanned):
        lobby.create_match(player=banned, choice=Choice(), at=NOON)
    for service in (lobby.join_match, lobby.be_ready):
        with pytest.raises(PostingBanned):
            service(match_id=match.pk, player=banned, at=NOON)
    Player.objects.filter(pk=ana.pk).update(banned_at=NOON)
    assert list(sight.open_matches(at=NOON)) == []


@pytest.mark.parametrize("change", ({"hidden_at": NOON}, {"erased_at": NOON}, {"on_boards": False}), ids=str)
def test_a_match_of_somebody_out_of_sight_is_seen_by_its_players_and_staff(change: dict[str, Any]) -> None:
    pair = begun()
    watcher, staff = make_player(), make_player(is_staff=True)
    assert sight.match_for(match_id=pair.match_id, viewer=watcher) == pair.match
    assert list(sight.live_matches(at=NOON)) == [pair.match]
    Player.objects.filter(pk=pair.players[Side.A].pk).update(**change)
    with pytest.raises(MatchNotFound):
        sight.match_for(match_id=pair.match_id, viewer=watcher)
    assert list(sight.live_matches(at=NOON)) == []
    for viewer in (pair.players[Side.B], staff):
        assert sight.match_for(match_id=pair.match_id, viewer=viewer) == pair.match


def test_who_is_on_no_boards_is_not_listed_and_plays_by_a_link(bo: Player) -> None:
    match = lobby.create_match(player=make_player(on_boards=False), choice=Choice(), at=NOON)
    assert (match.series.is_private, list(sight.open_matches(at=NOON))) == (True, [])
    assert lobby.join_match(match_id=match.pk, player=bo, invite=match.series.invite, at=NOON).status == "ready"
