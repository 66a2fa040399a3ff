"""Matches read from lines, and told in lines."""

import json
from typing import Any

import pytest

from games.engine.lines import read_games, tell
from tests.games.engine.match.tables import PLAIN

KEYS = ["over", "winner", "turn", "contributions", "out", "foundations", "sides", "error"]


def told(*lines: str, legal: bool = False) -> list[dict[str, Any]]:
    """Return what is told of the matches of some lines, in plain JSON."""
    results = [tell(game, legal=legal) for game in read_games(line.encode() + b"\n" for line in lines)]
    plain: list[dict[str, Any]] = json.loads(json.dumps(results))
    return plain


def line(*actions: object, **changes: object) -> str:
    return json.dumps({"match": {**PLAIN, **changes}, "actions": actions})


def test_a_match_is_told_with_all_its_columns() -> None:
    (result,) = told(line(["A", "T1-F"], ["B", "draw"], ["A", "T5-T2x1"]), legal=True)

    assert result == {
        "over": False,
        "winner": None,
        "turn": None,
        "contributions": {"A": 1, "B": 0},
        "out": [],
        "foundations": ["", "", "A", "", "", "", "", ""],
        "sides": {
            "A": {
                "stock": 24,
                "waste": [],
                "tableau": [
                    *("", "?? 2H AC", "?? ?? QC", "?? ?? ?? QS", "?? ?? ?? AD"),
                    *("?? ?? ?? ?? ?? 3H", "?? ?? ?? ?? ?? ?? 4D"),
                ],
            },
            "B": {
                "stock": 23,
                "waste": ["3S"],
                "tableau": [
                    *("TC", "?? 2H", "?? ?? KH", "?? ?? ?? AD", "?? ?? ?? ?? JS"),
                    *("?? ?? ?? ?? ?? 6D", "?? ?? ?? ?? ?? ?? 8D"),
                ],
            },
        },
        "legal": {
            "A": ["T2-F", "T5-F", "draw", "pass", "resign"],
            "B": ["T2-F", "T4-F", "draw", "pass", "resign"],
        },
        "error": None,
    }


def test_the_columns_stand_in_their_order_and_the_legal_actions_only_where_asked() -> None:
    (plain,), (with_legal,) = told(line()), told(line(), legal=True)

    assert list(plain) == KEYS
    assert list(with_legal) == [*KEYS[:-1], "legal", "error"]


@pytest.mark.parametrize(
    ("action", "move", "code"),
    (
        (["A", "recycle"], "recycle", "illegal_move"),
        (["A", "T5-T2x2"], "T5-T2x2", "illegal_move"),
        (["A", "T1-T1"], "T1-T1", "illegal_move"),
        (["B", "T1-T1x2"], "T1-T1x2", "illegal_move"),
        (["A", "T5-T2x01"], "T5-T2x01", "bad_notation"),
        (["A", "undo"], "undo", "bad_notation"),
        (["A", "F1-T2"], "F1-T2", "bad_notation"),
        (["A", "T8-F"], "T8-F", "bad_notation"),
        (["A", "T8-T8"], "T8-T8", "bad_notation"),
        (["A", "x" * 1_000_000], "x" * 40, "bad_notation"),
        (["A", "\ud800"], "\ud800", "bad_notation"),
        (["C", "draw"], "draw", "bad_notation"),
        (["x" * 1_000_000, "draw"], "draw", "bad_notation"),
        (["C", "T1-T1"], "T1-T1", "bad_notation"),
        ([None, "draw"], "draw", "bad_notation"),
        (["A", 5], None, "bad_notation"),
        (["A", "draw", 1], None, "bad_notation"),
        (["A"], None, "bad_notation"),
        ("draw", None, "bad_notation"),
        (None, None, "bad_notation"),
        ({"A": "draw"}, None, "bad_notation"),
    ),
)
def test_a_failure_is_told_after_the_good_part(action: object, move: str | None, code: str) -> None:
    result, good = told(line(["B", "draw"], action, ["B", "draw"]), line(["B", "draw"]))
    error = result.pop("error")

    assert list(error) == ["index", "move", "code", "message"]
    assert (error["index"], error["move"], error["code"]) == (1, move, code)
    assert 10 < len(error["message"]) < 250
    assert {**result, "error": None} == good


NO_MATCHES = (
    (json.dumps({"match": PLAIN}), "bad_line", "it has no actions"),
    (json.dumps({"match": PLAIN, "actions": "draw"}), "bad_line", "it has no actions"),
    ('{"match": null, "actions": []}', "bad_match_options", "an object with its options"),
    ('{"match": {}, "actions": []}', "bad_match_options", "the option pace of the match is missing"),
    (line(number="AAAAAA1"), "bad_match_options", "not 'AAAAAA1'"),
    (line(number="A" * 1_000_000), "bad_match_options", "7 to 32"),
    (line(draw=[[[[]]]]), "bad_match_options", "not [...]"),
    (line(series=3), "bad_match_options", "'series' is no option"),
)


@pytest.mark.parametrize(("wrong", "code", "problem"), NO_MATCHES)
def test_a_line_that_gives_no_match_is_told_as_one_and_the_next_is_read(wrong: str, code: str, problem: str) -> None:
    first, result, last = told(line(), wrong, line())
    error = result.pop("error")

    assert (first["error"], last["error"], result) == (None, None, dict.fromkeys(KEYS[:-1]))
    assert (error["index"], error["move"], error["code"]) == (None, None, code)
    assert error["message"].startswith("line 2: ")
    assert problem in error["message"]
    assert len(error["message"]) < 250


def test_games_and_matches_stand_in_one_stream() -> None:
    game, match = told('{"deal": "DS1-D1N-AAAAAAB", "moves": ["draw"]}', line(["A", "draw"]))

    assert (game["stock"], game["error"]) == (58, None)
    assert (match["sides"]["A"]["stock"], match["error"]) == (23, None)
