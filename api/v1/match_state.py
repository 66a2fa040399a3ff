"""The JSON of matches: what is chosen, who sits where, and the table as anybody may see it."""

from collections.abc import Iterable
from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from django.urls import reverse
from django.utils import timezone
from msgspec import Meta, Struct

from api.v1.game_state import PlayerName, Receipt, name_of
from api.v1.parsing import Query
from api.v1.tables import Card, Column
from games.engine.match.actions import EVENTS
from games.engine.match.options import Side
from games.engine.match.table import MatchTable
from games.engine.match.view import SideView, view_match
from games.limits import MAX_LOG_EVENTS, MAX_SERIES
from games.matches import clock
from games.matches.errors import STAGES
from games.matches.seats import side_of, stage_of
from games.matches.table import events_of, number_of, table_of
from games.models import Match, Player, Seat
from games.models.matches import MatchQuerySet

SideName = Literal["A", "B"]
MatchId = Annotated[UUID, Meta(description="The match's id.", examples=["019ad3d4-7a51-7c52-8f0e-3c1f6f0e8a11"])]
MatchUrl = Annotated[
    str,
    Meta(
        description="The address of a match, relative to the service.",
        examples=["/api/v1/matches/019ad3d4-7a51-7c52-8f0e-3c1f6f0e8a11/"],
    ),
]
Stage = Annotated[
    str,
    Meta(
        description="`open`: waits for an opponent. `ready`: has both, who are to say that they are ready. `playing`. "
        "`over`. `cancelled`: called off before it began. `expired`: nobody joined in time.",
        extra_json_schema={"enum": list(STAGES)},
    ),
]
Winner = Annotated[
    Literal["A", "B", "void"], Meta(description="`void`: nobody placed a card, and the match is dealt again.")
]
MatchVersion = Annotated[
    int, Meta(description="How many events the log has, both sides' together.", ge=0, examples=[17])
]
Count = Annotated[
    int, Meta(description="How many actions a side has in the log.", ge=0, le=MAX_LOG_EVENTS, examples=[9])
]
ActionText = Annotated[
    str,
    Meta(
        description="An action, as `/docs/match/` writes them.",
        examples=["draw", "recycle", "W-T5", "W-F", "T3-F", "T3-T5", "pass", "resign"],
    ),
]
InviteToken = Annotated[str, Meta(max_length=100, examples=["hM3nYcS6f0mQeHj2gk9y1w"])]
Invite = Annotated[InviteToken | None, Meta(description="What opens a match that is by a link only.")]
Draw = Annotated[Literal[1, 3], Meta(description="How many cards a draw turns.")]
PaceName = Annotated[
    Literal["simultaneous", "alternating"], Meta(description="Whether both play at once, or one after the other.")
]
RedealsName = Annotated[
    Literal["unlimited", "single"], Meta(description="How often each player may go through the stock.")
]
SoloBonus = Annotated[bool, Meta(description="Whether the first with seven empty columns wins whatever the count.")]
EndingName = Annotated[
    Literal["first_out", "play_out"],
    Meta(description="Whether the match ends with the first player who is out, or goes on for the other."),
]
SeriesLength = Annotated[int, Meta(description="How many matches the series has.", ge=1, le=MAX_SERIES)]
Passed = Annotated[bool, Meta(description="The side has passed, and that still stands.")]
Contributions = Annotated[
    dict[SideName, int], Meta(description="How many cards of each side's own lie on the foundations.")
]
Turn = Annotated[
    SideName | None, Meta(description="Whose turn it is; null when both play at once, and once the match is over.")
]


class InviteQuery(Query, frozen=True):
    """What opens a match that is by a link only."""

    invite: Invite = None


class Options(Struct, kw_only=True):
    """What was chosen before a match."""

    pace: PaceName
    draw: Annotated[dict[SideName, Draw], Meta(description="How many cards a draw of each side turns.")]
    redeals: RedealsName
    solo_bonus: SoloBonus
    ending: EndingName
    first: Annotated[SideName | None, Meta(description="Who starts; null when both play at once.")]


class SeatTaken(Struct, kw_only=True):
    """Who has a side of a match."""

    side: SideName
    player: PlayerName
    ready: Annotated[bool, Meta(description="They have said so; the match begins when both have.")]
    present: Annotated[bool, Meta(description="Something has come from them within the published time.")]
    seen_at: Annotated[datetime, Meta(description="When something came from them last, to a few seconds.")]


class SeriesState(Struct, kw_only=True):
    """The matches between two players that one match is of."""

    id: UUID
    length: SeriesLength
    ordinal: Annotated[int, Meta(description="Which match of it this is, from 1; void ones are counted too.", ge=1)]
    round: Annotated[
        int,
        Meta(
            description="Which of those that count, from 1: a void match is played again in the same round."
            " Beyond `length` if the totals were equal then.",
            ge=1,
        ),
    ]
    totals: Annotated[dict[SideName, int], Meta(description="The cards of all of its matches that are over.")]
    winner: Annotated[SideName | None, Meta(description="Who has won the series; null while it goes on.")]


class MatchResult(Struct, kw_only=True):
    """How a match has ended."""

    winner: Winner
    ended: Annotated[
        Literal["resigned", "out", "cleared", "done"],
        Meta(description="What ended it: a resignation, a last card, empty columns, or that neither could go on."),
    ]
    won_by: Literal["resignation", "bonus", "cards", "last_card"] | None
    timed_out: Annotated[
        bool, Meta(description="Nobody resigned: the loser was away, and the winner claimed it, or both had left.")
    ]


class SharedFoundation(Struct, kw_only=True):
    """One of the eight foundations between the players."""

    owners: Annotated[
        str, Meta(description="Whose its cards are, from the bottom.", pattern="^[AB]*$", examples=["ABBA"])
    ]
    top: Card | None


class SideOfTable(Struct, kw_only=True):
    """The cards of one side, and how it stands."""

    stock: Annotated[int, Meta(description="How many cards.", ge=0, le=24)]
    waste: Annotated[list[Card], Meta(description="From the bottom; the last one can be played.")]
    tableau: Annotated[list[Column], Meta(description="`T1` to `T7`.", min_length=7, max_length=7)]
    passed: Passed
    done: Annotated[bool, Meta(description="The match ends when both are: out, passed, stuck, or idle for too long.")]
    idle: Annotated[
        int, Meta(description="Actions other than passes since either last placed a card on a foundation.", ge=0)
    ]


class TableOfTwo(Struct, kw_only=True):
    """The table, as everybody sees it: hidden cards are `??` for their owner too."""

    version: MatchVersion
    turn: Turn
    contributions: Contributions
    out: Annotated[list[SideName], Meta(description="Who has placed all 52 cards, the first such first.")]
    cleared: Annotated[SideName | None, Meta(description="Who has the solo bonus.")]
    foundations: Annotated[list[SharedFoundation], Meta(description="`F1` to `F8`.", min_length=8, max_length=8)]
    sides: dict[SideName, SideOfTable]
    legal: Annotated[list[ActionText], Meta(description="What the asker can do; nothing for those who look on.")]


class MatchSummary(Struct, kw_only=True):
    """A match, as lists show it."""

    id: MatchId
    url: MatchUrl
    stage: Stage
    private: Annotated[bool, Meta(description="Only those who have its link can see it or join it.")]
    options: Options
    series: SeriesState
    seats: Annotated[list[SeatTaken], Meta(description="One while the match is open, then two.", max_length=2)]
    version: MatchVersion
    revision: Annotated[
        int, Meta(description="Goes up with all that happens beside the log: somebody joins, is ready, it ends.", ge=0)
    ]
    contributions: Annotated[Contributions | None, Meta(description="Null until the match is over.")]
    result: MatchResult | None
    created_at: datetime
    started_at: datetime | None
    ended_at: datetime | None


class MatchState(MatchSummary, kw_only=True):
    """A match as it stands for who asks."""

    rules_version: int
    you: Annotated[SideName | None, Meta(description="The asker's side; null for those who look on.")]
    count: Annotated[Count | None, Meta(description="How many actions the asker's side has in the log.")]
    invite: Annotated[
        str | None, Meta(description="What opens the match to others; told to the players of a private one.")
    ]
    claim_at: Annotated[
        datetime | None,
        Meta(description="From when on the asker can claim the match if nothing comes of the opponent until then."),
    ]
    table: Annotated[TableOfTwo | None, Meta(description="Null until the match begins.")]
    next_match: Annotated[MatchUrl | None, Meta(description="The match of the series after this one, if there is one.")]
    rematch: Annotated[
        MatchUrl | None, Meta(description="The first match of the series that was agreed on after this one.")
    ]
    receipt: Receipt
    number: Annotated[
        str | None, Meta(description="What the cards were dealt by; secret until the match is over.", examples=[None])
    ]


def url_of_match(match_id: UUID) -> str:
    """Return the address of a match."""
    return reverse("match", kwargs={"match_id": match_id})


def summary_of_match(match: Match) -> MatchSummary:
    """Return what lists say of a match, which must have its seats at hand."""
    return MatchSummary(**facts_of(match, seats=match.seats.all()))


def state_of_match(match: Match, *, viewer: Player | None) -> MatchState:
    """Return a match as it stands for a viewer who may see it, up to the version that its stream was read at."""
    side = side_of(match, player=viewer)
    events = events_of(match.pk, version=match.stream.version)
    has_begun = match.status in (Match.Status.PLAYING, Match.Status.OVER)
    table = table_of(match, events=events) if has_begun else None
    return MatchState(
        **facts_of(match, seats=match.seats.all()),
        rules_version=match.stream.rules_version,
        you=_name(side),
        count=None if side is None else sum(EVENTS[event].side is side for event in events),
        invite=match.series.invite or None if side else None,
        claim_at=None if side is None else clock.claim_at(match, table=table, side=side),
        table=None if table is None else table_for(table, viewer=side),
        next_match=_first_url(match.series.matches.filter(ordinal=match.ordinal + 1)),
        rematch=_first_url(Match.objects.filter(series__rematch_of=match.series, ordinal=1)),
        receipt=bytes(match.stream.head).hex(),
        number=number_of(match),
    )


def table_for(table: MatchTable, *, viewer: Side | None) -> TableOfTwo:
    """Return what a side, or somebody who looks on, may see of a table."""
    view = view_match(table, viewer=viewer)
    return TableOfTwo(
        version=view.version,
        turn=_name(view.turn),
        contributions=_by_name(view.contributions),
        out=[_named(side) for side in view.out],
        cleared=_name(view.cleared),
        foundations=[
            SharedFoundation(owners=owners, top=top) for owners, top in zip(view.foundations, view.tops, strict=True)
        ],
        sides={_named(side): _side(seen) for side, seen in view.sides.items()},
        legal=list(view.legal),
    )


def _side(seen: SideView) -> SideOfTable:
    return SideOfTable(
        stock=seen.stock,
        waste=list(seen.waste),
        tableau=list(seen.tableau),
        passed=seen.passed,
        done=seen.done,
        idle=seen.idle,
    )


def facts_of(match: Match, *, seats: Iterable[Seat], at: datetime | None = None) -> dict[str, Any]:
    """Return the members of MatchSummary, which are known of a match without folding its log."""
    at = at or timezone.now()
    return {
        "id": match.pk,
        "url": url_of_match(match.pk),
        "stage": stage_of(match, at=at),
        "private": match.series.is_private,
        "options": _options(match),
        "series": _series(match),
        "seats": [_seat(seat, at=at) for seat in seats],
        "version": match.stream.version,
        "revision": match.revision,
        "contributions": {"A": match.cards_a, "B": match.cards_b} if match.is_over else None,
        "result": _result(match),
        "created_at": match.created_at,
        "started_at": match.started_at,
        "ended_at": match.ended_at,
    }


def _options(match: Match) -> Options:
    series = match.series
    return Options(
        pace=series.pace,  # type: ignore[arg-type]
        draw={"A": series.draw_a, "B": series.draw_b},  # type: ignore[dict-item]
        redeals=series.redeals,  # type: ignore[arg-type]
        solo_bonus=series.solo_bonus,
        ending=series.ending,  # type: ignore[arg-type]
        first=_named(match.first) if series.pace == "alternating" else None,
    )


def _series(match: Match) -> SeriesState:
    series = match.series
    return SeriesState(
        id=series.pk,
        length=series.length,
        ordinal=match.ordinal,
        round=match.round,
        totals={"A": series.total_a, "B": series.total_b},
        winner=_named(series.winner) if series.winner else None,
    )


def _first_url(matches: MatchQuerySet) -> str | None:
    match_id = matches.values_list("pk", flat=True).first()
    return None if match_id is None else url_of_match(match_id)


def _seat(seat: Seat, *, at: datetime) -> SeatTaken:
    return SeatTaken(
        side=_named(seat.side),
        player=name_of(seat.player),
        ready=seat.ready_at is not None,
        present=clock.is_there(seat, at=at),
        seen_at=seat.seen_at,
    )


def _result(match: Match) -> MatchResult | None:
    if not match.is_over:
        return None
    return MatchResult(
        winner=match.winner,  # type: ignore[arg-type]
        ended=match.ended,  # type: ignore[arg-type]
        won_by=match.won_by or None,  # type: ignore[arg-type]
        timed_out=match.timed_out,
    )


def _named(side: str) -> SideName:
    return "A" if Side(side) is Side.A else "B"


def _name(side: Side | None) -> SideName | None:
    return None if side is None else _named(side)


def _by_name(counts: dict[Side, int]) -> dict[SideName, int]:
    return {_named(side): count for side, count in counts.items()}
