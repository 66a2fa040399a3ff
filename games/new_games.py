"""New games as they are written: a row each, and with it whether the game is its player's first on the number."""

from functools import cache
from typing import Any, Final, NamedTuple

from django.db import connection

from games.models import Game

_WRITE: Final = """
WITH game AS (
         INSERT INTO games_game ({columns}) VALUES ({values})
             ON CONFLICT (player_id, content_hash, claimed_score) WHERE origin = 'posted' DO NOTHING
         RETURNING stream_id, player_id, number, started_at, seen_replay
     ),
     attempt AS (
         INSERT INTO games_attempt (player_id, number, game_id, at)
         SELECT player_id, number, stream_id, started_at FROM game
             ON CONFLICT DO NOTHING
         RETURNING game_id
     )
SELECT seen_replay, EXISTS (SELECT FROM attempt) FROM game
"""
_SEEN_REPLAY: Final = """
EXISTS (SELECT FROM games_replayview WHERE player_id = %(player_id)s AND number = %(number)s::varchar)
"""


class NewGame(NamedTuple):
    """What is known of a game once it is written."""

    seen_replay: bool
    is_first_attempt: bool


def write(game: Game) -> NewGame | None:
    """Write a game that is not in the database yet; None if its player has posted the same game before.

    Waits for a twin that is being written, and then knows.
    """
    with connection.cursor() as cursor:
        cursor.execute(_statement(), {field.attname: getattr(game, field.attname) for field in _fields()})
        row = cursor.fetchone()
    if row is None:
        return None
    new = NewGame(*row)
    game.seen_replay = new.seen_replay
    return new


@cache
def _statement() -> str:
    values = {field.column: f"%({field.attname})s" for field in _fields()} | {"seen_replay": _SEEN_REPLAY}
    return _WRITE.format(columns=", ".join(values), values=", ".join(values.values()))


@cache
def _fields() -> tuple[Any, ...]:
    """Return the fields of games but those that PostgreSQL computes."""
    return tuple(field for field in Game._meta.concrete_fields if not field.generated)
