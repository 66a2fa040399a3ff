"""`manage.py replay`: games and matches from a file or standard input, each replayed and told in a line of JSON."""

from __future__ import annotations

import json
import os
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from statistics import median
from time import process_time
from typing import Any, BinaryIO

from django.core.management.base import BaseCommand, CommandError

from games.engine.fold import Replay, fold
from games.engine.lines import Game, Trouble, read_games, tell
from games.engine.match.fold import MatchReplay, fold_match
from games.engine.match.lines import LoggedMatch

PAIRS = 5
LOOP = 10_000_000


class Command(BaseCommand):
    """Replays games without a database; exit status 1 if any of them fails."""

    help = (
        "Replay games and print a line of JSON for each. They are read from FILE or standard input: JSON lines such as "
        '{"deal": "DS1-D1N-AAAAAAB", "moves": ["draw", "W-T5"]} or {"match": {...}, "actions": [["A", "draw"]]}, or '
        "movetext. Needs no database. Exit status 1 if any game fails."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", nargs="?", metavar="FILE", help="the games; standard input if it is left out")
        parser.add_argument("--legal", action="store_true", help="list the legal moves at the end of each game")
        parser.add_argument(
            "--timing", action="store_true", help="measure the fold of all games, and say it on standard error"
        )

    def handle(self, *args: Any, file: str | None, legal: bool, timing: bool, **options: Any) -> None:
        """Replay game after game, each told as soon as it is read."""
        played: list[Game] = []
        games = failed = 0
        with _quiet_when_closed(), _open(file) as stream:
            for game in read_games(stream):
                told = tell(game, legal=legal)
                self.stdout.write(json.dumps(told, separators=(",", ":")))
                self.stdout.flush()
                games += 1
                failed += told["error"] is not None
                if timing and not isinstance(game, Trouble):
                    played.append(game)
        if timing:
            self.stderr.write(_measure(played))
        if failed:
            raise CommandError(f"{failed} of {games} failed", returncode=1)


def _open(file: str | None) -> BinaryIO:
    """The lines to read, as bytes."""
    if file is None:
        return sys.stdin.buffer
    try:
        return open(file, "rb")
    except OSError as error:
        raise CommandError(f"{file} cannot be read: {error.strerror}") from error


@contextmanager
def _quiet_when_closed() -> Iterator[None]:
    """End without a traceback when the reader of our output goes away, as `head` does."""
    try:
        yield
    except BrokenPipeError:
        # What is still buffered would fail once more when the interpreter flushes it.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)


def _measure(games: list[Game]) -> str:
    """The rate of the fold, alone and against a trivial loop, from pairs of both timed in turn.

    Only the actions that are played count: what comes after an illegal one is not.
    """
    folds = [_folding(game) for game in games]
    actions = sum(folding().table.version for folding in folds)
    if not actions:
        return "timing: there is no action to time"

    def fold_all() -> None:
        for folding in folds:
            folding()

    pairs = [(_seconds(lambda: sum(range(LOOP))), _seconds(fold_all)) for _ in range(PAIRS)]
    rate = median(actions / folding for _, folding in pairs)
    ratios = [actions * loop / folding for loop, folding in pairs]
    return (
        f"timing: {len(folds):,} games, {actions:,} actions, median of {PAIRS} pairs\n"
        f"timing: fold {rate:,.0f} actions a second of processor time\n"
        f"timing: ratio {median(ratios):,.0f} actions in the time of sum(range({LOOP:_})),"
        f" which took {median(loop for loop, _ in pairs):.3f} s (from {min(ratios):,.0f} to {max(ratios):,.0f})"
    )


def _folding(game: Game) -> Callable[[], Replay | MatchReplay]:
    """What folds a game, all that it needs read before."""
    if isinstance(game, LoggedMatch):
        return partial(fold_match, game.options, game.events, rules=game.rules, counts=game.counts)
    return partial(fold, game.deal, game.events, rules=game.rules, claims=game.claims)


def _seconds(work: Callable[[], object]) -> float:
    """How much processor time some work takes: other processes on the machine do not count."""
    start = process_time()
    work()
    return process_time() - start
