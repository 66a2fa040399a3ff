"""Reading and updating boards of growing size, beside what else could be used.

Beside the service's own ways stand `COUNT(*)` of better rows and `RANK()` over the board in the same PostgreSQL, and a
Valkey sorted set through its Python client, which ranks by the same two numbers but knows neither ties nor names, and
`SELECT 1`, which tells what the way to the database costs before it is asked for anything.
Everything is timed in turns in one run, board by board in each round: a machine that is busy for a while is so for all
of them. What is printed are ratios of medians: to the smallest board, which tells how a way grows, and to the sorted
set on the same board.
"""

import random
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from statistics import median
from typing import TYPE_CHECKING, Any

from tests.benchmarks.servers import Servers

if TYPE_CHECKING:
    from leaderboards.order import Board

SIZES = (1_000, 10_000, 100_000, 1_000_000)
ROUNDS, SLOW_ROUNDS = 400, 15
ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"

Way = Callable[[Any], object]
# By what they are called, with their numbers of rounds.
Ways = dict[str, tuple[Way, int]]


@dataclass(frozen=True)
class Timing:
    """Seconds that each call took."""

    seconds: list[float]

    @property
    def p50(self) -> float:
        return median(self.seconds)

    @property
    def p99(self) -> float:
        return sorted(self.seconds)[int(len(self.seconds) * 0.99)]


def main(running: Servers, scale: float, *, sizes: Sequence[int] = ()) -> None:
    boards = {
        size: loaded(size, running) for size in sizes or [size for size in SIZES if size <= max(100_000 * scale, 1_000)]
    }
    report(timed({size: (board, ways(board, running)) for size, board in boards.items()}, scale=min(scale, 1)))


def loaded(size: int, running: Servers) -> "Board":
    """Return a board of a size, which the sorted set has too."""
    from django.db import connection

    from leaderboards.order import Board
    from tests.benchmarks.loader import load

    code = f"DS1-D1N-{''.join(random.Random(size).choices(ALPHABET, k=7))}"
    began = time.perf_counter()
    load(code=code, size=size)
    with connection.cursor() as cursor:
        cursor.execute(
            "VACUUM ANALYZE leaderboards_entry, leaderboards_scorecount, leaderboards_movescount, leaderboards_tally, "
            "games_game"
        )
        cursor.execute("VACUUM ANALYZE games_player")
    board = Board(code=code, rules_version=1)
    fill_sorted_set(board, running)
    sys.stderr.write(f"{size:,} entries loaded in {time.perf_counter() - began:.0f} s\n")
    return board


def fill_sorted_set(board: "Board", running: Servers) -> None:
    from leaderboards.models import Entry

    rows = Entry.objects.filter(**board.columns).values_list("player_id", "ranked_score", "moves")
    pipe: Any = running.valkey.pipeline(transaction=False)
    for done, (player_id, ranked_score, moves) in enumerate(rows.iterator(chunk_size=10_000)):
        pipe.zadd(board.code, {str(player_id): combined(ranked_score, moves)})
        if done % 10_000 == 0:
            pipe.execute()
    pipe.execute()


def combined(ranked_score: int, moves: int) -> int:
    """The two numbers that order a board, as the one that a sorted set takes."""
    return ranked_score * 100_000 - moves


def ways(board: "Board", running: Servers) -> Ways:
    """Everything that is timed, with its number of rounds; each is called with a random entry of the board."""
    from leaderboards import board as boards
    from leaderboards.board import Cursor
    from leaderboards.order import Key

    key, store = board.code, running.valkey
    return {
        "place: sorted set": (lambda entry: store.zrevrank(key, str(entry.player_id)), ROUNDS),
        "place: SELECT 1": (lambda entry: nothing(), ROUNDS),
        "place: COUNT(*)": (lambda entry: count_better(board, entry), SLOW_ROUNDS),
        "place: RANK()": (lambda entry: rank_over(board, entry), SLOW_ROUNDS),
        "place": (lambda entry: boards.place(board=board, player_id=entry.player_id), ROUNDS),
        "top": (lambda entry: boards.page(board=board, limit=100), ROUNDS),
        "top: sorted set": (lambda entry: store.zrevrange(key, 0, 99, withscores=True), ROUNDS),
        "around": (lambda entry: boards.around(board=board, player_id=entry.player_id, each_side=5), ROUNDS),
        "around: sorted set": (lambda entry: around_in_set(store, key, entry), ROUNDS),
        "deep page": (lambda entry: boards.page(board=board, limit=100, cursor=Cursor(key=Key.of(entry))), ROUNDS),
        "deep page: sorted set": (lambda entry: page_in_set(store, key, entry), ROUNDS),
        "numbers of the deal": (lambda entry: numbers_of_modes(board), ROUNDS),
        "update": (lambda entry: update(board, entry), ROUNDS),
        "update: sorted set": (lambda entry: store.zadd(key, {str(entry.player_id): random.randrange(10**8)}), ROUNDS),
    }


def around_in_set(store: Any, key: str, entry: Any) -> object:
    rank = store.zrevrank(key, str(entry.player_id))
    return store.zrevrange(key, max(rank - 5, 0), rank + 5, withscores=True)


def page_in_set(store: Any, key: str, entry: Any) -> object:
    rank = store.zrevrank(key, str(entry.player_id))
    return store.zrevrange(key, rank, rank + 99, withscores=True)


def nothing() -> object:
    """The cheapest thing to ask of the database, by the same way to it: no query can cost less."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        return cursor.fetchone()


def count_better(board: "Board", entry: Any) -> int:
    from django.db.models import Q

    from leaderboards.models import Entry

    better = Q(ranked_score__gt=entry.ranked_score) | Q(ranked_score=entry.ranked_score, moves__lt=entry.moves)
    return 1 + Entry.objects.filter(better, **board.columns).count()


def rank_over(board: "Board", entry: Any) -> object:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT rank FROM (SELECT player_id, rank() OVER (ORDER BY ranked_score DESC, moves)"
            " FROM leaderboards_entry WHERE code = %s AND rules_version = %s AND view = %s) AS ranked"
            " WHERE player_id = %s",
            [board.code, board.rules_version, board.view.value, entry.player_id],
        )
        return cursor.fetchone()


def numbers_of_modes(board: "Board") -> object:
    """What the page of a deal says: its numbers and those of its cards in the other modes."""
    from games.engine.deals import DealCode
    from leaderboards.stats import numbers

    codes = [str(code) for code in DealCode.parse(board.code).siblings()]
    at = datetime(2026, 1, 2, tzinfo=UTC)
    return numbers(codes=codes, rules_version=board.rules_version, view=board.view, at=at)


def update(board: "Board", entry: Any) -> None:
    """What a check does to a board: a game's result is written, and the player's entries follow, in one transaction."""
    from django.db import transaction

    from games.models import Game
    from leaderboards.projection import refresh

    with transaction.atomic():
        Game.objects.filter(pk=entry.game_id).update(
            ranked_score=5 * random.randrange(300),
            moves=150 + random.randrange(300),
            finished_at=entry.finished_at + timedelta(days=1),
        )
        refresh(player_id=entry.player_id, code=board.code, rules_version=board.rules_version)


def timed(boards: dict[int, tuple["Board", Ways]], *, scale: float) -> dict[int, dict[str, Timing]]:
    """Time each way on each board, every round on the next of its entries; by the boards' sizes."""
    from leaderboards.models import Entry

    entries = {
        size: list(Entry.objects.filter(**board.columns).order_by("game_id")[:ROUNDS])
        for size, (board, _) in boards.items()
    }
    seconds: dict[int, dict[str, list[float]]] = {size: {name: [] for name in of} for size, (_, of) in boards.items()}
    for number in range(max(round(scale * min(map(len, entries.values()))), 2)):
        for size, (_, of_board) in boards.items():
            for name, (way, rounds) in of_board.items():
                if number < rounds:
                    began = time.perf_counter()
                    way(entries[size][number])
                    seconds[size][name].append(time.perf_counter() - began)
    # The first ones find nothing in memory, and nothing planned.
    return {
        size: {name: Timing(taken[len(taken) // 8 :]) for name, taken in of_board.items()}
        for size, of_board in seconds.items()
    }


def report(timings: dict[int, dict[str, Timing]]) -> None:
    smallest = min(timings)
    names = list(timings[smallest])
    lines = ["", "## Boards", "", f"{'':24}" + "".join(f"{size:>22,}" for size in timings)]
    for name in names:
        base = timings[smallest][name].p50
        cells = []
        for on_board in timings.values():
            timing = on_board[name]
            against = on_board.get(f"{name.split(':')[0]}: sorted set") or on_board["place: sorted set"]
            cells.append(f"{timing.p50 / base:>9.2f} x{timing.p50 / against.p50:>9.2f} s")
        lines.append(f"{name:24}" + "".join(f"{cell:>22}" for cell in cells))
    lines.append("x: to the smallest board; s: to the sorted set on the same board (medians)")
    lines.append("The sorted set is written to disk each second; an update is there once it is answered.")
    lines.append(
        "p99 to p50: "
        + ", ".join(f"{name} {timings[max(timings)][name].p99 / timings[max(timings)][name].p50:.1f}" for name in names)
    )
    sys.stdout.write("\n".join(lines) + "\n")
