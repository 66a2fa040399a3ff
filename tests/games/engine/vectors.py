"""The test vectors, read: games, deals and positions made by an independent implementation of the rules."""

import json
from pathlib import Path
from typing import Any

from games.engine.fold import Claim
from games.engine.moves import parse_counted

FOLDER = Path(__file__).parents[2] / "vectors"


def read(name: str) -> list[dict[str, Any]]:
    """Return the lines of a vector file."""
    return [json.loads(line) for line in (FOLDER / f"{name}.jsonl").read_text().splitlines()]


def as_log(moves: list[str]) -> tuple[bytes, dict[int, Claim]]:
    """Return a list of moves as a log, and the counts that it states."""
    parsed = [parse_counted(text) for text in moves]
    claims = {index: Claim(count=count) for index, (_, count) in enumerate(parsed) if count is not None}
    return bytes(move.byte for move, _ in parsed), claims
