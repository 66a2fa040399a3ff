"""Why a game is flagged is kept as a code and numbers, and read in any language."""

from importlib import import_module
from uuid import UUID

import pytest
from django.db import connection
from django.utils import translation

from games import flag_notes
from games.models import Flag
from games.texts import worded
from tests.factories import NOON, known_game, make_player, submit

EARLIER = UUID("0199d3c4-7a51-7c52-8f0e-3c1f6f0e8a11")
NOTES = (
    (Flag.Kind.PACE, flag_notes.FUTURE, "future", "The client's times lie in the future."),
    (Flag.Kind.PACE, flag_notes.BACKWARDS, "backwards", "The client's times run backwards."),
    (Flag.Kind.PACE, flag_notes.fast(actions=150, seconds=3), "fast 150 3.0", "150 actions in 3.0 s."),
    (Flag.Kind.PACE, flag_notes.fast(actions=1, seconds=0.04), "fast 1 0.0", "1 action in 0.0 s."),
    (Flag.Kind.TAKE_BACKS, flag_notes.take_backs(20), "take_backs 20", "20 take-backs."),
    (
        Flag.Kind.SEEN_REPLAY,
        flag_notes.SEEN_REPLAY,
        "seen_replay",
        "Had been shown a replay of these cards before the finish.",
    ),
    (Flag.Kind.COPY, flag_notes.copy(EARLIER), f"copy {EARLIER}", f"Same line as game {EARLIER}."),
)


@pytest.mark.parametrize(("kind", "note", "kept", "text"), NOTES, ids=str)
def test_a_note_is_kept_as_a_code_and_read_as_a_sentence(kind: str, note: str, kept: str, text: str) -> None:
    assert (note, Flag(kind=kind, note=note).found) == (kept, text)
    with translation.override("ru"):
        assert worded(flag_notes.text_of(note)) != text


@pytest.mark.parametrize("note", ("", "slow 3", "fast 150", "take_backs", "future 1", "take_backs many"))
def test_a_note_that_nobody_has_made_is_refused(note: str) -> None:
    with pytest.raises(ValueError, match="is the note of no flag"):
        flag_notes.text_of(note)


@pytest.mark.django_db
@pytest.mark.parametrize(("kind", "note", "kept", "text"), NOTES, ids=str)
def test_sentences_of_an_earlier_release_become_codes(kind: str, note: str, kept: str, text: str) -> None:
    game = submit(make_player(), known_game())
    text = text.replace(str(EARLIER), str(game.pk))
    flag = Flag.objects.create(game=game, kind=kind, note=text, other=game if kind == Flag.Kind.COPY else None, at=NOON)
    (codes,) = import_module("games.migrations.0015_flag_codes").Migration.operations
    with connection.cursor() as cursor:
        cursor.execute(codes.sql)
    flag.refresh_from_db()
    assert flag.note == kept.replace(str(EARLIER), str(game.pk))
    assert flag.found == text
