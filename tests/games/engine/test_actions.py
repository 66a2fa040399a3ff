"""The rules of the game, each on a table drawn for it. `|` separates the lines of a picture."""

import pytest

from games.engine.deals import DealCode
from games.engine.errors import IllegalMove, Refusal
from games.engine.moves import Move
from games.engine.solo import SoloTable
from tests.games.engine.tables import NORMAL_3, VEGAS, line_of, play, table_with

BLACK_KING_RUN = "T1 KS QH JC"
ALL_HOME_BUT_A_KING = "foundations KS KS KH KH KD KD KC QC | T4 KC"

LEGAL = (
    # rule, table, moves, the lines of the picture after them
    ("a card one lower and of the other colour", "T1 9H | waste 8S", "W-T1", {"T1": "9H 8S", "waste": ""}),
    ("a king to an empty column", "waste KD", "W-T4", {"T4": "KD", "waste": ""}),
    ("an ace to the first place of its row", "waste AH", "W-F", {"foundations": "- - AH - - - - -"}),
    ("the second ace of a suit to the second place", "foundations AS - - - - - - - | T2 AS", "T2-F",
     {"foundations": "AS AS - - - - - -"}),
    ("a card that both foundations would take to the first", "foundations - - - - - - 4C 4C | T2 5C", "T2-F",
     {"foundations": "- - - - - - 5C 4C"}),
    ("a card that only the second foundation takes", "foundations - - - - 6D 2D - - | waste 3D", "W-F",
     {"foundations": "- - - - 6D 3D - -"}),
    ("a 2 on the first place where the second is empty", "foundations AS - - - - - - - | waste 2S", "W-F",
     {"foundations": "2S - - - - - - -"}),
    ("a run moves whole", "T1 9H 8S 7D | T2 TC", "T1-T2", {"T1": "", "T2": "TC 9H 8S 7D"}),
    ("the part of a run that fits", "T1 9H 8S 7D | T2 9D", "T1-T2", {"T1": "9H", "T2": "9D 8S 7D"}),
    ("the last card of a run", "T1 4C 3D | T2 4S", "T1-T2", {"T1": "4C", "T2": "4S 3D"}),
    ("a column headed by a king to an empty one", f"{BLACK_KING_RUN} | T2", "T1-T2", {"T1": "", "T2": "KS QH JC"}),
    ("a king's run off hidden cards turns one", "T1 [3D 2C] KS QH", "T1-T5", {"T1": "[3D] 2C", "T5": "KS QH"}),
    ("moving part of a run turns nothing", "T1 [2C] 9H 8S | T2 9D", "T1-T2", {"T1": "[2C] 9H", "T2": "9D 8S"}),
    ("a column's last card to a foundation turns the next", "T1 [7C] AD", "T1-F",
     {"T1": "7C", "foundations": "- - - - AD - - -"}),
    ("a take-back", "foundations 5S - - - - - - - | T3 6D", "F1-T3",
     {"T3": "6D 5S*", "foundations": "4S - - - - - - -"}),
    ("a king taken back to an empty column", "foundations KS - - - - - - -", "F1-T3",
     {"T3": "KS*", "foundations": "QS - - - - - - -"}),
    ("a take-back onto the card that its placing uncovered", "foundations - - - - - - 2C - | T7 [4H] 3C", "T7-F F7-T7",
     {"T7": "4H 3C*", "foundations": "- - - - - - 2C -"}),
    ("only the top of the waste, and the next once that is played", "T1 9H | T2 6D | waste 5S 8S", "W-T1 W-T2",
     {"T1": "9H 8S", "T2": "6D 5S", "waste": ""}),
    ("a draw turns one card", "stock [2H 3H] | T9 [...] KS", "draw", {"stock": "[3H]", "waste": "2H"}),
    ("recycling shows the same cards in the same order", "waste 2H 3H 4H | T9 [...] KS", "recycle",
     {"stock": "[2H 3H 4H]", "waste": ""}),
    ("recycling passes over the cards that were played", "stock [2H 8S 3H] | T1 9D | T9 [...] KS",
     "draw draw W-T1 draw recycle", {"stock": "[2H 3H]", "waste": ""}),
)  # fmt: skip

LEGAL_DRAW_3 = (
    ("three cards, the third on top", "stock [2H 3H 4H 5H] | T9 [...] KS", "draw",
     {"stock": "[5H]", "waste": "2H 3H 4H"}),
    ("fewer if fewer are left", "stock [2H 3H] | T9 [...] KS", "draw", {"stock": "", "waste": "2H 3H"}),
    ("the same three after an undo", "stock [2H 3H 4H 5H] | T9 [...] KS", "draw undo draw",
     {"stock": "[5H]", "waste": "2H 3H 4H"}),
    ("the same order after a recycle", "stock [2H 3H 4H 5H] | T9 [...] KS", "draw draw recycle draw",
     {"stock": "[5H]", "waste": "2H 3H 4H"}),
)  # fmt: skip

ILLEGAL = (
    ("the stock is empty", "waste 2H | T9 [...] KS", "draw", Refusal.STOCK_EMPTY),
    ("recycling with cards in the stock", "waste 2H", "recycle", Refusal.STOCK_NOT_EMPTY),
    ("recycling nothing", "T9 [...] KS", "recycle", Refusal.WASTE_EMPTY),
    ("nothing on the waste to a column", "T1 9H", "W-T1", Refusal.WASTE_EMPTY),
    ("nothing on the waste to a foundation", "T1 9H", "W-F", Refusal.WASTE_EMPTY),
    ("an empty column to a foundation", "T1 9H", "T2-F", Refusal.COLUMN_EMPTY),
    ("an empty column to a column", "T1 9H", "T2-T1", Refusal.COLUMN_EMPTY),
    ("an empty foundation to a column", "T1 2H", "F1-T1", Refusal.FOUNDATION_EMPTY),
    ("the same colour", "T1 9H | waste 8D", "W-T1", Refusal.DOES_NOT_FIT),
    ("two ranks lower", "T1 9H | waste 7S", "W-T1", Refusal.DOES_NOT_FIT),
    ("one rank higher", "T1 9H | waste TS", "W-T1", Refusal.DOES_NOT_FIT),
    ("a king on an ace", "T1 AH | waste KS", "W-T1", Refusal.DOES_NOT_FIT),
    ("a take-back that does not fit", "foundations 5S - - - - - - - | T1 6C", "F1-T1", Refusal.DOES_NOT_FIT),
    ("a foundation's card under its top", "foundations 5S - - - - - - - | T1 5D", "F1-T1", Refusal.DOES_NOT_FIT),
    ("no card of the run fits", "T1 9H 8S 7D | T2 JS", "T1-T2", Refusal.NO_CARD_FITS),
    ("the hidden card would fit", "T1 [8S] 2D | T2 9H", "T1-T2", Refusal.NO_CARD_FITS),
    ("a run of the wrong colour", "T1 8H 7S | T2 9D", "T1-T2", Refusal.NO_CARD_FITS),
    ("the head of a run with cards on it, alone", "T1 4C 3D | T2 5H", "T1-F", Refusal.NOT_NEXT_ON_FOUNDATION),
    ("a queen to an empty column from the waste", "waste QD", "W-T1", Refusal.ONLY_A_KING),
    ("a run that no king heads to an empty column", "T1 QD JS", "T1-T2", Refusal.ONLY_A_KING),
    ("a hidden king to an empty column", "T1 [KS] QD", "T1-T2", Refusal.ONLY_A_KING),
    ("a queen taken back to an empty column", "foundations QS - - - - - - -", "F1-T1", Refusal.ONLY_A_KING),
    ("a card under others to a foundation", "foundations 2S - - - - - - - | T1 4H 3S 2D", "T1-F",
     Refusal.NOT_NEXT_ON_FOUNDATION),
    ("a 3 on an empty foundation", "waste 3S", "W-F", Refusal.NOT_NEXT_ON_FOUNDATION),
    ("a rank skipped", "foundations AS - - - - - - - | waste 3S", "W-F", Refusal.NOT_NEXT_ON_FOUNDATION),
    ("a suit on the other suit of its colour", "foundations AS - - - - - - - | waste 2C", "W-F",
     Refusal.NOT_NEXT_ON_FOUNDATION),
    ("undo at the start", "T1 9H", "undo", Refusal.NOTHING_TO_UNDO),
)  # fmt: skip

WON = ("draw", "recycle", "undo", "W-T1", "W-F", "T1-F", "T4-T1", "F8-T1", "F1-T9")


def lines(picture: str) -> list[str]:
    return [line.strip() for line in picture.split("|")]


def assert_refused(table: SoloTable, move: str, reason: Refusal) -> None:
    """Assert that a move is refused for this reason, by name, and that nothing has changed."""
    before = table.picture(reveal=True)
    with pytest.raises(IllegalMove) as refused:
        table.play(Move.parse(move))

    error = refused.value
    assert (str(error.move), error.reason, error.position) == (move, reason, str(table))
    assert str(error) == f"{move} is illegal: {reason.text}"
    assert table.refusal(Move.parse(move)) is reason
    assert table.picture(reveal=True) == before


@pytest.mark.parametrize(("rule", "picture", "moves", "after"), LEGAL, ids=[case[0] for case in LEGAL])
def test_legal(rule: str, picture: str, moves: str, after: dict[str, str]) -> None:
    table = play(table_with(*lines(picture)), moves)

    assert {name: line_of(table, name) for name in after} == after


@pytest.mark.parametrize(("rule", "picture", "moves", "after"), LEGAL_DRAW_3, ids=[case[0] for case in LEGAL_DRAW_3])
def test_legal_with_draw_3(rule: str, picture: str, moves: str, after: dict[str, str]) -> None:
    table = play(table_with(*lines(picture), code=NORMAL_3), moves)

    assert {name: line_of(table, name) for name in after} == after


@pytest.mark.parametrize(("rule", "picture", "move", "reason"), ILLEGAL, ids=[case[0] for case in ILLEGAL])
def test_illegal(rule: str, picture: str, move: str, reason: Refusal) -> None:
    assert_refused(table_with(*lines(picture)), move, reason)


def test_vegas_has_no_recycle_whatever_the_piles() -> None:
    for picture in ("waste 2H | T9 [...] KS", "waste 2H", "T9 [...] KS"):
        assert_refused(table_with(*lines(picture), code=VEGAS), "recycle", Refusal.NO_RECYCLE_IN_VEGAS)


@pytest.mark.parametrize("move", WON)
def test_nothing_is_played_after_a_win(move: str) -> None:
    table = play(table_with(*lines(ALL_HOME_BUT_A_KING)), "T4-F")

    assert table.is_won
    assert table.legal_moves == ()
    assert_refused(table, move, Refusal.GAME_WON)


def test_the_last_draw_of_59_cards_by_three_turns_two() -> None:
    table = play(SoloTable(DealCode.parse(NORMAL_3)), "draw " * 19)
    assert (table.stock_count, len(table.waste)) == (2, 57)

    order = play(table, "draw").waste

    assert (table.stock_count, len(order)) == (0, 59)
    assert play(table, "recycle" + " draw" * 20).waste == order


def test_a_king_walks_between_empty_columns_for_nothing() -> None:
    table = play(table_with(BLACK_KING_RUN), "T1-T2 T2-T1 T1-T3 T3-T1")

    assert (table.version, table.moves, table.score, line_of(table, "T1")) == (4, 4, 0, "KS QH JC")


def test_a_card_that_was_drawn_and_put_back_cannot_be_played() -> None:
    table = play(table_with("stock [AH 2H]", "T9 [...] KS"), "draw undo")

    assert_refused(table, "W-F", Refusal.WASTE_EMPTY)


def test_every_reason_for_a_refusal_is_seen_here() -> None:
    elsewhere = {
        Refusal.NO_RECYCLE_IN_VEGAS,
        Refusal.GAME_WON,
        Refusal.UNDO_LIMIT,  # test_undo
        Refusal.WRONG_COUNT,  # test_fold
    }

    assert {case[3] for case in ILLEGAL} | elsewhere == set(Refusal)
