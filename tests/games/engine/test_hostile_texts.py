"""Any text and any bytes to all that reads one: what it stands for, or a refusal, in time linear in its length."""

import time
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import moves
from games.engine.deals import DealCode
from games.engine.errors import CodecError, EngineError
from games.engine.lines import read_games
from games.engine.match import actions
from games.engine.match.actions import MatchAction
from games.engine.match.options import MatchOptions
from games.engine.moves import Move
from games.engine.movetext import parse_game, parse_games

# What is nearly notation comes near the code that reads it; a text of any characters hardly does.
PIECES = st.sampled_from(
    (
        *(
            "draw",
            "recycle",
            "undo",
            "pass",
            "resign",
            "W",
            "T1",
            "T9",
            "T0",
            "F",
            "F8",
            "-",
            "x4",
            "x",
            "=7D",
            "=",
            "?",
        ),
        *(
            "DS1",
            "D1N",
            "d3v",
            "AAAAAAB",
            "[Deal ",
            '"',
            "]",
            "[Score ",
            "{",
            "}",
            ";",
            "1.",
            "\n",
            "\r",
            " ",
            "\t",
            "\\",
        ),
        *(
            "0",
            "999999999999999999999",
            "\u0660",
            "\u0130",
            "\u2028",
            "\x00",
            "\ud800",
            "\U0001f0a1",
            "e\u0301",
            "\ufeff",
        ),
    )
)
TEXTS = st.text() | st.lists(PIECES, max_size=30).map("".join)
PARSERS: tuple[Callable[[str], object], ...] = (Move.parse, MatchAction.parse, DealCode.parse)


def read_or_refused(parse: Callable[[Any], Any], given: Any) -> tuple[Any, EngineError | None]:
    """What the parser reads, or why it refuses; anything else that it raises fails the test."""
    try:
        return parse(given), None
    except EngineError as error:
        return None, error


@pytest.mark.parametrize("parse", PARSERS)
@given(text=TEXTS)
def test_a_text_is_what_it_is_read_as_or_is_refused(parse: Callable[[str], object], text: str) -> None:
    read, error = read_or_refused(parse, text)
    if error is None:
        assert str(read).upper() == text.strip().upper()
    else:
        assert str(error).encode()  # half a surrogate pair would not go into an answer


@pytest.mark.parametrize("parse", (moves.parse_counted, actions.parse_counted))
@given(text=TEXTS)
def test_a_text_with_a_count_is_a_move_or_is_refused(parse: Callable[[str], tuple[Any, int | None]], text: str) -> None:
    try:
        read, count = parse(text)
    except EngineError:
        return
    assert text.startswith(str(read))
    assert count is None or count >= 0


@pytest.mark.parametrize("codec", (moves, actions))
@given(log=st.binary() | st.lists(st.integers(0, 165)).map(bytes))
def test_bytes_are_read_as_what_writes_them_or_the_first_that_is_nothing_is_named(codec: Any, log: bytes) -> None:
    known = codec.known_prefix(log)
    assert codec.encode(codec.decode(log[:known])) == log[:known]
    if known < len(log):
        with pytest.raises(CodecError) as refused:
            codec.decode(log)
        assert (refused.value.index, refused.value.byte) == (known, log[known])


@pytest.mark.parametrize("parse", (parse_game, parse_games))
@given(text=TEXTS)
def test_any_text_is_movetext_or_is_refused_with_its_line(parse: Callable[[str], object], text: str) -> None:
    _, error = read_or_refused(parse, text)
    assert error is None or 1 <= error.line <= len(text) + 1  # type: ignore[attr-defined]
    assert str(error).encode()


@given(lines=st.lists(st.binary() | TEXTS.map(lambda text: text.encode("utf-8", "surrogatepass"))))
def test_any_lines_of_bytes_are_games_or_troubles(lines: list[bytes]) -> None:
    assert len(list(read_games(lines))) <= sum(line.count(b"\n") + 1 for line in lines)


@given(st.recursive(st.none() | st.booleans() | st.integers() | TEXTS, lambda each: st.dictionaries(TEXTS, each)))
def test_whatever_is_given_as_the_options_of_a_match_is_refused_or_is_some(given: object) -> None:
    options, error = read_or_refused(MatchOptions.parse, given)
    assert isinstance(options, MatchOptions) is (error is None)
    assert str(error).encode()


@pytest.mark.parametrize(
    "piece",
    (
        "T3-T5x4=7D ",
        "{",
        "} ",
        "{a} ",
        '[Deal "',
        "1. ",
        "\\",
        "\n",
        "T",
        "9" * 10,
        "=",
        " ",
        "[",
        '"',
        "\u0660",
        ";x\n",
    ),
)
def test_a_text_ten_times_as_long_takes_some_ten_times_as_long(piece: str) -> None:
    head = '[Deal "DS1-D1N-AAAAAAB"]\n\n'

    def seconds(length: int) -> float:
        text = head + piece * (length // len(piece))
        begun = time.process_time()
        for parse in (Move.parse, MatchAction.parse, DealCode.parse, moves.parse_counted, parse_games):
            str(read_or_refused(parse, text)[1])
        return time.process_time() - begun

    # The best of three: a collection of the garbage of all tests before takes longer than the text.
    short, long = (min(seconds(length) for _ in range(3)) for length in (20_000, 200_000))
    assert long < 30 * short + 0.05  # in quadratic time it is a hundred
