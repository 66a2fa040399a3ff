"""The viewer of a page: the step that it shows, the links and moves around it, and parts of a game."""

import json
import re
from typing import Any

import pytest
from django.template.loader import render_to_string

from games.engine.deals import DealCode
from games.replay import frames, piles_at
from games.viewer import MOVES_AROUND, NoSuchStep, excerpt, viewer_of
from tests.factories import events_of, known_game
from tests.games.test_replay import log, playout

CODE = DealCode.parse("DS1-D1N-KSTNMZC")
PLAYED = frames(code=CODE, events=known_game().events, rules_version=1, reveal=True)
REFUSED = frames(
    code=CODE, events=events_of((*known_game().moves[:41], "recycle", "draw")), rules_version=1, reveal=True
)


def page_of(**about: Any) -> str:
    return render_to_string("games/viewer/viewer.html", {"viewer": viewer_of(**about)})


@pytest.mark.parametrize(("step", "shown"), ((None, 0), ("0", 0), (41, 41), ("266", 266)))
def test_a_viewer_shows_the_table_and_the_counts_of_its_step(step: str | int | None, shown: int) -> None:
    viewer = viewer_of(frames=PLAYED, step=step)

    assert viewer.piles == piles_at(replay=PLAYED, version=shown)
    assert viewer.frame == (PLAYED["events"][shown - 1] if shown else PLAYED["first"])


@pytest.mark.parametrize("step", ("267", "-1", "x", "", "1e1", "٣", "0000000001"))
def test_a_step_that_the_replay_does_not_have_is_refused(step: str) -> None:
    with pytest.raises(NoSuchStep, match="a step is a number from 0 to 266"):
        viewer_of(frames=PLAYED, step=step)


@pytest.mark.parametrize(
    ("step", "steps"), ((0, (0, 0, 1, 266)), (41, (0, 40, 42, 266)), (266, (0, 265, 266, 266))), ids=str
)
def test_the_buttons_lead_to_the_steps_beside(step: int, steps: tuple[int, ...]) -> None:
    links = viewer_of(frames=PLAYED, step=step, address="/here/").links

    assert links == {
        name: f"/here/?step={to}#replay" for name, to in zip(("first", "back", "next", "last"), steps, strict=True)
    }


def test_a_link_keeps_what_the_address_asks_for() -> None:
    viewer = viewer_of(frames=PLAYED, address="/here/?share=a%26b", name="left")

    assert viewer.link(7) == "/here/?share=a%26b&step=7#left"


def test_the_page_lists_the_moves_around_the_step_alone() -> None:
    code = DealCode.parse("DS1-D1N-AAAAAAB")
    long = frames(code=code, events=playout(code=code, seed=1, length=1000), rules_version=1, reveal=True)

    listed = [move.step for move, _ in viewer_of(frames=long, step=500).moves]

    assert listed == list(range(501 - MOVES_AROUND, 501 + MOVES_AROUND))


def test_a_move_is_listed_with_the_card_that_it_is_about() -> None:
    played = frames(code=DealCode.parse("DS1-D1N-AAAAAAB"), events=log("draw", "undo"), rules_version=1, reveal=False)
    moves = [move for move, _ in viewer_of(frames=PLAYED, step=1).moves]
    draw, undo = (move for move, _ in viewer_of(frames=played).moves)

    assert [(move.text, move.card, move.is_red, move.tags) for move in moves[:2]] == [
        ("T8-F", "A♥", True, ["flip"]),
        ("T8-F", "A♦", True, ["flip"]),
    ]
    assert (draw.card, draw.tags) == ("6♥", [])
    assert (undo.card, undo.tags) == ("", ["↶"])


def test_the_ranked_score_is_shown_only_where_it_differs_once() -> None:
    assert 'data-show="ranked_score_text"' in page_of(frames=PLAYED)
    assert 'data-show="ranked_score_text"' not in page_of(frames=REFUSED)


def test_a_refused_move_is_shown_on_the_table_that_it_was_refused_on() -> None:
    at_the_end, before = page_of(frames=REFUSED, step=41), page_of(frames=REFUSED, step=40)

    assert re.search(r'class="viewer-refusal" role="status">', at_the_end)
    assert "2 events of the log are not played." in at_the_end
    assert re.search(r'class="viewer-refusal" role="status" hidden>', before)
    assert '<span class="number">42</span> <span class="move">recycle</span>' in before


def test_frames_are_on_the_page_unless_the_script_is_told_where_they_are() -> None:
    embedded = re.findall(
        r'<script id="one-frames" type="application/json">(.*?)</script>', page_of(frames=REFUSED, name="one")
    )

    assert json.loads(embedded[0]) == REFUSED
    assert "<script" not in page_of(frames=REFUSED, frames_address="/frames/")


def test_a_small_viewer_has_its_steps_and_neither_list_nor_plot() -> None:
    page = page_of(frames=PLAYED, is_small=True)

    assert 'data-go="next"' in page
    assert re.findall("viewer-list|viewer-plot|viewer-slider|data-linked", page) == []


@pytest.mark.parametrize(("first", "last"), ((0, 266), (0, 3), (40, 44), (266, 266)))
def test_an_excerpt_is_the_same_game_between_two_steps(first: int, last: int) -> None:
    part = excerpt(PLAYED, first=first, last=last)

    for step in (first, (first + last) // 2, last):
        viewer, whole = viewer_of(frames=part, step=step), viewer_of(frames=PLAYED, step=step)
        assert viewer.piles == whole.piles
        assert [viewer.frame[name] for name in ("score_text", "moves", "cards_home")] == [
            whole.frame[name] for name in ("score_text", "moves", "cards_home")
        ]
    assert (viewer.first, viewer.last) == (first, last)


def test_an_excerpt_has_the_refused_move_only_if_it_goes_to_the_end() -> None:
    assert excerpt(REFUSED, first=38, last=41)["error"] == REFUSED["error"]
    assert excerpt(REFUSED, first=38, last=40)["error"] is None
