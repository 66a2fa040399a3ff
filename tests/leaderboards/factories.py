"""Decided games made directly, without logs: boards look at results only. What folds logs uses real games instead."""

from datetime import timedelta
from hashlib import sha256
from typing import Any

from games.ids import uuid7
from games.models import Attempt, Game, Player, Stream
from leaderboards.board import Board, View
from leaderboards.projection import refresh
from tests.factories import NOON

DEAL = "DS1-D1N-AAAAAAB"
BOARD = Board(code=DEAL, rules_version=1)
FIRSTS = Board(code=DEAL, rules_version=1, view=View.FIRST)


def decided(player: Player, score: int = 700, moves: int = 180, *, minutes: int = 0, **columns: Any) -> Game:
    """A verified game that the server received `minutes` after noon; the player's first on the number is an attempt."""
    code, rules_version = columns.pop("code", DEAL), columns.pop("rules_version", 1)
    at = NOON + timedelta(minutes=minutes)
    stream_id = columns.pop("id", None) or uuid7()
    stream = Stream.objects.create(
        id=stream_id, kind="game", rules_version=rules_version, is_closed=True, head=sha256(stream_id.bytes).digest()
    )
    game = Game(
        stream=stream,
        player=player,
        code=code,
        number=code[8:],
        mode=code[4:7],
        origin=Game.Origin.POSTED,
        status=Game.Status.VERIFIED,
        started_at=at,
        last_event_at=at,
        finished_at=at,
        score=score,
        ranked_score=score,
        moves=moves,
        undos=0,
        home=0,
        won=False,
        content_hash=sha256(stream_id.bytes).digest(),
    )
    for name, value in columns.items():
        setattr(game, name, value)
    game.save(force_insert=True)
    attempt = Attempt(player=player, number=game.number, game=game, at=at)
    Attempt.objects.bulk_create([attempt], ignore_conflicts=True)
    return game


def entered(player: Player, score: int = 700, moves: int = 180, *, minutes: int = 0, **columns: Any) -> Game:
    """A decided game that its boards have been told of."""
    game = decided(player, score, moves, minutes=minutes, **columns)
    show(game)
    return game


def show(game: Game) -> None:
    """Have the boards told of a game."""
    refresh(player_id=game.player_id, code=game.code, rules_version=game.stream.rules_version)
