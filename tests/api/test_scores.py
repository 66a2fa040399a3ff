"""Whole games in one request."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from api.models import IdempotencyKey
from games.limits import MAX_BODY_BYTES, MAX_LOG_EVENTS
from games.models import ClientTime, Game, LogBatch
from tests.api.client import ApiClient, assert_problem
from tests.api.people import DEAL, append, checked, finish, newcomer, post, post_moves
from tests.factories import events_of, known_game, known_games

pytestmark = pytest.mark.django_db


def test_a_whole_game_is_taken_and_then_checked(client: ApiClient, player: Any) -> None:
    won = known_game()
    answer = post(client, won)
    game = Game.objects.get()
    assert (answer.status_code, answer.headers["Location"]) == (202, f"/api/v1/games/{game.pk}/")
    taken = answer.json()
    counted = ("score", "score_text", "ranked_score", "ranked_score_text", "moves", "undos", "cards_home", "won")
    at = game.started_at.isoformat().replace("+00:00", "Z")
    assert taken == {
        "id": str(game.pk),
        "url": f"/api/v1/games/{game.pk}/",
        "deal": DEAL,
        "rules_version": 1,
        "player": {"id": str(player.pk), "name": player.name, "is_guest": True},
        "origin": "posted",
        "status": "finished",
        "abandoned": False,
        "log_version": len(won.moves),
        "version": len(won.moves),
        **dict.fromkeys(counted),
        "claimed_score": won.score,
        "rejection": None,
        "receipt": bytes(game.stream.head).hex(),
        "started_at": at,
        "finished_at": at,
        "first_attempt": True,
        "seen_replay": False,
        "hidden": False,
    }
    state = checked(client, answer)
    result = {
        "status": "verified",
        "score": won.score,
        "score_text": str(won.score),
        "ranked_score": won.final["ranked_score"],
        "ranked_score_text": str(won.final["ranked_score"]),
        "moves": won.final["moves"],
        "undos": won.final["undos"],
        "cards_home": 104,
        "won": True,
    }
    assert {name: state[name] for name in taken} == taken | result


@pytest.mark.parametrize("game", known_games(), ids=lambda game: f"{game.deal} {game.note}")
def test_real_games_are_verified_with_their_results(client: ApiClient, game: Any) -> None:
    state = checked(client, post(client, game))
    final = {name: game.final[name] for name in ("score", "ranked_score", "moves", "undos", "won")}
    assert {name: state[name] for name in ("status", *final)} == {"status": "verified", **final}
    assert (state["table"]["tableau"], state["table"]["waste"]) == (game.final["tableau"], game.final["waste"])


# -- Twice


def test_the_same_game_again_without_a_key_is_the_same_game(client: ApiClient) -> None:
    first = post(client, known_game())
    again = post(client, known_game())
    assert (again.status_code, again.content) == (202, first.content)
    assert (Game.objects.count(), LogBatch.objects.count()) == (1, 1)


def test_the_same_game_again_after_its_check_says_how_it_ended(client: ApiClient) -> None:
    state = checked(client, post(client, known_game()))
    again = post(client, known_game())
    assert (again.status_code, again.json()["id"], again.json()["status"]) == (202, state["id"], "verified")


@pytest.mark.parametrize(("player", "fields"), (("Bo", {}), ("", {"score": 655}), ("", {"score": None})))
def test_another_players_or_another_claim_is_another_game(client: ApiClient, player: str, fields: Any) -> None:
    post(client, known_game())
    other = newcomer(player).client if player else client
    assert post(other, known_game(), **fields).status_code == 202
    assert Game.objects.count() == 2


def test_the_same_key_and_body_give_the_stored_answer(client: ApiClient) -> None:
    first = post(client, known_game(), key="a key")
    checked(client, first)
    again = post(client, known_game(), key="a key")
    assert (again.status_code, again.content, again.headers["Idempotency-Replayed"]) == (202, first.content, "true")
    assert Game.objects.count() == 1


def test_the_key_with_another_body_is_refused_and_touches_nothing(client: ApiClient) -> None:
    won = known_game()
    state = checked(client, post(client, won, key="a key"))
    changed = post_moves(client, won.deal, [*won.moves[:-1], "draw"], key="a key", score=99999)
    assert assert_problem(changed, "idempotency_key_reused") == {}
    assert b"99999" not in changed.content
    assert client.ask("GET", state["url"]).json() == state
    assert Game.objects.count() == 1


def test_a_key_whose_request_was_refused_is_free_again(client: ApiClient) -> None:
    assert_problem(post_moves(client, DEAL, ["nonsense"], key="a key"), "bad_notation")
    assert not IdempotencyKey.objects.exists()
    assert post_moves(client, DEAL, ["draw"], key="a key").status_code == 202


# -- Refused at once


@pytest.mark.usefixtures("writes_nothing")
@pytest.mark.parametrize(
    ("moves", "index", "move", "reason"),
    (
        (["draw", "W-T10"], 1, "W-T10", "no_move"),
        (["T3-T5x4"], 0, "T3-T5x4", "states_count"),
        (["draw"] * 41 + ["Draw"], 41, "Draw", "no_move"),
        (["draw", "x" * 300], 1, "x" * 40, "no_move"),
        (["1. draw"], 0, "1. draw", "no_move"),
        (["draw=6H"], 0, "draw=6H", "no_move"),
    ),
)
def test_what_is_no_move_is_refused_by_its_index(
    client: ApiClient, moves: list[str], index: int, move: str, reason: str
) -> None:
    problem = assert_problem(post_moves(client, DEAL, moves), "bad_notation")
    assert problem == {"index": index, "move": move, "reason": reason}


@pytest.mark.usefixtures("writes_nothing")
@pytest.mark.parametrize(
    ("fields", "pointer", "code"),
    (
        ({"moves": "draw W-T5"}, "/moves", "invalid"),
        ({"moves": None}, "/moves", "invalid"),
        ({"moves": ["draw", 3]}, "/moves/1", "invalid"),
        ({"moves": [{"tap": "T1"}]}, "/moves/0", "invalid"),
        ({"deal": None}, "/deal", "invalid"),
        ({"score": "655"}, "/score", "invalid"),
        ({"score": 2**31}, "/score", "invalid"),
        ({"score": -(2**31) - 1}, "/score", "invalid"),
        ({"score": 655.5}, "/score", "invalid"),
        ({"started_at": "yesterday"}, "/started_at", "invalid"),
        ({"started_at": 1764500000}, "/started_at", "invalid"),
        ({"finished_at": "2026-11-30T12:00:00"}, "/finished_at", "invalid"),
        ({"finished_at": "0001-01-01T00:00:00+14:00"}, "/finished_at", "out_of_range"),
        ({"started_at": "9999-12-31T23:59:59-14:00"}, "/started_at", "out_of_range"),
        ({"player": "Ana"}, "/player", "unknown"),
        ({"status": "verified"}, "/status", "unknown"),
    ),
)
def test_a_body_that_is_no_game_is_refused_by_its_place(
    client: ApiClient, fields: dict[str, Any], pointer: str, code: str
) -> None:
    answer = client.ask("POST", "scores/", {"deal": DEAL, "moves": ["draw"], **fields})
    (error,) = assert_problem(answer, "invalid_fields")["errors"]
    assert (error["pointer"], error["code"]) == (pointer, code)


@pytest.mark.usefixtures("writes_nothing")
@pytest.mark.parametrize(
    ("raw", "pointer"),
    (
        (b'{"deal": "DS1-D1N-AAAAAAB", "moves": ["draw"', ""),
        (b'{"deal": "DS1-D1N-AAAAAAB", "moves": ["dr\\u0000aw"]}', "/moves/0"),
        (b'{"deal": "DS1-D1N-AAAAAAB", "moves": ["\\udc00"]}', "/moves/0"),
        (b'{"deal": "DS1-D1N-AAAAAAB", "moves": [], "moves": ["draw"]}', "/moves"),
        (b'{"deal": "DS1-D1N-AAAAAAB", "moves": [], "score": NaN}', ""),
        (b'{"deal": "DS1-D1N-AAAAAAB", "moves": ' + b"[" * 50_000 + b"]" * 50_000 + b"}", ""),
        (b"\xff\xfe", ""),
    ),
)
def test_what_is_no_json_is_refused_by_its_place(client: ApiClient, raw: bytes, pointer: str) -> None:
    (error,) = assert_problem(client.ask("POST", "scores/", raw), "malformed_body")["errors"]
    assert error["pointer"] == pointer


@pytest.mark.usefixtures("writes_nothing")
def test_a_log_beyond_the_limit_is_refused_before_its_moves_are_read(client: ApiClient) -> None:
    answer = post_moves(client, DEAL, ["draw", "undo"] * 24_999 + ["nonsense", "draw"])
    assert assert_problem(answer, "limit_exceeded") == {"limit": "log_events", "maximum": 20_000, "got": 50_000}


@pytest.mark.usefixtures("writes_nothing")
def test_a_body_beyond_the_limit_is_refused_unread(client: ApiClient) -> None:
    problem = assert_problem(client.ask("POST", "scores/", b" " * 20_000_000), "body_too_long")
    assert problem == {"limit": "body_bytes", "maximum": MAX_BODY_BYTES, "got": 20_000_000}


@pytest.mark.usefixtures("writes_nothing")
def test_without_a_token_nothing_is_taken(anonymous: ApiClient) -> None:
    assert_problem(post(anonymous, known_game()), "not_authenticated")


# -- Left to the check


def test_a_log_as_long_as_the_limit_is_checked(client: ApiClient) -> None:
    moves = ["draw", "undo"] * (MAX_LOG_EVENTS // 2)
    state = checked(client, post_moves(client, DEAL, moves, score=0))
    assert (state["status"], state["moves"], state["undos"]) == ("verified", 10_000, 10_000)


@pytest.mark.parametrize(
    ("deal", "moves", "index", "reason"),
    (
        (DEAL, ["draw", "undo", "W-T1"], 2, "waste_empty"),
        (DEAL, ["undo"], 0, "nothing_to_undo"),
        (DEAL, [*["draw"] * 59, "draw"], 59, "stock_empty"),
        (DEAL, [*known_game().moves, "undo"], len(known_game().moves), "game_won"),
        ("DS1-D1N-AAAAAAB", known_game().moves, 0, "not_next_on_foundation"),
        ("DS1-D3N-KSTNMZC", known_game().moves, 9, "does_not_fit"),
        ("DS1-D1V-KSTNMZC", known_game(note="given up").moves, 225, "no_recycle_in_vegas"),
    ),
)
def test_illegal_moves_are_found_by_the_check(
    client: ApiClient, deal: str, moves: list[str], index: int, reason: str
) -> None:
    state = checked(client, post_moves(client, deal, moves))
    assert state["status"] == "rejected"
    assert (state["rejection"]["index"], state["rejection"]["reason"]) == (index, reason)
    assert state["version"] == index


def test_two_hundred_undos_in_a_row_are_legal_and_the_201st_is_not(client: ApiClient) -> None:
    passes = ([*["draw"] * 59, "recycle"] * 4)[:201]
    fine = checked(client, post_moves(client, DEAL, [*passes, *["undo"] * 200]))
    over = checked(client, post_moves(client, DEAL, [*passes, *["undo"] * 201]))
    assert (fine["status"], over["status"]) == ("verified", "rejected")
    assert (over["rejection"]["index"], over["rejection"]["reason"]) == (401, "undo_limit")


def test_a_card_taken_back_and_placed_again_scores_once_for_the_ranks(client: ApiClient) -> None:
    again = known_game(note="a card taken back and placed again, twenty times")
    state = checked(client, post(client, again))
    assert (state["status"], state["score"] - state["ranked_score"]) == ("verified", 200)


@pytest.mark.parametrize("moves", (["W-T5"], ["draw", "undo", "undo"], ["T8-F"]))
def test_nothing_is_added_to_a_game_that_was_posted_whole_legal_or_not(client: ApiClient, moves: list[str]) -> None:
    answer = post_moves(client, DEAL, moves)
    url, last = answer.json()["url"], len(moves)
    for refused in (
        append(client, url, 0, *moves),
        append(client, url, last, "draw"),
        finish(client, url, last, score=10),
        finish(client, url, 0),
    ):
        assert assert_problem(refused, "game_finished") == {"current_version": last}
    assert finish(client, url, last).json()["status"] == "finished"
    assert LogBatch.objects.count() == 1


# -- Times by the client's clock


@pytest.mark.parametrize(
    ("started", "finished", "note"),
    (
        (0, -3600, "The client's times run backwards."),
        (86_400, 90_000, "The client's times lie in the future."),
        (-3, 0, "266 actions in 3.0 s."),
        (-3600, 0, None),
    ),
)
def test_client_times_flag_the_pace_and_rank_nothing(
    client: ApiClient, started: int, finished: int, note: str | None
) -> None:
    now = timezone.now()
    times = [(now + timedelta(seconds=seconds)).isoformat() for seconds in (started, finished)]
    state = checked(client, post(client, known_game(), started_at=times[0], finished_at=times[1]))
    assert state["status"] == "verified"
    assert [flag["note"] for flag in state["flags"]] == ([note] if note else [])
    assert Game.objects.filter(finished_at__gte=now, finished_at__lt=now + timedelta(minutes=1)).exists()


def test_client_times_are_kept_beside_the_log(client: ApiClient) -> None:
    times = {"started_at": "2026-11-30T13:00:00+01:00", "finished_at": "2026-11-30T12:07:30Z"}
    post_moves(client, DEAL, ["T8-F", "draw"], **times)
    kept = ClientTime.objects.order_by("version").values_list("version", "at")
    assert [(version, at.isoformat()) for version, at in kept] == [
        (0, "2026-11-30T12:00:00+00:00"),
        (2, "2026-11-30T12:07:30+00:00"),
    ]
    assert bytes(LogBatch.objects.get().events) == events_of(["T8-F", "draw"])


def test_a_whole_game_costs_three_statements(client: ApiClient, django_assert_num_queries: Any) -> None:
    one, other = known_games()[:2]
    post(client, one)
    # The token with its player; the game, and whether it is the first; the log. A transaction around both, here a
    # savepoint.
    with django_assert_num_queries(3 + 2):
        post(client, other)
