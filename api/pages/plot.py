"""How the results of a board spread, as bars: where each one stands in the drawing, and what it says."""

from dataclasses import dataclass
from typing import Final, Self

from games.engine.deals import DealCode
from games.engine.scores import format_score
from leaderboards.distribution import Bucket, Distribution

WIDTH: Final = 100
"""Of a bar with the space after it, in units of the drawing."""
HEIGHT: Final = 100
_GAP: Final = 8
_LEAST: Final = 2
"""A bar that stands for anybody at all is seen."""


@dataclass(frozen=True, slots=True)
class Bar:
    """One range of scores."""

    x: int
    y: float
    width: int
    height: float
    low: str
    high: str
    n: int
    is_own: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Plot:
    """All ranges, the lowest first, and what lies in the middle and at the ends."""

    bars: tuple[Bar, ...]
    best: str
    median: str
    worst: str

    @classmethod
    def of(cls, distribution: Distribution, *, code: DealCode, own: int | None) -> Self | None:
        """Return the plot of a distribution, one's own score marked in it; None for one of nobody."""
        if distribution.best is None or distribution.median is None or distribution.worst is None:
            return None
        buckets = distribution.buckets
        most = max(bucket.n for bucket in buckets)
        return cls(
            bars=tuple(_bar(place, bucket, most=most, code=code, own=own) for place, bucket in enumerate(buckets)),
            best=format_score(distribution.best, code.scoring),
            median=format_score(int(distribution.median), code.scoring),
            worst=format_score(distribution.worst, code.scoring),
        )

    @property
    def view_box(self) -> str:
        return f"0 0 {len(self.bars) * WIDTH} {HEIGHT}"

    @property
    def most(self) -> int:
        return max(bar.n for bar in self.bars)


def _bar(place: int, bucket: Bucket, *, most: int, code: DealCode, own: int | None) -> Bar:
    height = max(_LEAST, round(HEIGHT * bucket.n / most, 1)) if bucket.n else 0
    return Bar(
        x=place * WIDTH + _GAP // 2,
        y=HEIGHT - height,
        width=WIDTH - _GAP,
        height=height,
        low=format_score(bucket.low, code.scoring),
        high=format_score(bucket.below - 1, code.scoring),
        n=bucket.n,
        is_own=own is not None and bucket.low <= own < bucket.below,
    )
