"""The record of decisions: writing one, and finding the one in force."""

from dataclasses import dataclass
from datetime import datetime

from games.errors import LimitExceeded
from games.limits import MAX_NOTE_CHARACTERS
from games.models import Cause, Decision, Game, Match, Player
from games.moderation.errors import DecisionNotYours, ReasonMissing

Action = Decision.Action


@dataclass(frozen=True, slots=True, kw_only=True)
class Grounds:
    """Who decides, when and why: `reason` is for staff, `cause` and `note` are for the player concerned."""

    by: Player
    at: datetime
    reason: str
    cause: Cause = Cause.UNSTATED
    note: str = ""


def about(
    *,
    action: Action,
    grounds: Grounds,
    game: Game | None = None,
    match: Match | None = None,
    player: Player | None = None,
) -> Decision:
    """Write a decision about a game, a match or a player, one of the three, and return it.

    Raises ReasonMissing, LimitExceeded, and DecisionNotYours: nobody judges their own case, nor staff each other, but
    for superusers.
    """
    reason, note = grounds.reason.strip(), grounds.note.strip()
    if not reason:
        raise ReasonMissing
    if len(note) > MAX_NOTE_CHARACTERS:
        raise LimitExceeded(limit="note_characters", maximum=MAX_NOTE_CHARACTERS, got=len(note))
    if not grounds.by.is_superuser:
        seats = match.seats.all() if match else ()
        if grounds.by.pk in (game and game.player_id, player and player.pk, *(seat.player_id for seat in seats)):
            raise DecisionNotYours(why="own")
        if player is not None and player.is_staff:
            raise DecisionNotYours(why="staff")
    return Decision.objects.create(
        action=action,
        game=game,
        match=match,
        player=player,
        reason=reason,
        cause=grounds.cause,
        note=note,
        by=grounds.by,
        at=grounds.at,
    )


def in_force(*, action: Action, game: Game | None = None, player: Player | None = None) -> Decision | None:
    """Return the last decision of this kind about a game or a player: if its state stands, that is what made it."""
    return Decision.objects.filter(game=game, player=player, action=action).order_by("-id").first()
