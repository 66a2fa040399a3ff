"""The tables of games: players, streams, games and what staff decide of them."""

from games.models.daily import DailyDeal
from games.models.games import Attempt, Game, ReplayView
from games.models.matches import Match, MatchNumber, Seat, Series
from games.models.moderation import Cause, Decision, Flag
from games.models.players import AccessToken, BarredName, Player
from games.models.proofs import Proof
from games.models.reports import Report
from games.models.sharing import ShareLink
from games.models.streams import ClientTime, LogBatch, Purge, Stream
from games.models.uptime import Uptime

__all__ = [
    "AccessToken",
    "Attempt",
    "BarredName",
    "Cause",
    "ClientTime",
    "DailyDeal",
    "Decision",
    "Flag",
    "Game",
    "LogBatch",
    "Match",
    "MatchNumber",
    "Player",
    "Proof",
    "Purge",
    "ReplayView",
    "Report",
    "Seat",
    "Series",
    "ShareLink",
    "Stream",
    "Uptime",
]
