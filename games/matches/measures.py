"""What staff decide about matches: calling one off before it begins. Players are hidden and banned as everywhere."""

from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from games.engine.texts import Text
from games.matches.lobby import call_off
from games.matches.seats import locked
from games.models import Decision, Match, Player
from games.moderation.errors import NothingToDecide
from games.moderation.record import Grounds, about


@transaction.atomic
def call_off_match(*, match_id: UUID, by: Player, reason: str, at: datetime | None = None) -> Match:
    """Call a match off that has not begun, and its series with it; return it as it is then.

    Raises MatchNotFound, NothingToDecide, and what a record does.
    """
    match = locked(match_id)
    if not can_be_called_off(match):
        raise NothingToDecide(said=Text("Cannot call off a match that has begun, or has been called off."))
    about(match=match, action=Decision.Action.CALL_OFF, grounds=Grounds(by=by, at=at or timezone.now(), reason=reason))
    return call_off(match)


def can_be_called_off(match: Match) -> bool:
    """Whether no match of its series has begun yet: later ones are resigned, or claimed."""
    return match.ordinal == 1 and match.status in (Match.Status.OPEN, Match.Status.READY)
