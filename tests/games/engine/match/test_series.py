"""Several matches added up: who starts, and who has won."""

import pytest

from games.engine.match.errors import MatchOptionsError
from games.engine.match.options import Side
from games.engine.match.outcome import Ended, Outcome, WonBy
from games.engine.match.series import Series

A, B = Side.A, Side.B
VOID = Outcome(Ended.DONE, None, None, {A: 0, B: 0})


def won(a: int, b: int, *, winner: Side | None = None, by: WonBy = WonBy.CARDS) -> Outcome:
    """Return a match with so many cards, won by whoever has more of them if nobody is named."""
    return Outcome(Ended.DONE, winner or (A if a > b else B), by, {A: a, B: b})


def resigned(side: Side, *, a: int = 0, b: int = 0) -> Outcome:
    return Outcome(Ended.RESIGNED, side.other, WonBy.RESIGNATION, {A: a, B: b})


def course(length: int, *outcomes: Outcome, first: Side = A) -> list[tuple[Side | None, Side | None]]:
    """Return who starts and who has won, at the start and after each match."""
    series = Series(length, first)
    steps = [(series.starter, series.winner)]
    for outcome in outcomes:
        series = series.after(outcome)
        steps.append((series.starter, series.winner))
    return steps


def test_a_series_of_one_is_won_by_the_winner_of_its_match_whatever_the_counts() -> None:
    assert course(1, won(10, 12, winner=A, by=WonBy.BONUS)) == [(A, None), (None, A)]
    assert course(1, won(10, 10, winner=B, by=WonBy.LAST_CARD)) == [(A, None), (None, B)]
    assert course(1, resigned(B)) == [(A, None), (None, A)]


def test_a_void_match_is_dealt_again_with_the_same_starter() -> None:
    assert course(1, VOID, VOID, won(3, 1), first=B) == [(B, None), (B, None), (B, None), (None, A)]
    assert course(2, won(3, 1), VOID, won(0, 1)) == [(A, None), (B, None), (B, None), (None, A)]


def test_starters_alternate_and_all_matches_are_played() -> None:
    assert course(3, won(40, 1), won(40, 1), won(0, 9)) == [(A, None), (B, None), (A, None), (None, A)]


def test_contributions_are_added_up_and_only_they_count() -> None:
    series = Series(3, A, (won(30, 31), won(30, 31), won(12, 5)))

    assert (series.totals, series.winner) == ({A: 72, B: 67}, A)


def test_equal_totals_call_for_more_matches_until_they_differ() -> None:
    matches = (won(10, 5), won(5, 10), won(7, 7, winner=B, by=WonBy.LAST_CARD), VOID, won(6, 7))

    assert course(2, *matches) == [(A, None), (B, None), (A, None), (B, None), (B, None), (None, B)]


def test_who_resigns_forfeits_the_series_at_once_whatever_the_totals() -> None:
    assert course(3, won(52, 0), resigned(A, a=40, b=2)) == [(A, None), (B, None), (None, B)]


def test_nothing_is_played_after_a_series_is_over() -> None:
    over = Series(1, A).after(won(1, 0))
    with pytest.raises(ValueError, match="the series is over"):
        over.after(won(1, 0))

    assert (over.is_over, over.played) == (True, 1)


@pytest.mark.parametrize("length", (0, -1, True, 1.0, "3"))
def test_a_series_has_one_or_more_matches(length: object) -> None:
    with pytest.raises(MatchOptionsError, match="a series has one or more matches"):
        Series(length, A)  # type: ignore[arg-type]
