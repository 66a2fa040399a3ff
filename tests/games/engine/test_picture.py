"""Tables as text, and back."""

from textwrap import dedent

import pytest

from games.engine.deals import DealCode
from games.engine.errors import EngineError, NotationError
from games.engine.solo import SoloTable
from tests.games.engine.tables import NORMAL, play, table_with


def test_a_table_is_drawn_without_what_is_hidden() -> None:
    table = play(SoloTable(DealCode.parse(NORMAL)), "T3-T8 draw draw undo")

    assert str(table) == dedent("""\
        deal DS1-D1N-AAAAAAB
        score 5 ranked 5 moves 3 undos 1
        stock 58
        waste 6H
        foundations - - - - - - - -
        T1 4C
        T2 ?? QC
        T3 ?? 2D
        T4 ?? ?? ?? 4S
        T5 ?? ?? ?? ?? 9C
        T6 ?? ?? ?? ?? ?? 2C
        T7 ?? ?? ?? ?? ?? ?? 8D
        T8 ?? ?? ?? ?? ?? ?? ?? 9S 8H
        T9 ?? ?? ?? ?? ?? ?? ?? ?? KS""")


def test_a_revealed_table_names_all_cards_and_marks_those_that_have_scored() -> None:
    table = play(table_with("T1 [9H 2D] AS", "T2 2H", "T3 [4H]  3C", "stock [...]"), "T1-F F1-T2")
    lines = table.picture(reveal=True).splitlines()

    assert lines[1] == "score 15 ranked 15 moves 2 undos 0"
    assert lines[2].startswith("stock [2S 3S 4S ")
    assert lines[5:8] == ["T1 [9H] 2D", "T2 2H AS*", "T3 [4H] 3C"]


@pytest.mark.parametrize("moves", ("", "draw draw", "T3-T8 T7-T5 draw", "T3-T8 draw undo"))
def test_a_revealed_picture_reads_back(moves: str) -> None:
    picture = play(SoloTable(DealCode.parse(NORMAL)), moves).picture(reveal=True)

    assert SoloTable.from_picture(picture).picture(reveal=True) == picture


def test_what_is_left_out_is_empty_or_as_at_the_start() -> None:
    table = SoloTable.from_picture("deal DS1-D3V-AAAAAAB\nstock [...]")

    assert (table.stock_count, table.waste, table.home, table.columns) == (104, [], 0, [[]] * 9)
    assert (table.score, table.ranked_score, table.moves, table.undoable) == (-104, -104, 0, 0)


def test_a_table_shows_its_piles() -> None:
    table = table_with("T1 [9H 2D] AS", "waste 3C 4C", "foundations - - 3H - - - - -", "stock [KD ...]")

    assert table.columns[:2] == [["??", "??", "AS"], []]
    assert table.tableau()[0] == "?? ?? AS"
    assert table.tableau(reveal=True)[0] == "[9H 2D] AS"
    assert (table.waste, table.stock[0], table.stock_count) == (["3C", "4C"], "KD", 104 - 8)
    assert (table.foundations, table.home) == ([0, 0, 3, 0, 0, 0, 0, 0], 3)
    assert table.foundation_tops == [None, None, "3H", None, None, None, None, None]


@pytest.mark.parametrize(
    ("lines", "problem"),
    (
        ("stock [...]", "names its deal"),
        ("deal DS1-D1N-AAAAAAB", "a picture has all cards; missing: AS 2S"),
        ("deal DS1-D1N-AAAAAAB|stock [... ...]", "stands twice"),
        ("deal DS1-D1N-AAAAAAB|stock [...]|T1 AS AS", "does not fit on AS in T1"),
        ("deal DS1-D1N-AAAAAAB|stock [AS AS AS ...]", "only two AS"),
        ("deal DS1-D1N-AAAAAAB|stock [...]|T1 [AS]", "T1 has hidden cards and no face-up one"),
        ("deal DS1-D1N-AAAAAAB|T1 [...]", "T1 has hidden cards and no face-up one"),
        ("deal DS1-D1N-AAAAAAB|stock ...", "is not a card"),
        ("deal DS1-D1N-AAAAAAB|stock [...] AS", "the stock lies face down"),
        ("deal DS1-D1N-AAAAAAB|waste [...]", "is not a card"),
        ("deal DS1-D1N-AAAAAAB|stock [...]|T1 KS [AS]", "is no pile"),
        ("deal DS1-D1N-AAAAAAB|stock [...]|T1 ?? KS", "is not a card"),
        ("deal DS1-D1N-AAAAAAB|stock 59", "is not a card"),
        ("deal DS1-D1N-AAAAAAB|stock [...]|T10 KS", "not a line of a picture"),
        ("deal DS1-D1N-AAAAAAB|stock [...]|T1 KS|T1 QS", "not a line of a picture"),
        ("deal DS1-D1N-AAAAAAB|stock [...]|foundations AS", "8 foundations, not 1"),
        ("deal DS1-D1N-AAAAAAB|stock [...]|foundations - - AS - - - - -", "AS does not lie on F3"),
        ("deal DS1-D1N-AAAAAAB|stock [...]|score 5", "'score 5' is not like"),
    ),
)
def test_a_picture_that_shows_no_table_is_refused(lines: str, problem: str) -> None:
    with pytest.raises(NotationError, match=problem.replace("[", r"\[")):
        SoloTable.from_picture(lines.replace("|", "\n"))


def test_a_picture_of_a_wrong_deal_is_refused() -> None:
    with pytest.raises(EngineError, match="not a deal code"):
        SoloTable.from_picture("deal DS1\nstock [...]")
