"""Ranks and values: one's own place, the list and the rows around a player always say the same."""

import pytest

from games.models import Game, Player
from leaderboards.board import Board, Place, around, page, place, total
from tests.factories import make_player
from tests.leaderboards.factories import BOARD, entered

pytestmark = pytest.mark.django_db


def named(rows: tuple[Place, ...]) -> list[tuple[int, str]]:
    return [(row.rank, row.entry.player.name) for row in rows]


def listed(board: Board = BOARD) -> list[tuple[int, str]]:
    return named(page(board=board, limit=100).rows)


def by_name(name: str) -> Player:
    return Player.objects.get(name=name)


def own(name: str, board: Board = BOARD) -> tuple[int, int, int, float]:
    """The rank, total, ties and percentile that a player is told."""
    found = place(board=board, player_id=by_name(name).id)
    assert found is not None
    return found.rank, found.total, found.tied, found.percentile


def enter(*results: tuple[str, int, int, int], board: Board = BOARD) -> None:
    """Enter (name, score, moves, minutes) one after another, in this order."""
    for name, score, moves, minutes in results:
        entered(make_player(name), score, moves, minutes=minutes, code=board.code)


def test_equal_results_share_a_rank_and_the_next_one_counts_them_all() -> None:
    enter(("D", 650, 180, 0), ("A", 700, 180, 1), ("B", 700, 180, 2), ("C", 700, 180, 3))
    ranks = [(1, "A"), (1, "B"), (1, "C"), (4, "D")]
    assert listed() == ranks
    assert [(own(name)[0], name) for name in "ABCD"] == ranks
    for name in "ABCD":
        rows = around(board=BOARD, player_id=by_name(name).id, each_side=3)
        assert rows is not None
        assert named(rows.rows) == ranks


def test_equal_results_are_listed_by_when_the_server_received_them_not_by_when_their_check_ended() -> None:
    enter(("B", 700, 180, 5), ("A", 700, 180, 0))  # B's check ends first
    assert listed() == [(1, "A"), (1, "B")]


def test_names_order_nothing() -> None:
    enter(("zoe", 700, 180, 0), ("adam", 700, 180, 1))
    assert listed() == [(1, "zoe"), (1, "adam")]


def test_of_equal_scores_fewer_moves_are_better() -> None:
    enter(("slow", 700, 210, 0), ("quick", 700, 180, 1))
    assert listed() == [(1, "quick"), (2, "slow")]


def test_a_zero_is_a_result_like_any_other() -> None:
    enter(("zoe", 0, 0, 0))
    assert own("zoe") == (1, 1, 1, 100.0)


def test_negative_scores_are_ranked_and_counted() -> None:
    vegas = Board(code="DS1-D3V-AAAAAAB", rules_version=1)
    enter(("none", -104, 3, 0), ("one", -99, 3, 0), board=vegas)
    assert listed(vegas) == [(1, "one"), (2, "none")]
    assert total(board=vegas) == 2


def test_a_percentile_is_the_share_of_the_others_that_are_worse() -> None:
    enter(*((f"P{score}", score, 100, 0) for score in range(5, 505, 5)))
    assert own("P500") == (1, 100, 1, 100.0)
    assert own("P5") == (100, 100, 1, 0.0)
    assert own("P250") == (51, 100, 1, 100 * 49 / 99)


def test_ties_are_not_worse() -> None:
    enter(("A", 700, 180, 0), ("B", 700, 180, 1), ("C", 650, 180, 2))
    assert own("A") == own("B") == (1, 3, 2, 50.0)


def test_the_four_modes_of_a_number_are_four_boards() -> None:
    boards = [Board(code=f"DS1-{mode}-AAAAAAB", rules_version=1) for mode in ("D1N", "D3N", "D1V", "D3V")]
    for number, board in enumerate(boards):
        enter((f"P{number}", 100 + number, 50, 0), board=board)
    assert [listed(board) for board in boards] == [[(1, f"P{number}")] for number in range(4)]


def test_a_board_never_mixes_two_versions_of_the_rules() -> None:
    enter(("old", 700, 180, 0))
    entered(make_player("new"), 650, 180, rules_version=2)
    assert listed() == [(1, "old")]
    assert listed(Board(code=BOARD.code, rules_version=2)) == [(1, "new")]


def test_ranked_score_orders_and_the_score_is_only_shown() -> None:
    entered(make_player("again"), 900, 180, ranked_score=600)
    enter(("plain", 650, 180, 0))
    assert listed() == [(1, "plain"), (2, "again")]


def test_who_is_not_on_a_board_has_no_place() -> None:
    stranger = make_player("stranger")
    assert place(board=BOARD, player_id=stranger.id) is None
    assert around(board=BOARD, player_id=stranger.id, each_side=2) is None
    assert total(board=BOARD) == 0


def test_every_entry_carries_its_game_and_receipt() -> None:
    game: Game = entered(make_player("zoe"))
    found = place(board=BOARD, player_id=game.player_id)
    assert found is not None
    assert (found.entry.game, bytes(found.entry.receipt)) == (game, bytes(game.stream.head))
