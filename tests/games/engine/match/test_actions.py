"""The notation of a match's actions, and their bytes."""

import pytest

from games.engine.errors import CodecError, NotationError
from games.engine.match.actions import ACTIONS, EVENTS, Event, MatchAction, decode, encode, parse_counted, parse_side
from games.engine.match.options import Side

A, B = Side.A, Side.B


def test_there_are_61_actions_and_each_is_its_text() -> None:
    assert (len(ACTIONS), len({str(action) for action in ACTIONS})) == (61, 61)
    assert all(MatchAction.parse(str(action)) is action for action in ACTIONS)


@pytest.mark.parametrize(
    ("text", "byte"),
    (
        *(("draw", 0), ("recycle", 1), ("pass", 2), ("resign", 3)),
        *(("W-T1", 4), ("W-T7", 10), ("W-F", 11), ("T1-F", 12), ("T7-F", 18)),
        *(("T1-T2", 19), ("T1-T7", 24), ("T2-T1", 25), ("T3-T5", 34), ("T7-T6", 60)),
    ),
)
def test_the_bytes_are_final(text: str, byte: int) -> None:
    action = MatchAction.parse(text)

    assert (Event(A, action).byte, Event(B, action).byte) == (byte, 128 + byte)


def test_a_log_is_a_byte_an_event_and_reads_back() -> None:
    events = [Event(A, MatchAction.parse("T3-T5")), Event(B, MatchAction.parse("draw")), Event(A, ACTIONS[2])]

    assert encode(events) == bytes((34, 128, 2))
    assert decode(bytes((34, 128, 2))) == tuple(events)
    assert decode(bytes(EVENTS)) == tuple(EVENTS.values())


@pytest.mark.parametrize("byte", [byte for byte in range(256) if byte not in EVENTS])
def test_a_byte_that_is_no_event_raises(byte: int) -> None:
    with pytest.raises(CodecError) as refused:
        decode(bytes((0, 128, byte, 0)))

    assert (refused.value.byte, refused.value.index) == (byte, 2)


def test_61_to_127_and_189_to_255_are_no_events() -> None:
    assert set(EVENTS) == {*range(61), *range(128, 189)}


@pytest.mark.parametrize(
    ("text", "problem"),
    (
        ("undo", "what has been played stands"),
        ("F4-T2", "a card on a foundation stays there"),
        ("F1-F2", "a card on a foundation stays there"),
        ("T3-T3", "a column cannot go to itself"),
        ("T3-T5x4", "states a count, which is not accepted here: write 'T3-T5'"),
        *((text, "with the columns T1 to T7") for text in ("T8-F", "T1-T8", "W-T8", "T8-T9x1", "", "Draw", "draw ")),
        *((text, "is no action of a match") for text in ("W-F1", "T1-F3", "A", "pass\n", "T3-T5x", "\ud800")),
    ),
)
def test_what_is_no_action_is_told_apart(text: str, problem: str) -> None:
    with pytest.raises(NotationError, match=problem):
        MatchAction.parse(text)


def test_a_count_is_read_off_a_move_between_columns_alone() -> None:
    assert parse_counted("T3-T5x4") == (MatchAction.parse("T3-T5"), 4)
    assert parse_counted("T3-T5") == (MatchAction.parse("T3-T5"), None)
    for text in ("drawx1", "W-T1x1", "T1-Fx1", "T3-T5x04", "T8-T9x1"):
        with pytest.raises(NotationError):
            parse_counted(text)


def test_the_sides_are_a_and_b() -> None:
    assert [parse_side("A"), parse_side("B"), A.other, B.other] == [A, B, B, A]
    for text in ("", "a", "C", "AB"):
        with pytest.raises(NotationError, match="the players of a match are A and B"):
            parse_side(text)
