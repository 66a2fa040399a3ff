"""A match for the viewer of a page: every step is the table of the engine, and what is said of it."""

from datetime import timedelta
from typing import Any

import pytest

from games.engine.match.options import Ending, Pace, Side
from games.matches.events import FOUNDATION_PILES, piles_of
from games.matches.frames import elapsed, frames
from games.matches.lobby import Choice
from games.matches.table import events_of
from games.matches.viewer import match_viewer_of
from games.replay import piles_at
from games.viewer import NoSuchStep
from tests.factories import NOON
from tests.games.matches.finished import known, played_out, table_at
from tests.games.matches.people import Pair, begun

pytestmark = pytest.mark.django_db

PLAYED_OUT = Choice(pace=Pace.ALTERNATING, draw_b=3, ending=Ending.PLAY_OUT)


def replay_of(pair: Pair, **part: int) -> dict[str, Any]:
    return frames(pair.match, events=events_of(pair.match_id), **part)


def viewer_of(pair: Pair, step: str | int | None) -> Any:
    return match_viewer_of(pair.match, step=step, bottom=Side.A, address="/here/", frames_address="/frames/")


@pytest.mark.parametrize("choice", (None, PLAYED_OUT), ids=("simultaneous", "alternating"))
def test_every_step_is_the_table_of_the_engine(choice: Choice | None) -> None:
    pair = played_out(choice)
    replay = replay_of(pair)
    steps = len(replay["events"])
    assert steps == pair.match.stream.version
    for step in {*range(0, steps, 17), 1, steps}:
        table, viewer = table_at(pair, step), viewer_of(pair, step)
        piles = piles_of(table, reveal=True)
        assert piles_at(replay=replay, version=step) == piles == viewer.piles
        foundations = viewer.shown_table.foundations
        assert [shared.owners for shared in foundations] == table.foundations
        assert [shared.cards for shared in foundations] == [piles[name] for name in FOUNDATION_PILES]
        counted = replay["events"][step - 1] if step else replay["first"]
        assert [half.cards for half in viewer.shown_table.halves] == [counted["cards_b"], counted["cards_a"]]
        assert table.contributions == {Side.A: counted["cards_a"], Side.B: counted["cards_b"]}
        assert ("turn:A" in counted["states"], "turn:B" in counted["states"]) == (table.turn == "A", table.turn == "B")


def test_an_event_says_who_when_and_what_came_of_it() -> None:
    pair = begun(Choice(pace=Pace.ALTERNATING))
    pair.act("A", "pass", at=NOON + timedelta(seconds=65))
    pair.act("B", "resign", at=NOON + timedelta(hours=1, seconds=1))
    passed, resigned = replay_of(pair)["events"]
    assert passed == {
        "index": 0,
        "side": "A",
        "move": "pass",
        "marks": [],
        "changes": [],
        "cards_a": 0,
        "cards_b": 0,
        "states": ["turn:B", "passed:A"],
        "time": "1:05",
    }
    assert (resigned["marks"], resigned["time"]) == (["end"], "1:00:01")
    assert resigned["states"] == ["passed:A", "over", "won:A", "resigned:B"]


def test_cards_turned_over_players_out_and_the_end_are_marked() -> None:
    # Both are out in it, A first, and the second wins.
    events = replay_of(known("UJSOQXA"))["events"]
    flips = [event for event in events if "flip" in event["marks"]]
    assert all(any(card.startswith("[") for change in event["changes"] for card in change["out"]) for event in flips)
    assert len(flips) > 10
    outs = [event for event in events if "out" in event["marks"]]
    assert [(event["side"], event["states"]) for event in outs] == [
        ("A", ["out:A"]),
        ("B", ["out:A", "out:B", "over", "won:B"]),
    ]
    assert [event["index"] for event in events if "end" in event["marks"]] == [len(events) - 1]


def test_a_part_is_the_same_match_between_two_steps() -> None:
    pair = played_out()
    whole, part = replay_of(pair), replay_of(pair, first=100, last=150)
    assert part["events"] == whole["events"][100:150]
    assert part["first"]["piles"] == piles_at(replay=whole, version=100)
    assert (part["start"], part["first"]["cards_a"]) == (100, whole["events"][99]["cards_a"])


def test_a_viewer_opens_at_the_end_and_computes_what_it_shows_alone() -> None:
    pair = played_out()
    last = pair.match.stream.version
    viewer = viewer_of(pair, None)
    assert (viewer.step, viewer.first, viewer.last, viewer.start) == (last, 0, last, last - 100)
    assert [move.step for move, _ in viewer.moves] == list(range(last - 99, last + 1))
    assert viewer.links["first"] == "/here/?step=0#replay"
    with pytest.raises(NoSuchStep, match=f"from 0 to {last}"):
        viewer_of(pair, last + 1)


def test_the_list_of_moves_has_sides_cards_and_times() -> None:
    pair = begun()
    pair.play(("A", "draw"), ("B", "T2-T4"), ("A", "T3-F"), ("B", "resign"))
    moves = [move for move, _ in viewer_of(pair, 4).moves]
    assert [(move.side, move.text, move.tags, move.time) for move in moves] == [
        ("A", "draw", [], "0:00"),
        ("B", "T2-T4", ["flip"], "0:00"),
        ("A", "T3-F", ["flip"], "0:00"),
        ("B", "resign", ["end"], "0:00"),
    ]
    table = table_at(pair, 4)
    assert [bool(move.card) for move in moves] == [True, True, True, False]
    assert moves[0].card[:-1].replace("10", "T") == table.waste(Side.A)[-1][0]


@pytest.mark.parametrize(
    ("seconds", "text"), ((0, "0:00"), (59, "0:59"), (760, "12:40"), (3723, "1:02:03"), (-4, "0:00"))
)
def test_a_length_of_time_is_written_as_people_do(seconds: int, text: str) -> None:
    assert elapsed(timedelta(seconds=seconds)) == text
