"""The audit of games and proofs: every chain, fold, result and win recomputed from the log."""

from collections.abc import Callable, Iterator
from uuid import UUID

from games import hashes, log
from games.engine.deals import DealCode
from games.engine.fold import fold
from games.models import Game, LogBatch, Proof, Stream
from games.moment import one_moment
from games.recompute import differing_columns, stored_value

_CHUNK = 500

Progress = Callable[[int], None]


def differences(*, progress: Progress | None = None) -> Iterator[str]:
    """Yield a sentence for each difference between a game's log and what is stored of it; nothing when all is well.

    `progress` is called with the number of streams audited so far, every few hundred.
    """
    done = 0
    after: UUID | None = None
    while True:
        with one_moment():  # in which a game that is being played and its log agree
            streams = _next_streams(after=after)
            found = [
                f"game {stream.id}: {difference}"
                for stream, batches in log.with_batches(streams)
                for difference in _of_stream(stream, batches=batches)
            ]
        if not streams:
            break
        yield from found
        done += len(streams)
        after = streams[-1].id
        if progress is not None:
            progress(done)
    yield from _of_proofs()


def chain_differences(*, stream: Stream, code: str, batches: list[LogBatch]) -> Iterator[str]:
    """Yield what is wrong with a stream's chain: gaps, hashes, head, version, close."""
    head = hashes.genesis(stream_id=stream.id, code=code, rules_version=stream.rules_version)
    version, closed = 0, False
    for batch in batches:
        if closed:
            yield f"a batch at {batch.first_version} follows the close"
        if batch.first_version != version:
            yield f"a batch begins at {batch.first_version} where {version} was due"
        head = hashes.chain(
            previous=head,
            first_version=batch.first_version,
            events=bytes(batch.events),
            closes=batch.closes,
            claimed_score=batch.claimed_score,
        )
        if head != bytes(batch.hash):
            yield f"the hash of the batch at {batch.first_version} is {bytes(batch.hash).hex()}, computed {head.hex()}"
        version, closed = batch.first_version + len(batch.events), batch.closes
    stored = (stream.version, stream.is_closed, bytes(stream.head))
    if stored != (version, closed, head):
        yield f"the stream says version {stored[0]}, closed {stored[1]}; its batches say {version}, {closed}"


def _next_streams(*, after: UUID | None) -> list[Stream]:
    streams = Stream.objects.filter(kind=Stream.Kind.GAME).select_related("game").order_by("id")
    return list((streams.filter(id__gt=after) if after else streams)[:_CHUNK])


def _of_stream(stream: Stream, *, batches: list[LogBatch]) -> Iterator[str]:
    game: Game | None = getattr(stream, "game", None)
    if game is None:
        yield "a stream that no game owns"
        return
    yield from chain_differences(stream=stream, code=game.code, batches=batches)
    if (game.status == Game.Status.PLAYING) == stream.is_closed:
        yield f"status {game.status}, but the stream is {'closed' if stream.is_closed else 'open'}"
    if stream.is_closed:
        yield from _of_finish(game, batches=batches)


def _of_finish(game: Game, *, batches: list[LogBatch]) -> Iterator[str]:
    """Compare a finished game's claim, content hash and, once it is decided, its results with its log."""
    for name, value in differing_columns(game=game, batches=batches).items():
        yield f"{name} is {_shown(stored_value(game, name))}, by its log {_shown(value)}"


def _of_proofs() -> Iterator[str]:
    for proof in Proof.objects.filter(status=Proof.Status.SHOWN).order_by("pk").iterator():
        replay = fold(DealCode.parse(proof.code), bytes(proof.events or b""), rules=proof.rules_version)
        if replay.error is not None or not replay.table.is_won:
            yield f"proof of {proof.code}: its log is no win, but ends with {replay.table.home} cards home"


def _shown(value: object) -> str:
    return value.hex() if isinstance(value, bytes) else str(value)
