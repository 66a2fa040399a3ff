"""Decided games made directly, without logs: boards look at results only. What folds logs uses real games instead."""

from datetime import timedelta
from hashlib import sha256
from typing import Any, Final

from django.db import connection, transaction

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


_FILL: Final = (
    """
    CREATE TEMPORARY TABLE filling ON COMMIT DROP AS
    SELECT gen_random_uuid() AS player, gen_random_uuid() AS game, number, 100 + number % 397 AS moves,
           CASE WHEN number % 5 = 0 THEN 700 ELSE 5 * (number % 240) END AS score,
           timestamptz '2026-11-30 12:00Z' + number * interval '1 s' AS at
      FROM generate_series(1, {size}) AS number
    """,
    """
    INSERT INTO games_player
           (id, name, name_key, password, email, is_superuser, is_staff, is_active, on_boards, created_at)
    SELECT player, 'P' || number, CASE WHEN number % 4 = 0 THEN 'P' || number END, '', '',
           false, false, true, true, at
      FROM filling
    """,
    """
    INSERT INTO games_stream (id, kind, rules_version, version, is_closed, head, created_at)
    SELECT game, 'game', 1, 0, true, sha256(game::text::bytea), at FROM filling
    """,
    """
    INSERT INTO games_game
           (stream_id, player_id, code, number, mode, origin, status, started_at, last_event_at, finished_at,
            seen_replay, score, ranked_score, moves, undos, home, won, content_hash,
            rejection, refused_move, refused_reason, checks, check_error)
    SELECT game, player, '{code}', substr('{code}', 9), substr('{code}', 5, 3),
           CASE WHEN number % 3 = 0 THEN 'live' ELSE 'posted' END, 'verified', at, at, at,
           number % 7 = 0, score, score, moves, 0, 0, false, sha256(game::text::bytea),
           '', '', '', 1, ''
      FROM filling
    """,
    """
    INSERT INTO games_attempt (player_id, number, game_id, at)
    SELECT player, substr('{code}', 9), game, at FROM filling
    """,
)


def fill(size: int, *, code: str = DEAL) -> None:
    """A board of so many players, a fifth of them with 700 points, by a few statements and a rebuild."""
    with transaction.atomic(), connection.cursor() as cursor:
        for statement in _FILL:
            cursor.execute(statement.format(size=size, code=code))
        rebuild(code=code, rules_version=1)
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE IF EXISTS filling")
        cursor.execute("ANALYZE")
