"""A log folded into a table, and what ends it."""

import pytest

from games.engine.deals import DealCode
from games.engine.errors import CodecError, Refusal, UnknownRules, refusal_text
from games.engine.fold import Claim, Failure, effective_line, fold
from games.engine.moves import MOVES, Move, encode
from tests.games.engine import vectors
from tests.games.engine.standing import standing

CODE = DealCode.parse("DS1-D1N-AAAAAAB")


def log(moves: str) -> bytes:
    return encode(Move.parse(text) for text in moves.split())


def test_a_good_log_gives_its_table_and_no_error() -> None:
    replay = fold(CODE, log("T3-T8 draw undo"))

    assert replay.error is None
    assert (replay.table.version, replay.table.moves, replay.table.undos, replay.table.score) == (3, 2, 1, 5)


def test_an_illegal_move_ends_a_log_after_its_good_part() -> None:
    replay = fold(CODE, log("T3-T8 draw W-T1 draw draw"))

    assert standing(replay.table) == standing(fold(CODE, log("T3-T8 draw")).table)
    assert replay.error == Failure(
        index=2,
        move="W-T1",
        code="illegal_move",
        reason=Refusal.DOES_NOT_FIT,
        text=refusal_text("W-T1", Refusal.DOES_NOT_FIT),
    )


def test_a_byte_that_is_no_action_ends_a_log_after_its_good_part() -> None:
    replay = fold(CODE, log("T3-T8") + b"\xa6" + log("draw"))

    assert replay.table.version == 1
    assert replay.error == Failure(index=1, move=None, code="bad_byte", reason=None, text=CodecError(166, index=1).text)


def test_an_illegal_move_before_a_byte_that_is_no_action_is_the_error() -> None:
    error = fold(CODE, log("recycle") + b"\xff").error

    assert error is not None
    assert (error.index, error.code, error.reason) == (0, "illegal_move", Refusal.STOCK_NOT_EMPTY)


@pytest.mark.parametrize("byte", range(256))
def test_a_log_of_any_byte_gives_a_replay(byte: int) -> None:
    replay = fold(CODE, bytes((byte,)))

    good = byte < len(MOVES) and MOVES[byte] in fold(CODE, b"").table.legal_moves
    assert (replay.error is None, replay.table.version) == (good, int(good))


def test_undos_and_what_they_undo_fold_to_the_table_before() -> None:
    replay = fold(CODE, log("T3-T8 draw draw undo undo undo undo"))

    assert replay.error is not None
    assert (replay.error.index, replay.error.reason) == (6, Refusal.NOTHING_TO_UNDO)
    assert replay.table.tableau() == fold(CODE, b"").table.tableau()


@pytest.mark.parametrize(
    ("claim", "reason", "message"),
    (
        (Claim(count=1), None, None),
        (Claim(card="8H"), None, None),
        (Claim(count=1, card="8H"), None, None),
        (Claim(count=2), Refusal.WRONG_COUNT, "T3-T8x2 is illegal: another number of cards would move"),
        (Claim(count=0), Refusal.WRONG_COUNT, "T3-T8x0 is illegal: another number of cards would move"),
        (Claim(card="8D"), None, "T3-T8 is written with the card 8D, but the deal has 8H there"),
    ),
)
def test_what_is_claimed_of_a_move_is_checked(claim: Claim, reason: Refusal | None, message: str | None) -> None:
    replay = fold(CODE, log("draw T3-T8 draw"), claims={1: claim})

    if message is None:
        assert (replay.error, replay.table.version) == (None, 3)
    else:
        assert replay.error is not None
        assert (replay.error.index, replay.error.reason, replay.error.message) == (1, reason, message)
        assert standing(replay.table) == standing(fold(CODE, log("draw")).table)


def test_a_card_is_claimed_of_no_undo() -> None:
    error = fold(CODE, log("draw undo"), claims={1: Claim(card="6H")}).error

    assert error is not None
    assert error.message == "undo is written with the card 6H, but it is about no card"


def test_a_wrong_claim_leaves_a_full_list_of_undoable_actions() -> None:
    events = log("draw " * 59 + "recycle ") * 5 + log("T3-T8")
    table = fold(CODE, events, claims={300: Claim(count=3)}).table

    assert (table.version, table.undoable, table.score) == (300, 200, 0)
    assert table.play_events(log("undo " * 200)) is None


def test_claims_of_illegal_moves_are_not_reached() -> None:
    error = fold(CODE, log("draw T1-T2"), claims={1: Claim(count=2)}).error

    assert error is not None
    assert (error.move, error.reason) == ("T1-T2x2", Refusal.NO_CARD_FITS)


def test_rules_that_do_not_exist_are_the_callers_mistake() -> None:
    with pytest.raises(UnknownRules):
        fold(CODE, b"", rules=2)


@pytest.mark.parametrize(
    ("moves", "line"),
    (
        ("", ""),
        ("draw T3-T8", "draw T3-T8"),
        ("draw undo", ""),
        ("draw T3-T8 undo T7-T5", "draw T7-T5"),
        ("draw draw undo undo T3-T8", "T3-T8"),
    ),
)
def test_the_effective_line_sets_undone_actions_aside(moves: str, line: str) -> None:
    assert effective_line(log(moves)) == log(line)


def test_the_effective_line_leads_to_the_same_cards() -> None:
    for game in vectors.read("games"):
        events, _ = vectors.as_log(game["moves"])
        code = DealCode.parse(game["deal"])
        whole, line = fold(code, events).table, fold(code, effective_line(events))

        assert line.error is None
        assert line.table.picture().splitlines()[2:] == whole.picture().splitlines()[2:]
        assert (line.table.score, line.table.ranked_score) == (whole.score, whole.ranked_score)
