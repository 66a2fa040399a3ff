"""What a match adds to the solo rules, rule by rule."""

from typing import Any

import pytest

from games.engine.errors import Refusal
from games.engine.match.errors import MatchRefusal
from games.engine.match.options import Side
from games.engine.match.outcome import Ended, Outcome, WonBy
from games.engine.match.table import MatchTable
from tests.games.engine.match.tables import drawn, options, play, play_one, refused

A, B = Side.A, Side.B
ALTERNATING: dict[str, Any] = {"pace": "alternating"}


def fresh(**changes: object) -> MatchTable:
    return MatchTable(options(**changes))


# -- Cards


@pytest.mark.parametrize("side", Side)
def test_each_is_dealt_seven_columns_and_a_stock_of_24(side: Side) -> None:
    table = fresh()

    assert [len(column) for column in table.columns(side)] == [1, 2, 3, 4, 5, 6, 7]
    assert [column.count("??") for column in table.columns(side)] == [0, 1, 2, 3, 4, 5, 6]
    assert (len(table.stock(side)), table.waste(side), table.foundations) == (24, [], [""] * 8)


def test_a_foundation_begun_by_one_is_continued_by_the_other() -> None:
    table = drawn("A T1 [KD] AS\nB T1 2S\nA T2 3S")
    play(table, "A:T1-F B:T1-F A:T2-F")

    assert (table.foundations[0], table.foundation_tops[0]) == ("ABA", "3S")
    assert (table.contributions, table.columns(A)[0]) == ({A: 2, B: 1}, ["KD"])


def test_a_place_goes_to_whose_play_comes_first_and_the_other_keeps_the_card() -> None:
    table = drawn("foundations AS:A - - - - - - -\nA T1 2S\nB T1 2S")
    play(table, "B:T1-F")

    assert refused(table, "A:T1-F") is Refusal.NOT_NEXT_ON_FOUNDATION
    assert (table.foundations[:2], table.columns(A)[0]) == (["AB", ""], ["2S"])


def test_the_second_of_two_equal_cards_goes_to_the_other_foundation_of_its_row() -> None:
    table = drawn("foundations AS:A AS:B - - - - - -\nA T1 2S\nB T1 2S")
    play(table, "B:T1-F A:T1-F")

    assert table.foundations[:2] == ["AB", "BA"]


def test_each_draws_as_many_as_was_chosen_and_fewer_if_fewer_are_left() -> None:
    table = drawn("A stock [2S 3S] waste\nA T1 [...] KD\nB stock [2S 3S] waste\nB T1 [...] KD", draw={"A": 3, "B": 1})
    play(table, "A:draw B:draw")

    assert (table.waste(A), table.waste(B)) == (["2S", "3S"], ["2S"])
    assert refused(table, "A:draw") is Refusal.STOCK_EMPTY


def test_a_recycle_shows_the_same_cards_in_the_same_order() -> None:
    table = drawn("A stock [] waste 2S 9D\nA T1 [...] KD")
    play(table, "A:recycle")

    assert (table.stock(A), table.waste(A)) == (["2S", "9D"], [])


@pytest.mark.parametrize("stock", ("[] waste 2S", "[2S] waste"))
def test_a_single_pass_knows_no_recycle(stock: str) -> None:
    table = drawn(f"A stock {stock}\nA T1 [...] KD", redeals="single")

    assert refused(table, "A:recycle") is MatchRefusal.NO_REDEAL


def test_playing_tells_what_it_has_done() -> None:
    table = drawn("A stock [2S 3S ...] waste\nA T1 KD\nA T2 [AS] QS JD\nA T3 AH", draw=3)

    assert [play_one(table, word) for word in ("A:T2-T1", "A:draw", "A:T3-F", "A:pass")] == [
        ("QS", 2),
        (table.waste(A)[-1], 3),
        ("AH", 1),
        (None, 0),
    ]


# -- Turns


def turn_after(table: MatchTable, word: str) -> Side | None:
    play(table, word)
    return table.turn


def test_a_turn_is_any_number_of_moves_and_ends_with_a_draw() -> None:
    table = drawn("A T1 AS\nA T2 2S\nA T3 3S", first="A", **ALTERNATING)
    turns = [turn_after(table, word) for word in ("A:T1-F", "A:T2-F", "A:draw", "B:draw")]

    assert turns == [A, A, B, A]


def test_a_recycle_does_not_end_a_turn_and_a_pass_does() -> None:
    table = drawn("A stock [] waste 2S\nA T1 [...] KD", **ALTERNATING)
    turns = [turn_after(table, word) for word in ("A:recycle", "A:pass")]

    assert turns == [A, B]


@pytest.mark.parametrize("first", Side)
def test_nothing_but_a_resignation_is_played_out_of_turn(first: Side) -> None:
    table = fresh(first=first, **ALTERNATING)

    assert [str(action) for action in table.legal_actions(first.other)] == ["resign"]
    assert refused(table, f"{first.other}:draw") is MatchRefusal.OUT_OF_TURN
    assert refused(table, f"{first.other}:pass") is MatchRefusal.OUT_OF_TURN
    play(table, f"{first.other}:resign")
    assert table.winner == first


def test_nobody_has_the_turn_when_both_play_at_once() -> None:
    table = fresh()
    play(table, "B:draw B:draw A:draw B:draw")

    assert table.turn is None


# -- Passes


def test_a_pass_stands_until_its_player_does_something_else() -> None:
    table = fresh()
    play(table, "A:pass")
    assert (table.has_passed(A), refused(table, "A:pass")) == (True, MatchRefusal.ALREADY_PASSED)

    play(table, "B:draw A:draw")
    assert (table.has_passed(A), table.is_done(A)) == (False, False)


def test_a_pass_falls_when_the_opponent_places_a_card_and_not_by_ones_own() -> None:
    table = drawn("A T1 AS\nB T1 2S")
    play(table, "B:pass")
    play(table, "A:T1-F")
    assert (table.has_passed(A), table.has_passed(B)) == (False, False)

    play(table, "A:pass")
    assert (table.has_passed(A), table.has_passed(B)) == (True, False)


def test_who_alternates_may_pass_again_while_a_pass_stands() -> None:
    table = fresh(**ALTERNATING)
    play(table, "A:pass B:draw A:pass")

    assert (table.version, table.turn, table.has_passed(A)) == (3, B, True)


# -- The end


def test_a_match_in_which_both_pass_at_once_is_void() -> None:
    table = fresh()
    play(table, "A:pass B:pass")

    assert table.outcome == Outcome(ended=Ended.DONE, winner=None, won_by=None, contributions={A: 0, B: 0})
    assert (table.winner, table.outcome.is_void, table.legal_actions(A), table.legal_actions(B)) == (
        "void",
        True,
        (),
        (),
    )
    assert refused(table, "A:resign") is MatchRefusal.MATCH_OVER


def test_more_cards_win_and_of_equally_many_the_last() -> None:
    ahead = drawn("A T1 AS\nA T2 2S\nB T1 AH")
    level = drawn("A T1 AS\nB T1 AH")
    play(ahead, "A:T1-F A:T2-F B:T1-F A:pass B:pass")
    play(level, "B:T1-F A:T1-F A:pass B:pass")

    assert ahead.outcome == Outcome(Ended.DONE, A, WonBy.CARDS, {A: 2, B: 1})
    assert level.outcome == Outcome(Ended.DONE, A, WonBy.LAST_CARD, {A: 1, B: 1})


def test_after_a_hundred_actions_without_a_card_placed_a_player_is_done_and_may_still_act() -> None:
    table = drawn("A T1 KS")
    play(table, "A:T1-T2 A:pass " + "A:T2-T1 A:T1-T2 " * 49)
    assert (table.idle(A), table.is_done(A), table.has_passed(A)) == (99, False, False)

    play(table, "A:T2-T1")
    assert (table.idle(A), table.is_done(A), table.is_over) == (100, True, False)
    play(table, "A:draw B:pass")
    assert (table.winner, table.is_over) == ("void", True)


def test_a_card_placed_by_either_begins_both_counts_anew() -> None:
    table = drawn("A T1 AS\nB T1 [...] KD\nB stock [2S] waste")
    play(table, "A:draw B:draw B:recycle A:draw A:T1-F")

    assert (table.idle(A), table.idle(B)) == (0, 0)


STUCK = "B stock [] waste 2S\nB T1 [...] KD\nB T2 KS\nB T3 KH\nB T4 KC\nB T5 9S\nB T6 9C\nB T7 7S"


def test_who_has_no_action_is_done_whoevers_turn_it_is() -> None:
    stuck = drawn(STUCK, redeals="single", first="A", **ALTERNATING)
    free = drawn(STUCK, first="A", **ALTERNATING)

    assert (stuck.is_done(B), free.is_done(B)) == (True, False)
    play(stuck, "A:pass")
    assert (stuck.is_over, stuck.winner) == (True, "void")


def test_who_was_stuck_has_an_action_again_when_the_opponent_opens_one() -> None:
    table = drawn(STUCK + "\nA T1 AS", redeals="single")
    assert table.is_done(B)
    play(table, "A:T1-F")

    assert not table.is_done(B)
    play(table, "B:W-F")
    assert table.foundations[0] == "AB"


@pytest.mark.parametrize("pace", ("simultaneous", "alternating"))
def test_who_resigns_loses_whatever_the_counts_and_they_stand(pace: str) -> None:
    table = drawn("A T1 AS", pace=pace)
    play(table, "A:T1-F A:resign")

    assert table.outcome == Outcome(Ended.RESIGNED, B, WonBy.RESIGNATION, {A: 1, B: 0})
    assert (table.outcome.forfeited_by, table.turn) == (A, None)


HOME = "KS:AAAAAAAAAAAAA KS:BBBBBBBBBBBBB KH:AAAAAAAAAAAAA KH:BBBBBBBBBBBBB KD:AAAAAAAAAAAAA KD:BBBBBBBBBBBBB"
NEARLY = f"""
    version 200 turn {{turn}} passed - cleared - out - last B idle 0 0 ended - resigned -
    foundations {HOME} QC:AAAAAAAAAAAA JC:BBBBBBBBBBB
    A T1 KC
    A stock [] waste
    B stock [QC] waste
    B T1 KC
"""


def nearly_out(*, pace: str = "simultaneous", **changes: object) -> MatchTable:
    """Return a table on which A needs one card to be out, and B two, one of them in the stock."""
    return drawn(NEARLY.format(turn="A" if pace == "alternating" else "both"), pace=pace, **changes)


def test_the_first_who_is_out_ends_the_match() -> None:
    table = nearly_out()
    play(table, "A:T1-F")

    assert table.outcome == Outcome(Ended.OUT, A, WonBy.CARDS, {A: 52, B: 50})
    assert (table.out, refused(table, "B:draw")) == ((A,), MatchRefusal.MATCH_OVER)


def test_played_out_the_other_plays_on_alone_and_keeps_every_turn() -> None:
    table = nearly_out(pace="alternating", ending="play_out")
    play(table, "A:T1-F")
    assert (table.is_over, table.turn, table.legal_actions(A)) == (False, B, ())
    assert {refused(table, f"A:{text}") for text in ("draw", "pass", "resign")} == {MatchRefusal.PLAYER_OUT}

    play(table, "B:draw")
    assert table.turn is B
    play(table, "B:W-F B:T1-F")
    assert (table.out, table.outcome) == ((A, B), Outcome(Ended.DONE, B, WonBy.LAST_CARD, {A: 52, B: 52}))


def test_played_out_the_match_ends_when_the_other_passes_or_resigns() -> None:
    passed, resigned = nearly_out(ending="play_out"), nearly_out(ending="play_out")
    play(passed, "A:T1-F B:pass")
    play(resigned, "A:T1-F B:resign")

    assert passed.outcome == Outcome(Ended.DONE, A, WonBy.CARDS, {A: 52, B: 50})
    assert resigned.outcome == Outcome(Ended.RESIGNED, A, WonBy.RESIGNATION, {A: 52, B: 50})


# -- The solo bonus

CLEARING = "foundations QS:BBBBBBBBBBBB - - - - - - -\nA T1 KS\nA stock [...] waste KD\nB T1 KS\nB T2 KD"


def test_the_first_with_seven_empty_columns_wins_whatever_the_count() -> None:
    table = drawn(CLEARING, solo_bonus=True)
    play(table, "A:T1-F")

    assert (table.cleared, table.out) == (A, ())
    assert table.outcome == Outcome(Ended.CLEARED, A, WonBy.BONUS, {A: 1, B: 12})


def test_without_the_bonus_empty_columns_mean_nothing() -> None:
    table = drawn(CLEARING)
    play(table, "A:T1-F")

    assert (table.cleared, table.is_over) == (None, False)


def test_played_out_the_bonus_stands_though_a_column_fills_again() -> None:
    table = drawn(CLEARING, solo_bonus=True, ending="play_out")
    play(table, "A:T1-F A:W-T3")
    assert (table.cleared, table.is_over, table.columns(A)[2]) == (A, False, ["KD"])

    play(table, "A:pass B:pass")
    assert table.outcome == Outcome(Ended.DONE, A, WonBy.BONUS, {A: 1, B: 12})


def test_a_resignation_overrides_the_bonus() -> None:
    table = drawn(CLEARING, solo_bonus=True, ending="play_out")
    play(table, "A:T1-F A:resign")

    assert table.outcome == Outcome(Ended.RESIGNED, B, WonBy.RESIGNATION, {A: 1, B: 12})
