"""A match's log folded into a table, and what ends it."""

import pytest

from games.engine.errors import CodecError, Refusal, UnknownRules
from games.engine.match.actions import EVENTS, MatchAction, encode
from games.engine.match.errors import MatchRefusal, reason_text
from games.engine.match.fold import MatchFailure, fold_match
from games.engine.match.options import Side
from games.engine.match.table import MatchTable
from tests.games.engine.match.tables import options

A, B = Side.A, Side.B


def log(actions: str) -> bytes:
    """Return actions written like `A:draw B:T3-T5` as a log."""
    words = [word.partition(":") for word in actions.split()]
    return encode((Side(side), MatchAction.parse(text)) for side, _, text in words)


def test_a_good_log_gives_its_table_and_no_error() -> None:
    replay = fold_match(options(), log("A:draw B:draw B:pass"))

    assert (replay.error, replay.table.version) == (None, 3)
    assert (replay.table.stock_count(A), replay.table.has_passed(B)) == (23, True)


def test_an_illegal_action_ends_a_log_after_its_good_part() -> None:
    replay = fold_match(options(), log("A:draw B:pass B:pass A:draw"))

    assert str(replay.table) == str(fold_match(options(), log("A:draw B:pass")).table)
    said = reason_text(B, "pass", MatchRefusal.ALREADY_PASSED)
    assert replay.error == MatchFailure(2, B, "pass", "illegal_move", MatchRefusal.ALREADY_PASSED, said)
    assert replay.error.message == "pass of player B is illegal: the player has passed already, and that still stands"


def test_nothing_comes_after_the_end() -> None:
    error = fold_match(options(), log("A:resign B:draw")).error

    assert error
    assert (error.index, error.side, error.reason) == (1, B, MatchRefusal.MATCH_OVER)


def test_a_byte_that_is_no_event_ends_a_log_after_its_good_part() -> None:
    replay = fold_match(options(), log("A:draw") + b"\xbd" + log("B:draw"))

    assert replay.table.version == 1
    assert replay.error == MatchFailure(1, None, None, "bad_byte", None, CodecError(189, index=1).text)


@pytest.mark.parametrize("byte", range(256))
def test_a_log_of_any_byte_gives_a_replay(byte: int) -> None:
    replay = fold_match(options(), bytes((byte,)))

    good = byte in EVENTS and MatchTable(options()).is_legal(*EVENTS[byte])
    assert (replay.error is None, replay.table.version) == (good, int(good))


@pytest.mark.parametrize(
    ("counts", "index", "move"),
    (
        ({0: 1}, None, None),
        ({0: 2}, 0, "T2-T4x2"),
        ({0: 0}, 0, "T2-T4x0"),
        ({0: 1, 1: 2}, 1, "T7-T3x2"),
        ({1: 1, 99: 5}, None, None),
    ),
)
def test_counts_that_are_claimed_are_checked(counts: dict[int, int], index: int | None, move: str | None) -> None:
    match = options(number="TDVR323")
    replay = fold_match(match, log("B:T2-T4 B:T7-T3"), counts=counts)

    assert replay.table.version == (2 if index is None else index)
    found = replay.error and (replay.error.index, replay.error.move, replay.error.reason)
    assert found == (None if index is None else (index, move, Refusal.WRONG_COUNT))


def test_an_illegal_action_with_a_count_is_told_with_it() -> None:
    error = fold_match(options(), log("A:T1-T2"), counts={0: 3}).error

    assert error
    assert (error.move, error.reason) == ("T1-T2x3", Refusal.NO_CARD_FITS)


def test_rules_that_do_not_exist_are_the_callers_mistake() -> None:
    with pytest.raises(UnknownRules):
        fold_match(options(), b"", rules=2)
