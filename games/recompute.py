"""What is stored of finished games, recomputed from their logs. Nothing of it is primary: this can put it right."""

from collections.abc import Sequence

from games import hashes
from games.check import judge
from games.models import Game, LogBatch


def differing_columns(*, game: Game, batches: Sequence[LogBatch]) -> dict[str, object]:
    """Return the columns of a finished game that are not as its log says, each with what the log says.

    The log gives the claim and the content hash, and the results too once the game is decided.
    """
    events = b"".join(bytes(batch.events) for batch in batches)
    rules_version = game.stream.rules_version
    claimed_score = batches[-1].claimed_score if batches else None
    due: dict[str, object] = {
        "claimed_score": claimed_score,
        "content_hash": hashes.content_hash(code=game.code, rules_version=rules_version, events=events),
    }
    if game.status in Game.DECIDED:
        verdict = judge(code=game.code, rules_version=rules_version, events=events, claimed_score=claimed_score)
        due |= verdict.columns | {"line_hash": hashes.line_hash(number=game.number, line=verdict.line)}
    return {name: value for name, value in due.items() if stored_value(game, name) != value}


def stored_value(game: Game, name: str) -> object:
    """Return a column as it is stored, binary ones as bytes."""
    value: object = getattr(game, name)
    return bytes(value) if isinstance(value, memoryview) else value


def restore(*, game: Game, batches: Sequence[LogBatch]) -> dict[str, tuple[object, object]]:
    """Write to a decided game's row what its log says; return the columns that were not so: before and after.

    A game that is no longer decided, since staff have sent it to its check again, is left to the check.
    """
    differing = differing_columns(game=game, batches=batches)
    if differing and not Game.objects.filter(pk=game.pk, status__in=Game.DECIDED).update(**differing):
        return {}
    return {name: (stored_value(game, name), value) for name, value in differing.items()}
