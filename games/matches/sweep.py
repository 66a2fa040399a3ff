"""Ending the matches that both players have left: nobody comes to claim them, and they would stay as they are for ever.

Whoever could have claimed a match first wins it, as if they had: the other's resignation is logged, marked as timed
out. A match that has not begun is called off; the next of a series is too, so that nobody has won the series, unless
one of the two was ready for it.
"""

from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from games.engine.match.options import Side
from games.engine.match.table import MatchTable
from games.matches import clock, lobby, play
from games.matches.seats import locked
from games.matches.table import events_of, table_of
from games.models import Match


def end_left_matches(*, limit: int, at: datetime | None = None) -> int:
    """End up to `limit` matches that both players have left for the published time; return how many."""
    at = at or timezone.now()
    ended, failed = 0, []
    for match_id in list(Match.objects.left(at=at).order_by("pk").values_list("pk", flat=True)):
        if ended == limit:
            break
        try:
            ended += end_left_match(match_id=match_id, at=at)
        except RuntimeError as error:
            # A log that cannot be folded is damaged. That is raised in the end, but keeps no other match from ending,
            # now or the next time: it counts for nothing here.
            failed.append(error)
    if failed:
        raise ExceptionGroup("matches that both players have left could not be ended", failed)
    return ended


@transaction.atomic
def end_left_match(*, match_id: UUID, at: datetime) -> bool:
    """End a match if both players have left it still; return whether they had. Raises MatchNotFound."""
    # Somebody may have come back, or another sweep been here, until the match was ours alone.
    match = locked(match_id)
    if not Match.objects.left(at=at).filter(pk=match_id).exists():
        return False
    table = table_of(match, events=events_of(match.pk))
    winner = _first_to_claim(match, table=table)
    if winner is None:
        lobby.call_off(match)
    else:
        play.time_out(match, table=table, side=winner.other, at=at)
    return True


def _first_to_claim(match: Match, *, table: MatchTable) -> Side | None:
    """Return the side that could have claimed the match before the other could; None if neither could.

    Who is banned claims nothing, and comes last. Of two who left at the same moment it is the one with more cards. An
    outage after both had left changes nothing between them.
    """
    ranked = [
        (clock.seat_of(match, side).player.is_banned, _due(claim, match, side), -table.contributions[side], side)
        for side in Side
        if (claim := clock.claim_of(match, table=table, side=side)) is not None
    ]
    return min(ranked)[-1] if ranked else None


def _due(claim: clock.Claim, match: Match, side: Side) -> datetime:
    return claim.due(clock.seat_of(match, side.other), up_since=None)
