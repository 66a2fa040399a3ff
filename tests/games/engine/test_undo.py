"""Undo: exactly back, the newest 200 actions, one for each."""

import pytest

from games.engine.deals import DealCode
from games.engine.errors import IllegalMove, Refusal
from games.engine.moves import DRAW, RECYCLE, UNDO, Move
from games.engine.solo import SoloTable
from tests.games.engine.tables import NORMAL, play, table_with

# One action of every kind that can be undone: table, action
UNDONE = (
    ("T9 KS", "draw"),
    ("waste 2H 3H | T9 [...] KS", "recycle"),
    ("waste 4D 8S | T1 9H", "W-T1"),
    ("waste 4D AS", "W-F"),
    ("T1 [2S] AS", "T1-F"),
    ("T1 2D AS", "T1-F"),
    ("T1 [2S] 9H 8S 7D | T2 TC", "T1-T2"),
    ("T1 [2S] 9H 8S 7D | T2 9D", "T1-T2"),
    ("T1 KS QD", "T1-T2"),
    ("foundations 5S - - - - - - - | T1 6D", "F1-T1"),
)


def cards_and_scores(table: SoloTable) -> list[str]:
    """Return the revealed picture without its counts of moves and undos."""
    picture = table.picture(reveal=True).splitlines()
    return [picture[1].partition(" moves")[0], *picture[2:]]


def played(*, actions: int) -> SoloTable:
    """Return a table after so many draws and recycles."""
    table = SoloTable(DealCode.parse(NORMAL))
    for _ in range(actions):
        table.play(DRAW if table.stock_count else RECYCLE)
    return table


def undo_all(table: SoloTable) -> int:
    """Return how many undos a table takes in a row."""
    undos = 0
    while table.is_legal(UNDO):
        table.undo()
        undos += 1
    return undos


@pytest.mark.parametrize(("picture", "move"), UNDONE)
def test_an_undo_gives_back_the_table_and_its_points_exactly(picture: str, move: str) -> None:
    table = table_with("score 500 ranked 400 moves 0 undos 0", *picture.split(" | "))
    before = cards_and_scores(table)

    play(table, move)
    assert cards_and_scores(table) != before
    play(table, "undo")

    assert cards_and_scores(table) == before
    assert (table.moves, table.undos, table.version) == (1, 1, 2)


@pytest.mark.parametrize(
    ("actions", "undos", "reason"),
    (
        (0, 0, Refusal.NOTHING_TO_UNDO),
        (1, 1, Refusal.NOTHING_TO_UNDO),
        (200, 200, Refusal.NOTHING_TO_UNDO),
        (201, 200, Refusal.UNDO_LIMIT),
        (430, 200, Refusal.UNDO_LIMIT),
    ),
)
def test_the_newest_200_actions_can_be_undone(actions: int, undos: int, reason: Refusal) -> None:
    table = played(actions=actions)

    assert undo_all(table) == undos
    assert table.refusal(UNDO) is reason
    with pytest.raises(IllegalMove, match=str(reason.text)):
        table.undo()
    assert (table.moves, table.undos) == (actions, undos)


def test_each_undo_takes_one_off_the_list_that_each_action_fills() -> None:
    table = play(played(actions=250), "undo " * 5 + "draw")

    assert table.undoable == 196
    assert undo_all(table) == 196


def test_trying_moves_out_takes_nothing_off_a_full_list() -> None:
    table = played(actions=250)
    before = table.picture(reveal=True)

    assert table.legal_moves
    assert table.picture(reveal=True) == before
    assert undo_all(table) == 200


def test_an_undone_card_can_be_placed_elsewhere() -> None:
    table = table_with("waste 8S", "T1 9H", "T2 9D")

    play(table, "W-T1 undo W-T2")

    assert table.columns[:2] == [["9H"], ["9D", "8S"]]
    assert table.refusal(Move.parse("W-T1")) is Refusal.WASTE_EMPTY
