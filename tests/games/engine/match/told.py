"""A table as the vectors tell it, and as the naive match does."""

import json
from typing import Any

from games.engine.match.lines import tell_match
from games.engine.match.table import MatchTable


def told(table: MatchTable) -> dict[str, Any]:
    """Return how a match stands in plain JSON."""
    plain: dict[str, Any] = json.loads(json.dumps(tell_match(table, legal=False)))
    return plain
