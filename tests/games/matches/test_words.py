"""How a match has ended, as people read it."""

from typing import Any

import pytest

from games.engine.match.options import Side
from games.engine.match.outcome import VOID
from games.matches.words import result_heading, result_words
from games.models import Match

NAMES = {Side.A: "Ana", Side.B: "Bo"}


@pytest.mark.parametrize(
    ("result", "words"),
    (
        ({"winner": "A", "won_by": "resignation"}, "Ana has won. Bo resigned."),
        ({"winner": "B", "won_by": "resignation", "timed_out": True}, "Bo has won. Ana was away for too long."),
        ({"winner": "B", "won_by": "bonus"}, "Bo has won. Bo was the first to empty all seven columns."),
        ({"winner": "A", "won_by": "cards"}, "Ana has won. More cards on the foundations, 31 to 30."),
        (
            {"winner": "A", "won_by": "last_card"},
            "Ana has won. Both have as many cards on the foundations, and Ana placed the last one.",
        ),
        ({"winner": VOID}, "Nobody has won. No card was placed, so the match is dealt again."),
    ),
)
def test_the_result_of_a_match_is_told_in_words(result: dict[str, Any], words: str) -> None:
    ended = "resigned" if result.get("won_by") == "resignation" else "done"
    match = Match(status=Match.Status.OVER, ended=ended, cards_a=31, cards_b=30, **result)
    assert result_words(match, names=NAMES) == words


@pytest.mark.parametrize(
    ("you", "heading"), ((Side.A, "You have won!"), (Side.B, "Ana has won"), (None, "Ana has won")), ids=str
)
def test_who_has_won_is_told_so(you: Side | None, heading: str) -> None:
    match = Match(status=Match.Status.OVER, winner="A", ended="done", won_by="cards")
    assert result_heading(match, names=NAMES, you=you) == heading
