"""Who may see which matches."""

from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.utils import timezone
from django.utils.crypto import constant_time_compare

from games.matches.errors import MatchNotFound
from games.models import Match, Player
from games.models.matches import MatchQuerySet

LIVE_FOR: Final = timedelta(hours=1)
"""A match in play that has had no event for so long is not listed among those to look at."""


def match_for(*, match_id: UUID, viewer: Player | None, invite: str | None = None) -> Match:
    """Return a match that the viewer may see, with its seats at hand.

    Public ones are anybody's to see, but for those of somebody who is on no boards. A private one is for who has its
    link, unless staff have hidden one of its players, or one has gone. Its players and staff see every match. Raises
    MatchNotFound.
    """
    match = Match.objects.with_seats().filter(pk=match_id).first()
    if match is None:
        raise MatchNotFound(match_id=match_id)
    require_in_sight(match, viewer=viewer, invite=invite)
    return match


def require_in_sight(match: Match, *, viewer: Player | None, invite: str | None = None) -> None:
    """Raise MatchNotFound unless the viewer may see the match, which has its seats and players at hand."""
    if not _is_in_sight(match, viewer=viewer, invite=invite):
        raise MatchNotFound(match_id=match.pk)


def _is_in_sight(match: Match, *, viewer: Player | None, invite: str | None) -> bool:
    seats = match.seats.all()
    if viewer is not None and (viewer.is_staff or any(seat.player_id == viewer.pk for seat in seats)):
        return True
    if any(seat.player.is_hidden or seat.player.erased_at is not None for seat in seats):
        return False
    if match.series.is_private:
        return invite is not None and constant_time_compare(match.series.invite, invite)
    return all(seat.player.on_boards for seat in seats)


def open_matches(*, at: datetime | None = None) -> MatchQuerySet:
    """Return the matches that anybody may join."""
    matches = Match.objects.waiting(at=at or timezone.now()).in_public().with_seats()
    return matches.exclude(seats__player__banned_at__isnull=False)


def live_matches(*, at: datetime | None = None) -> MatchQuerySet:
    """Return the matches in play that anybody may look at."""
    since = (at or timezone.now()) - LIVE_FOR
    return Match.objects.filter(status=Match.Status.PLAYING, last_event_at__gt=since).in_public().with_seats()


def matches_of(*, player: Player) -> MatchQuerySet:
    """Return a player's own matches, those that were called off too."""
    return Match.objects.filter(seats__player=player).with_seats()


def results_of(*, player: Player) -> MatchQuerySet:
    """Return the matches of a player that are over, as far as anybody may see them."""
    return Match.objects.filter(status=Match.Status.OVER, seats__player=player).in_public().with_seats()
