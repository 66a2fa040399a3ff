"""A match's table drawn as text, and read back."""

import pytest

from games.engine.errors import NotationError
from games.engine.match.options import Side
from games.engine.match.table import MatchTable
from tests.games.engine.match.tables import drawn, options, play

REVEALED = """\
version 4 turn both passed B cleared - out - last A idle 1 0 ended - resigned -
foundations - - AH:A - - - - -
A stock [TS 2D 6C 4S 9S 3S 6D 9D 5C QH 8H 2C AS QD JH 8S 3C 2S 7C JS 7H 8C JD] waste 8D
A T1
A T2 [5S] 2H
A T3 [9C KC] QC
A T4 [7D 4C 7S] QS
A T5 [9H 4H KH AD] AC
A T6 [5H 3D 6S KD KS] 3H
A T7 [6H TH TD TC JC 5D] 4D
B stock [5C KD QC 4S JH 4C JD QD 5D 6H QS 6S JC 8S 3C 9C 6C 9D TH 7C 3D AH 2C] waste 3S
B T1 TC
B T2 [2S] 2H
B T3 [4H 9S] KH
B T4 [QH TS 4D] AD
B T5 [5S KS 3H AC] JS
B T6 [8H TD 8C 2D KC] 6D
B T7 [7D 9H 5H 7S AS 7H] 8D"""
SEEN = """\
version 4 turn both passed B cleared - out - last A idle 1 0 ended - resigned -
foundations - - AH:A - - - - -
A stock 23 waste 8D
A T1
A T2 ?? 2H
A T3 ?? ?? QC
A T4 ?? ?? ?? QS
A T5 ?? ?? ?? ?? AC
A T6 ?? ?? ?? ?? ?? 3H
A T7 ?? ?? ?? ?? ?? ?? 4D
B stock 23 waste 3S
B T1 TC
B T2 ?? 2H
B T3 ?? ?? KH
B T4 ?? ?? ?? AD
B T5 ?? ?? ?? ?? JS
B T6 ?? ?? ?? ?? ?? 6D
B T7 ?? ?? ?? ?? ?? ?? 8D"""


def test_a_table_is_drawn_with_its_hidden_cards_or_without_and_read_back() -> None:
    table = MatchTable(options())
    play(table, "B:draw A:T1-F B:pass A:draw")

    assert (table.picture(reveal=True), str(table)) == (REVEALED, SEEN)
    assert MatchTable.from_picture(REVEALED, options()).picture(reveal=True) == REVEALED


@pytest.mark.parametrize("ending", ("A:resign", "B:pass A:pass", "A:T1-F A:pass B:pass"))
def test_a_match_that_is_over_reads_back_with_its_outcome(ending: str) -> None:
    table = MatchTable(options())
    play(table, ending)
    again = MatchTable.from_picture(table.picture(reveal=True), options())

    assert (again.outcome, str(again)) == (table.outcome, str(table))


def test_what_is_left_out_is_as_at_the_start_and_piles_are_empty() -> None:
    table = drawn("A T3 [...] KD\nA stock [] waste 2S 3S", pace="alternating", first="B")

    assert table.picture().splitlines()[0].startswith("version 0 turn B passed - cleared - out - last - idle 0 0")
    assert (table.waste(Side.A), len(table.columns(Side.A)[2]), table.columns(Side.A)[3]) == (["2S", "3S"], 50, [])


@pytest.mark.parametrize(
    ("picture", "problem"),
    (
        ("A T1 KD\nB stock [...] waste", "missing: AS 2S"),
        ("A T1 AS AS", "a player has only one AS"),
        ("A T1 ?? AS", "'[?][?]' is not a card"),
        ("A T8 AS", "'T8 AS' is not a line"),
        ("A T1 AS\nA T1 2S", "'T1 2S' is not a line"),
        ("A stock 24 waste", "'stock 24 waste' is not a line"),
        ("C T1 AS", "'C T1 AS' is not a line"),
        ("foundations AS:A", "'AS:A' is not a line"),
        ("foundations AH:A - - - - - - -", "'AH:A' is not a line"),
        ("foundations 2S:A - - - - - - -", "'2S:A' is not a line"),
        ("foundations AS:C - - - - - - -", "'AS:C' is not a line"),
        ("version 1", "'version 1' is not a line"),
        ("version 0 turn A passed - cleared - out - last - idle 0 0 ended - resigned -", "'version 0 turn A"),
        ("version 0 turn both passed - cleared - out - last - idle 0 0 ended done resigned -", "'version 0 turn both"),
    ),
)
def test_what_is_no_picture_is_refused(picture: str, problem: str) -> None:
    with pytest.raises(NotationError, match=problem):
        MatchTable.from_picture(picture, options())
