"""Frames: a viewer that only puts cards where they say shows what the engine has, forward and back."""

import gc
import json
import random
import time
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.cards import HIDDEN
from games.engine.deals import DealCode, Scoring
from games.engine.fold import fold
from games.engine.moves import DRAW, UNDO, Move, encode
from games.engine.solo import SoloTable
from games.replay import PILES, Piles, frames, is_hidden, piles_at
from tests.games.engine import vectors

CODE = DealCode.parse("DS1-D1N-AAAAAAB")
DEALS = st.builds(
    lambda index, draw, scoring: DealCode.from_index(index, draw=draw, scoring=scoring),
    st.integers(0, 2**35 - 1),
    st.sampled_from((1, 3)),
    st.sampled_from(tuple(Scoring)),
)


def log(*moves: str) -> bytes:
    return encode(map(Move.parse, moves))


def playout(*, code: DealCode, seed: int, length: int) -> bytes:
    """Return a log of random legal moves, with as many undos as anything else."""
    chosen, table = random.Random(seed), SoloTable(code)
    moves: list[Move] = []
    while len(moves) < length and (legal := table.legal_moves):
        moves.append(chosen.choice((*legal, UNDO) if UNDO in legal else legal))
        table.play(moves[-1])
    return encode(moves)


def table_of(piles: Piles, *, reveal: bool) -> dict[str, Any]:
    """Return piles in the engine's words."""
    columns = [piles[f"T{n}"] for n in range(1, 10)]
    return {
        "stock": [card.strip("[]") for card in reversed(piles["stock"])] if reveal else len(piles["stock"]),
        "waste": piles["W"],
        "foundations": [piles[f"F{n}"][-1:] for n in range(1, 9)],
        "tableau": [" ".join(column).replace("] [", " ") for column in columns],
    }


def table_by_engine(code: DealCode, events: bytes, *, reveal: bool) -> dict[str, Any]:
    table = fold(code, events).table
    tops = table.picture().splitlines()[4].split()[1:]
    return {
        "stock": table.stock if reveal else table.stock_count,
        "waste": table.waste,
        "foundations": [[] if top == "-" else [top.rstrip("*")] for top in tops],
        "tableau": table.tableau(reveal=reveal),
    }


@given(code=DEALS, seed=st.integers(0, 2**32), length=st.integers(0, 120), reveal=st.booleans())
def test_forward_a_viewer_shows_the_engines_table_after_every_event(
    code: DealCode, seed: int, length: int, reveal: bool
) -> None:
    events = playout(code=code, seed=seed, length=length)
    replay = frames(code=code, events=events, rules_version=1, reveal=reveal)
    piles = piles_at(replay=replay, version=0)
    for version in range(len(events) + 1):
        for change in replay["events"][version - 1]["changes"] if version else ():
            piles[change["pile"]][change["at"] :] = change["in"]

        assert table_of(piles, reveal=reveal) == table_by_engine(code, events[:version], reveal=reveal)


@given(code=DEALS, seed=st.integers(0, 2**32), reveal=st.booleans())
def test_backward_a_viewer_comes_to_the_first_table(code: DealCode, seed: int, reveal: bool) -> None:
    events = playout(code=code, seed=seed, length=80)
    replay = frames(code=code, events=events, rules_version=1, reveal=reveal)
    piles = piles_at(replay=replay, version=len(events))
    for event in reversed(replay["events"]):
        for change in event["changes"]:
            assert piles[change["pile"]][change["at"] :] == change["in"]
            piles[change["pile"]][change["at"] :] = change["out"]

    assert piles == replay["first"]["piles"]


@given(code=DEALS, seed=st.integers(0, 2**32))
def test_what_is_counted_is_the_engines_after_every_event(code: DealCode, seed: int) -> None:
    events = playout(code=code, seed=seed, length=60)
    replay = frames(code=code, events=events, rules_version=1, reveal=False)
    for version, shown in enumerate((replay["first"], *replay["events"])):
        table = fold(code, events[:version]).table

        assert (shown["score"], shown["score_text"], shown["ranked_score"], shown["cards_home"]) == (
            table.score,
            table.score_text,
            table.ranked_score,
            table.home,
        )
        assert (shown["moves"], shown["undos"], shown["won"]) == (table.moves, table.undos, table.is_won)


def test_the_frames_of_a_draw_and_its_undo() -> None:
    replay = frames(code=CODE, events=log("draw", "undo"), rules_version=1, reveal=True)
    standing = {
        "score": 0,
        "score_text": "0",
        "ranked_score": 0,
        "ranked_score_text": "0",
        "cards_home": 0,
        "won": False,
    }

    assert (replay["deal"], replay["rules_version"], replay["error"]) == ("DS1-D1N-AAAAAAB", 1, None)
    assert replay["events"] == [
        {
            "index": 0,
            "move": "draw",
            "marks": [],
            "changes": [
                {"pile": "stock", "at": 58, "out": ["[6H]"], "in": []},
                {"pile": "W", "at": 0, "out": [], "in": ["6H"]},
            ],
            **standing,
            "moves": 1,
            "undos": 0,
        },
        {
            "index": 1,
            "move": "undo",
            "marks": ["undo"],
            "changes": [
                {"pile": "stock", "at": 58, "out": [], "in": ["[6H]"]},
                {"pile": "W", "at": 0, "out": ["6H"], "in": []},
            ],
            **standing,
            "moves": 1,
            "undos": 1,
        },
    ]


def test_hidden_cards_are_named_only_when_revealed() -> None:
    concealed = frames(code=CODE, events=b"", rules_version=1, reveal=False)["first"]["piles"]
    revealed = frames(code=CODE, events=b"", rules_version=1, reveal=True)["first"]["piles"]

    assert (concealed["T3"], concealed["stock"]) == (["??", "??", "8H"], [HIDDEN] * 59)
    assert (revealed["T3"], revealed["stock"][-3:]) == (["[9H]", "[2D]", "8H"], ["[7H]", "[3C]", "[6H]"])
    assert list(revealed) == list(PILES)


@pytest.mark.parametrize("line", vectors.read("games")[:3], ids=lambda line: line["deal"])
def test_a_flip_is_marked_where_a_hidden_card_turns_over(line: dict[str, Any]) -> None:
    events, _ = vectors.as_log(line["moves"])
    replay = frames(code=DealCode.parse(line["deal"]), events=events, rules_version=1, reveal=False)
    hidden = [36]
    for version in range(1, len(replay["events"]) + 1):
        piles = piles_at(replay=replay, version=version)
        hidden.append(sum(is_hidden(card) for name in PILES[2:] for card in piles[name]))
    flips = [after < before for before, after in pairwise(hidden)]

    assert ["flip" in event["marks"] for event in replay["events"]] == flips
    assert any(flips)


def test_a_recycle_a_take_back_and_an_undo_are_marked() -> None:
    marks = {"recycle": ["recycle"], "undo": ["undo"]} | {
        f"F{n}-T{m}": ["take_back"] for n in range(9) for m in range(10)
    }
    lines = [line for line in vectors.read("games") if {"recycle", "undo"} < {*line["moves"]}]
    line = next(line for line in lines if any(move in marks and move[0] == "F" for move in line["moves"]))
    events, _ = vectors.as_log(line["moves"])
    replay = frames(code=DealCode.parse(line["deal"]), events=events, rules_version=1, reveal=False)

    for event in replay["events"]:
        assert [mark for mark in event["marks"] if mark != "flip"] == marks.get(event["move"], [])


def test_an_illegal_move_ends_the_frames_and_says_why() -> None:
    replay = frames(code=CODE, events=log("draw", "recycle", "draw"), rules_version=1, reveal=True)

    assert [event["move"] for event in replay["events"]] == ["draw"]
    assert replay["error"] == {
        "index": 1,
        "move": "recycle",
        "code": "illegal_move",
        "reason": "stock_not_empty",
        "message": "recycle is illegal: the stock still has cards",
        "unplayed": 2,
    }


def test_a_byte_that_is_no_action_ends_the_frames_and_says_so() -> None:
    replay = frames(code=CODE, events=b"\x00\xfe", rules_version=1, reveal=True)

    assert [event["move"] for event in replay["events"]] == ["draw"]
    assert replay["error"] == {
        "index": 1,
        "move": None,
        "code": "bad_byte",
        "reason": None,
        "message": "byte 254 at index 1 stands for no action",
        "unplayed": 1,
    }


def test_frames_are_json_all_through() -> None:
    replay = frames(code=CODE, events=log("draw", "recycle"), rules_version=1, reveal=True)

    assert json.loads(json.dumps(replay)) == replay


def test_a_log_of_undos_takes_time_linear_in_its_length() -> None:
    # Eight times as long; were each event to cost more the longer the log, it would be 64 times.
    assert seconds_for(undos=4_000) < 24 * seconds_for(undos=500)


def seconds_for(*, undos: int) -> float:
    """Processor time for the frames of so many draws that are undone: the least of three, without the collector."""
    events, seconds = encode([DRAW, UNDO] * undos), []
    gc.disable()
    for _ in range(3):
        begun = time.process_time()
        replay = frames(code=CODE, events=events, rules_version=1, reveal=True)
        seconds.append(time.process_time() - begun)
        assert len(replay["events"]) == 2 * undos
    gc.enable()
    return min(seconds)
