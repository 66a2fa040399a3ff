"""The check: what it decides, what it flags, and that nothing is lost or counted twice."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier
from typing import Any
from unittest.mock import patch
from uuid import UUID

import pytest
from django.db import OperationalError, connection

from games import check, results
from games.check import check_waiting
from games.limits import CHECK_LEASE, MAX_CHECK_ATTEMPTS
from games.models import Flag, Game, Player, ReplayView
from tests.factories import (
    NOON,
    KnownGame,
    events_of,
    known_game,
    make_player,
    start_and_play,
    submit,
    submit_and_check,
)

pytestmark = pytest.mark.django_db

DEAL = "DS1-D1N-KSTNMZC"


@pytest.fixture
def zoe() -> Player:
    return make_player("zoe")


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[tuple[UUID, str]]:
    """The (player, code) pairs that the boards are told of."""
    calls: list[tuple[UUID, str]] = []

    def note(*, player_id: UUID, code: str, rules_version: int) -> None:
        calls.append((player_id, code))

    monkeypatch.setattr(results, "_registered", [note])
    return calls


def result(game: Game) -> dict[str, Any]:
    names = ("status", "score", "ranked_score", "moves", "undos", "home", "won", "rejection")
    return {name: getattr(game, name) for name in names}


def with_moves(game: KnownGame, *moves: str) -> KnownGame:
    return KnownGame(game.deal, game.note, moves, game.final)


def test_a_won_game_is_verified_with_its_result(zoe: Player) -> None:
    game = submit_and_check(zoe, known_game(DEAL))
    assert result(game) == {
        "status": "verified",
        "score": 1090,
        "ranked_score": 1080,
        "moves": 266,
        "undos": 0,
        "home": 104,
        "won": True,
        "rejection": "",
    }


def test_a_game_given_up_at_once_is_a_result_like_any_other(zoe: Player) -> None:
    game = submit_and_check(zoe, known_game("DS1-D3V-KSTNMZC", note="given up at once"))
    assert (game.status, game.score, game.won) == ("verified", -104, False)


def test_an_illegal_move_rejects_the_game_and_keeps_its_good_part(zoe: Player) -> None:
    won = known_game(DEAL)
    game = submit_and_check(zoe, with_moves(won, *won.moves[:41], "F8-T9", *won.moves[41:]))
    assert (game.status, game.rejection, game.refused_index) == ("rejected", "illegal_move", 41)
    assert (game.refused_move, game.refused_reason, game.moves) == ("F8-T9", "foundation_empty", 41)


def test_a_false_score_rejects_the_game_with_both_numbers(zoe: Player) -> None:
    game = submit_and_check(zoe, known_game(DEAL), claimed_score=99999)
    assert (game.status, game.rejection, game.claimed_score, game.score) == ("rejected", "score_mismatch", 99999, 1090)


def test_a_claim_without_moves_is_rejected(zoe: Player) -> None:
    game = submit_and_check(zoe, with_moves(known_game(DEAL)), claimed_score=700)
    assert (game.status, game.claimed_score, game.score) == ("rejected", 700, 0)


def test_a_log_posted_under_another_code_is_rejected_at_its_first_illegal_move(zoe: Player) -> None:
    won = known_game(DEAL)
    game = submit_and_check(zoe, KnownGame("DS1-D1N-AAAAAAB", won.note, won.moves, won.final))
    assert (game.status, game.rejection, game.refused_index) == ("rejected", "illegal_move", 0)


def test_boards_are_told_in_the_order_of_their_locks(told: list[tuple[UUID, str]], zoe: Player) -> None:
    submit(zoe, known_game("DS1-D3N-KSTNMZC"))
    submit(zoe, known_game(DEAL))
    check_waiting(limit=10, at=NOON)
    assert told == [(zoe.id, DEAL), (zoe.id, "DS1-D3N-KSTNMZC")]


def test_a_second_check_of_a_decided_game_changes_nothing(zoe: Player) -> None:
    game = submit(zoe, known_game(DEAL))
    verdicts = {game.pk: check._judge(game, events=known_game(DEAL).events)}
    assert (check._decide(verdicts, at=NOON), check._decide(verdicts, at=NOON)) == ([game], [])


def test_a_claimed_game_is_left_alone_until_its_lease_runs_out(zoe: Player) -> None:
    game = submit(zoe, known_game(DEAL))
    check._claim(at=NOON, limit=1, begun_before=False)  # by a worker that dies
    assert check_waiting(limit=10, at=NOON + CHECK_LEASE - timedelta(seconds=1)) == 0
    assert check_waiting(limit=10, at=NOON + CHECK_LEASE) == 1
    game.refresh_from_db()
    assert (game.status, game.checks) == ("verified", 2)


def test_a_game_whose_check_was_begun_before_is_claimed_alone(zoe: Player) -> None:
    ids = [submit(zoe, known_game(DEAL), claimed_score=claim).pk for claim in (1, 2, 3)]
    Game.objects.filter(pk__in=ids).update(checks=1)
    assert len(check._claim(at=NOON, limit=1, begun_before=True)) == 1
    assert check._claim(at=NOON, limit=50, begun_before=False) == []


def test_a_failing_check_is_noted_and_after_five_left_to_staff(zoe: Player) -> None:
    game = submit(zoe, known_game(DEAL))
    with patch.object(check, "judge", side_effect=ZeroDivisionError("a fault")):
        for attempt in range(MAX_CHECK_ATTEMPTS + 3):
            assert check_waiting(limit=10, at=NOON + attempt * CHECK_LEASE) == 0
    game.refresh_from_db()
    assert (game.status, game.checks, game.check_error) == ("finished", 5, "ZeroDivisionError: a fault")
    assert list(Game.objects.stuck(at=NOON + timedelta(hours=1))) == [game]


def test_a_failure_of_the_database_uses_up_no_attempt(zoe: Player) -> None:
    game = submit(zoe, known_game(DEAL))
    with patch.object(check, "_decide", side_effect=OperationalError("no space left on device")):
        for attempt in range(MAX_CHECK_ATTEMPTS + 3):
            assert check_waiting(limit=10, at=NOON + attempt * CHECK_LEASE) == 0
    game.refresh_from_db()
    assert (game.checks, game.check_error) == (1, "OperationalError: no space left on device")
    assert check_waiting(limit=10, at=NOON + timedelta(hours=1)) == 1


def test_a_game_that_fails_again_and_again_comes_after_those_that_were_claimed_with_it(zoe: Player) -> None:
    failing, neighbour = (submit(zoe, known_game(DEAL), claimed_score=claim) for claim in (1, 2))
    Game.objects.filter(pk=failing.pk).update(checks=2)
    Game.objects.filter(pk=neighbour.pk).update(checks=1)
    claims = [check._claim(at=NOON, limit=1, begun_before=True) for _ in range(2)]
    assert claims == [[neighbour.pk], [failing.pk]]


def test_a_lease_of_before_the_clock_was_set_back_holds_nobody_up(zoe: Player) -> None:
    submit(zoe, known_game(DEAL))
    check._claim(at=NOON, limit=1, begun_before=False)  # by a worker that dies
    assert check_waiting(limit=10, at=NOON - timedelta(hours=1)) == 1


def test_a_task_that_has_taken_long_leaves_the_rest_to_the_next(zoe: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[None] = []
    monkeypatch.setattr(check, "nudge_checkers", lambda: asked.append(None))
    monkeypatch.setattr(check, "_DRAIN_SECONDS", 0.0)
    submit(zoe, known_game(DEAL))
    assert check_waiting(limit=10, at=NOON) == 0
    assert asked == [None]


def test_a_decision_and_what_follows_are_one_transaction(zoe: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(**_: object) -> None:
        raise RuntimeError("the boards fail")

    monkeypatch.setattr(results, "_registered", [fail])
    game = submit_and_check(zoe, known_game(DEAL))
    assert (game.status, game.score, game.check_error) == ("finished", None, "RuntimeError: the boards fail")


@pytest.mark.django_db(transaction=True)
def test_two_workers_decide_each_game_once() -> None:
    zoe = make_player("zoe")
    for claim in range(20):
        submit(zoe, known_game(DEAL), claimed_score=claim)
    start = Barrier(2)

    def work(_: int) -> int:
        start.wait()
        try:
            return check_waiting(limit=100, at=NOON)
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        assert sum(pool.map(work, range(2))) == 20
    assert set(Game.objects.values_list("checks", flat=True)) == {1}


def flags_of(game: Game) -> list[str]:
    return sorted(game.flags.values_list("kind", flat=True))


def test_the_same_line_by_another_player_is_flagged_and_verified(zoe: Player) -> None:
    first = submit_and_check(zoe, known_game(DEAL))
    copy = submit_and_check(make_player("adam"), known_game(DEAL), at=NOON + timedelta(minutes=1))
    assert (flags_of(first), flags_of(copy), copy.status) == ([], ["copy"], "verified")
    assert copy.flags.get().other == first


def test_a_copy_that_is_checked_first_is_flagged_when_the_original_is(zoe: Player) -> None:
    first = submit(zoe, known_game(DEAL))
    Game.objects.filter(pk=first.pk).update(claimed_until=NOON + timedelta(minutes=2))
    copy = submit_and_check(make_player("adam"), known_game(DEAL), at=NOON + timedelta(minutes=1))
    assert flags_of(copy) == []
    check_waiting(limit=10, at=NOON + timedelta(hours=2))
    assert (flags_of(copy), flags_of(first)) == (["copy"], [])


def test_undone_actions_do_not_hide_a_copy(zoe: Player) -> None:
    won = known_game(DEAL)
    submit_and_check(zoe, won)
    copy = submit_and_check(make_player("adam"), with_moves(won, "draw", "undo", *won.moves), at=NOON + CHECK_LEASE)
    assert flags_of(copy) == ["copy"]


def test_two_short_games_alike_are_no_copies(zoe: Player) -> None:
    given_up = known_game(DEAL, note="given up at once")
    submit_and_check(zoe, given_up)
    assert flags_of(submit_and_check(make_player("adam"), given_up, at=NOON + CHECK_LEASE)) == []


@pytest.mark.parametrize(
    ("started", "finished", "note"),
    (
        (-600, 0, None),
        (-3, 0, "266 actions in 3.0 s."),
        (0, -600, "The client's times run backwards."),
        (3600, 7200, "The client's times lie in the future."),
        (None, None, None),
    ),
)
def test_an_impossible_pace_is_flagged_and_the_score_stands(
    zoe: Player, started: int | None, finished: int | None, note: str | None
) -> None:
    times: dict[str, Any] = {
        name: None if seconds is None else NOON + timedelta(seconds=seconds)
        for name, seconds in {"started_at": started, "finished_at": finished}.items()
    }
    game = submit_and_check(zoe, known_game(DEAL), **times)
    assert game.status == "verified"
    assert [flag.found for flag in game.flags.all()] == ([note] if note else [])


def test_a_live_win_seconds_after_the_start_is_flagged(zoe: Player) -> None:
    game = start_and_play(zoe, DEAL, known_game(DEAL).moves)
    check_waiting(limit=10, at=NOON)
    assert flags_of(game) == ["pace"]


def test_many_take_backs_are_flagged(zoe: Player) -> None:
    game = submit_and_check(zoe, known_game(DEAL, note="a card taken back and placed again, twenty times"))
    assert list(game.flags.values_list("kind", "note")) == [("take_backs", "take_backs 20")]


def test_a_game_after_a_replay_of_the_same_cards_says_so(zoe: Player) -> None:
    ReplayView.objects.create(player=zoe, number="KSTNMZC", at=NOON)
    game = submit_and_check(zoe, known_game(DEAL))
    assert (game.seen_replay, flags_of(game)) == (True, ["seen_replay"])


def test_flags_are_raised_once(zoe: Player) -> None:
    game = submit_and_check(zoe, known_game(DEAL, note="a card taken back and placed again, twenty times"))
    Game.objects.filter(pk=game.pk).update(status="finished", checks=0)
    check_waiting(limit=10, at=NOON)
    assert Flag.objects.count() == 1


def test_unknown_bytes_are_rejected_not_raised(zoe: Player) -> None:
    verdict = check.judge(code=DEAL, rules_version=1, events=events_of(["draw"]) + b"\xa6", claimed_score=None)
    assert (verdict.columns["rejection"], verdict.columns["refused_index"]) == ("bad_byte", 1)
