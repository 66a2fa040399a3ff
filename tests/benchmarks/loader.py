"""Boards of any size, made in the database: a row of each table by the models, then copies of it in SQL.

A fifth of a board has one score, as when a deal can be won and its win gives nearly always the same; the others lie
around the middle. What triggers would count is counted in one statement at the end.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from itertools import cycle

from django.db import DEFAULT_DB_ALIAS, connection, transaction
from django.db.models import BigAutoField, GeneratedField, Model

from games.check import check_waiting
from games.engine.deals import DealCode
from games.models import Game, Player, Stream
from games.services import submit_game
from leaderboards import tallies
from leaderboards.models import Entry, MovesCount, ScoreCount, Tally
from leaderboards.projection import refresh
from tests.benchmarks.played import Played

STARTED = datetime(2026, 1, 1, tzinfo=UTC)
COMMON_SCORE = 700

_ROWS = """
CREATE TEMPORARY TABLE board_row ON COMMIT DROP AS
SELECT i, gen_random_uuid() AS player_id, gen_random_uuid() AS game_id,
       CASE WHEN i % 5 = 0 THEN {common}
            ELSE 5 * floor(60 * (random() + random() + random() + random()))::integer END AS ranked_score,
       150 + floor(150 * (random() + random()))::integer AS moves,
       timestamptz '2026-01-01 00:00Z' + i * interval '1 second' AS finished_at
  FROM generate_series(1, {size}) AS i
"""

_COPY = """
INSERT INTO {table} ({columns})
SELECT {values} FROM {table} AS template, board_row, LATERAL jsonb_populate_record(template, {changes}) AS copy
 WHERE template.{key} = %s
"""


@transaction.atomic
def load(*, code: str, size: int) -> None:
    """Make a board of so many entries on a deal code that has none yet."""
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute(_ROWS.format(size=size, common=COMMON_SCORE))
        player = Player.objects.create(name="template")
        _copy(player, changes={"id": "board_row.player_id", "name": "'Player ' || i"})
        stream = Stream.objects.create(kind=Stream.Kind.GAME, rules_version=1, head=bytes(32), is_closed=True)
        _copy(stream, changes={"id": "board_row.game_id"})
        result = {
            "ranked_score": "board_row.ranked_score",
            "moves": "board_row.moves",
            "finished_at": "board_row.finished_at",
        }
        game = _game(stream, player=player, code=code)
        owners = {"stream_id": "board_row.game_id", "player_id": "board_row.player_id"}
        _copy(game, changes=owners | result | {"score": "board_row.ranked_score"})
        entry = _entry(game)
        _copy(entry, changes={"game_id": "board_row.game_id", "player_id": "board_row.player_id", **result})
        tally = Tally.objects.get(player=player)
        times = {"fewest_moves": "board_row.moves", "last_finished_at": "board_row.finished_at"}
        _copy(tally, changes={"player_id": "board_row.player_id"} | times)
        for row in (entry, tally, game, stream, player):
            _forget(row)
        _count(code)


def _game(stream: Stream, *, player: Player, code: str) -> Game:
    result = {"score": 0, "ranked_score": 0, "moves": 0, "undos": 0, "home": 104, "won": True}
    return Game.objects.create(
        stream=stream,
        player=player,
        code=code,
        number=code[-7:],
        mode=code[4:7],
        origin=Game.Origin.POSTED,
        status=Game.Status.VERIFIED,
        started_at=STARTED,
        last_event_at=STARTED,
        finished_at=STARTED,
        **result,
    )


def _entry(game: Game) -> Entry:
    refresh(player_id=game.player_id, code=game.code, rules_version=game.stream.rules_version)
    return Entry.objects.get(game=game)


def _copy(row: Model, *, changes: dict[str, str]) -> None:
    """Insert copies of a row, one for each of the board's, with columns changed to these expressions."""
    model = type(row)
    fields = [field for field in model._meta.concrete_fields if not isinstance(field, (GeneratedField, BigAutoField))]
    columns = [column for field in fields if (column := field.column)]
    told = ", ".join(f"'{name}', {value}" for name, value in changes.items())
    statement = _COPY.format(
        table=model._meta.db_table,
        columns=", ".join(columns),
        values=", ".join(f"copy.{column}" for column in columns),
        changes=f"jsonb_build_object({told})",
        key=model._meta.pk.column,
    )
    with connection.cursor() as cursor:
        cursor.execute(statement, [row.pk])


def _forget(row: Model) -> None:
    """Delete a row alone, without what Django would look for and take with it."""
    row._meta.base_manager.filter(pk=row.pk)._raw_delete(DEFAULT_DB_ALIAS)


def _count(code: str) -> None:
    score = "code, rules_version, view, ranked_score"
    with connection.cursor() as cursor:
        for model, columns in ((ScoreCount, score), (MovesCount, f"{score}, moves")):
            cursor.execute(
                f"INSERT INTO {model._meta.db_table} ({columns}, n) "  # noqa: S608 - names of ours
                f"SELECT {columns}, count(*) FROM leaderboards_entry WHERE code = %s GROUP BY {columns}",
                [code],
            )
    tallies.write_totals(code=code, rules_version=1)


def guests(number: int) -> list[Player]:
    """Make so many players."""
    return [Player.objects.create(name=f"Guest {count}") for count in range(number)]


def post_and_check(games: Iterator[Played], *, players: Sequence[Player]) -> None:
    """Post games and decide them, as the service and its workers do; on each deal the players have their turns."""
    turns = defaultdict[DealCode, Iterator[Player]](lambda: cycle(players))
    for game in games:
        player = next(turns[game.code])
        submit_game(player=player, code=game.code, events=game.events, claimed_score=game.score, at=STARTED)
    while check_waiting(limit=1000):
        pass
