"""What players do to their games, and what is refused without a trace."""

from datetime import timedelta
from uuid import uuid4

import pytest

from games import log, services
from games.engine.deals import DealCode
from games.engine.moves import Move
from games.errors import (
    GameFinished,
    GameNotFound,
    IllegalAppend,
    LimitExceeded,
    LimitReached,
    NoSuchTap,
    ScoreDiffers,
    VersionConflict,
)
from games.limits import MAX_APPEND_EVENTS, MAX_LOG_EVENTS
from games.models import Attempt, ClientTime, Game, LogBatch, Player, Stream
from games.services import Appended, Tap
from tests.factories import NOON, known_game, make_player, start_and_play, submit

pytestmark = pytest.mark.django_db

DEAL = "DS1-D1N-KSTNMZC"
LATER = NOON + timedelta(minutes=5)


@pytest.fixture
def zoe() -> Player:
    return make_player("zoe")


def append(game: Game, version: int, *moves: str) -> Appended:
    steps = [Move.parse(move) for move in moves]
    return services.append_moves(game_id=game.id, player=game.player, version=version, steps=steps, at=LATER)


def finish(game: Game, version: int, claimed_score: int | None = None) -> Game:
    return services.finish_game(
        game_id=game.id, player=game.player, version=version, claimed_score=claimed_score, at=LATER
    )


def test_so_many_games_may_be_in_play_at_once(zoe: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MAX_GAMES_IN_PLAY", 2)
    first, _ = (services.start_game(player=zoe, code=DealCode.parse("DS1-D1N-AAAAAAB"), at=NOON) for _ in range(2))
    with pytest.raises(LimitReached, match="games_in_play: there are 2 already"):
        services.start_game(player=zoe, code=DealCode.parse("DS1-D1N-AAAAAAB"), at=NOON)
    assert (Game.objects.count(), Stream.objects.count()) == (2, 2)
    services.finish_game(game_id=first.pk, player=zoe, version=0, at=NOON)
    assert services.start_game(player=zoe, code=DealCode.parse("DS1-D1N-AAAAAAB"), at=NOON).status == "playing"


def test_a_game_starts_open_and_empty(zoe: Player) -> None:
    game = services.start_game(player=zoe, code=DealCode.parse(DEAL), at=NOON)
    assert (game.status, game.origin, game.code, game.number, game.mode) == ("playing", "live", DEAL, "KSTNMZC", "D1N")
    assert (game.started_at, game.finished_at, game.stream.version) == (NOON, None, 0)


def test_an_append_gives_the_table_and_the_receipt(zoe: Player) -> None:
    game = start_and_play(zoe, DEAL)
    appended = append(game, 0, "T8-F", "T8-F", "draw")
    assert (appended.version, appended.table.moves, appended.table.home) == (3, 3, 2)
    game.stream.refresh_from_db()
    assert (appended.receipt, game.stream.version) == (bytes(game.stream.head), 3)


def test_a_game_knows_when_its_log_was_last_added_to(zoe: Player) -> None:
    game = start_and_play(zoe, DEAL)
    append(game, 0, "T8-F")
    with pytest.raises(VersionConflict):
        services.append_moves(game_id=game.id, player=zoe, version=0, steps=[Tap("T1")], at=LATER + timedelta(days=1))
    assert Game.objects.get(pk=game.pk).last_event_at == LATER


def test_a_batch_is_all_or_nothing(zoe: Player) -> None:
    game = start_and_play(zoe, DEAL, ["T8-F"])
    with pytest.raises(IllegalAppend) as refused:
        append(game, 1, "T8-F", "draw", "T1-F", "draw")
    assert (refused.value.index, refused.value.version, refused.value.move) == (2, 3, "T1-F")
    assert refused.value.reason == "not_next_on_foundation"
    assert len(log.read(stream_id=game.id)) == 1


def test_the_same_append_again_has_the_same_answer(zoe: Player) -> None:
    game = start_and_play(zoe, DEAL)
    first = append(game, 0, "T8-F", "draw")
    append(game, 2, "draw")
    again = append(game, 0, "T8-F", "draw")
    assert (again.version, again.receipt, str(again.table)) == (first.version, first.receipt, str(first.table))
    assert len(log.read(stream_id=game.id)) == 3


@pytest.mark.parametrize("move", ("draw", "T1-F"))
def test_an_append_at_a_past_version_is_a_conflict_legal_or_not(zoe: Player, move: str) -> None:
    game = start_and_play(zoe, DEAL, ["T8-F", "draw"])
    with pytest.raises(VersionConflict) as conflict:
        append(game, 0, move)
    assert (conflict.value.current, len(conflict.value.missing)) == (2, 2)


def test_an_append_ahead_of_the_log_is_a_conflict(zoe: Player) -> None:
    game = start_and_play(zoe, DEAL, ["draw"])
    with pytest.raises(VersionConflict):
        append(game, 2, "draw")


def test_taps_are_logged_as_the_moves_they_make(zoe: Player) -> None:
    game = start_and_play(zoe, DEAL)
    steps = [Tap("T8"), Tap("T8", double=True)]
    appended = services.append_moves(game_id=game.id, player=zoe, version=0, steps=steps, at=NOON)
    assert [str(move) for move in appended.moves] == ["T8-F", "T8-F"]
    assert append(game, 0, "T8-F", "T8-F").receipt == appended.receipt


def test_a_tap_that_moves_nothing_is_refused(zoe: Player) -> None:
    game = start_and_play(zoe, DEAL)
    with pytest.raises(NoSuchTap) as refused:
        services.append_moves(game_id=game.id, player=zoe, version=0, steps=[Tap("T8"), Tap("W")], at=NOON)
    assert (refused.value.index, refused.value.pile) == (1, "W")
    assert not LogBatch.objects.exists()


def test_an_append_has_a_published_limit(zoe: Player) -> None:
    game = start_and_play(zoe, DEAL)
    with pytest.raises(LimitExceeded):
        append(game, 0, *["draw", "undo"] * (MAX_APPEND_EVENTS // 2), "draw")
    assert not LogBatch.objects.exists()


def test_a_win_finishes_the_game_by_itself(zoe: Player) -> None:
    won = known_game(DEAL)
    game = start_and_play(zoe, DEAL, won.moves)
    assert (game.status, game.finished_at, game.stream.is_closed) == ("finished", NOON, True)


@pytest.mark.parametrize("move", ("undo", "draw", "F1-T1"))
def test_nothing_is_played_after_the_win(zoe: Player, move: str) -> None:
    won = known_game(DEAL)
    game = start_and_play(zoe, DEAL, won.moves)
    with pytest.raises(GameFinished):
        append(game, len(won.moves), move)
    assert log.read(stream_id=game.id) == won.events


def test_a_finish_carries_its_time_and_the_claim(zoe: Player) -> None:
    game = finish(start_and_play(zoe, DEAL, ["T8-F"]), 1, claimed_score=10)
    batch = log.batches(stream_id=game.id)[-1]
    assert (game.status, game.finished_at, game.claimed_score) == ("finished", LATER, 10)
    assert (batch.closes, batch.claimed_score, batch.at) == (True, 10, LATER)


def test_the_same_finish_again_has_the_same_answer(zoe: Player) -> None:
    game = finish(start_and_play(zoe, DEAL, ["T8-F"]), 1, claimed_score=10)
    assert finish(game, 1, claimed_score=10) == game
    assert LogBatch.objects.count() == 2


@pytest.mark.parametrize(("version", "claim"), ((0, None), (1, 99)))
def test_another_finish_of_a_finished_game_is_refused(zoe: Player, version: int, claim: int | None) -> None:
    game = finish(start_and_play(zoe, DEAL, ["T8-F"]), 1, claimed_score=10)
    with pytest.raises(GameFinished):
        finish(game, version, claimed_score=claim)


def test_a_finish_at_a_past_version_is_a_conflict(zoe: Player) -> None:
    game = start_and_play(zoe, DEAL, ["T8-F"])
    with pytest.raises(VersionConflict):
        finish(game, 0)
    game.refresh_from_db()
    assert game.status == "playing"


def test_a_finish_after_the_win_may_repeat_the_score_but_not_change_it(zoe: Player) -> None:
    won = known_game(DEAL)
    game = start_and_play(zoe, DEAL, won.moves)
    assert finish(game, len(won.moves), claimed_score=won.score).status == "finished"
    with pytest.raises(ScoreDiffers):
        finish(game, len(won.moves), claimed_score=won.score + 1)


def test_a_game_is_its_players_alone(zoe: Player) -> None:
    game = start_and_play(zoe, DEAL)
    with pytest.raises(GameNotFound):
        services.append_moves(game_id=game.id, player=make_player("adam"), version=0, steps=[Tap("T8")], at=NOON)
    with pytest.raises(GameNotFound):
        services.finish_game(game_id=uuid4(), player=zoe, version=0, at=NOON)


def test_a_whole_game_is_taken_in_one_closed_batch(zoe: Player) -> None:
    won = known_game(DEAL)
    game = submit(zoe, won)
    (batch,) = log.batches(stream_id=game.id)
    assert (bytes(batch.events), batch.closes, batch.claimed_score) == (won.events, True, won.score)
    assert (game.status, game.origin, game.finished_at) == ("finished", "posted", NOON)


def test_the_same_whole_game_again_is_the_same_game(zoe: Player) -> None:
    game = submit(zoe, known_game(DEAL))
    again = services.submit_game(
        player=zoe, code=game_code(), events=known_game(DEAL).events, claimed_score=known_game(DEAL).score, at=LATER
    )
    assert (again.game, again.created) == (game, False)
    assert Game.objects.count() == 1


def game_code() -> DealCode:
    return DealCode.parse(DEAL)


def test_another_claim_or_another_player_makes_another_game(zoe: Player) -> None:
    first = submit(zoe, known_game(DEAL))
    assert submit(zoe, known_game(DEAL), claimed_score=None) != first
    assert submit(make_player("adam"), known_game(DEAL)) != first


def test_a_whole_game_has_a_published_limit(zoe: Player) -> None:
    with pytest.raises(LimitExceeded):
        services.submit_game(player=zoe, code=game_code(), events=bytes(MAX_LOG_EVENTS + 1), at=NOON)
    assert not Game.objects.exists()


def test_client_times_stand_apart(zoe: Player) -> None:
    won = known_game(DEAL)
    game = submit(zoe, won, started_at=NOON - timedelta(hours=1), finished_at=NOON)
    times = ClientTime.objects.filter(stream_id=game.id).order_by("version").values_list("version", "at")
    assert list(times) == [(0, NOON - timedelta(hours=1)), (len(won.moves), NOON)]


def test_the_first_game_on_a_number_is_the_attempt_whatever_its_mode(zoe: Player) -> None:
    first = start_and_play(zoe, "DS1-D3V-KSTNMZC")
    submit(zoe, known_game(DEAL))
    attempt = Attempt.objects.get(player=zoe, number="KSTNMZC")
    assert (attempt.game, attempt.at) == (first, NOON)
