"""What the service takes at most, published at `/api/v1/limits/`; beyond it a request is refused before any work."""

from datetime import timedelta
from typing import Final

MAX_LOG_EVENTS: Final = 20_000
"""Events in one log, and so in one posted game."""

MAX_APPEND_EVENTS: Final = 5_000
"""Events in one append to a live game."""

MAX_BODY_BYTES: Final = 1_048_576
"""Bytes in the body of a request."""

MAX_NAME_CHARACTERS: Final = 24
"""Characters (after NFC) in a player's name."""

MAX_SESSIONS: Final = 50
"""Tokens of one player, those that were revoked among them; a further sign-in ends the oldest."""

MAX_REPORT_CHARACTERS: Final = 1_000
"""Characters in what a player writes to staff in a report."""

MAX_NOTE_CHARACTERS: Final = 300
"""Characters in what staff write to a player with a decision."""

MAX_GAMES_IN_PLAY: Final = 5_000
"""Live games of one player that are not finished, abandoned ones among them."""

ABANDONED_AFTER: Final = timedelta(days=7)
"""A game still being played that has had no event for so long counts as abandoned."""

DEAD_AFTER: Final = timedelta(days=30)
"""A guest's game still being played may be purged when it has had no event for so long; a trigger holds it."""

MAX_CHECK_ATTEMPTS: Final = 5
"""A check that has been begun so often without a decision waits for staff."""

CHECK_LEASE: Final = timedelta(seconds=30)
"""How long a worker that has claimed a game has it for itself."""

CHECK_ENDED_AFTER: Final = timedelta(seconds=60)
"""A worker process that has been at checks for so long hangs, and is ended; others go on meanwhile."""

SWEEP_EVERY: Final = timedelta(seconds=5)
"""How often waiting games are looked for when no message tells of them."""

PROOF_NODES: Final = 50_000
"""Steps after which the search for a win of a deal ends; it takes about two seconds then."""

MAX_PROOF_ATTEMPTS: Final = 5
"""A search that has been begun so often without an answer waits for staff."""

PROOF_LEASE: Final = timedelta(minutes=2)
"""How long a worker that has claimed a deal to search has it for itself."""

PROOF_SWEEP_EVERY: Final = timedelta(seconds=15)
"""How often deals that wait for a search are looked for when no message tells of them."""

DAILY_GRACE: Final = timedelta(hours=2)
"""How long after the end of a day games that began in it may be finished to count in it."""

DAILY_AHEAD: Final = timedelta(days=2)
"""For how many days to come deals are made ready."""

MAX_MATCH_ACTIONS: Final = 4_000
"""Actions of one side in one match, passes and a resignation aside.

The rules allow about one pass for each other action, so a log (`MAX_LOG_EVENTS`) always has room left to resign and to
claim: nobody can fill it up to be safe from losing.
"""

MAX_SERIES: Final = 25
"""Matches in a series, those aside that void matches and equal totals call for."""

MAX_OPEN_MATCHES: Final = 5
"""Matches of one player that wait for an opponent at once."""

MAX_MATCHES_AT_ONCE: Final = 50
"""Matches of one player that are not over, those that wait for an opponent among them."""

MATCH_OPEN_FOR: Final = timedelta(hours=24)
"""For how long a match waits for an opponent."""

MATCH_ABSENT_AFTER: Final = timedelta(minutes=2)
"""A player of whom nothing has come for so long is absent: the opponent can claim the match."""

MATCH_TURN_LIMIT: Final = timedelta(minutes=10)
"""For so long a match waits for a player who is there and does nothing; then the opponent can claim it."""

MATCH_LEFT_AFTER: Final = timedelta(hours=24)
"""A match of whose players nothing has come for so long is ended: nobody comes to claim it."""

MATCH_SWEEP_EVERY: Final = timedelta(minutes=5)
"""How often such matches are looked for."""

SEEN_EVERY: Final = timedelta(seconds=5)
"""How exactly it is noted when a player was last there, and that the service was."""

OUTAGE_AFTER: Final = timedelta(seconds=30)
"""A service that has noted nothing for longer was away: what players let go by until then is not held against them."""

MATCH_POLL_EVERY: Final = timedelta(seconds=1)
"""How often a client that polls a match should."""

STREAM_TICKET_FOR: Final = timedelta(minutes=1)
"""For how long a ticket lets in to a stream."""

STREAM_OPEN_FOR: Final = timedelta(hours=1)
"""How long a stream is open at most; a client then comes with a new ticket."""

MAX_PLAYER_STREAMS: Final = 20
"""Streams of one player that are open at once in one process."""

MAX_ADDRESS_STREAMS: Final = 2_000
"""Streams without a token, from one address, that are open at once in one process."""

MAX_STREAM_REQUEST_BYTES: Final = 65_536
"""Bytes in a request for a stream, its headers included; what follows on the same connection is counted anew."""
