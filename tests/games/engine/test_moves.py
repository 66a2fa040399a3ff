"""The notation of moves, and their bytes."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.errors import CodecError, NotationError
from games.engine.moves import MOVES, Kind, Move, decode, encode, known_prefix, parse_counted, states_count
from tests.games.engine.steady import steady

GOLDEN = Path(__file__).parent / "golden" / "bytes.txt"

NO_MOVES = (
    *("", "Draw", "draw ", " draw", "draw\n", "DRAW", "pass", "resign", "W", "W-", "W-T0", "W-T10", "W-f", "w-T1"),
    *("T1-T1", "T1-T10", "T0-T1", "T1-T2x", "T1-T2x01", "T1-T2x-1", "T1-T2x1.0", "T1-T2 x1", "T1-T2X1", "W-T1x1"),
    *("T1-Fx1", "F1-T1x1", "drawx1", "F1-F2", "F9-T1", "F0-T1", "T1-W", "T1–T2", "T１-T2", "T1-T2x٣", "draw\u0000"),
    "T1-T2x" + "9" * 19,
)


def test_the_bytes_are_as_published() -> None:
    published = dict(line.split() for line in GOLDEN.read_text().splitlines())

    assert {str(move.byte): str(move) for move in MOVES} == published
    assert [move.byte for move in MOVES] == list(range(166))


def test_every_move_reads_back_as_the_same_object() -> None:
    for move in MOVES:
        assert Move.parse(str(move)) is move


@pytest.mark.parametrize("text", NO_MOVES)
def test_another_text_is_no_move(text: str) -> None:
    for parse in (Move.parse, parse_counted):
        with pytest.raises(NotationError, match="is not a move"):
            parse(text)


@pytest.mark.parametrize(
    ("text", "why"),
    (
        ("T3-T3", "cannot go to itself"),
        ("F1-F2", "from one foundation to another"),
        ("draw ", "white space"),
        ("drow", "how moves are written"),
    ),
)
def test_an_error_says_what_is_wrong_with_a_text(text: str, why: str) -> None:
    with pytest.raises(NotationError, match=why):
        Move.parse(text)


@pytest.mark.parametrize(
    ("text", "move", "count"),
    (("T3-T5x4", "T3-T5", 4), ("T3-T5x12", "T3-T5", 12), ("T3-T5x0", "T3-T5", 0), ("T3-T5", "T3-T5", None)),
)
def test_a_count_is_read_where_counts_are_taken(text: str, move: str, count: int | None) -> None:
    assert parse_counted(text) == (Move.parse(move), count)
    assert states_count(text) is (count is not None)


def test_a_count_is_refused_by_name_elsewhere() -> None:
    with pytest.raises(NotationError, match="'T3-T5x4' states a count, which is not accepted here: write 'T3-T5'"):
        Move.parse("T3-T5x4")


@steady
@given(st.lists(st.sampled_from(MOVES)))
def test_moves_and_bytes_are_one_to_one(moves: list[Move]) -> None:
    assert decode(encode(moves)) == tuple(moves)
    assert known_prefix(encode(moves)) == len(moves)


@pytest.mark.parametrize("byte", range(166, 256))
def test_any_other_byte_is_refused(byte: int) -> None:
    events = bytes((0, 1, byte, 200))
    with pytest.raises(CodecError) as refused:
        decode(events)

    assert (refused.value.byte, refused.value.index, refused.value.code) == (byte, 2, "bad_byte")
    assert known_prefix(events) == 2


def test_kinds_are_as_many_as_the_rules_say() -> None:
    kinds = [move.kind for move in MOVES]

    assert {kind.value: kinds.count(kind) for kind in Kind} == {
        "draw": 1,
        "recycle": 1,
        "undo": 1,
        "waste_to_column": 9,
        "waste_to_foundation": 1,
        "column_to_foundation": 9,
        "column_to_column": 72,
        "take_back": 72,
    }
