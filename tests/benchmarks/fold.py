"""Actions a second of `fold`, beside other engines in Python that play real games, and beside a loop that does nothing.

`fold` checks each action against the rules, keeps what takes it back, and counts both scores. python-chess's `push`
trusts the move it is given; before it, `is_legal` asks whether the move may be made. A loop of ten million additions
tells how fast the machine and its Python are. PySolFC's Double Klondike plays the same logs, where `PYSOLFC` names a
checkout of its source (tests/benchmarks/pysolfc.py tells how).

Seconds are of processor time, in turns.
"""

import json
import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import chess

from games.engine.deals import DealCode
from games.engine.fold import fold
from games.engine.moves import encode, parse_counted
from tests.benchmarks import chess_games, pysolfc, tables
from tests.benchmarks.servers import Servers

_VECTORS = Path(__file__).parent.parent / "vectors" / "games.jsonl"
_LOOP = 10_000_000
_SECONDS = 0.3


@dataclass(frozen=True)
class Way:
    """Something that does so many actions when it is run."""

    name: str
    actions: int
    run: Callable[[], object]


def main(_running: Servers, scale: float) -> None:
    rounds, games = max(round(7 * scale), 1), real_games()[: max(round(100 * scale), 2)]
    ways = [
        Way("fold", sum(len(events) for _, events in games), lambda: [fold(code, events) for code, events in games]),
        *chess_ways(),
    ]
    if checkout := os.environ.get("PYSOLFC"):
        some = games[:5]
        ways.append(Way("PySolFC", sum(len(events) for _, events in some), pysolfc.playing(checkout, some)))
    # One way takes a few milliseconds, another a second: each is run for about as long.
    often = {way.name: max(round(_SECONDS * min(scale, 1) / taken(way.run, 1)), 1) for way in ways}
    seconds: dict[str, list[float]] = {way.name: [] for way in ways}
    loop: list[float] = []
    for _ in range(rounds):
        for way in ways:
            seconds[way.name].append(taken(way.run, often[way.name]) / often[way.name] / way.actions)
        loop.append(taken(lambda: sum(range(_LOOP)), 1))
    report(seconds, loop=min(loop))


def taken(run: Callable[[], object], often: int) -> float:
    """Return the processor time that it takes to run something so often."""
    begun = time.process_time()
    for _ in range(often):
        run()
    return time.process_time() - begun


def real_games() -> list[tuple[DealCode, bytes]]:
    """Return the games of the test vectors that are longer than a few actions, as they are logged."""
    rows = map(json.loads, _VECTORS.read_text().splitlines())
    return [
        (DealCode.parse(row["deal"]), encode([parse_counted(text)[0] for text in row["moves"]]))
        for row in rows
        if len(row["moves"]) > 100
    ]


def chess_ways() -> list[Way]:
    games = list(map(chess_moves, chess_games.MOVES.values()))
    plies = sum(map(len, games))
    return [
        Way("python-chess: push", plies, lambda: [push(moves) for moves in games]),
        Way("python-chess: is_legal, push", plies, lambda: [check_and_push(moves) for moves in games]),
    ]


def chess_moves(text: str) -> list[chess.Move]:
    board = chess.Board()
    return [board.push_san(san) for san in text.split()]


def push(moves: list[chess.Move]) -> chess.Board:
    board = chess.Board()
    for move in moves:
        board.push(move)
    return board


def check_and_push(moves: list[chess.Move]) -> chess.Board:
    board = chess.Board()
    for move in moves:
        if not board.is_legal(move):
            raise ValueError(f"{move} is not legal in {board.fen()}")
        board.push(move)
    return board


def report(seconds: dict[str, list[float]], *, loop: float) -> None:
    an_action = {name: min(values) for name, values in seconds.items()}
    rows = [
        (
            name,
            f"{loop / taken_:,.0f}",
            tables.ratio(an_action["fold"], taken_),
            f"{max(seconds[name]) / min(seconds[name]):.2f}",
        )
        for name, taken_ in an_action.items()
    ]
    tables.tell(
        "Fold",
        columns=("what", "actions in the time of the loop", "to fold", "slowest to quickest round"),
        rows=rows,
        notes=(f"The loop: sum(range({_LOOP:,})). Processor time, the quickest round of each.",),
    )
