"""The page on the match and its vectors, held to the engine."""

import json
import re
from typing import Any

import pytest

from games.engine.lines import read_games, tell
from games.engine.match.actions import ACTIONS, Event, MatchAction
from games.engine.match.errors import MatchRefusal
from games.engine.match.lines import MATCH_TOLD, read_match
from games.engine.match.options import OPTIONS, MatchOptions, Side
from games.engine.match.outcome import Ended, WonBy
from tests.docs.page import DOCS, Page, code

PAGE = Page.of("match")
VECTORS = [json.loads(line) for line in (DOCS / "vectors" / "matches.jsonl").read_text().splitlines()]

by_line = pytest.mark.parametrize("row", VECTORS, ids=lambda row: row["match"]["number"])


def test_the_options_are_all_of_the_engines() -> None:
    given = json.loads(PAGE.blocks[0].text)

    assert MatchOptions.parse(given).as_json() == given
    assert [code(option) for option, *_ in PAGE.table("option", "values", "meaning")] == list(OPTIONS)


def test_the_reasons_and_the_ways_to_end_and_to_win_are_all_of_the_engines() -> None:
    for enum, header in ((MatchRefusal, "reason | meaning"), (Ended, "ends | when"), (WonBy, "won by | who")):
        assert [code(row[0]) for row in PAGE.table(*header.split(" | "))] == list(enum)


def byte_by_formula(formula: str, *, a: int, b: int) -> int:
    formula = formula.replace(", less 1 if b > a", " - (b > a)").replace("6(", "6 * (")
    byte: int = eval(formula, {"a": a, "b": b})  # noqa: S307 - a formula of our own page
    return byte


def test_the_formulae_give_every_byte() -> None:
    rows = {code(pattern): (first, formula) for first, pattern, formula in PAGE.table("bytes", "action", "byte")[:-1]}
    for action in ACTIONS:
        a, b = (int(pile[1:] or 0) if pile else 0 for pile in (action.source, action.target))
        pattern = re.sub(r"^T\d", "Ta", re.sub(r"-T\d$", "-Tb", str(action)))
        limits, formula = rows[pattern]
        low, _, high = limits.partition(" to ")

        assert byte_by_formula(formula, a=a, b=b) == action.byte, action
        assert int(low) <= action.byte <= int(high or low)


def test_the_bytes_to_test_with_are_right() -> None:
    for text, *bytes_given, hexadecimal in PAGE.table("action", "of A", "of B", "hex"):
        bytes_are = [Event(side, MatchAction.parse(code(text))).byte for side in Side]

        assert [int(byte) for byte in bytes_given] == bytes_are
        assert re.findall(r"`(\w+)`", hexadecimal) == [f"{byte:02x}" for byte in bytes_are]


def test_the_line_to_replay_is_read_and_told_with_the_fields_of_the_page() -> None:
    line = next(block.text for block in PAGE.blocks if '"actions"' in block.text)
    (match,) = read_games([line.replace("\n", " ").encode()])
    told = tell(match, legal=True)

    assert (told["error"], told["winner"]) == (None, "A")
    assert (
        [code(field) for field, _ in PAGE.table("field", "what it says")]
        == [*MATCH_TOLD, "legal", "error"]
        == list(told)
    )


@by_line
def test_matches_end_as_published(row: dict[str, Any]) -> None:
    (match,) = read_games([json.dumps(row).encode()])

    assert json.loads(json.dumps(tell(match))) == {**row["final"], "error": None}


@by_line
def test_legal_actions_are_all_of_them(row: dict[str, Any]) -> None:
    table = read_match(row["match"], row["actions"][: row["at"]]).replay().table

    assert {side: sorted(map(str, table.legal_actions(side))) for side in Side} == row["legal"]


def test_the_published_matches_show_every_way_to_win() -> None:
    outcomes = [read_match(row["match"], row["actions"]).replay().table.outcome for row in VECTORS]

    assert {outcome.won_by for outcome in outcomes if outcome} == {*WonBy, None}
