"""The tables of games: players, streams, games and what staff decide of them."""

from games.models.games import Attempt, Game, ReplayView
from games.models.moderation import Decision, Flag
from games.models.players import AccessToken, Player
from games.models.streams import ClientTime, LogBatch, Stream

__all__ = [
    "AccessToken",
    "Attempt",
    "ClientTime",
    "Decision",
    "Flag",
    "Game",
    "LogBatch",
    "Player",
    "ReplayView",
    "Stream",
]
