"""What staff decide: recorded with a reason, told to the boards, never silently."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction

from games import moderation, results
from games.check import check_waiting
from games.errors import NothingToDecide, ReasonMissing
from games.models import Decision, Game, Player
from tests.factories import NOON, known_game, make_player, start_and_play, submit_and_check

pytestmark = pytest.mark.django_db

LATER = NOON + timedelta(days=1)


@pytest.fixture
def staff() -> Player:
    return make_player("mia", is_staff=True)


@pytest.fixture
def game() -> Game:
    return submit_and_check(make_player("zoe"), known_game())


def test_hiding_takes_a_game_out_of_the_ranking_and_says_who_and_why(game: Game, staff: Player) -> None:
    moderation.hide_game(game_id=game.id, by=staff, reason=" copied ", at=LATER)
    decision = Decision.objects.get()
    assert (decision.game, decision.action, decision.by, decision.reason, decision.at) == (
        game,
        "hide",
        staff,
        "copied",
        LATER,
    )
    assert not Game.objects.ranked().exists()


def test_reinstating_brings_it_back_with_its_times(game: Game, staff: Player) -> None:
    moderation.hide_game(game_id=game.id, by=staff, reason="a doubt", at=LATER)
    moderation.reinstate_game(game_id=game.id, by=staff, reason="no doubt", at=LATER)
    back = Game.objects.ranked().get()
    assert (back.hidden_at, back.finished_at) == (None, game.finished_at)
    assert list(Decision.objects.values_list("action", flat=True)) == ["reinstate", "hide"]


def test_a_recheck_sends_the_game_through_its_check_again(game: Game, staff: Player) -> None:
    moderation.recheck_game(game_id=game.id, by=staff, reason="rules were mended", at=LATER)
    game.refresh_from_db()
    assert (game.status, game.checks) == ("finished", 0)
    check_waiting(limit=1, at=LATER)
    game.refresh_from_db()
    assert (game.status, game.checks, game.finished_at) == ("verified", 1, NOON)


@pytest.mark.parametrize("decide", (moderation.hide_game, moderation.reinstate_game, moderation.recheck_game))
def test_every_decision_is_told_to_the_boards(
    decide: Callable[..., Game], game: Game, staff: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    if decide is moderation.reinstate_game:
        moderation.hide_game(game_id=game.id, by=staff, reason="a doubt")
    told: list[object] = []
    monkeypatch.setattr(results, "_registered", [lambda **what: told.append(what)])
    decide(game_id=game.id, by=staff, reason="because")
    assert told == [{"player_id": game.player_id, "code": game.code, "rules_version": 1}]


@pytest.mark.parametrize("reason", ("", "  \n"))
def test_a_decision_without_a_reason_changes_nothing(game: Game, staff: Player, reason: str) -> None:
    with pytest.raises(ReasonMissing), transaction.atomic():
        moderation.hide_game(game_id=game.id, by=staff, reason=reason)
    assert not Decision.objects.exists()
    assert Game.objects.ranked().exists()


def test_what_is_in_force_already_is_not_decided_again(game: Game, staff: Player) -> None:
    with pytest.raises(NothingToDecide):
        moderation.reinstate_game(game_id=game.id, by=staff, reason="because")
    moderation.hide_game(game_id=game.id, by=staff, reason="because")
    with pytest.raises(NothingToDecide):
        moderation.hide_game(game_id=game.id, by=staff, reason="because")
    assert Decision.objects.count() == 1


def test_an_open_game_cannot_be_checked(staff: Player) -> None:
    game = start_and_play(make_player(), "DS1-D1N-AAAAAAB")
    with pytest.raises(NothingToDecide):
        moderation.recheck_game(game_id=game.id, by=staff, reason="because")


def test_decisions_are_never_changed(game: Game, staff: Player) -> None:
    moderation.hide_game(game_id=game.id, by=staff, reason="because")
    with pytest.raises(IntegrityError), transaction.atomic():
        Decision.objects.update(reason="another")
    assert Decision.objects.get().reason == "because"
