"""What staff decide about games, players, flags and reports. Each decision is recorded with who, when and why.

    record.py    the record of a decision, what its player is told of it, and who may not decide
    games.py     hide a game, reinstate it, check it again
    players.py   hide a player, reinstate; ban from posting, lift; reset a name
    queues.py    dismiss flags, resolve reports
    bans.py      who may not post
    errors.py    what is refused

`reason` is for staff and never shown to anybody else. `cause` and `note` are what the player concerned is told.
"""

from games.moderation.bans import require_may_post
from games.moderation.games import hide_game, recheck_game, reinstate_game
from games.moderation.players import ban_player, hide_player, lift_ban, reinstate_player, reset_name
from games.moderation.queues import dismiss_flag, resolve_report
from games.moderation.record import in_force

__all__ = [
    "ban_player",
    "dismiss_flag",
    "hide_game",
    "hide_player",
    "in_force",
    "lift_ban",
    "recheck_game",
    "reinstate_game",
    "reinstate_player",
    "require_may_post",
    "reset_name",
    "resolve_report",
]
