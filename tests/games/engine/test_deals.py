"""Deal codes and the shuffle."""

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.cards import TEXT
from games.engine.deals import NUMBERS, DealCode, Scoring, shuffle
from games.engine.errors import DealCodeError, UnknownRules
from games.engine.solo import SoloTable
from tests.games.engine.steady import steady

GOLDEN = Path(__file__).parent / "golden" / "deals.txt"

WRONG = (
    ("", "text", "it is empty"),
    ("DS1-D1N", "text", "three parts"),
    ("DS1-D1N-AAAAAAB-", "text", "three parts"),
    ("DS1-D1N-АAAAAAB", "text", "beyond ASCII"),  # the first letter of the number is Cyrillic
    ("DS2-D1N-AAAAAAB", "game", "DS1"),
    ("DS-D1N-AAAAAAB", "game", "DS1"),
    ("DS1-1N-AAAAAAB", "mode", "D1N, D1V, D3N, D3V"),
    ("DS1-D2N-AAAAAAB", "draw", "not '2'"),
    ("DS1-D1X-AAAAAAB", "scoring", "not 'X'"),
    ("DS1-D1N-AAAAAA", "number", "7 characters, not 6"),
    ("DS1-D1N-AAAAAABB", "number", "7 characters, not 8"),
    ("DS1-D1N-AAAAAA0", "number", "without '0'"),
    ("DS1-D1N-AAA AAB", "number", "without ' '"),
)


@pytest.mark.parametrize(("text", "part", "problem"), WRONG)
def test_a_wrong_code_is_refused_and_the_error_says_which_part(text: str, part: str, problem: str) -> None:
    with pytest.raises(DealCodeError) as refused:
        DealCode.parse(text)

    assert (refused.value.code, refused.value.part, refused.value.given) == ("bad_deal_code", part, text)
    assert problem in str(refused.value)
    assert repr(text) in str(refused.value)


@pytest.mark.parametrize(
    ("number", "draw", "scoring", "part"),
    (
        ("aaaaaab", 1, "N", "number"),
        ("AAAAAA", 1, "N", "number"),
        ("AAAAAAB", 2, "N", "draw"),
        ("AAAAAAB", 1, "X", "scoring"),
    ),
)
def test_no_wrong_code_can_be_made(number: str, draw: int, scoring: str, part: str) -> None:
    with pytest.raises(DealCodeError) as refused:
        DealCode(number, draw, scoring)  # type: ignore[arg-type]

    assert refused.value.part == part


@steady
@given(st.integers(0, NUMBERS - 1), st.sampled_from((1, 3)), st.sampled_from(Scoring))
def test_a_code_round_trips_as_text_and_as_an_index(index: int, draw: int, scoring: Scoring) -> None:
    code = DealCode.from_index(index, draw=draw, scoring=scoring)

    assert code.index == index
    assert DealCode.parse(str(code)) == code
    assert DealCode.parse(f"\t {str(code).lower()}\r\n") == code


@pytest.mark.parametrize(("index", "number"), ((0, "AAAAAAA"), (1, "AAAAAAB"), (32, "AAAAABA"), (2**35 - 1, "7777777")))
def test_an_index_is_the_number_read_as_base_32(index: int, number: str) -> None:
    assert DealCode.from_index(index, draw=1, scoring=Scoring.NORMAL).number == number


@pytest.mark.parametrize("index", (-1, NUMBERS))
def test_an_index_beyond_35_bits_is_refused(index: int) -> None:
    with pytest.raises(DealCodeError, match=str(index)):
        DealCode.from_index(index, draw=1, scoring=Scoring.NORMAL)


def test_the_siblings_of_a_code_are_the_four_modes_of_its_cards() -> None:
    code = DealCode.parse("DS1-D3V-AAAAAAB")

    assert [str(sibling) for sibling in code.siblings()] == [
        "DS1-D1N-AAAAAAB",
        "DS1-D1V-AAAAAAB",
        "DS1-D3N-AAAAAAB",
        "DS1-D3V-AAAAAAB",
    ]
    assert len({tuple(SoloTable(sibling).tableau(reveal=True)) for sibling in code.siblings()}) == 1


def test_the_golden_file_still_holds() -> None:
    for line in GOLDEN.read_text().splitlines():
        number, *cards = line.split()

        assert [str(card) for card in shuffle(number)] == cards


def test_a_shuffle_is_the_same_in_another_process_with_another_hash_seed() -> None:
    script = "from games.engine.deals import shuffle; print(shuffle('AAAAAAB'))"
    environment = {**os.environ, "PYTHONHASHSEED": "77", "PYTHONPATH": os.pathsep.join(sys.path)}
    other = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True)

    assert other.stdout.strip() == str(shuffle("AAAAAAB"))


def test_a_thousand_deals_differ_and_begin_with_every_face_alike() -> None:
    random = Random(35)
    numbers = {
        DealCode.from_index(random.randrange(NUMBERS), draw=1, scoring=Scoring.NORMAL).number for _ in range(1000)
    }
    deals = {tuple(shuffle(number)) for number in numbers}
    first = Counter(TEXT[deal[0]] for deal in deals)

    assert len(deals) == len(numbers) == 1000
    assert len(first) == 52
    chi_square = sum((seen - 1000 / 52) ** 2 / (1000 / 52) for seen in first.values())
    assert chi_square < 100  # 51 degrees of freedom: chance exceeds 100 once in 20,000 times


@pytest.mark.parametrize("rules", (0, 2, -1))
def test_unknown_rules_are_refused(rules: int) -> None:
    with pytest.raises(UnknownRules, match=str(rules)):
        SoloTable(DealCode.parse("DS1-D1N-AAAAAAB"), rules=rules)
