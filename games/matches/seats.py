"""A match held for one change at a time, and who in it may change what."""

from datetime import datetime
from uuid import UUID

from games.engine.match.options import Side
from games.matches.errors import MatchNotFound, NotAPlayer, WrongStage
from games.matches.sight import require_in_sight
from games.models import Match, Player, Stream


def locked(match_id: UUID) -> Match:
    """Return a match as it is now, held until the end of the transaction: all that changes a match comes through here.

    So of two actions for one place the first here has it, and the other is judged on the table that it leaves. Raises
    MatchNotFound.
    """
    if not Stream.objects.select_for_update(no_key=True).filter(pk=match_id, kind=Stream.Kind.MATCH).exists():
        raise MatchNotFound(match_id=match_id)
    return Match.objects.with_seats().get(pk=match_id)


def own_side(match: Match, *, player: Player) -> Side:
    """Return the player's side. Raises NotAPlayer, or MatchNotFound where they may not even know of the match."""
    side = side_of(match, player=player)
    if side is None:
        require_in_sight(match, viewer=player)
        raise NotAPlayer(match_id=match.pk)
    return side


def side_of(match: Match, *, player: Player | None) -> Side | None:
    """Return the side that a player has in a match; None for others."""
    if player is None:
        return None
    return next((Side(seat.side) for seat in match.seats.all() if seat.player_id == player.pk), None)


def stage_of(match: Match, *, at: datetime | None = None) -> str:
    """Return what a match is at: its status, or `expired`."""
    return "expired" if match.is_expired(at=at) else match.status


def require_stage(match: Match, *stages: Match.Status, at: datetime | None = None) -> None:
    """Raise WrongStage unless the match is at one of these."""
    stage = stage_of(match, at=at)
    if stage not in stages:
        raise WrongStage(stage=stage)
