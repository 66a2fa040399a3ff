"""The audit of tallies and of what they come to: compared with a recomputation in plain Python, as all of the audit."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime
from typing import NamedTuple, Self
from uuid import UUID

from games.models import Game
from leaderboards.models import DealDay, DealTotal, Tally


class Tallied(NamedTuple):
    """What a tally says, or should say."""

    shown: int
    not_shown: int
    rejected: int
    wins: int
    fewest_moves: int | None
    last_finished_at: datetime | None

    @classmethod
    def by_games(cls, games: list[Game]) -> Self:
        verified = [game for game in games if game.status == Game.Status.VERIFIED]
        shown = [game for game in verified if is_shown(game)]
        won = [game for game in shown if game.won]
        return cls(
            shown=len(shown),
            not_shown=len(verified) - len(shown),
            rejected=len(games) - len(verified),
            wins=len(won),
            fewest_moves=min((game.moves or 0 for game in won), default=None),
            last_finished_at=max((game.finished_at for game in shown if game.finished_at), default=None),
        )

    @property
    def day(self) -> date | None:
        return None if self.last_finished_at is None else self.last_finished_at.astimezone(UTC).date()


def is_shown(game: Game) -> bool:
    """Whether boards may show a verified game."""
    player = game.player
    return not game.is_hidden and not player.is_hidden and player.on_boards and player.erased_at is None


def differences(*, code: str, rules_version: int) -> Iterator[str]:
    """Yield a sentence for each tally of a deal that is not as its games say, and for its total and days."""
    stored = _tallies(code, rules_version)
    due = due_tallies(code=code, rules_version=rules_version)
    for player_id in sorted(stored.keys() | due.keys()):
        has, should = stored.get(player_id), due.get(player_id)
        if has != should:
            yield f"tally of player {player_id} is {_listed(has)}, by its games {_listed(should)}"
    yield from total_differences(code=code, rules_version=rules_version)


def due_tallies(*, code: str, rules_version: int) -> dict[UUID, Tallied]:
    """Return what the games of a deal say that its players' tallies are."""
    games = Game.objects.filter(code=code, stream__rules_version=rules_version, status__in=Game.DECIDED)
    by_player: dict[UUID, list[Game]] = defaultdict(list)
    for game in games.select_related("player").order_by():
        by_player[game.player_id].append(game)
    return {player_id: Tallied.by_games(own) for player_id, own in by_player.items()}


def total_differences(*, code: str, rules_version: int) -> Iterator[str]:
    """Yield how a deal's total and days differ from its tallies, right or wrong as those are."""
    board = {"code": code, "rules_version": rules_version}
    tallies = _tallies(code, rules_version).values()
    names = ("players", "winners", "shown", "not_shown", "rejected", "wins", "last_finished_at")
    total = DealTotal.objects.filter(**board).values_list(*names).first()
    due = (
        sum(tally.shown > 0 for tally in tallies),
        sum(tally.wins > 0 for tally in tallies),
        *(sum(getattr(tally, name) for tally in tallies) for name in ("shown", "not_shown", "rejected", "wins")),
        max((tally.last_finished_at for tally in tallies if tally.last_finished_at), default=None),
    )
    if total != (due if tallies else None):
        yield f"total is {_listed(total)}, by its tallies {_listed(due)}"
    days = dict(DealDay.objects.filter(**board).order_by().values_list("day", "players"))
    if days != (due_days := Counter(tally.day for tally in tallies if tally.day)):
        yield f"days are {_days(days)}, by its tallies {_days(due_days)}"


def _tallies(code: str, rules_version: int) -> dict[UUID, Tallied]:
    rows = Tally.objects.filter(code=code, rules_version=rules_version).order_by()
    return {player_id: Tallied(*values) for player_id, *values in rows.values_list("player_id", *Tallied._fields)}


def _days(days: dict[date, int]) -> str:
    return ", ".join(f"{n} on {day}" for day, n in sorted(days.items())) or "none"


def _listed(values: Iterable[object] | None) -> str:
    return "missing" if values is None else " ".join(map(str, values))
