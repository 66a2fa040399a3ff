"""The numbers of a deal: its games by what became of them, its players and winners, and how their results spread.

Nearly all of it is counted already, so it costs the same on a deal with twenty games and with a million. What is
counted anew, in an index, are the games that wait for a check, and of one day seven days ago those that were left in
play: some of them are abandoned by now.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import groupby
from operator import itemgetter

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery, Sum

from games.limits import ABANDONED_AFTER
from games.models import Game
from leaderboards.distribution import Distribution
from leaderboards.models import DealTotal, OpenDay, ScoreCount, Tally, View


@dataclass(frozen=True, slots=True, kw_only=True)
class Games:
    """The games of a deal by what became of them. Each is in exactly one of these, so they add up to `started`."""

    in_play: int
    abandoned: int
    waiting: int
    rejected: int
    not_shown: int
    verified: int

    @property
    def started(self) -> int:
        return self.in_play + self.abandoned + self.waiting + self.rejected + self.not_shown + self.verified


@dataclass(frozen=True, slots=True, kw_only=True)
class Numbers:
    """The numbers of a deal; `distribution` is that of the entries in one view."""

    games: Games
    players: int
    winners: int
    wins: int
    fewest_moves: int | None
    distribution: Distribution


def numbers(*, codes: Sequence[str], rules_version: int, view: View, at: datetime) -> dict[str, Numbers]:
    """Return the numbers of each deal code. Ask inside `one_moment`, so that they agree with one another."""
    scope = {"code__in": codes, "rules_version": rules_version}
    waiting = _count(Game.objects.filter(status=Game.Status.FINISHED), codes=codes, rules_version=rules_version)
    in_play, abandoned = _playing(codes=codes, rules_version=rules_version, at=at)
    totals = {total.code: total for total in DealTotal.objects.filter(**scope).annotate(fewest_moves=_FEWEST_MOVES)}
    counts = ScoreCount.objects.filter(**scope, view=view).order_by("code").values_list("code", "ranked_score", "n")
    distributions = {
        code: Distribution.of((ranked_score, n) for _, ranked_score, n in rows)
        for code, rows in groupby(counts, key=itemgetter(0))
    }
    nothing = DealTotal(players=0, winners=0, shown=0, not_shown=0, rejected=0, wins=0)
    return {
        code: _numbers(
            totals.get(code, nothing),
            in_play=in_play.get(code, 0),
            abandoned=abandoned.get(code, 0),
            waiting=waiting.get(code, 0),
            distribution=distributions.get(code, Distribution(())),
        )
        for code in codes
    }


def winners(*, code: str, rules_version: int) -> int:
    """Return how many players have won a deal by games that boards show: each of them is proof that it can be won."""
    total = DealTotal.objects.filter(code=code, rules_version=rules_version).first()
    return 0 if total is None else total.winners


# One look-up in an index for each deal.
_FEWEST_MOVES = Subquery(
    Tally.objects.filter(code=OuterRef("code"), rules_version=OuterRef("rules_version"), fewest_moves__isnull=False)
    .order_by("fewest_moves")
    .values("fewest_moves")[:1]
)


def _playing(*, codes: Sequence[str], rules_version: int, at: datetime) -> tuple[dict[str, int], dict[str, int]]:
    """Return how many games of each code are in play with an event in the last days, and how many without."""
    since = at - ABANDONED_AFTER
    edge = since.astimezone(UTC).date()
    days = OpenDay.objects.filter(code__in=codes, rules_version=rules_version).order_by().values_list("code")
    counted = days.annotate(
        before=Sum("n", filter=Q(day__lt=edge), default=0),
        on_edge=Sum("n", filter=Q(day=edge), default=0),
        after=Sum("n", filter=Q(day__gt=edge), default=0),
    )
    of_edge = Game.objects.filter(status=Game.Status.PLAYING, active_on=edge, last_event_at__gt=since)
    lately = _count(of_edge, codes=[code for code, _, n, _ in counted if n], rules_version=rules_version)
    in_play = {code: after + lately.get(code, 0) for code, _, _, after in counted}
    abandoned = {code: before + on_edge - lately.get(code, 0) for code, before, on_edge, _ in counted}
    return in_play, abandoned


def _count(games: QuerySet[Game], *, codes: Sequence[str], rules_version: int) -> dict[str, int]:
    """Return how many of these games each code has."""
    of_deals = games.filter(code__in=codes, stream__rules_version=rules_version).order_by()
    return dict(of_deals.values_list("code").annotate(n=Count("*")))


def _numbers(total: DealTotal, *, in_play: int, abandoned: int, waiting: int, distribution: Distribution) -> Numbers:
    return Numbers(
        games=Games(
            in_play=in_play,
            abandoned=abandoned,
            waiting=waiting,
            rejected=total.rejected,
            not_shown=total.not_shown,
            verified=total.shown,
        ),
        players=total.players,
        winners=total.winners,
        wins=total.wins,
        fewest_moves=getattr(total, "fewest_moves", None),
        distribution=distribution,
    )
