"""The example of a replay in the guide is what the service shows of that game."""

import json

from games.engine.deals import DealCode
from games.engine.moves import Move, encode
from games.replay import frames
from tests.docs.page import Page


def test_the_event_that_the_guide_shows_is_the_games_first() -> None:
    shown = next(json.loads(block.text) for block in Page.of("client-guide").blocks if '"changes"' in block.text)
    events = encode([Move.parse(shown["move"])])
    replay = frames(code=DealCode.parse("DS1-D1N-AAAAAAB"), events=events, rules_version=1, reveal=True)
    assert replay["events"] == [shown]
