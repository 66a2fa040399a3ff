"""The JSON of the numbers of a deal."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated

from msgspec import Meta, Struct

from api.v1 import examples
from api.v1.board_rows import ViewName, example_places
from api.v1.deal_parts import Deal, parts_of
from api.v1.game_state import Code, GameId, Url, url_of
from api.v1.tables import Moves, RankedScore, ScoreText, Won
from games.engine.deals import RULES_VERSION, DealCode
from games.engine.scores import format_score
from leaderboards.board import Place
from leaderboards.distribution import MAX_BUCKETS, Distribution
from leaderboards.stats import Games, Numbers

_Count = Annotated[int, Meta(ge=0)]


class GameCounts(Struct, kw_only=True):
    """The games of a deal by what became of them. Each is in exactly one of these, so they add up to `started`."""

    started: Annotated[int, Meta(description="All games that the service has seen, live and posted ones.", ge=0)]
    in_play: Annotated[int, Meta(description="Not finished, with an event in the last seven days.", ge=0)]
    abandoned: Annotated[int, Meta(description="Not finished, and without an event for seven days.", ge=0)]
    waiting: Annotated[int, Meta(description="Finished, and not checked yet.", ge=0)]
    rejected: _Count
    not_shown: Annotated[
        int, Meta(description="Verified, but hidden by staff or of players who are not on boards.", ge=0)
    ]
    verified: Annotated[int, Meta(description="Verified and shown. All other numbers here are of these.", ge=0)]


class Summary(Struct, kw_only=True):
    """What a deal comes to."""

    games: GameCounts
    players: Annotated[int, Meta(description="Players with a verified game.", ge=0)]
    winners: Annotated[int, Meta(description="Players who have won: with one of them, it can be won.", ge=0)]
    wins: Annotated[int, Meta(description="Games that were won.", ge=0)]
    fewest_moves: Annotated[_Count | None, Meta(description="Of a won game; null if there is none.")]
    entries: Annotated[int, Meta(description="Entries in the view: one a player at most.", ge=0)]
    best: Annotated[RankedScore | None, Meta(description="The highest ranked score of an entry.")]
    best_text: ScoreText | None
    median: Annotated[
        float | None,
        Meta(
            description="The ranked score in the middle of the entries; of an even number, the mean of the two there."
        ),
    ]
    worst: Annotated[RankedScore | None, Meta(description="The lowest ranked score of an entry.")]
    worst_text: ScoreText | None


class ModeStats(Deal, kw_only=True):
    """The same cards in one of the four modes. Scores are comparable within a mode, not between them."""

    summary: Summary


class ScoreEntries(Struct, kw_only=True):
    """How many entries have a ranked score."""

    ranked_score: RankedScore
    entries: Annotated[int, Meta(ge=1)]


class BucketEntries(Struct, kw_only=True):
    """How many entries have a ranked score from `low` on, but less than `below`."""

    low: int
    below: int
    entries: _Count


class Spread(Struct, kw_only=True):
    """How the results of the entries spread, the lowest first."""

    scores: Annotated[list[ScoreEntries], Meta(description="Exact: every ranked score that an entry has.")]
    buckets: Annotated[
        list[BucketEntries],
        Meta(
            description="To plot: equal ranges that follow one another, empty ones among them.", max_length=MAX_BUCKETS
        ),
    ]


class OwnResult(Struct, kw_only=True):
    """One's own entry among those of the view."""

    rank: Annotated[int, Meta(ge=1)]
    percentile: Annotated[float, Meta(description="100 * worse / (better + equal + worse); 100 alone.", ge=0, le=100)]
    better: Annotated[int, Meta(description="Other entries with a better result: score, then moves.", ge=0)]
    equal: Annotated[int, Meta(description="Other entries with the same score in the same number of moves.", ge=0)]
    worse: Annotated[int, Meta(description="Other entries with a worse result.", ge=0)]
    ranked_score: RankedScore
    ranked_score_text: ScoreText
    moves: Moves
    won: Won
    game_id: GameId
    game_url: Url


class DealStats(Struct, kw_only=True):
    """The numbers of a deal."""

    deal: Code
    rules_version: int
    view: ViewName
    summary: Summary
    distribution: Spread
    own: Annotated[
        OwnResult | None, Meta(description="Null without a token, and for a player without an entry in the view.")
    ]
    modes: Annotated[list[ModeStats], Meta(description="D1N, D1V, D3N, D3V.", min_length=4, max_length=4)]


def stats_of(deal: DealCode, *, view: ViewName, found: Mapping[str, Numbers], place: Place | None) -> DealStats:
    """Return what the numbers of a deal's four codes say, and what one's own place on the board of this one does."""
    return DealStats(
        deal=str(deal),
        rules_version=RULES_VERSION,
        view=view,
        summary=_summary(deal, found[str(deal)]),
        distribution=_spread(found[str(deal)].distribution),
        own=None if place is None else _own(deal, place),
        modes=[ModeStats(**parts_of(code), summary=_summary(code, found[str(code)])) for code in deal.siblings()],
    )


def _summary(deal: DealCode, found: Numbers) -> Summary:
    results, games = found.distribution, found.games
    return Summary(
        games=GameCounts(**{name: getattr(games, name) for name in GameCounts.__struct_fields__}),
        players=found.players,
        winners=found.winners,
        wins=found.wins,
        fewest_moves=found.fewest_moves,
        entries=results.total,
        best=results.best,
        best_text=_text(deal, results.best),
        median=results.median,
        worst=results.worst,
        worst_text=_text(deal, results.worst),
    )


def _text(deal: DealCode, score: int | None) -> str | None:
    return None if score is None else format_score(score, deal.scoring)


def _spread(results: Distribution) -> Spread:
    return Spread(
        scores=[ScoreEntries(ranked_score=score, entries=n) for score, n in results.scores],
        buckets=[BucketEntries(low=low, below=below, entries=n) for low, below, n in results.buckets],
    )


def _own(deal: DealCode, place: Place) -> OwnResult:
    entry = place.entry
    better, equal = place.rank - 1, place.tied - 1
    return OwnResult(
        rank=place.rank,
        percentile=place.percentile,
        better=better,
        equal=equal,
        worse=place.total - 1 - better - equal,
        ranked_score=entry.ranked_score,
        ranked_score_text=format_score(entry.ranked_score, deal.scoring),
        moves=entry.moves,
        won=entry.won,
        game_id=entry.game_id,
        game_url=url_of(entry.game_id),
    )


def example_stats() -> DealStats:
    """Return the numbers that the documentation shows: Ana and Bo with the same result, and two games unfinished."""
    nothing = Games(in_play=0, abandoned=0, waiting=0, rejected=0, not_shown=0, verified=0)
    unplayed = Numbers(games=nothing, players=0, winners=0, wins=0, fewest_moves=None, distribution=Distribution(()))
    played = replace(
        unplayed,
        games=replace(nothing, in_play=1, abandoned=1, verified=2),
        players=2,
        distribution=Distribution.of([(examples.SCORE, 2)]),
    )
    found = {str(code): played if code == examples.CODE else unplayed for code in examples.CODE.siblings()}
    return stats_of(examples.CODE, view="best", found=found, place=example_places()[0])
