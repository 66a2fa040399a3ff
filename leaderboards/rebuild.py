"""The rebuild of boards from the logs: results from logs, entries from results, counts from entries."""

from collections.abc import Callable, Iterator
from typing import Final
from uuid import UUID

from games import log
from games.models import Game
from games.recompute import restore
from leaderboards.models import DealDay, DealTotal, Entry, MovesCount, ScoreCount, Tally
from leaderboards.projection import rebuild

_CHUNK: Final = 500

Progress = Callable[[], None]


def boards(*, code: str | None = None) -> list[tuple[str, int]]:
    """Return (code, rules version) of all boards in order: those with decided games, and those with rows left over."""
    only = {} if code is None else {"code": code}
    games = Game.objects.filter(**only, status__in=Game.DECIDED).order_by().values_list("code", "stream__rules_version")
    left_over = (
        model._default_manager.filter(**only).order_by().values_list("code", "rules_version")
        for model in (Entry, ScoreCount, MovesCount, Tally, DealTotal, DealDay)
    )
    return sorted(games.union(*left_over))


def rebuild_board(*, code: str, rules_version: int, progress: Progress) -> Iterator[str]:
    """Fold all decided games of a board and write it anew where it differs; yield a sentence for each difference.

    The logs of decided games are closed, so they are folded before the board is locked: it is locked for its rows only.
    `progress` is called after each game.
    """
    streams = (game.stream for game in decided_games(code=code, rules_version=rules_version))
    for stream, batches in log.with_batches(streams):
        game = stream.game
        progress()
        for name, (before, after) in restore(game=game, batches=batches).items():
            yield f"game {game.pk}: {name} was {_shown(before)}, by its log {_shown(after)}"
    changed = rebuild(code=code, rules_version=rules_version)
    if any(changed):
        rows = f"{changed.entries} entries, {changed.tallies} tallies and {changed.counts} counts"
        yield f"board {code}, rules {rules_version}: {rows} removed or added"


def decided_games(*, code: str, rules_version: int) -> Iterator[Game]:
    """Yield the decided games of a board by id, a few hundred at a time."""
    games = Game.objects.filter(code=code, stream__rules_version=rules_version, status__in=Game.DECIDED)
    games = games.select_related("stream").order_by("pk")
    after: UUID | None = None
    while chunk := list((games.filter(pk__gt=after) if after else games)[:_CHUNK]):
        yield from chunk
        after = chunk[-1].pk


def _shown(value: object) -> str:
    return value.hex() if isinstance(value, bytes) else str(value)
