"""How results spread, out of counts by score."""

from collections import Counter
from statistics import median

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leaderboards.distribution import MAX_BUCKETS, Bucket, Distribution
from tests.games.engine.steady import steady

normal = st.lists(st.integers(0, 303).map(lambda step: 5 * step), min_size=1, max_size=60)
vegas = st.lists(st.integers(0, 104).map(lambda step: 5 * step - 104), min_size=1, max_size=60)


def of(*scores: int) -> Distribution:
    return Distribution.of(Counter(scores).items())


@pytest.mark.parametrize(
    ("scores", "best", "middle", "worst"),
    (
        ((700,), 700, 700, 700),
        ((700, 655), 700, 677.5, 655),
        ((700, 655, 0), 700, 655, 0),
        ((700, 700, 700, 0), 700, 700, 0),
        ((0, 0, 5, 700), 700, 2.5, 0),
        ((-104, -99), -99, -101.5, -104),
    ),
)
def test_best_median_and_worst(scores: tuple[int, ...], best: int, middle: float, worst: int) -> None:
    found = of(*scores)
    assert (found.total, found.best, found.median, found.worst) == (len(scores), best, middle, worst)


def test_of_no_entries_there_is_nothing_to_tell() -> None:
    nothing = of()
    assert (nothing.total, nothing.best, nothing.median, nothing.worst, nothing.buckets) == (0, None, None, None, ())


def test_buckets_follow_one_another_with_empty_ones_among_them() -> None:
    assert of(0, 5, 95, 295, 300).buckets == (
        Bucket(0, 20, 2),
        *(Bucket(low, low + 20, int(low == 80)) for low in range(20, 280, 20)),
        Bucket(280, 300, 1),
        Bucket(300, 320, 1),
    )


@pytest.mark.parametrize(
    ("scores", "width", "number"),
    (((0, 95), 5, 20), ((0, 100), 10, 11), ((-104, 416), 50, 12), ((0, 1515), 100, 16), ((655, 655), 5, 1)),
)
def test_a_bucket_is_as_narrow_as_twenty_of_them_allow(scores: tuple[int, ...], width: int, number: int) -> None:
    buckets = of(*scores).buckets
    assert ({below - low for low, below, _ in buckets}, len(buckets)) == ({width}, number)


@steady
@given(normal | vegas)
def test_the_median_is_that_of_the_results_themselves(scores: list[int]) -> None:
    assert of(*scores).median == median(scores)


@steady
@given(normal | vegas)
def test_every_entry_is_in_exactly_one_bucket(scores: list[int]) -> None:
    buckets = of(*scores).buckets
    assert len(buckets) <= MAX_BUCKETS
    assert [n for *_, n in buckets] == [sum(low <= score < below for score in scores) for low, below, _ in buckets]
    assert sum(n for *_, n in buckets) == len(scores)
