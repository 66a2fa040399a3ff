"""The audit of boards: entries and counts compared with a recomputation that shares nothing with what writes them.

It is plain Python over the games of a board, on purpose: no query of the projection, no ordering by the database.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, time, timedelta
from typing import NamedTuple, Self
from uuid import UUID

from games.models import Attempt, DailyDeal, Game
from games.moment import one_moment
from leaderboards import audit_tallies
from leaderboards.audit_tallies import is_shown
from leaderboards.models import Entry, MovesCount, ScoreCount, View
from leaderboards.rebuild import boards

Progress = Callable[[int], None]
Counts = dict[tuple[object, ...], int]
Owner = tuple[str, UUID]  # the view and the player that an entry is of


class Said(NamedTuple):
    """What an entry says, or should say."""

    game_id: UUID
    ranked_score: int
    moves: int
    finished_at: datetime
    score: int
    won: bool
    receipt: str
    origin: str
    is_account: bool
    seen_replay: bool

    @classmethod
    def by_entry(cls, entry: Entry) -> Self:
        return cls(
            game_id=entry.game_id,
            ranked_score=entry.ranked_score,
            moves=entry.moves,
            finished_at=entry.finished_at,
            score=entry.score,
            won=entry.won,
            receipt=bytes(entry.receipt).hex(),
            origin=entry.origin,
            is_account=entry.is_account,
            seen_replay=entry.seen_replay,
        )

    @classmethod
    def by_game(cls, game: Game) -> Self:
        if game.ranked_score is None or game.moves is None or game.finished_at is None or game.score is None:
            raise ValueError(f"game {game.pk} is {game.status} and has no result")
        return cls(
            game_id=game.pk,
            ranked_score=game.ranked_score,
            moves=game.moves,
            finished_at=game.finished_at,
            score=game.score,
            won=bool(game.won),
            receipt=bytes(game.stream.head).hex(),
            origin=game.origin,
            is_account=not game.player.is_guest,
            seen_replay=game.seen_replay,
        )

    def is_before(self, other: Self) -> bool:
        """Whether this is the better one, or of equal ones the earlier."""
        mine, theirs = ((-said.ranked_score, said.moves, said.finished_at, said.game_id) for said in (self, other))
        return mine < theirs


def differences(*, progress: Progress | None = None) -> Iterator[str]:
    """Yield a sentence for each entry or count that is not as it should be; nothing when all is well.

    `progress` is called with the number of boards audited so far.
    """
    for done, (code, rules_version) in enumerate(boards(), start=1):
        with one_moment():
            found = [
                *_of_entries(code, rules_version),
                *_of_counts(code, rules_version),
                *audit_tallies.differences(code=code, rules_version=rules_version),
            ]
        yield from (f"board {code}, rules {rules_version}: {difference}" for difference in found)
        if progress is not None:
            progress(done)


def due_entries(*, code: str, rules_version: int) -> dict[Owner, Said]:
    """Return what the games of a board say that its entries are: the naive way, which is the specification."""
    firsts = set(Attempt.objects.filter(game__code=code).values_list("player_id", "game_id"))
    daily = DailyDeal.objects.filter(code=code).first()
    due: dict[Owner, Said] = {}
    games = Game.objects.filter(code=code, stream__rules_version=rules_version, status=Game.Status.VERIFIED)
    for game in games.select_related("player", "stream").order_by():
        if not is_shown(game):
            continue
        said = Said.by_game(game)
        counts = {
            View.BEST: True,
            View.FIRST: (game.player_id, game.pk) in firsts,
            View.DAILY: daily is not None and _is_of_day(game, day=daily.day),
        }
        for view in (view for view, is_counted in counts.items() if is_counted):
            owner = (view.value, game.player_id)
            if owner not in due or said.is_before(due[owner]):
                due[owner] = said
    return due


def _is_of_day(game: Game, *, day: date) -> bool:
    """Whether a live game began on the day and ended before two in the night after it."""
    if game.origin != Game.Origin.LIVE or game.finished_at is None:
        return False
    late = game.finished_at.astimezone(UTC) - datetime.combine(day, time(), tzinfo=UTC)
    return game.started_at.astimezone(UTC).date() == day and late <= timedelta(hours=26)


def _of_entries(code: str, rules_version: int) -> Iterator[str]:
    entries = Entry.objects.filter(code=code, rules_version=rules_version).order_by()
    stored = {(entry.view, entry.player_id): Said.by_entry(entry) for entry in entries}
    due = due_entries(code=code, rules_version=rules_version)
    for view, player_id in sorted(stored.keys() | due.keys()):
        has, should = stored.get((view, player_id)), due.get((view, player_id))
        whose = f"{view} entry of player {player_id}"
        if has is None or should is None:
            yield f"{whose} is {'missing' if has is None else 'there, and should not be'}"
            continue
        for name, value, right in zip(Said._fields, has, should, strict=True):
            if value != right:
                yield f"{whose}: {name} is {value}, by its game {right}"


def _of_counts(code: str, rules_version: int) -> Iterator[str]:
    board = {"code": code, "rules_version": rules_version}
    results = list(Entry.objects.filter(**board).order_by().values_list("view", "ranked_score", "moves"))
    scores = ScoreCount.objects.filter(**board).order_by().values_list("view", "ranked_score", "n")
    moves = MovesCount.objects.filter(**board).order_by().values_list("view", "ranked_score", "moves", "n")
    stored: Counts = {(view, score): n for view, score, n in scores}
    stored |= {(view, score, moved): n for view, score, moved, n in moves}
    due = Counter[tuple[object, ...]](results) + Counter((view, score) for view, score, _ in results)
    for key in sorted(stored.keys() | due.keys(), key=str):
        if stored.get(key, 0) != due[key]:
            yield f"count of {' '.join(map(str, key))} is {stored.get(key, 0)}, by its entries {due[key]}"
