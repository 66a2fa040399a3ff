"""What is chosen before a match, read and written."""

from typing import Any

import pytest

from games.engine.match.errors import MatchOptionsError
from games.engine.match.options import MatchOptions, Side
from tests.games.engine.match.playouts import COMBINATIONS
from tests.games.engine.match.tables import PLAIN


@pytest.mark.parametrize("number", ("AAAAAAA", "Z234567", "A" * 26, "7" * 32))
def test_all_options_round_trip(number: str) -> None:
    for chosen in COMBINATIONS:
        given = {"number": number, **chosen}

        assert MatchOptions.parse(given).as_json() == given


def test_one_draw_is_for_both() -> None:
    options = MatchOptions.parse({**PLAIN, "draw": {"A": 3, "B": 3}})

    assert options == MatchOptions.parse({**PLAIN, "draw": 3})
    assert (options.draw(Side.A), options.draw(Side.B), options.as_json()["draw"]) == (3, 3, 3)


def test_who_starts_need_not_be_said_when_both_play_at_once() -> None:
    given = {name: value for name, value in PLAIN.items() if name != "first"}

    assert MatchOptions.parse(given) == MatchOptions.parse(PLAIN)
    with pytest.raises(MatchOptionsError, match="the option first of the match is missing"):
        MatchOptions.parse({**given, "pace": "alternating"})


@pytest.mark.parametrize("name", [name for name in PLAIN if name != "first"])
def test_no_option_has_a_silent_default(name: str) -> None:
    given = {other: value for other, value in PLAIN.items() if other != name}
    with pytest.raises(MatchOptionsError) as refused:
        MatchOptions.parse(given)

    assert (refused.value.field, str(refused.value)) == (name, f"the option {name} of the match is missing")


WRONG: tuple[tuple[str, Any, str], ...] = (
    ("number", "AAAAAA", "7 to 32 of the characters A-Z and 2-7, not 'AAAAAA'"),
    ("number", "A" * 33, "7 to 32"),
    ("number", "aaaaaaa", "not 'aaaaaaa'"),
    ("number", "AAAAAA1", "not 'AAAAAA1'"),
    ("number", "AAAAAAA\n", "not 'AAAAAAA\\\\n'"),
    ("number", 5, "not 5"),
    ("number", None, "not null"),
    ("pace", "Simultaneous", "pace is one of: simultaneous, alternating; not 'Simultaneous'"),
    ("pace", ["simultaneous"], r"not \[...\]"),
    ("draw", 2, "draw is one of: 1, 3; not 2"),
    ("draw", True, "not true"),
    ("draw", 1.0, "not 1.0"),
    ("draw", "1", "not '1'"),
    ("draw", 10**4000, "not 10{39}...$"),
    ("draw", {"A": 1}, "two draws are written like"),
    ("draw", {"A": 1, "B": 3, "C": 1}, "two draws are written like"),
    ("draw", {"A": 1, "B": {}}, "not {...}"),
    ("redeals", 1, "redeals is one of: unlimited, single; not 1"),
    ("solo_bonus", 0, "solo_bonus is one of: true, false; not 0"),
    ("ending", "", "ending is one of: first_out, play_out; not ''"),
    ("first", "C", "first is one of: A, B; not 'C'"),
    ("first", None, "not null"),
    ("series", 3, "'series' is no option of a match"),
)


@pytest.mark.parametrize(("name", "value", "problem"), WRONG)
def test_a_wrong_option_is_named(name: str, value: object, problem: str) -> None:
    with pytest.raises(MatchOptionsError, match=problem) as refused:
        MatchOptions.parse({**PLAIN, name: value})

    assert (refused.value.field, refused.value.code) == (name, "bad_match_options")


@pytest.mark.parametrize("given", (None, [], "match", 5))
def test_what_is_no_object_is_no_match(given: object) -> None:
    with pytest.raises(MatchOptionsError, match="a match is an object with its options") as refused:
        MatchOptions.parse(given)

    assert refused.value.field is None
