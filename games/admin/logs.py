"""A game's log as staff read it: its batches, whether its chain holds, and its events as text."""

from dataclasses import dataclass
from datetime import datetime

from games import audit, log
from games.engine.moves import MOVES
from games.models import ClientTime, Game, LogBatch

EVENTS_PER_LINE = 10


@dataclass(frozen=True, slots=True)
class ShownBatch:
    batch: LogBatch
    number_of_events: int
    hash: str
    client_time: datetime | None


@dataclass(frozen=True, slots=True)
class ShownLog:
    """What a game's page says of its log. There are no `differences` when its chain holds."""

    batches: list[ShownBatch]
    client_start: datetime | None
    content_hash: str
    receipt: str
    differences: list[str]
    events: str


def shown(game: Game) -> ShownLog:
    """Return the log of a game, its chain recomputed."""
    batches = log.batches(stream_id=game.pk)
    times = dict(ClientTime.objects.filter(stream_id=game.pk).values_list("version", "at"))
    return ShownLog(
        batches=[_batch(batch, times) for batch in batches],
        client_start=times.get(0),
        content_hash=bytes(game.content_hash).hex() if game.content_hash else "",
        receipt=bytes(game.stream.head).hex(),
        differences=list(audit.chain_differences(stream=game.stream, code=game.code, batches=batches)),
        events=text_of(b"".join(bytes(batch.events) for batch in batches)),
    )


def text_of(events: bytes) -> str:
    """Return events as lines of ten, each line with the index of its first; a byte that is no action in hexadecimal."""
    words = [str(MOVES[event]) if event < len(MOVES) else f"0x{event:02x}" for event in events]
    lines = (
        f"{start:>5}  " + "".join(f"{word:<8}" for word in words[start : start + EVENTS_PER_LINE])
        for start in range(0, len(words), EVENTS_PER_LINE)
    )
    return "\n".join(line.rstrip() for line in lines)


def _batch(batch: LogBatch, times: dict[int, datetime]) -> ShownBatch:
    end = batch.first_version + len(batch.events)
    # A close without events ends where the batch before it did, whose time it would repeat.
    client_time = times.get(end) if batch.events else None
    return ShownBatch(
        batch=batch, number_of_events=len(batch.events), hash=bytes(batch.hash).hex(), client_time=client_time
    )
