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
