"""The match that the documentation shows, made by the code that makes every answer; it is in no database."""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from api.v1.examples import ANA, STARTED_AT
from api.v1.game_state import PlayerName
from api.v1.match_state import MatchState, MatchSummary, SideName, facts_of, table_for
from games import hashes
from games.engine.deals import RULES_VERSION
from games.engine.match.actions import EVENTS, MatchAction, encode
from games.engine.match.options import MatchOptions, Side
from games.engine.match.table import MatchTable
from games.limits import MATCH_ABSENT_AFTER
from games.matches.events import Teller
from games.matches.play import Acted
from games.matches.table import subject_of
from games.models import LogBatch, Match, Player, Seat, Series, Stream
from games.models.matches import result_columns

MATCH_ID: Final = UUID("019ad3d4-7a51-7c52-8f0e-3c1f6f0e8a11")
REMATCH_ID: Final = UUID("019ad3d6-1c08-7b3f-9a55-6e0f2d9b4c21")
SERIES_ID: Final = UUID("019ad3d4-7a50-7a01-b2c4-90e1d2f3a4b5")
SECOND_SERIES_ID: Final = UUID("019ad3d6-1c07-7e2d-8b66-3f5a1c9d7e80")
BO: Final = PlayerName(id=UUID("019ad3c7-0b1e-7d0a-8c4e-5a1b2c3d4e5f"), name="Bo", is_guest=True)
INVITE: Final = "hM3nYcS6f0mQeHj2gk9y1w"
NUMBER: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
CHOICE: Final = {"pace": "simultaneous", "draw": {"A": 1, "B": 3}, "series": 3, "private": True}
ACTIONS: Final = (
    (Side.A, "draw"),
    (Side.B, "T4-F"),
    (Side.A, "draw"),
    (Side.A, "W-T1"),
    (Side.B, "resign"),
)
PLAYED: Final = 4
"""How far the match is while it goes on; the last event so far is what the example of an action sends."""

LOG: Final = encode([(side, MatchAction.parse(action)) for side, action in ACTIONS])
BOTH: Final = tuple(Side)
SEATED: Final = {Side.A: ANA, Side.B: BO}


def times() -> list[datetime]:
    """Return when each event of the log was taken."""
    return [STARTED_AT + timedelta(seconds=20 + 4 * index) for index in range(len(LOG))]


def ended_at() -> datetime:
    """Return when the match ended."""
    return times()[-1]


def options() -> MatchOptions:
    """Return the options of the match, its number among them."""
    return _series().options(number=NUMBER, first="A")


def table(*, version: int) -> MatchTable:
    """Return the table after so many of its events."""
    played = MatchTable(options())
    played.play_events(LOG[:version])
    return played


def genesis() -> bytes:
    """Return what the hash chain of the log begins with."""
    return hashes.genesis(stream_id=MATCH_ID, code=subject_of(options()), rules_version=RULES_VERSION)


def batches() -> list[LogBatch]:
    """Return the batches of the log, one for each event; the last closes it."""
    made: list[LogBatch] = []
    head = genesis()
    for version, at in enumerate(times()):
        parts: dict[str, Any] = {"first_version": version, "events": LOG[version : version + 1]}
        parts["closes"] = version + 1 == len(LOG)
        head = hashes.chain(previous=head, **parts)
        made.append(LogBatch(stream_id=MATCH_ID, hash=head, at=at, **parts))
    return made


def receipt(*, version: int) -> bytes:
    """Return the head of the hash chain after so many events."""
    return bytes(batches()[version - 1].hash) if version else genesis()


def match(status: Match.Status, *, version: int, revision: int = 0, match_id: UUID = MATCH_ID) -> Match:
    """Return the match as it would be read after so many events and changes beside the log."""
    is_over = status == Match.Status.OVER
    stream = Stream(
        id=match_id, rules_version=RULES_VERSION, version=version, is_closed=is_over, head=receipt(version=version)
    )
    read = Match(stream=stream, series=_series(), ordinal=1, first="A", status=status, revision=revision)
    read.created_at, read.voids_before = STARTED_AT - timedelta(minutes=3), 0
    if status in (Match.Status.PLAYING, Match.Status.OVER):
        read.started_at = STARTED_AT
    if is_over:
        read.ended_at = read.last_event_at = ended_at()
        columns = result_columns(table(version=version).outcome)
        for name, value in columns.items():
            setattr(read, name, value)
        read.series.winner, read.series.total_b = read.winner, read.cards_b
    return read


def over() -> Match:
    """Return the match after its last event, which B has resigned with."""
    return match(Match.Status.OVER, version=len(LOG), revision=4)


def opened() -> MatchState:
    """Return the match as its creator sees it, before anybody has joined."""
    return _state(match(Match.Status.OPEN, version=0), you="A", seated=(Side.A,))


def taken() -> Acted:
    """Return what the last event of the match in play does, sent by A who knows all before it."""
    told, after = news(after=PLAYED - 1)
    return Acted(side=Side.A, version=PLAYED, receipt=receipt(version=PLAYED), events=told, table=after)


def news(*, after: int) -> tuple[list[dict[str, Any]], MatchTable]:
    """Return the events of the match in play after a version, and the table that they lead to."""
    read = match(Match.Status.PLAYING, version=PLAYED, revision=3)
    teller = Teller(read, events=LOG[:after], options=options())
    return [teller.tell(LOG[n], at=times()[n], match=read) for n in range(after, PLAYED)], teller.table


def replayed() -> dict[str, Any]:
    """Return the replay of the match, as `replay` gives it."""
    teller = Teller(over(), events=b"", reveal=True, options=options())
    first = dict(teller.piles)
    return {"first": first, "events": [teller.tell(LOG[n], at=at, match=over()) for n, at in enumerate(times())]}


def listed() -> MatchSummary:
    """Return what lists say of the match in play."""
    read = match(Match.Status.PLAYING, version=PLAYED, revision=3)
    return MatchSummary(**facts_of(read, seats=_seats(BOTH, ready=BOTH), at=STARTED_AT))


def joined() -> MatchState:
    """Return the match as who has joined it sees it."""
    return _state(match(Match.Status.READY, version=0, revision=1), you="B")


def begun() -> MatchState:
    """Return the match as the second who is ready for it sees it."""
    return _state(match(Match.Status.PLAYING, version=0, revision=3), you="B", ready=BOTH)


def playing() -> MatchState:
    """Return the match in play, as A sees it."""
    return _state(match(Match.Status.PLAYING, version=PLAYED, revision=3), you="A", ready=BOTH)


def claimed() -> MatchState:
    """Return the match after A has claimed it."""
    read = over()
    read.timed_out = True
    return _state(read, you="A", ready=BOTH, number=NUMBER)


def called_off() -> MatchState:
    """Return the match after B has called it off."""
    return _state(match(Match.Status.CANCELLED, version=0, revision=2), you="B")


def again() -> MatchState:
    """Return the first match of the next series, as A sees it who has asked for it."""
    read = match(Match.Status.READY, version=0, revision=1, match_id=REMATCH_ID)
    read.series.id = SECOND_SERIES_ID
    return _state(read, you="A", ready=(Side.A,))


def _series() -> Series:
    return Series(
        id=SERIES_ID,
        length=3,
        pace="simultaneous",
        draw_a=1,
        draw_b=3,
        redeals="unlimited",
        solo_bonus=False,
        ending="first_out",
        first="A",
        invite=INVITE,
    )


def _seats(seated: Collection[Side], *, ready: Collection[Side] = ()) -> list[Seat]:
    return [
        Seat(
            side=side,
            player=Player(id=SEATED[side].id, name=SEATED[side].name),
            ready_at=STARTED_AT if side in ready else None,
            seen_at=STARTED_AT,
        )
        for side in seated
    ]


def _state(
    read: Match,
    *,
    you: SideName,
    seated: Collection[Side] = BOTH,
    ready: Collection[Side] = (),
    number: str | None = None,
) -> MatchState:
    version = read.stream.version
    is_playing = read.status == Match.Status.PLAYING
    return MatchState(
        **facts_of(read, seats=_seats(seated, ready=ready), at=STARTED_AT),
        rules_version=RULES_VERSION,
        you=you,
        count=sum(EVENTS[event].side == you for event in LOG[:version]),
        invite=INVITE,
        claim_at=STARTED_AT + MATCH_ABSENT_AFTER if is_playing else None,
        table=table_for(table(version=version), viewer=Side(you)) if is_playing or read.is_over else None,
        next_match=None,
        rematch=None,
        receipt=bytes(read.stream.head).hex(),
        number=number,
    )
