"""Tap and double tap: a card instead of a move."""

import pytest

from games.engine.errors import NotationError
from games.engine.moves import Move
from games.engine.solo import SoloTable
from tests.games.engine.tables import table_with

# what is tapped, table, pile, what a tap makes, what a double tap makes
TAPS = (
    ("an ace", "T3 AS", "T3", "T3-F", "T3-F"),
    ("an ace on the waste", "waste AS", "W", "W-F", "W-F"),
    ("a card that fits nowhere", "waste 9S | T1 9H", "W", None, None),
    ("an empty pile", "T1 9H", "W", None, None),
    ("an empty column", "T1 9H", "T2", None, None),
    ("a card for a column", "waste 8S | T1 9H", "W", None, "W-T1"),
    ("a card for a foundation and a column", "waste 2S | T1 3H | foundations AS - - - - - - -", "W", "W-F", "W-F"),
    ("a card for two columns: the longer", "waste 8S | T1 9H | T2 TS 9D", "W", None, "W-T2"),
    ("hidden cards counted", "waste 8S | T1 TS 9H | T2 [2H 2D] 9D", "W", None, "W-T2"),
    ("of equals the lowest number", "waste 8S | T3 9H | T7 9D", "W", None, "W-T3"),
    ("a card that fits on another column", "T1 9H 8S | T2 9D", "T1", None, "T1-T2"),
    ("the last card, not the run under it", "T1 9H 8S | T2 TC", "T1", None, None),
    ("a king to the lowest empty column", "waste KS | T1 2H | T2 3H", "W", None, "W-T3"),
    ("a king above hidden cards", "T1 [2H] KS | T2 3H", "T1", None, "T1-T3"),
    ("a king alone in its column", "T1 KS", "T1", None, None),
    ("a queen above a king", "T1 KS QD", "T1", None, None),
    ("a king for a foundation", "T1 KS | foundations QS - - - - - - -", "T1", "T1-F", "T1-F"),
    ("a card for an empty column that is no king", "waste QD", "W", None, None),
)


def named(move: Move | None) -> str | None:
    return None if move is None else str(move)


@pytest.mark.parametrize(("what", "picture", "pile", "tapped", "double_tapped"), TAPS, ids=[case[0] for case in TAPS])
def test_a_tap_resolves_to_a_move(
    what: str, picture: str, pile: str, tapped: str | None, double_tapped: str | None
) -> None:
    table = table_with(*picture.split(" | "))
    before = table.picture(reveal=True)

    assert (named(table.tap(pile)), named(table.double_tap(pile))) == (tapped, double_tapped)
    assert table.picture(reveal=True) == before


@pytest.mark.parametrize("pile", ("", "T0", "T10", "F1", "w", "t1", "stock", "T1-F"))
def test_what_is_no_pile_to_tap_is_refused(pile: str) -> None:
    table = table_with("T1 9H")
    for tap in (table.tap, table.double_tap):
        with pytest.raises(NotationError, match="not a pile that can be tapped"):
            tap(pile)


def test_nothing_is_tapped_after_a_win() -> None:
    table = SoloTable.from_picture("deal DS1-D1N-AAAAAAB\nfoundations KS KS KH KH KD KD KC KC")

    assert [table.double_tap(pile) for pile in ("W", "T1", "T9")] == [None] * 3
