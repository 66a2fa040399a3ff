"""Every line of the vectors of matches, which an independent implementation of the rules has made."""

import json
from typing import Any

import pytest

from games.engine.errors import NotationError
from games.engine.lines import read_games, tell
from games.engine.match.actions import ACTIONS, MatchAction
from games.engine.match.errors import IllegalAction
from games.engine.match.fold import fold_match
from games.engine.match.lines import read_match
from games.engine.match.options import Side
from tests.games.engine import vectors
from tests.games.engine.match.told import told

Line = dict[str, Any]
LINES = [
    pytest.param(line, id=f"{number}-{line['match']['number']}") for number, line in enumerate(vectors.read("matches"))
]


@pytest.mark.parametrize("line", LINES)
def test_a_match_ends_as_it_must(line: Line) -> None:
    replay = read_match(line["match"], line["actions"]).replay()

    assert replay.error is None
    assert told(replay.table) == line["final"]


@pytest.mark.parametrize("line", LINES)
def test_a_match_refuses_these_actions_on_the_way_and_no_others(line: Line) -> None:
    table = read_match(line["match"], line["actions"][: line["at"]]).replay().table
    before = table.picture(reveal=True)
    legal = {(side, str(action)) for side in Side for action in table.legal_actions(side)}

    assert legal == {(side, str(action)) for side in Side for action in ACTIONS} - set(map(tuple, line["refused"]))
    for side, text in line["refused"]:
        with pytest.raises((IllegalAction, NotationError)):
            table.play(Side(side), MatchAction.parse(text))
    assert table.picture(reveal=True) == before


def test_replay_tells_the_matches_as_they_end() -> None:
    lines = vectors.read("matches")
    results = [tell(game) for game in read_games(json.dumps(line).encode() for line in lines)]

    assert json.loads(json.dumps(results)) == [{**line["final"], "error": None} for line in lines]


def test_a_match_on_the_way_is_the_match_up_to_there() -> None:
    for line in vectors.read("matches"):
        match = read_match(line["match"], line["actions"])
        table = fold_match(match.options, match.events[: line["at"]]).table
        table.play_events(match.events[line["at"] :])

        assert told(table) == line["final"]
