"""The example of the page on movetext is what the service itself would write, and every claim in it holds."""

from dataclasses import replace

from games import movetexts
from games.engine.movetext import annotate, parse_game
from tests.docs.page import Page

EXAMPLE = next(block.text for block in Page.of("movetext").blocks if block.language == "movetext")


def test_the_example_replays_to_its_score() -> None:
    game = parse_game(EXAMPLE)
    replay = game.replay()
    assert replay.error is None
    assert replay.table.score == game.score == 40


def test_the_example_is_written_as_the_service_writes() -> None:
    game = parse_game(EXAMPLE)
    assert str(replace(annotate(game.deal, game.events), score=40, player="Ana")) == EXAMPLE


def test_the_example_is_the_game_that_the_rules_go_through() -> None:
    actions = Page.of("rules").table("action", "Normal", "ranked", "Vegas", "ranked", "why")
    played = " ".join(str(written.move) for written in parse_game(EXAMPLE).moves)
    assert all(action[0].split("`")[1] in played for action in actions)
    assert len(parse_game(EXAMPLE).moves) == 24


def test_the_text_that_is_sent_to_the_service_is_taken() -> None:
    request = next(block.text for block in Page.of("movetext").blocks if block.language == "http")
    head, _, text = request.partition("\n\n")
    assert head.splitlines() == ["POST /api/v1/scores/movetext/", "Content-Type: text/plain"]
    game = movetexts.read(text)
    assert game.replay().table.score == game.score == 10
