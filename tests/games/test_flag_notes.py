"""Why a game is flagged is kept in English, and read in any language."""

import pytest
from django.utils import translation

from games import flag_notes
from games.engine.texts import Text
from games.texts import worded


@pytest.mark.parametrize(
    ("text", "kept"),
    (
        (flag_notes.future(), "The client's times lie in the future."),
        (flag_notes.backwards(), "The client's times run backwards."),
        (flag_notes.pace(150, "3.0"), "150 actions in 3.0 s."),
        (flag_notes.take_backs(20), "20 take-backs."),
        (flag_notes.seen_replay(), "Had been shown a replay of these cards before the finish."),
    ),
)
def test_a_note_is_kept_in_english_and_read_again_as_the_same_text(text: Text, kept: str) -> None:
    assert str(text) == kept
    read = flag_notes.read(kept)
    assert read is not None
    with translation.override("ru"):
        assert worded(read) == worded(text) != kept


def test_a_note_that_is_none_of_these_is_left_alone() -> None:
    assert flag_notes.read("Same line as a game of long ago.") is None
