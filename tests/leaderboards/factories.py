"""Decided games made directly, without logs: boards look at results only. What folds logs uses real games instead."""

from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any
from uuid import UUID

from django.db import connection

from games.ids import uuid7
from games.models import Attempt, Game, Player, Stream
from leaderboards.board import Board, View
from leaderboards.projection import rebuild, refresh
from tests.factories import NOON

DEAL = "DS1-D1N-AAAAAAB"
BOARD = Board(code=DEAL, rules_version=1)
FIRSTS = Board(code=DEAL, rules_version=1, view=View.FIRST)


def decided(player: Player, score: int = 700, moves: int = 180, *, minutes: int = 0, **columns: Any) -> Game:
    """A verified game that the server received `minutes` after noon; the player's first on the number is an attempt."""
    game = _game(player, score=score, moves=moves, at=NOON + timedelta(minutes=minutes), **columns)
    game.stream.save(force_insert=True)
    game.save(force_insert=True)
    Attempt.objects.bulk_create([_attempt(game)], ignore_conflicts=True)
    return game


def entered(player: Player, score: int = 700, moves: int = 180, *, minutes: int = 0, **columns: Any) -> Game:
    """A decided game that its boards have been told of."""
    game = decided(player, score, moves, minutes=minutes, **columns)
    show(game)
    return game


def show(game: Game) -> None:
    """Have the boards told of a game."""
    refresh(player_id=game.player_id, code=game.code, rules_version=game.stream.rules_version)


def fill(size: int) -> None:
    """A board of so many players, a fifth of them with 700 points, some of every kind that filters tell apart."""
    players = [Player(name=f"P{number}", name_key=None if number % 4 else f"P{number}") for number in range(size)]
    games = [
        _game(
            player,
            score=5 * (number % 240) if number % 5 else 700,
            moves=100 + number % 397,
            at=NOON + timedelta(seconds=number),
            origin=Game.Origin.POSTED if number % 3 else Game.Origin.LIVE,
            seen_replay=number % 7 == 0,
        )
        for number, player in enumerate(players)
    ]
    Player.objects.bulk_create(players, batch_size=1000)
    Stream.objects.bulk_create([game.stream for game in games], batch_size=1000)
    Game.objects.bulk_create(games, batch_size=1000)
    Attempt.objects.bulk_create([_attempt(game) for game in games], batch_size=1000)
    rebuild(code=DEAL, rules_version=1)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def _game(
    player: Player,
    *,
    score: int,
    moves: int,
    at: datetime,
    code: str = DEAL,
    rules_version: int = 1,
    id: UUID | None = None,
    **columns: Any,
) -> Game:
    id = id or uuid7()
    digest = sha256(id.bytes).digest()
    stream = Stream(id=id, kind="game", rules_version=rules_version, is_closed=True, head=digest)
    result = {"score": score, "ranked_score": score, "moves": moves, "undos": 0, "home": 0, "won": False}
    times = {"started_at": at, "last_event_at": at, "finished_at": at}
    state = {"origin": Game.Origin.POSTED, "status": Game.Status.VERIFIED, "content_hash": digest}
    deal = {"code": code, "number": code[8:], "mode": code[4:7]}
    return Game(stream=stream, player=player, **{**deal, **state, **times, **result, **columns})


def _attempt(game: Game) -> Attempt:
    return Attempt(player=game.player, number=game.number, game=game, at=game.started_at)
