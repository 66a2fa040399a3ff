"""What a replay shows on a page, held against what the engine computes."""

from typing import Any

from playwright.sync_api import Page, expect

from games import log, replay
from games.engine.deals import DealCode
from games.engine.fold import fold
from games.models import Game

PILES = """() => Object.fromEntries(Array.from(document.querySelectorAll(".viewer [data-pile]"),
    (pile) => [pile.dataset.pile, Array.from(pile.children, (card) => card.dataset.card)]))"""


def frames_of(game: Game) -> dict[str, Any]:
    """Return the frames of a game as the service computes them, hidden cards named."""
    events = log.read(stream_id=game.pk)
    return replay.frames(code=DealCode.parse(game.code), events=events, rules_version=1, reveal=True)


def assert_shows(page: Page, game: Game, step: int) -> None:
    """The page shows the table that the engine has after so many events, and what is counted on it."""
    frames = frames_of(game)
    table = fold(DealCode.parse(game.code), log.read(stream_id=game.pk)[:step]).table
    frame = frames["events"][step - 1] if step else frames["first"]

    expect(page.get_by_role("slider")).to_have_value(str(step))
    assert page.evaluate(PILES) == replay.piles_at(replay=frames, version=step)
    assert page.locator(".viewer-numbers [data-show]").all_text_contents() == [
        table.score_text,
        *([frame["ranked_score_text"]] if page.get_by_text("Ranked", exact=True).count() else []),
        str(table.moves),
        str(table.undos),
        str(table.home),
    ]
