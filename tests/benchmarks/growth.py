"""What each table grows by with a game, when many play as people do: the sizes of docs/deploy/growth.md.

Ten players have a hundred games of 290 to 430 actions on eight deals: each plays each deal once, and twenty games are
second goes. Games are posted whole, with the times that their clients tell, or played live in twenty appends, ten games
at once. One in fifty is played faster than a person can, and one posted game in fifty is a copy of another player's;
they are flagged. All go through the services and the check, as in the service.

Of each kind as many games are written before it is counted: what tables have from their first row on is no game's, and
what is free in them after a VACUUM is used, as in a service that has run for long.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import count
from random import Random

from django.db import connection

from games import players
from games.check import check_waiting
from games.engine.moves import decode
from games.models import Player
from games.services import append_moves, finish_game, start_game, submit_game
from tests.benchmarks import tables
from tests.benchmarks.played import Played, deals, game
from tests.benchmarks.servers import Servers

PLAYERS, DEALS, GAMES = 10, 8, 100
APPENDS = 20
_STARTED = datetime(2026, 1, 1, tzinfo=UTC)
_SIZES = """
SELECT relname, pg_table_size(oid)::float8, pg_indexes_size(oid)::float8
  FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
"""

# By table: the bytes of its rows, and of its indexes.
Sizes = dict[str, tuple[float, float]]


@dataclass(frozen=True)
class Playing:
    """A game as it is about to be played, and by whom."""

    player: Player
    game: Played
    is_fast: bool

    def at(self, version: int) -> datetime:
        """Return when the game is at a version."""
        return _STARTED + timedelta(seconds=version * (0.1 if self.is_fast else 2))

    @property
    def end(self) -> int:
        return len(self.game.events)


def main(_running: Servers, scale: float) -> None:
    clubs, each, seeds = max(round(5 * scale), 1), max(round(GAMES * min(5 * scale, 1)), PLAYERS), count()

    def grown(write: Callable[[list[Playing]], None]) -> Sizes:
        for _ in range(clubs):
            write(club(next(seeds), number=each))
        before = sizes()
        for _ in range(clubs):
            write(club(next(seeds), number=each))
        return {name: by_game(before[name], after) for name, after in sizes().items()}

    def by_game(before: tuple[float, float], after: tuple[float, float]) -> tuple[float, float]:
        rows, indexes = ((now - had) / (clubs * each) for had, now in zip(before, after, strict=True))
        return rows, indexes

    report(posted=grown(post), live=grown(play), number=clubs * each)


def club(seed: int, *, number: int) -> list[Playing]:
    """Return the first games of ten more players, on eight more deals."""
    members = [players.register_guest().player for _ in range(PLAYERS)]
    codes = deals(DEALS, seed=seed)
    playing: list[Playing] = []
    for turn in range(number):
        choose = Random(f"{seed}/{turn}")
        played = game(codes[turn % DEALS], actions=choose.randrange(290, 431), choose=choose)
        member = members[turn // DEALS % PLAYERS]
        playing.append(Playing(player=member, game=played, is_fast=turn % 50 == 7))
    return playing


def post(games: list[Playing]) -> None:
    """Post games whole, two of them as copies of what another player has posted of the same deal; check them."""
    for number, playing in enumerate(games):
        played = games[number - DEALS].game if number % 50 == 23 else playing.game
        submit_game(
            player=playing.player,
            code=played.code,
            events=played.events,
            claimed_score=played.score,
            started_at=_STARTED,
            finished_at=playing.at(len(played.events)),
            at=playing.at(len(played.events)),
        )
    check()


def play(games: list[Playing]) -> None:
    """Play games live, so many at once as there are players; check them."""
    for first in range(0, len(games), PLAYERS):
        turns = [live(playing) for playing in games[first : first + PLAYERS]]
        while turns:
            turns = [turn for turn in turns if next(turn, None)]
        check()


def live(playing: Playing) -> Iterator[str]:
    """Play one game, a turn for each append."""
    mine = start_game(player=playing.player, code=playing.game.code, at=_STARTED)
    for turn in range(APPENDS):
        first, end = (playing.end * number // APPENDS for number in (turn, turn + 1))
        steps = decode(playing.game.events[first:end])
        append_moves(game_id=mine.pk, player=playing.player, version=first, steps=steps, at=playing.at(end))
        yield "appended"
    finish_game(
        game_id=mine.pk,
        player=playing.player,
        version=playing.end,
        claimed_score=playing.game.score,
        at=playing.at(playing.end),
    )


def check() -> None:
    while check_waiting(limit=1000):
        pass


def sizes() -> Sizes:
    with connection.cursor() as cursor:
        cursor.execute("VACUUM")
        cursor.execute(_SIZES)
        return {name: (rows, indexes) for name, rows, indexes in cursor.fetchall()}


def report(*, posted: Sizes, live: Sizes, number: int) -> None:
    both = {name: (posted[name], live[name]) for name in sorted(posted, key=lambda name: -sum(posted[name]))}
    rows = [line(name, *kinds) for name, kinds in both.items() if sum(map(sum, kinds)) > 1]
    tables.tell(
        "Growth, bytes a game",
        columns=("table", "posted whole", f"live, {APPENDS} appends", "of it indexes, on average"),
        rows=[*rows, line("all", total(posted), total(live))],
        notes=(f"{number} games of each kind after as many others, of {GAMES // PLAYERS} a player, after VACUUM.",),
    )


def line(name: str, posted: tuple[float, float], live: tuple[float, float]) -> tuple[str, ...]:
    return name, *(f"{column:,.0f}" for column in (sum(posted), sum(live), (posted[1] + live[1]) / 2))


def total(grown: Sizes) -> tuple[float, float]:
    return sum(rows for rows, _ in grown.values()), sum(indexes for _, indexes in grown.values())
