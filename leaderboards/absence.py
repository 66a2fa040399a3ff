"""Why a player has no entry on a board."""

from collections.abc import Mapping
from typing import Final

from games.models import Game, Player
from leaderboards.board import Board
from leaderboards.models import View

_BY_STATUS: Final[Mapping[str, str]] = {
    Game.Status.FINISHED: "waiting",
    Game.Status.REJECTED: "rejected",
    Game.Status.PLAYING: "playing",
}
_NARROWER: Final = {View.FIRST: "not_first_attempt", View.DAILY: "not_on_the_day"}

REASONS: Final = (
    "opted_out",
    "player_hidden",
    *_NARROWER.values(),
    "hidden",
    *_BY_STATUS.values(),
    "no_game",
)


def reason_of(*, player: Player, board: Board) -> str:
    """Return one of `REASONS` for a player without an entry; of several games that of the one which came nearest."""
    if not player.on_boards:
        return "opted_out"
    if player.is_hidden:
        return "player_hidden"
    games = Game.objects.filter(player=player, code=board.code, stream__rules_version=board.rules_version)
    found = {(status, hidden_at is None) for status, hidden_at in games.values_list("status", "hidden_at")}
    if (Game.Status.VERIFIED, True) in found and board.view in _NARROWER:
        return _NARROWER[board.view]
    if (Game.Status.VERIFIED, False) in found:
        return "hidden"
    statuses = {status for status, _ in found}
    return next((reason for status, reason in _BY_STATUS.items() if status in statuses), "no_game")
