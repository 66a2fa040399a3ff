"""How results spread: from counts by score alone, so that it costs no more for a million entries than for twenty."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import accumulate
from typing import Final, NamedTuple, Self

MAX_BUCKETS: Final = 20
_WIDTHS: Final = (5, 10, 20, 25, 50, 100, 200, 500, 1000)


class ScoreCounted(NamedTuple):
    """How many entries have a ranked score."""

    ranked_score: int
    n: int


class Bucket(NamedTuple):
    """How many entries have a ranked score from `low` on, but less than `below`."""

    low: int
    below: int
    n: int


@dataclass(frozen=True, slots=True)
class Distribution:
    """How many entries have each ranked score that any of them has, the lowest first."""

    scores: tuple[ScoreCounted, ...]

    @classmethod
    def of(cls, counts: Iterable[tuple[int, int]]) -> Self:
        """Return the distribution of (ranked score, how many entries have it), in any order."""
        return cls(tuple(sorted(ScoreCounted(score, n) for score, n in counts if n)))

    @property
    def total(self) -> int:
        return sum(score.n for score in self.scores)

    @property
    def best(self) -> int | None:
        return self.scores[-1].ranked_score if self.scores else None

    @property
    def worst(self) -> int | None:
        return self.scores[0].ranked_score if self.scores else None

    @property
    def median(self) -> float | None:
        """The ranked score in the middle; of an even number of entries, half way between the two in the middle."""
        if not self.scores:
            return None
        lower, upper = self._at((self.total - 1) // 2), self._at(self.total // 2)
        return (lower + upper) / 2

    @property
    def buckets(self) -> tuple[Bucket, ...]:
        """The same in up to 20 equal ranges that follow one another, empty ones among them.

        Their width is the smallest of a few round ones that will do, and their edges are multiples of it.
        """
        if self.worst is None or self.best is None:
            return ()
        width = next(width for width in _WIDTHS if self.best // width - self.worst // width < MAX_BUCKETS)
        first, last = self.worst // width, self.best // width
        numbers = dict.fromkeys(range(first, last + 1), 0)
        for score, n in self.scores:
            numbers[score // width] += n
        return tuple(Bucket(place * width, (place + 1) * width, n) for place, n in numbers.items())

    def _at(self, place: int) -> int:
        """Return the ranked score of the entry at a place, counted from 0 at the lowest."""
        up_to = accumulate(score.n for score in self.scores)
        return next(score.ranked_score for score, end in zip(self.scores, up_to, strict=True) if place < end)
