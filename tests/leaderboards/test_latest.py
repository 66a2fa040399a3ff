"""What was played lately by anybody: results, deals, and whether a board has changed."""

from collections.abc import Callable

import pytest
from django.db import transaction

from games import moderation, players
from games.models import Player
from leaderboards.board import stamp
from leaderboards.deals import POPULAR, RECENT, top
from leaderboards.models import Entry
from leaderboards.results import latest
from tests.factories import make_player
from tests.leaderboards.factories import BOARD, entered, fill
from tests.leaderboards.test_costs import scans

pytestmark = pytest.mark.django_db


def hide(player: Player) -> None:
    staff = make_player("Staff", is_staff=True)
    moderation.hide_player(player_id=player.pk, by=staff, reason="Cheats.")


def newest() -> list[tuple[str, int, int]]:
    return [(place.entry.player.name, place.entry.ranked_score, place.rank) for place in latest(limit=3)]


def test_the_latest_results_are_those_finished_last_each_with_its_rank_now() -> None:
    ana, bo, cy = map(make_player, ("Ana", "Bo", "Cy"))
    entered(ana, 900, minutes=1)
    entered(bo, 950, minutes=3)
    entered(cy, 600, minutes=2, code="DS1-D3N-AAAAAAC")
    assert newest() == [("Bo", 950, 1), ("Cy", 600, 1), ("Ana", 900, 2)]


def test_a_better_game_of_the_same_player_takes_the_place_of_the_earlier_one() -> None:
    ana = make_player("Ana")
    entered(ana, 900, minutes=1)
    entered(ana, 950, minutes=2)
    assert newest() == [("Ana", 950, 1)]


@pytest.mark.parametrize(
    "leave",
    (
        lambda player: players.set_on_boards(player=player, on_boards=False),
        lambda player: players.erase(player=player),
        hide,
    ),
    ids=("opted out", "erased", "hidden"),
)
def test_who_is_on_no_boards_is_not_among_the_latest_results(leave: Callable[[Player], object]) -> None:
    ana, bo = make_player("Ana"), make_player("Bo")
    entered(ana, minutes=1)
    entered(bo, minutes=2)
    leave(bo)
    assert newest() == [("Ana", 700, 1)]


def test_of_5_000_results_the_latest_ones_are_read_and_no_others() -> None:
    fill(5_000)
    (listed,) = scans(lambda: list(Entry.objects.filter(view="best").order_by("-finished_at", "-game_id")[:10]))
    assert (listed["Node Type"], listed["Actual Rows"]) == ("Index Scan", 10)


def test_deals_of_all_modes_are_listed_together_in_their_order() -> None:
    ana, bo = make_player("Ana"), make_player("Bo")
    entered(ana, minutes=1, code="DS1-D1N-AAAAAAB")
    entered(bo, minutes=2, code="DS1-D1N-AAAAAAB")
    entered(ana, minutes=3, code="DS1-D3V-AAAAAAB")
    recent, popular = (top(order=order, rules_version=1, limit=2) for order in (RECENT, POPULAR))
    assert [total.code for total in recent] == ["DS1-D3V-AAAAAAB", "DS1-D1N-AAAAAAB"]
    assert [(total.code, total.players) for total in popular] == [("DS1-D1N-AAAAAAB", 2), ("DS1-D3V-AAAAAAB", 1)]


@pytest.mark.django_db(transaction=True)
def test_the_stamp_of_a_board_changes_with_every_result_that_comes_or_goes() -> None:
    ana, bo = make_player("Ana"), make_player("Bo")
    stamps = [stamp(board=BOARD)]
    for change in (
        lambda: entered(ana, 700, minutes=1),
        lambda: entered(bo, 800, minutes=2),
        lambda: players.set_on_boards(player=bo, on_boards=False),
    ):
        with transaction.atomic():
            change()
        stamps.append(stamp(board=BOARD))
    assert stamps[0] == ""
    assert len(set(stamps)) == 4
    assert stamps[-1] == stamp(board=BOARD)
