"""The audit: silent when all is well, and loud at every kind of damage."""

import pytest
from django.db import connection

from games import audit, proofs
from games.models import Game, Proof
from tests.factories import NOON, known_game, make_player, start_and_play, submit, submit_and_check

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    return submit_and_check(make_player("zoe"), known_game())


def run(statement: str, game: Game) -> None:
    """Change rows behind the triggers' back, as only the tables' owner can."""
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute(statement, [game.id])
        cursor.execute("SET LOCAL session_replication_role = origin")


def test_good_logs_have_no_differences(game: Game) -> None:
    start_and_play(make_player(), "DS1-D1N-AAAAAAB", ["draw", "undo"])
    submit(make_player(), known_game(), claimed_score=1)
    submit_and_check(make_player(), known_game("DS1-D1V-KSTNMZC"), claimed_score=1)
    seen: list[int] = []
    assert list(audit.differences(progress=seen.append)) == []
    assert seen == [4]


@pytest.mark.parametrize(
    ("statement", "difference"),
    (
        ("UPDATE games_logbatch SET events = '\\x00' WHERE stream_id = %s", "the hash of the batch at 0 is"),
        ("UPDATE games_logbatch SET first_version = 1 WHERE stream_id = %s", "a batch begins at 1 where 0 was due"),
        ("DELETE FROM games_logbatch WHERE stream_id = %s", "the stream says version 266"),
        ("UPDATE games_stream SET is_closed = false WHERE id = %s", "the stream says version 266, closed False"),
        ("UPDATE games_game SET ranked_score = 1 WHERE stream_id = %s", "ranked_score is 1, by its log 1080"),
        ("UPDATE games_game SET status = 'rejected' WHERE stream_id = %s", "status is rejected, by its log verified"),
        ("UPDATE games_game SET claimed_score = 1 WHERE stream_id = %s", "claimed_score is 1, by its log 1090"),
        ("UPDATE games_game SET content_hash = '\\x00' WHERE stream_id = %s", "content_hash is 00, by its log"),
    ),
)
def test_every_kind_of_damage_is_told(game: Game, statement: str, difference: str) -> None:
    run(statement, game)
    told = list(audit.differences())
    assert any(line.startswith(f"game {game.id}: {difference}") for line in told), told


def test_a_decision_on_an_open_log_is_told() -> None:
    game = start_and_play(make_player(), "DS1-D1N-AAAAAAB", ["draw"])
    run("UPDATE games_game SET status = 'finished', finished_at = now() WHERE stream_id = %s", game)
    assert list(audit.differences()) == [f"game {game.id}: status finished, but the stream is open"]


def test_a_proof_whose_log_is_no_win_is_found() -> None:
    proofs.ask_for_proof(code=known_game().code, at=NOON)
    proofs.prove_waiting(limit=1, at=NOON)
    assert list(audit.differences()) == []
    Proof.objects.update(events=known_game(note="given up at once").events)
    assert list(audit.differences()) == ["proof of DS1-D1N-KSTNMZC: its log is no win, but ends with 0 cards home"]
