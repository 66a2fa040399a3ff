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

MAX_REPORT_CHARACTERS: Final = 1_000
"""Characters in what a player writes to staff in a report."""

MAX_NOTE_CHARACTERS: Final = 300
"""Characters in what staff write to a player with a decision."""

ABANDONED_AFTER: Final = timedelta(days=7)
"""A game still being played that has had no event for so long counts as abandoned."""

MAX_CHECK_ATTEMPTS: Final = 5
"""A check that has been begun so often without a decision waits for staff."""

CHECK_LEASE: Final = timedelta(seconds=30)
"""How long a worker that has claimed a game has it for itself."""

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
