"""Who may know of a game, and who may see how it was played."""

from uuid import uuid4

import pytest
from pytest_django.fixtures import Settings

from games import moderation, selectors
from games.errors import GameNotFound, ReplayNotAllowed
from games.models import Game, Player, ReplayView
from tests.factories import NOON, known_game, make_player, start_and_play, submit, submit_and_check

pytestmark = pytest.mark.django_db


@pytest.fixture
def zoe() -> Player:
    return make_player("zoe")


@pytest.fixture
def adam() -> Player:
    return make_player("adam")


@pytest.fixture
def staff() -> Player:
    return make_player("mia", is_staff=True)


@pytest.fixture
def verified(zoe: Player) -> Game:
    return submit_and_check(zoe, known_game())


def is_found(game: Game, viewer: Player | None) -> bool:
    try:
        return selectors.game_for(game_id=game.id, viewer=viewer) == game
    except GameNotFound:
        return False


def test_a_verified_game_is_known_to_all(verified: Game, zoe: Player, adam: Player) -> None:
    assert [is_found(verified, viewer) for viewer in (zoe, adam, None)] == [True, True, True]


def test_an_open_or_waiting_game_is_known_to_its_player_and_staff(zoe: Player, adam: Player, staff: Player) -> None:
    for game in (start_and_play(zoe, "DS1-D1N-KSTNMZC"), submit(zoe, known_game())):
        assert [is_found(game, viewer) for viewer in (zoe, staff, adam, None)] == [True, True, False, False]


def test_a_hidden_game_is_known_to_its_player_and_staff(
    verified: Game, zoe: Player, adam: Player, staff: Player
) -> None:
    moderation.hide_game(game_id=verified.id, by=staff, reason="because")
    assert [is_found(verified, viewer) for viewer in (zoe, staff, adam, None)] == [True, True, False, False]


def test_a_game_that_is_not_there_is_not_found(staff: Player) -> None:
    with pytest.raises(GameNotFound):
        selectors.game_for(game_id=uuid4(), viewer=staff)


def test_earlier_versions_are_folds_of_the_first_events(verified: Game) -> None:
    table = selectors.replay_of(game=verified, version=2).table
    assert (table.version, table.home, table.score) == (2, 2, 30)


def test_a_replay_opens_with_a_result_of_ones_own_on_the_same_cards(verified: Game, adam: Player) -> None:
    with pytest.raises(ReplayNotAllowed):
        selectors.see_replay(game=verified, viewer=adam)
    assert not ReplayView.objects.exists()
    submit_and_check(adam, known_game("DS1-D3V-KSTNMZC", note="given up at once"))
    selectors.see_replay(game=verified, viewer=adam, at=NOON)
    assert ReplayView.objects.get() == ReplayView(player=adam, number="KSTNMZC", at=NOON)


@pytest.mark.parametrize(
    ("policy", "guest", "nobody"),
    (("after_own_result", False, False), ("always", True, True), ("never", False, False)),
)
def test_the_policy_decides_for_others(
    policy: str, guest: bool, nobody: bool, verified: Game, adam: Player, settings: Settings
) -> None:
    settings.REPLAY_POLICY = policy
    assert selectors.may_see_replay(game=verified, viewer=adam) is guest
    assert selectors.may_see_replay(game=verified, viewer=None) is nobody


def test_ones_own_replay_and_all_for_staff_are_open_under_any_policy(
    verified: Game, zoe: Player, staff: Player, settings: Settings
) -> None:
    settings.REPLAY_POLICY = "never"
    assert selectors.may_see_replay(game=verified, viewer=zoe)
    assert selectors.may_see_replay(game=verified, viewer=staff)


def test_ones_own_replay_is_no_hint(verified: Game, zoe: Player) -> None:
    selectors.see_replay(game=verified, viewer=zoe)
    assert not ReplayView.objects.exists()
