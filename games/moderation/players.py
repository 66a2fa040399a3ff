"""What staff decide about a player: hide and reinstate, ban from posting and lift, reset a name."""

from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from games import names, naming
from games.engine.texts import Text
from games.errors import PlayerNotFound
from games.models import BarredName, Cause, Decision, Player, Report
from games.moderation.errors import NothingToDecide
from games.moderation.record import Grounds, about
from games.results import all_results_changed

Action = Decision.Action


@transaction.atomic
def hide_player(
    *,
    player_id: UUID,
    by: Player,
    reason: str,
    cause: Cause = Cause.UNSTATED,
    note: str = "",
    at: datetime | None = None,
) -> Player:
    """Take a player and all their games out of public sight at once. That answers the open reports of the player.

    Raises PlayerNotFound, NothingToDecide, and what a record does.
    """
    at = at or timezone.now()
    player = locked(player_id)
    if player.is_hidden:
        raise NothingToDecide(said=Text("Cannot hide a player that is hidden."))
    if player.erased_at is not None:
        raise NothingToDecide(said=Text("Cannot hide a player that is deleted."))
    grounds = Grounds(by=by, at=at, reason=reason, cause=cause, note=note)
    decision = about(player=player, action=Action.HIDE, grounds=grounds)
    Report.objects.filter(player=player, decision=None).update(decision=decision)
    player.hidden_at = at
    player.save(update_fields=["hidden_at"])
    all_results_changed(player_id=player.pk)
    return player


@transaction.atomic
def reinstate_player(*, player_id: UUID, by: Player, reason: str, note: str = "", at: datetime | None = None) -> Player:
    """Undo a hiding: the player's games are back in their places, but for those hidden by themselves.

    Raises PlayerNotFound, NothingToDecide, and what a record does.
    """
    player = locked(player_id)
    if not player.is_hidden:
        raise NothingToDecide(said=Text("Cannot reinstate a player that is visible."))
    grounds = Grounds(by=by, at=at or timezone.now(), reason=reason, note=note)
    about(player=player, action=Action.REINSTATE, grounds=grounds)
    player.hidden_at = None
    player.save(update_fields=["hidden_at"])
    all_results_changed(player_id=player.pk)
    return player


@transaction.atomic
def ban_player(
    *,
    player_id: UUID,
    by: Player,
    reason: str,
    cause: Cause = Cause.UNSTATED,
    note: str = "",
    at: datetime | None = None,
) -> Player:
    """Let a player read and no longer play: no game is started, continued, finished or posted. Boards stay as they are.

    Raises PlayerNotFound, NothingToDecide, and what a record does.
    """
    at = at or timezone.now()
    player = locked(player_id)
    if player.is_banned:
        raise NothingToDecide(said=Text("Cannot ban a player that is banned."))
    about(player=player, action=Action.BAN, grounds=Grounds(by=by, at=at, reason=reason, cause=cause, note=note))
    player.banned_at = at
    player.save(update_fields=["banned_at"])
    return player


@transaction.atomic
def lift_ban(*, player_id: UUID, by: Player, reason: str, note: str = "", at: datetime | None = None) -> Player:
    """Let a player play again. Raises PlayerNotFound, NothingToDecide, and what a record does."""
    player = locked(player_id)
    if not player.is_banned:
        raise NothingToDecide(said=Text("Cannot lift the ban of a player that is not banned."))
    grounds = Grounds(by=by, at=at or timezone.now(), reason=reason, note=note)
    about(player=player, action=Action.LIFT_BAN, grounds=grounds)
    player.banned_at = None
    player.save(update_fields=["banned_at"])
    return player


@transaction.atomic
def reset_name(
    *,
    player_id: UUID,
    by: Player,
    reason: str,
    cause: Cause = Cause.OFFENSIVE_NAME,
    note: str = "",
    for_all: bool = True,
    at: datetime | None = None,
) -> Player:
    """Give a player a made-up name. The old one, and what looks like it, is barred to them, and to all if `for_all`.

    An account still signs in with the old name, as long as nobody else has it. That answers the open reports of the
    name. Raises PlayerNotFound and what a record does.
    """
    at = at or timezone.now()
    player = locked(player_id)
    if player.erased_at is not None:
        raise NothingToDecide(said=Text("Cannot reset the name of a player that is deleted."))
    grounds = Grounds(by=by, at=at, reason=reason, cause=cause, note=note)
    decision = about(player=player, action=Action.RESET_NAME, grounds=grounds)
    BarredName.objects.create(
        decision=decision, player=player, name=player.name, name_key=names.key(player.name), for_all=for_all
    )
    about_names = (Report.Cause.OFFENSIVE_NAME, Report.Cause.IMPERSONATION)
    Report.objects.filter(player=player, decision=None, cause__in=about_names).update(decision=decision)
    player.name_reset_at = at
    naming.give_made_up_name(player=player)
    return player


def locked(player_id: UUID) -> Player:
    """Return a player for this transaction to change; rows that refer to it can still be written.

    Raises PlayerNotFound.
    """
    player = Player.objects.select_for_update(no_key=True).filter(pk=player_id).first()
    if player is None:
        raise PlayerNotFound(player_id=player_id)
    return player
