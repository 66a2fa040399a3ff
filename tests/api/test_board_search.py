"""Finding players on a board: by their names, and anybody's place."""

import pytest

from games import players
from tests.api.board import BOARD, PLACE, four, ranked
from tests.api.client import ApiClient, assert_problem
from tests.api.people import Person
from tests.factories import make_player
from tests.leaderboards.factories import entered

__all__ = ["four"]

pytestmark = pytest.mark.django_db


def test_a_player_is_found_by_name_with_the_rank_of_the_whole_board(
    four: dict[str, Person], anonymous: ApiClient
) -> None:
    found = anonymous.ask("GET", f"{BOARD}search/?name=DEE").json()
    assert (found["total"], ranked(found)) == (4, [(4, "Dee")])


def test_all_of_a_name_are_found_the_best_first(four: dict[str, Person], anonymous: ApiClient) -> None:
    entered(make_player("zoe"), 650, 150, minutes=9)
    found = anonymous.ask("GET", f"{BOARD}search/?name=zoe").json()
    assert ranked(found) == [(1, "Zoe"), (4, "zoe")]


def test_nobody_is_found_by_a_part_of_a_name_or_who_opted_out(four: dict[str, Person], anonymous: ApiClient) -> None:
    players.set_on_boards(player=four["Dee"].player, on_boards=False)
    for name in ("De", "Dee", "%25"):
        found = anonymous.ask("GET", f"{BOARD}search/?name={name}").json()
        assert (found["total"], found["rows"]) == (3, [])


def test_anybodys_place_is_the_one_that_the_player_sees(four: dict[str, Person], anonymous: ApiClient) -> None:
    cyd = four["Cyd"]
    assert anonymous.ask("GET", f"{BOARD}players/{cyd.player.id}/").json() == cyd.client.ask("GET", PLACE).json()


def test_who_is_not_on_the_board_has_no_place(anonymous: ApiClient) -> None:
    answer = anonymous.ask("GET", f"{BOARD}players/{make_player().id}/")
    assert assert_problem(answer, "not_ranked") == {"reason": "not_listed"}
