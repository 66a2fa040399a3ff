"""The rules that pages and clients use, held in the browser to the test vectors and to the engine."""

import json
import re
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page

from games.engine.deals import DealCode
from games.engine.moves import MOVES
from games.engine.play import Effect
from games.engine.scores import format_score
from games.engine.solo import SoloTable
from tests.docs.page import Page as Documented
from tests.games.engine import vectors
from tests.games.engine.playouts import MODES, STYLES, playout, random_code
from tests.games.engine.standing import standing

Line = dict[str, Any]

QUESTIONS = Path(__file__).with_name("rules_module.js").read_text()
PUBLISHED = Path(__file__).parents[2] / "docs" / "vectors"
TAPPED = ("W", *(f"T{n}" for n in range(1, 10)))


def ask(page: Page, question: str, lines: list[Line]) -> list[Any]:
    """What the module in the page answers to a question, line by line."""
    page.goto("/health/live/")
    answers: list[Any] = page.evaluate(QUESTIONS, [question, lines])
    assert len(answers) == len(lines) > 0
    return answers


def published(name: str) -> list[Line]:
    return [json.loads(line) for line in (PUBLISHED / f"{name}.jsonl").read_text().splitlines()]


@cache
def random_games() -> list[Line]:
    """Games of all modes, played at random in all styles by the engine."""
    random = Random(20)
    games = []
    for seed in range(20):
        draw, scoring = MODES[seed % len(MODES)]
        code = random_code(random, draw=draw, scoring=scoring)
        style = list(STYLES)[seed % len(STYLES)]
        moves = [str(move) for move, _ in playout(code, seed=seed, style=style, length=300)]
        games.append({"deal": str(code), "moves": moves})
    return games


def told(table: SoloTable) -> Line:
    """What the module tells of a table, told by the engine."""
    taps = [[table.tap(pile), table.double_tap(pile)] for pile in TAPPED]
    return {
        **standing(table),
        "version": table.version,
        "undoable": table.undoable,
        "texts": [table.score_text, format_score(table.ranked_score, table.code.scoring)],
        "cards": [*map(each_revealed, table.tableau(reveal=True)), " ".join(f"[{card}]" for card in table.stock)],
        "refusals": [table.refusal(move) for move in MOVES],
        "taps": [[move and str(move) for move in pair] for pair in taps],
    }


def each_revealed(column: str) -> str:
    """`[9H 2D] 5S` with each hidden card in brackets of its own."""
    if not column.startswith("["):
        return column
    hidden, _, shown = column[1:].partition("] ")
    return " ".join([*(f"[{card}]" for card in hidden.split()), shown])


def draggable(table: SoloTable) -> list[list[Any]]:
    """Each move of cards that is legal, how many go, and the pile that they go to."""
    moves = []
    for move in table.legal_moves:
        effect = table.effect(move)
        if move.source is None or not isinstance(effect, Effect):
            continue
        after = SoloTable.from_picture(table.picture(reveal=True))
        after.play(move)
        grown = [n for n in range(8) if after.foundations[n] > table.foundations[n]]
        moves.append([str(move), effect.cards, f"F{grown[0] + 1}" if grown else move.target])
    return sorted(moves)


def after(game: Line) -> SoloTable:
    table = SoloTable(DealCode.parse(game["deal"]))
    table.play_events(vectors.as_log(game["moves"])[0])
    return table


def test_the_example_of_the_documentation_prints_what_it_says(page: Page) -> None:
    example, printed = (block.text for block in Documented.of("rules-module").blocks)
    page.goto("/health/live/")
    program = re.sub(r'^import (.*) from "./rules.js";', r'const \1 = await import("/static/pages/rules.js");', example)
    lines: list[str] = []
    page.on("console", lambda message: lines.append(message.text))

    page.evaluate(f"async () => {{ {program} }}")

    assert lines == printed.splitlines()


def test_a_code_is_read_or_refused_with_the_part_that_is_wrong(page: Page) -> None:
    lines = published("codes")

    assert ask(page, "code", lines) == [[line["accepted"], line["part"]] for line in lines]


@pytest.mark.parametrize("lines", (vectors.read("deals"), published("deals")), ids=("tests", "docs"))
def test_a_number_deals_these_cards(page: Page, lines: list[Line]) -> None:
    assert ask(page, "cards", lines) == lines


@pytest.mark.parametrize("name", ("games", "same_deal"))
def test_a_game_stands_as_it_must_on_the_way_and_at_its_end(page: Page, name: str) -> None:
    lines = vectors.read(name)

    assert ask(page, "game", lines) == [[line["final"], line.get("after", {})] for line in lines]


def test_a_position_has_these_legal_moves_and_refuses_all_others(page: Page) -> None:
    lines = vectors.read("illegal")

    assert ask(page, "position", lines) == [[line["legal"], True, True] for line in lines]


def test_the_published_positions_have_these_legal_moves(page: Page) -> None:
    lines = published("legal")

    answers = ask(
        page, "position", [{**line, "illegal": sorted({*map(str, MOVES)} - {*line["legal"]})} for line in lines]
    )

    assert answers == [[line["legal"], True, True] for line in lines]


def test_an_illegal_move_is_refused_for_the_reason_that_the_service_gives(page: Page) -> None:
    lines = published("refused")
    expected = [[line["index"], line["move"], line["reason"], line["version"], line["score"]] for line in lines]

    assert ask(page, "refusal", lines) == expected


def test_a_tap_becomes_this_move(page: Page) -> None:
    king_alone_on_the_waste = {"deal": "DS1-D1N-3GCFL2Y", "moves": ["T1-F", "draw"], "double_tap": "W", "move": "W-T1"}
    lines = [*published("taps"), king_alone_on_the_waste]

    assert ask(page, "tap", lines) == [line["move"] for line in lines]


def test_on_the_way_through_random_games_all_is_as_the_engine_has_it(page: Page) -> None:
    games = [{**game, "versions": [*range(0, len(game["moves"]), 10)]} for game in random_games()]

    for game, course in zip(games, ask(page, "course", games), strict=True):
        assert course == [told(after({**game, "moves": game["moves"][:version]})) for version in game["versions"]]


def test_a_card_may_be_dragged_where_a_legal_move_takes_it(page: Page) -> None:
    starts = [{**game, "moves": game["moves"][:length]} for game in random_games() for length in range(0, 300, 30)]

    answers = ask(page, "targets", starts)

    assert [sorted(answer) for answer in answers] == [draggable(after(start)) for start in starts]


def test_a_change_says_all_that_a_move_did_to_the_piles(page: Page) -> None:
    games = [*random_games(), *published("games")]

    assert ask(page, "change", games) == [None] * len(games)
