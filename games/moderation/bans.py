"""Who may not post: asked by the services that take games and moves."""

from games.errors import PostingBanned
from games.models import Cause, Decision, Player
from games.moderation.record import in_force


def require_may_post(*, player: Player) -> None:
    """Raise PostingBanned, with what the player is told of it, unless the player may post.

    `player` is as it was read for this request.
    """
    if player.banned_at is None:
        return
    decision = in_force(action=Decision.Action.BAN, player=player)
    cause, note = (decision.cause, decision.note) if decision else (Cause.UNSTATED, "")
    raise PostingBanned(since=player.banned_at, cause=cause, note=note)
