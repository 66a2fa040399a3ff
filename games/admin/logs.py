"""The log of a game or a match as staff read it: its batches, whether its chain holds, and its events as text."""

from dataclasses import dataclass
from datetime import datetime
from itertools import islice

from games import audit, log
from games.engine.match.actions import EVENTS
from games.engine.moves import MOVES
from games.matches.table import options_of, subject_of
from games.models import ClientTime, Game, LogBatch, Match

EVENTS_PER_LINE = 10
BATCHES_OF_MATCH = 100
MOST_DIFFERENCES = 10


@dataclass(frozen=True, slots=True)
class ShownBatch:
    batch: LogBatch
    number_of_events: int
    hash: str
    client_time: datetime | None
    text: str


@dataclass(frozen=True, slots=True)
class ShownLog:
    """What a page says of a log. There are no `differences` when its chain holds."""

    batches: list[ShownBatch]
    left_out: int
    """How many batches before those are not listed."""
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
        left_out=0,
        client_start=times.get(0),
        content_hash=bytes(game.content_hash).hex() if game.content_hash else "",
        receipt=bytes(game.stream.head).hex(),
        differences=list(audit.chain_differences(stream=game.stream, code=game.code, batches=batches)),
        events=text_of(b"".join(bytes(batch.events) for batch in batches)),
    )


def shown_of_match(match: Match) -> ShownLog:
    """Return the log of a match, its chain recomputed whole. A batch is an event there: the last ones are listed.

    Nothing in it tells a number or a hidden card: what was played everybody has seen, and no hash can be guessed from.
    """
    # While it goes on there may be more by now than the stream that was read tells of.
    batches = [batch for batch in log.batches(stream_id=match.pk) if batch.first_version < match.stream.version]
    subject = subject_of(options_of(match))
    events = b"".join(bytes(batch.events) for batch in batches)
    return ShownLog(
        batches=[
            _batch(batch, {}, text=" ".join(map(_event_text, bytes(batch.events))))
            for batch in batches[-BATCHES_OF_MATCH:]
        ],
        left_out=max(len(batches) - BATCHES_OF_MATCH, 0),
        client_start=None,
        content_hash="",
        receipt=bytes(match.stream.head).hex(),
        # Where one batch is wrong, all after it are.
        differences=list(
            islice(audit.chain_differences(stream=match.stream, code=subject, batches=batches), MOST_DIFFERENCES)
        ),
        events=_lines(list(map(_event_text, events)), width=10),
    )


def text_of(events: bytes) -> str:
    """Return events as lines of ten, each line with the index of its first; a byte that is no action in hexadecimal."""
    return _lines([str(MOVES[event]) if event < len(MOVES) else f"0x{event:02x}" for event in events], width=8)


def _event_text(event: int) -> str:
    if event not in EVENTS:
        return f"0x{event:02x}"
    side, action = EVENTS[event]
    return f"{side} {action}"


def _lines(words: list[str], *, width: int) -> str:
    lines = (
        f"{start:>5}  " + "".join(f"{word:<{width}}" for word in words[start : start + EVENTS_PER_LINE])
        for start in range(0, len(words), EVENTS_PER_LINE)
    )
    return "\n".join(line.rstrip() for line in lines)


def _batch(batch: LogBatch, times: dict[int, datetime], *, text: str = "") -> ShownBatch:
    end = batch.first_version + len(batch.events)
    # A close without events ends where the batch before it did, whose time it would repeat.
    client_time = times.get(end) if batch.events else None
    return ShownBatch(
        batch=batch,
        number_of_events=len(batch.events),
        hash=bytes(batch.hash).hex(),
        client_time=client_time,
        text=text,
    )
