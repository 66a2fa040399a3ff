"""The examples: each shows what it says, at the step that it names, in a game that the engine plays."""

import json
from typing import Any

import pytest
from django.test import Client

from api.pages.examples import EXAMPLES, Example
from games.engine.solo import SoloTable
from tests.docs.page import DOCS

NAMES = tuple(example.name for example in EXAMPLES)


def example(name: str) -> Example:
    return next(one for one in EXAMPLES if one.name == name)


def event(name: str) -> dict[str, Any]:
    """What happens at the step of an example: the action that led to it."""
    frame: dict[str, Any] = dict(example(name).viewer.frame)
    return frame


def before(name: str) -> dict[str, Any]:
    """How it stood one step earlier."""
    one = example(name)
    shown = one.viewer
    at = one.step - shown.first
    frame: dict[str, Any] = dict(shown.frames["events"][at - 2] if at > 1 else shown.frames["first"])
    return frame


def table_before(name: str) -> SoloTable:
    game = example(name).game
    table = SoloTable(game.deal)
    table.play_events(game.events[: example(name).step - 1])
    return table


def test_an_empty_column_refuses_a_queen() -> None:
    shown = example("only-a-king").viewer
    assert shown.error is not None
    assert (shown.is_at_error, shown.error["move"], shown.error["reason"]) == (True, "T9-T1", "only_a_king")
    assert (shown.piles["T1"], shown.piles["T9"][-1]) == ([], "QS")


def test_a_king_goes_to_an_empty_column_with_two_cards_and_a_hidden_one_turns() -> None:
    done = event("king-to-empty")
    changed = {change["pile"]: change for change in done["changes"]}
    assert [card[0] for card in changed["T1"]["in"]] == ["K", "Q", "J"]
    assert (changed["T1"]["out"], changed["T1"]["in"][0], done["marks"]) == ([], "KS", ["flip"])
    assert done["score"] - before("king-to-empty")["score"] == 5


def test_six_cards_move_as_one_run() -> None:
    (laid,) = (change["in"] for change in event("whole-run")["changes"] if change["pile"] == "T1")
    assert (len(laid), laid[0]) == (6, "TC")


def test_the_second_ace_of_spades_takes_the_second_place() -> None:
    (laid,) = (change for change in event("second-ace")["changes"] if change["pile"].startswith("F"))
    assert (laid["pile"], laid["in"]) == ("F2", ["AS"])
    assert table_before("second-ace").foundations[:2] == [1, 0]


def test_a_card_taken_back_scores_again_but_not_in_the_ranked_score() -> None:
    shown = example("take-back").viewer
    taken, placed = shown.frames["events"][shown.step - shown.first - 1 :][:2]
    assert (taken["move"], taken["marks"], taken["score"], taken["ranked_score"]) == ("F7-T5", ["take_back"], 20, 20)
    assert (placed["move"], placed["score"], placed["ranked_score"]) == ("T5-F", 30, 20)


def test_the_last_draw_of_three_turns_two() -> None:
    done = event("two-left")
    changed = {change["pile"]: change for change in done["changes"]}
    assert (done["move"], example("two-left").game.deal.draw) == ("draw", 3)
    assert (len(changed["stock"]["out"]), changed["stock"]["in"]) == (2, [])


def test_a_recycle_at_35_points_costs_35() -> None:
    assert (before("cheap-recycle")["score"], event("cheap-recycle")["score"]) == (35, 0)
    assert event("cheap-recycle")["marks"] == ["recycle"]


def test_an_undone_recycle_gives_its_100_points_back() -> None:
    assert (before("undone-recycle")["marks"], event("undone-recycle")["marks"]) == (["recycle"], ["undo"])
    assert event("undone-recycle")["score"] - before("undone-recycle")["score"] == 100


def test_vegas_refuses_to_recycle() -> None:
    shown = example("no-recycle-in-vegas").viewer
    assert shown.error is not None
    assert (shown.is_at_error, shown.error["reason"]) == (True, "no_recycle_in_vegas")
    assert (shown.piles["stock"], len(shown.piles["W"]) > 0) == ([], True)


@pytest.mark.parametrize("name", NAMES)
def test_each_is_the_beginning_of_a_published_game(name: str) -> None:
    game = example(name).game
    played = [str(written.move) for written in game.moves]
    if example(name).viewer.error is not None:
        played = played[:-1]  # what is refused is the example's own
    assert any(moves[: len(played)] == played for deal, moves in _published() if deal == str(game.deal))


def test_the_page_shows_all_of_them() -> None:
    html = Client().get("/examples/").content.decode()
    assert [f'<article id="{name}"' in html for name in NAMES] == [True] * len(NAMES)
    assert html.count('<section class="viewer small"') == len(NAMES)


def _published() -> list[tuple[str, list[str]]]:
    lines = [
        line for name in ("games", "same_deal") for line in (DOCS / f"vectors/{name}.jsonl").read_text().splitlines()
    ]
    return [(row["deal"], [move.partition("x")[0] for move in row["moves"]]) for row in map(json.loads, lines)]
