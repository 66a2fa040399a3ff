"""What is on a board: each player's best that counts, and the first attempt where that counts."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest

from games.models import Attempt, Game, Player
from games.results import on_result_changed
from leaderboards.models import Entry
from leaderboards.projection import refresh
from tests.factories import NOON, make_player
from tests.leaderboards.factories import BOARD, DEAL, FIRSTS, decided, entered, show

pytestmark = pytest.mark.django_db


@pytest.fixture
def zoe() -> Player:
    return make_player("zoe")


def best() -> list[Game]:
    return [entry.game for entry in Entry.objects.filter(**BOARD.columns)]


def first() -> list[Game]:
    return [entry.game for entry in Entry.objects.filter(**FIRSTS.columns)]


def test_the_boards_are_told_of_results() -> None:
    with pytest.raises(RuntimeError, match="registered already"):
        on_result_changed(lambda *, player_id, code, rules_version: None)


def test_an_entry_says_what_its_game_says(zoe: Player) -> None:
    game = entered(zoe, 640, 150, ranked_score=600, won=True, origin="live", seen_replay=True)
    entry = Entry.objects.get(**BOARD.columns)
    said = {name: getattr(entry, name) for name in ("player", "game", "score", "ranked_score", "moves", "won")}
    assert said == {"player": zoe, "game": game, "score": 640, "ranked_score": 600, "moves": 150, "won": True}
    assert (entry.origin, entry.seen_replay, entry.is_account) == ("live", True, False)
    assert (entry.finished_at, bytes(entry.receipt)) == (game.finished_at, bytes(game.stream.head))


def test_a_better_game_takes_the_place_of_the_entry_and_a_worse_one_does_not(zoe: Player) -> None:
    entered(zoe, 650, 180, minutes=1)
    better = entered(zoe, 700, 180, minutes=3)
    entered(zoe, 700, 181, minutes=2)
    entered(zoe, 695, 100, minutes=0)
    assert best() == [better]


def test_a_repeat_of_ones_own_best_changes_nothing(zoe: Player) -> None:
    earlier = entered(zoe, 700, 180)
    before = Entry.objects.get(**BOARD.columns)
    entered(zoe, 700, 180, minutes=5)
    after = Entry.objects.get(**BOARD.columns)
    assert (after.pk, after.game, after.finished_at) == (before.pk, earlier, NOON)


def test_the_earlier_of_equal_games_counts_also_when_its_check_ends_later(zoe: Player) -> None:
    entered(zoe, 700, 180, minutes=5)
    earlier = entered(zoe, 700, 180, minutes=0)
    assert best() == [earlier]


def test_of_games_equal_in_everything_the_lower_id_counts(zoe: Player) -> None:
    later, earlier = (entered(zoe, id=UUID(int=number)) for number in (2, 1))
    assert best() == [earlier]
    assert later.finished_at == earlier.finished_at


def test_being_told_twice_changes_nothing(zoe: Player) -> None:
    game = entered(zoe)
    before = list(Entry.objects.values())
    show(game)
    assert list(Entry.objects.values()) == before


@pytest.mark.parametrize("status", ("playing", "finished", "rejected"))
def test_only_verified_games_count(zoe: Player, status: str) -> None:
    entered(zoe, status=status, finished_at=None if status == "playing" else NOON)
    assert (best(), first()) == ([], [])


def test_hiding_lets_the_next_best_step_in_and_reinstating_restores_the_original_times(zoe: Player) -> None:
    other, top = entered(zoe, 650), entered(zoe, 700, minutes=1)
    Game.objects.filter(pk=top.pk).update(hidden_at=NOON)
    show(top)
    assert best() == [other]
    Game.objects.filter(pk=top.pk).update(hidden_at=None)
    show(top)
    assert best() == [top]
    assert Entry.objects.get(**BOARD.columns).finished_at == top.finished_at


@pytest.mark.parametrize("change", ({"on_boards": False}, {"erased_at": NOON}))
def test_who_opts_out_or_is_erased_is_on_no_board(zoe: Player, change: dict[str, Any]) -> None:
    game = entered(zoe)
    Player.objects.filter(pk=zoe.pk).update(**change)
    show(game)
    assert Entry.objects.count() == 0


def test_a_guest_that_makes_an_account_is_one(zoe: Player) -> None:
    game = entered(zoe)
    Player.objects.filter(pk=zoe.pk).update(name_key="zoe")
    show(game)
    assert [entry.is_account for entry in Entry.objects.all()] == [True, True]


def test_first_attempts_rank_the_first_game_however_good_a_later_one_is(zoe: Player) -> None:
    attempt = entered(zoe, 100)
    entered(zoe, 700, minutes=1)
    assert first() == [attempt]


def test_a_first_attempt_in_another_mode_uses_it_up(zoe: Player) -> None:
    entered(zoe, code="DS1-D3N-AAAAAAB")
    later = entered(zoe, minutes=1)
    assert (best(), first()) == ([later], [])


def test_a_first_attempt_started_and_abandoned_uses_it_up(zoe: Player) -> None:
    decided(zoe, status="playing", finished_at=None)
    later = entered(zoe, minutes=1)
    assert (best(), first()) == ([later], [])


def test_no_other_game_steps_in_for_a_hidden_first_attempt(zoe: Player) -> None:
    attempt = entered(zoe, 700)
    later = entered(zoe, 650, minutes=1)
    Game.objects.filter(pk=attempt.pk).update(hidden_at=NOON)
    show(attempt)
    assert (best(), first()) == ([later], [])


def test_the_first_attempt_of_one_player_is_not_that_of_another(zoe: Player) -> None:
    adam = make_player("adam")
    games = [entered(zoe), entered(adam, minutes=1)]
    assert Attempt.objects.count() == 2
    assert sorted(first(), key=games.index) == games


def test_each_version_of_the_rules_has_a_best_of_its_own(zoe: Player) -> None:
    old, new = entered(zoe, 700), entered(zoe, 650, rules_version=2, minutes=1)
    show(old)
    assert best() == [old]
    assert [entry.game for entry in Entry.objects.filter(rules_version=2)] == [new]


def test_a_refresh_leaves_everybody_else_alone(zoe: Player) -> None:
    entered(make_player("adam"))
    before = list(Entry.objects.values())
    refresh(player_id=zoe.pk, code=DEAL, rules_version=1)
    assert list(Entry.objects.values()) == before


def test_a_refresh_costs_five_statements(zoe: Player, django_assert_num_queries: Callable[[int], Any]) -> None:
    game = entered(zoe)
    with django_assert_num_queries(5):
        show(game)
