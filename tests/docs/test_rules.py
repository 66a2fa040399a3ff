"""The tables of the rules, the notation and the deal codes, held to the engine."""

import re

import pytest

from games.engine.deals import DealCode, Scoring, shuffle
from games.engine.errors import DealCodeError, Refusal
from games.engine.moves import MOVES, Move
from games.engine.scores import POINTS
from games.engine.solo import SoloTable
from tests.docs.page import Page, code


def times_and_move(cell: str) -> tuple[int, Move]:
    """`14 x draw` as (14, "draw")."""
    times = re.match(r"(\d+) x", cell)
    return (int(times[1]) if times else 1), Move.parse(code(cell))


def test_the_worked_example_scores_as_the_rules_say() -> None:
    normal, vegas = (SoloTable(DealCode.parse(text)) for text in ("DS1-D1N-AAAAAAB", "DS1-D1V-AAAAAAB"))
    for action, *numbers, _ in Page.of("rules").table("action", "Normal", "ranked", "Vegas", "ranked", "why"):
        times, move = times_and_move(action)
        for table in (normal, vegas):
            for _ in range(times):
                table.play(move)
        got = [normal.score, normal.ranked_score, vegas.score, vegas.ranked_score]
        assert [str(number) for number in got] == numbers, action
    assert (normal.version, normal.moves, normal.undos) == (24, 23, 1)


def test_the_table_of_points_is_the_engines() -> None:
    rows = {label: cells for label, *cells in Page.of("rules").table("what", "Normal", "Vegas")}
    normal, vegas = POINTS[Scoring.NORMAL], POINTS[Scoring.VEGAS]
    assert [int(cell) for cell in rows["at the start"]] == [normal.start, vegas.start]
    placed = rows["a card goes to a foundation, from a column or the waste"]
    assert [int(cell) for cell in placed] == [normal.home, vegas.home]
    from_waste = rows["a card goes from the waste to a column"]
    assert [int(cell) for cell in from_waste] == [normal.waste_to_column, vegas.waste_to_column]
    assert [int(cell) for cell in rows["a hidden card is turned over"]] == [normal.flip, vegas.flip]
    assert rows["recycle"] == [f"-{normal.recycle_cost}, but not below 0", "not allowed"]


def test_the_reasons_are_all_of_the_engines() -> None:
    listed = [code(reason) for reason, _ in Page.of("rules").table("reason", "meaning")]
    assert listed == [str(reason) for reason in Refusal]


def byte_by_formula(formula: str, *, a: int, b: int) -> int:
    formula = formula.replace(", less 1 if b > a", " - (b > a)").replace("8(", "8 * (").replace("9(", "9 * (")
    byte: int = eval(formula, {"a": a, "b": b})  # noqa: S307 - a formula of our own page
    return byte


def test_the_formulae_give_every_byte() -> None:
    rows = {
        code(pattern): (first, formula)
        for first, pattern, formula in Page.of("notation").table("bytes", "move", "byte")[:-1]
    }
    for move in MOVES:
        text = str(move)
        a, b = (int(side[1:] or 0) if side else 0 for side in (move.source, move.target))
        pattern = re.sub(r"^([TF])\d", r"\1a", re.sub(r"-T\d$", "-Tb", text))
        limits, formula = rows[pattern]
        assert byte_by_formula(formula, a=a, b=b) == move.byte, text
        low, _, high = limits.partition(" to ")
        assert int(low) <= move.byte <= int(high or low)


def test_the_bytes_to_test_with_are_right() -> None:
    for move, byte, hexadecimal in Page.of("notation").table("move", "byte", "hex"):
        assert (Move.parse(code(move)).byte, f"{int(byte):02x}") == (int(byte), code(hexadecimal))


@pytest.mark.parametrize(("text", "answer"), Page.of("deal-codes").table("text", "read as"))
def test_codes_are_read_as_the_page_says(text: str, answer: str) -> None:
    if not answer.startswith("refused"):
        assert str(DealCode.parse(code(text))) == code(answer)
        return
    with pytest.raises(DealCodeError) as refused:
        DealCode.parse(code(text))
    assert refused.value.part == code(answer)


def test_the_first_steps_of_the_shuffle_are_those_of_the_first_digest() -> None:
    digest = bytes.fromhex(Page.of("deal-codes").blocks[1].text)
    steps = Page.of("deal-codes").table("i", "word", "word (hex)", "passed over from", "j")
    for place, (i, word, hexadecimal, limit, j) in enumerate(steps):
        value, size = int.from_bytes(digest[4 * place : 4 * place + 4], "big"), int(i) + 1
        assert (int(word), code(hexadecimal)) == (value, f"{value:08x}")
        assert (int(limit), int(j)) == (2**32 - 2**32 % size, value % size)


def test_the_deal_that_passes_a_word_over_is_shuffled_as_the_page_says() -> None:
    assert shuffle("AABRKUJ")[:7] == [26, 4, 46, 5, 54, 88, 21]
    assert 4294967258 >= 2**32 - 2**32 % 98 == 4294967208
