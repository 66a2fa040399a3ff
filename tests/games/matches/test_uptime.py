"""After an outage nobody has been absent, nor let a turn go by: a match can be claimed as long after it as ever."""

from datetime import datetime, timedelta
from random import Random

import pytest

from games.engine.match.options import Side
from games.limits import MATCH_ABSENT_AFTER, MATCH_LEFT_AFTER, MATCH_TURN_LIMIT, OUTAGE_AFTER, SEEN_EVERY
from games.matches import clock, lobby, play, sweep
from games.matches.errors import NothingToClaim
from games.matches.lobby import Choice
from games.matches.uptime import note_up, up_since
from games.models import Seat, Uptime
from tests.factories import NOON
from tests.games.matches.people import ALTERNATING, Pair, begun, joined, play_out

pytestmark = pytest.mark.django_db

SECOND = timedelta(seconds=1)
BACK = NOON + timedelta(hours=1)


def serve(*, since: datetime, until: datetime) -> None:
    """The service is there all this time."""
    while since < until:
        note_up(at=since)
        since += OUTAGE_AFTER
    note_up(at=until)


def refused_until(pair: Pair, side: str, *, at: datetime) -> datetime | None:
    """From when on a claim that is refused would be taken."""
    with pytest.raises(NothingToClaim) as refused:
        play.claim(match_id=pair.match_id, player=pair.players[Side(side)], at=at)
    assert pair.match.status != "over"
    return refused.value.claim_at


@pytest.mark.parametrize(
    ("gap", "since"),
    ((SEEN_EVERY - SECOND, None), (OUTAGE_AFTER, None), (OUTAGE_AFTER + SECOND, NOON + OUTAGE_AFTER + SECOND)),
)
def test_the_service_has_been_there_since_the_end_of_its_last_outage(gap: timedelta, since: datetime | None) -> None:
    assert up_since(at=NOON) is None
    note_up(at=NOON)
    assert up_since(at=NOON + gap) == since, "before anybody has noted that it is back"
    note_up(at=NOON + gap)
    later = NOON + gap + OUTAGE_AFTER / 2
    note_up(at=later)
    assert (up_since(at=later), Uptime.objects.count()) == (since, 1)


def test_who_comes_back_first_after_an_outage_cannot_claim_the_match_at_once() -> None:
    pair = begun()
    note_up(at=NOON)
    due = BACK + MATCH_ABSENT_AFTER
    # By a request to claim, before anything else.
    assert refused_until(pair, "A", at=BACK) == due
    serve(since=BACK, until=due)
    assert refused_until(pair, "A", at=due - SECOND) == due
    assert play.claim(match_id=pair.match_id, player=pair.players[Side.A], at=due).winner == "A"


def test_who_is_back_after_an_outage_is_not_claimed_of() -> None:
    pair = begun()
    note_up(at=NOON)
    note_up(at=BACK)
    clock.note_seen(match_id=pair.match_id, player=pair.players[Side.B], at=BACK + 10 * SECOND)
    due = BACK + 10 * SECOND + MATCH_ABSENT_AFTER
    assert refused_until(pair, "A", at=BACK + 20 * SECOND) == due


def test_a_turn_begins_anew_after_an_outage() -> None:
    pair = begun(ALTERNATING)
    note_up(at=NOON)
    due = BACK + MATCH_TURN_LIMIT
    serve(since=BACK, until=due)
    Seat.objects.filter(match_id=pair.match_id).update(seen_at=due)
    assert refused_until(pair, "B", at=due - SECOND) == due
    assert play.claim(match_id=pair.match_id, player=pair.players[Side.B], at=due).winner == "B"


def test_between_two_matches_too_an_outage_is_held_against_nobody() -> None:
    pair = joined(Choice(length=2)).begin()
    play_out(pair, Random(5))
    after = pair.follow()
    lobby.be_ready(match_id=after.match_id, player=pair.players[Side.A], at=NOON)
    note_up(at=NOON)
    note_up(at=BACK)
    assert refused_until(after, "A", at=BACK) == BACK + MATCH_ABSENT_AFTER


def test_an_outage_after_both_have_left_changes_nothing_between_them() -> None:
    pair = begun()
    Seat.objects.filter(match_id=pair.match_id, side="B").update(seen_at=NOON + SECOND)
    note_up(at=NOON + MATCH_ABSENT_AFTER)
    note_up(at=BACK)
    assert sweep.end_left_match(match_id=pair.match_id, at=NOON + SECOND + MATCH_LEFT_AFTER)
    assert pair.match.winner == "B"
