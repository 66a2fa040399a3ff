"""Wins looked for with all cards known: what is found is a win, the same everywhere, and little is missed."""

import os
import subprocess
import sys
from hashlib import sha256
from random import Random

import pytest

from games.engine import picture
from games.engine.deals import DealCode, Scoring
from games.engine.errors import UnknownRules
from games.engine.fold import fold
from games.engine.moves import RECYCLE, decode
from games.engine.play import play
from games.engine.position import Position
from games.engine.prospects import harmless
from games.engine.solo import SoloTable
from games.engine.solver import Solution, find_win, solve
from tests.games.engine import tables
from tests.games.engine.playouts import random_code
from tests.games.engine.tables import NORMAL, NORMAL_3, VEGAS

# A found line is a promise to rows that are stored with its number of steps: it must not change unawares.
KNOWN = (
    ("DS1-D1N-AAAAAAA", 74, 939, "b693ce2c04ecf428"),
    ("DS1-D1N-AAAAAAB", 79, 1018, "b887d88259910218"),
    ("DS1-D1N-AAAAAAD", 587, 808, "b5b49333cb982bf5"),
    ("DS1-D3N-AAAAAAA", 3639, 699, "f3bddc1a21837b0a"),
    ("DS1-D3N-KSTNMZC", 122, 776, "992701b3c34adb66"),
)

# All is home but the hearts of one deck, which lie under their king, the ace lowest.
UPSIDE_DOWN = ("foundations KS KS KH - KD KD KC KC", "T1 [AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH] KH")
# The king moves over, and cards of spades come back to bear the hearts.
WITH_TAKE_BACKS = "T1-T2 F1-T3" + " T1-T3 F1-T2 T1-T2 F1-T3" * 5 + " T1-T3 T1-F"


def position_of(table: SoloTable) -> Position:
    _, position = picture.parse(table.picture(reveal=True))
    return position


@pytest.mark.parametrize("draw", (1, 3))
def test_a_normal_deal_is_nearly_always_shown_winnable(draw: int) -> None:
    codes = [random_code(Random(seed), draw=draw, scoring=Scoring.NORMAL) for seed in range(20)]
    wins = [solve(code, max_nodes=5_000).events for code in codes]
    folded = [fold(code, events) for code, events in zip(codes, wins, strict=True) if events is not None]
    assert len(folded) >= 19
    assert all(replay.error is None and replay.table.is_won for replay in folded)


@pytest.mark.parametrize(("code", "nodes", "length", "digest"), KNOWN)
def test_a_deal_has_the_same_answer_always(code: str, nodes: int, length: int, digest: str) -> None:
    found = solve(DealCode.parse(code), max_nodes=10_000)
    assert found.events is not None
    assert (found.nodes, len(found.events), sha256(found.events).hexdigest()[:16]) == (nodes, length, digest)


@pytest.mark.parametrize("seed", ("0", "1"))
def test_the_answer_does_not_hang_on_how_python_hashes(seed: str) -> None:
    program = """
from games.engine.deals import DealCode
from games.engine.solver import solve
for mode in ("D1N", "D3N", "D1V"):
    found = solve(DealCode.parse(f"DS1-{mode}-AAAAAAD"), max_nodes=600)
    print(found.nodes, found.events.hex() if found.events else None)
"""
    here = [solve(DealCode.parse(f"DS1-{mode}-AAAAAAD"), max_nodes=600) for mode in ("D1N", "D3N", "D1V")]
    told = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.getcwd()},
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout.splitlines() == [f"{each.nodes} {each.events.hex() if each.events else None}" for each in here]


def test_a_larger_limit_has_the_same_win_and_a_smaller_one_none() -> None:
    code = DealCode.parse("DS1-D1N-AAAAAAD")
    found = solve(code, max_nodes=10_000)
    assert found.nodes > 500  # more than one try
    assert solve(code, max_nodes=found.nodes) == found
    assert solve(code, max_nodes=found.nodes - 1) == Solution(events=None, nodes=found.nodes - 1)
    assert solve(code, max_nodes=0) == Solution(events=None, nodes=0)


def test_a_single_pass_is_seldom_shown_winnable_but_honestly() -> None:
    code = DealCode.parse("DS1-D1V-MS6Z2CF")
    found = solve(code, max_nodes=17_000)
    assert found.events is not None
    assert RECYCLE.byte not in found.events
    assert fold(code, found.events).table.score == 416
    assert solve(DealCode.parse("DS1-D3V-MS6Z2CF"), max_nodes=1_000) == Solution(events=None, nodes=1_000)


@pytest.mark.parametrize("code", (NORMAL, NORMAL_3))
def test_a_win_is_found_from_any_position_on_the_way_to_one(code: str) -> None:
    deal = DealCode.parse(code)
    events = solve(deal, max_nodes=1_000).events
    assert events is not None
    for length in range(0, len(events) + 1, 50):
        position = Position(deal)
        play(position, events[:length])
        rest = find_win(position, max_nodes=5_000).events
        assert rest is not None
        assert fold(deal, events[:length] + rest).table.is_won


def test_a_search_leaves_the_position_as_it_was() -> None:
    code = DealCode.parse(NORMAL)
    position = Position(code)
    play(position, bytes(3))
    before = picture.draw(code, position, reveal=True), list(position.journal), position.version
    find_win(position, max_nodes=50)
    assert (picture.draw(code, position, reveal=True), list(position.journal), position.version) == before


def test_a_search_that_has_tried_everything_ends_and_the_game_may_still_be_won() -> None:
    table = tables.table_with(*UPSIDE_DOWN)
    assert find_win(position_of(table), max_nodes=10_000) == Solution(events=None, nodes=1)
    tables.play(table, WITH_TAKE_BACKS)
    rest = find_win(position_of(table), max_nodes=10_000).events
    assert rest is not None
    assert table.play_events(rest) is None
    assert table.is_won


def test_rules_that_do_not_exist_are_refused() -> None:
    with pytest.raises(UnknownRules):
        solve(DealCode.parse(NORMAL), max_nodes=1, rules=2)


@pytest.mark.parametrize(
    ("lines", "code", "moves"),
    (
        (("T3 [9H] AS",), NORMAL, "T3-F"),
        (("T3 2S", "foundations AS - - - - - - -"), NORMAL, "T3-F"),
        (("T3 3S", "foundations 2S - - - - - - -"), NORMAL, ""),
        (("T3 3S", "foundations 2S - 2H 2H 2D AD - -"), NORMAL, ""),
        (("T3 3S", "foundations 2S - 2H 2H 2D 2D - -"), NORMAL, "T3-F"),
        (("waste AS 4C",), NORMAL, "recycle draw W-F"),
        (("waste AS 4C",), NORMAL_3, ""),
        (("waste AS 4C",), VEGAS, ""),
        (("waste 4C AS",), VEGAS, "W-F"),
    ),
)
def test_a_play_is_forced_only_if_it_can_do_no_harm(lines: tuple[str, ...], code: str, moves: str) -> None:
    table = tables.table_with(*lines, "T9 [...] KS", code=code)
    assert " ".join(map(str, decode(harmless(position_of(table)) or b""))) == moves
