"""The audit of matches: every chain, fold, result and series recomputed from the logs."""

from collections.abc import Iterator
from uuid import UUID

from games import log
from games.audit import Progress, chain_differences
from games.engine.match.fold import MatchReplay, fold_match
from games.engine.match.options import MatchOptions, Side
from games.matches.lobby import series_standing
from games.matches.table import options_of_all, subject_of
from games.models import LogBatch, Match, Series, Stream
from games.models.matches import result_columns
from games.moment import one_moment

_CHUNK = 500


def differences(*, progress: Progress | None = None) -> Iterator[str]:
    """Yield a sentence for each difference between a match's log and what is stored of it, or of its series.

    None of them tells a number or a card. `progress` is called with the number of matches audited so far, every few
    hundred.
    """
    done = 0
    after: UUID | None = None
    while True:
        with one_moment():  # in which a match that is being played and its log agree
            streams = _next_streams(after=after)
            found = list(_of_streams(streams))
        if not streams:
            break
        yield from found
        done += len(streams)
        after = streams[-1].id
        if progress is not None:
            progress(done)
    with one_moment():
        found = [
            f"series {series.pk}: {difference}"
            for series in Series.objects.order_by("pk").prefetch_related("matches").iterator(chunk_size=_CHUNK)
            for difference in _of_series(series)
        ]
    yield from found


def _next_streams(*, after: UUID | None) -> list[Stream]:
    streams = Stream.objects.filter(kind=Stream.Kind.MATCH).select_related("match__series").order_by("id")
    streams = streams.prefetch_related("match__seats")
    return list((streams.filter(id__gt=after) if after else streams)[:_CHUNK])


def _of_streams(streams: list[Stream]) -> Iterator[str]:
    """Compare many matches with their logs: what is read is read of all of them at once."""
    matches: list[Match] = [match for stream in streams if (match := getattr(stream, "match", None))]
    options = options_of_all(matches)
    for stream, batches in log.with_batches(streams):
        for difference in _of_stream(stream, batches=batches, options=options.get(stream.id)):
            yield f"match {stream.id}: {difference}"


def _of_stream(stream: Stream, *, batches: list[LogBatch], options: MatchOptions | None) -> Iterator[str]:
    match: Match | None = getattr(stream, "match", None)
    if match is None:
        yield "a stream that no match owns"
        return
    if options is None:
        yield "it has no number"
        return
    yield from chain_differences(stream=stream, code=subject_of(options), batches=batches)
    if match.is_over != stream.is_closed:
        yield f"status {match.status}, but the stream is {'closed' if stream.is_closed else 'open'}"
    events = b"".join(bytes(batch.events) for batch in batches)
    yield from _of_result(match, replay=fold_match(options, events, rules=stream.rules_version))
    yield from _of_seats(match)


def _of_result(match: Match, *, replay: MatchReplay) -> Iterator[str]:
    """Compare the columns of a match with what its log leads to."""
    if replay.error is not None:
        yield f"its log is not legal at {replay.error.index}: {replay.error.message}"
        return
    if replay.table.version and match.status not in (Match.Status.PLAYING, Match.Status.OVER):
        yield f"status {match.status}, but its log has {replay.table.version} events"
    for name, value in result_columns(replay.table.outcome).items():
        if getattr(match, name) != value:
            yield f"{name} is {getattr(match, name)!r}, by its log {value!r}"
    outcome = replay.table.outcome
    if match.timed_out and (outcome is None or outcome.forfeited_by is None):
        yield "it is marked as timed out, but nobody has resigned"


def _of_seats(match: Match) -> Iterator[str]:
    taken = [seat.side for seat in match.seats.all()]
    if match.status not in (Match.Status.OPEN, Match.Status.CANCELLED) and taken != list(Side):
        yield f"status {match.status}, but the sides that are taken are {taken}"


def _of_series(series: Series) -> Iterator[str]:
    """Compare a series with the rules over the results of its matches, and its matches with each other."""
    standing = series_standing(series)
    stored = (series.total_a, series.total_b, series.winner)
    due = (standing.totals[Side.A], standing.totals[Side.B], str(standing.winner or ""))
    if stored != due:
        yield f"it stands at {stored}, by its matches at {due}"
    matches = sorted(series.matches.all(), key=lambda match: match.ordinal)
    if [match.ordinal for match in matches] != list(range(1, len(matches) + 1)):
        yield f"its matches are numbered {[match.ordinal for match in matches]}"
    if any(not match.is_over for match in matches[:-1]):
        yield "a match that is not its last is not over"
    if standing.winner is None and matches and matches[-1].is_over:
        yield "it is not decided, and no match follows the last one"
