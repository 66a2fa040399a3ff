"""Moves of a live game: what an append answers, and what is refused without a trace."""

from collections.abc import Callable
from typing import Any

import pytest

from games import log
from games.limits import MAX_APPEND_EVENTS, MAX_LOG_EVENTS
from games.models import ClientTime, Game, LogBatch
from tests.api.client import ApiClient, assert_problem
from tests.api.people import DEAL, append, finish, newcomer, start
from tests.factories import events_of, known_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def url(client: ApiClient) -> str:
    """A live game of one's own, nothing played yet."""
    return start(client)


def assert_log(*moves: str) -> None:
    assert log.read(stream_id=Game.objects.get().pk) == events_of(moves)


def test_an_append_answers_with_the_moves_the_receipt_and_the_state(client: ApiClient, url: str) -> None:
    answer = append(client, url, 0, "T8-F", "T1-T4", "draw")
    assert answer.status_code == 200
    state = client.ask("GET", url).json()
    counts = (
        "version",
        "score",
        "score_text",
        "ranked_score",
        "ranked_score_text",
        "moves",
        "undos",
        "cards_home",
        "won",
    )
    assert answer.json() == {
        "first_version": 0,
        "version": 3,
        "moves": ["T8-F", "T1-T4", "draw"],
        "receipt": state["receipt"],
        "url": url,
        "state": {name: state[name] for name in (*counts, "status", "table")},
    }
    assert (state["score"], state["cards_home"], state["table"]["waste"]) == (15, 1, ["TC"])


def test_the_same_append_again_has_the_first_answer(client: ApiClient, url: str) -> None:
    first = append(client, url, 0, "T8-F", "draw")
    append(client, url, 2, "draw")
    again = append(client, url, 0, "T8-F", "draw")
    assert (again.status_code, again.content) == (200, first.content)
    assert_log("T8-F", "draw", "draw")


def test_of_two_appends_at_one_version_the_second_is_told_what_it_lacks(client: ApiClient, url: str) -> None:
    append(client, url, 0, "T8-F", "draw")
    problem = assert_problem(append(client, url, 0, "draw"), "version_conflict")
    assert problem == {"version": 0, "current_version": 2, "missing_moves": ["T8-F", "draw"]}
    assert_log("T8-F", "draw")


def test_who_is_ahead_of_the_log_is_told_so(client: ApiClient, url: str) -> None:
    problem = assert_problem(append(client, url, 5, "draw"), "version_conflict")
    assert problem == {"version": 5, "current_version": 0, "missing_moves": []}


def test_a_batch_is_all_or_nothing(client: ApiClient, url: str) -> None:
    problem = assert_problem(append(client, url, 0, "T8-F", "draw", "T1-F", "draw"), "illegal_move")
    assert problem == {"index": 2, "move": "T1-F", "reason": "not_next_on_foundation", "version": 2}
    assert_log()


@pytest.mark.parametrize(
    ("deal", "moves", "reason"),
    (
        (DEAL, ["recycle"], "stock_not_empty"),
        (DEAL, [*["draw"] * 59, "recycle", "recycle"], "stock_not_empty"),
        (DEAL, [*["draw"] * 60], "stock_empty"),
        ("DS1-D1V-KSTNMZC", [*["draw"] * 59, "recycle"], "no_recycle_in_vegas"),
        (DEAL, ["undo"], "nothing_to_undo"),
        (DEAL, ["draw", "undo", "undo"], "nothing_to_undo"),
        (DEAL, ["draw", "undo", "W-F"], "waste_empty"),
        (DEAL, [*["draw", "undo"] * 100, *["draw"] * 59, *["undo"] * 60], "nothing_to_undo"),
        (DEAL, ["T1-T4", "T1-F"], "column_empty"),
        (DEAL, ["T1-T4", "T9-T1"], "only_a_king"),
        (DEAL, ["F1-T1"], "foundation_empty"),
        (DEAL, ["T2-T3"], "no_card_fits"),
        (DEAL, ["draw", "W-T1"], "does_not_fit"),
        (DEAL, ["T1-F"], "not_next_on_foundation"),
    ),
)
def test_an_illegal_move_is_refused_with_its_reason(
    client: ApiClient, deal: str, moves: list[str], reason: str
) -> None:
    problem = assert_problem(append(client, start(client, deal), 0, *moves), "illegal_move")
    last = len(moves) - 1
    assert problem == {"index": last, "move": moves[-1], "reason": reason, "version": last}
    assert not LogBatch.objects.exists()


def test_the_201st_undo_in_a_row_is_illegal(client: ApiClient, url: str) -> None:
    passes = [*["draw"] * 59, "recycle"] * 4
    append(client, url, 0, *passes[:201], *["undo"] * 200)
    problem = assert_problem(append(client, url, 401, "undo"), "illegal_move")
    assert problem == {"index": 0, "move": "undo", "reason": "undo_limit", "version": 401}


def test_an_undone_draw_of_three_brings_the_same_three_in_the_same_order(client: ApiClient) -> None:
    url = start(client, "DS1-D3N-KSTNMZC")
    drawn = append(client, url, 0, "draw").json()["state"]["table"]
    assert append(client, url, 1, "undo", "draw").json()["state"]["table"] == drawn
    assert len(drawn["waste"]) == 3


def test_a_recycle_that_costs_more_than_there_is_stops_at_zero_and_is_undone_exactly(
    client: ApiClient, url: str
) -> None:
    before = append(client, url, 0, "T8-F", "T8-F", *["draw"] * 59).json()["state"]["score"]
    after = append(client, url, 61, "recycle").json()["state"]["score"]
    undone = append(client, url, 62, "undo").json()["state"]["score"]
    assert (before, after, undone) == (30, 0, 30)


def test_vegas_starts_in_debt_and_has_no_floor(client: ApiClient) -> None:
    url = start(client, "DS1-D1V-KSTNMZC")
    scores = [append(client, url, version, move).json()["state"] for version, move in enumerate(("draw", "T8-F"))]
    assert [(state["score"], state["score_text"]) for state in scores] == [(-104, "-$104"), (-99, "-$99")]


# -- Notation


@pytest.mark.parametrize(
    ("text", "reason"),
    (
        ("T3-T5x4", "states_count"),
        ("T9-T6x1", "states_count"),
        ("T3-F2", "no_move"),
        ("F1-F2", "no_move"),
        ("T3-T3", "no_move"),
        ("t3-t5", "no_move"),
        (" draw", "no_move"),
        ("Draw", "no_move"),
        ("pass", "no_move"),
        ("", "no_move"),
        ("T3–T5", "no_move"),
    ),
)
def test_what_is_no_move_is_refused_by_its_index(client: ApiClient, url: str, text: str, reason: str) -> None:
    problem = assert_problem(append(client, url, 0, "draw", text), "bad_notation")
    assert problem == {"index": 1, "move": text, "reason": reason}
    assert_log()


def test_a_count_is_refused_by_name(client: ApiClient, url: str) -> None:
    detail = append(client, url, 0, "T3-T5x4").json()["detail"]
    assert detail == "Move 0 of the request: 'T3-T5x4' states a count, which is not accepted here: write 'T3-T5'."


@pytest.mark.parametrize(
    ("body", "pointer", "code"),
    (
        ({"version": 0, "moves": []}, "/moves", "invalid"),
        ({"version": 0, "moves": "draw"}, "/moves", "invalid"),
        ({"version": 0, "moves": [7]}, "/moves/0", "invalid"),
        ({"version": 0, "moves": ["draw", None]}, "/moves/1", "invalid"),
        ({"version": 0, "moves": [["draw"]]}, "/moves/0", "invalid"),
        ({"version": 0, "moves": [{}]}, "/moves/0", "invalid"),
        ({"version": 0, "moves": [{"tap": "T1", "double_tap": "T1"}]}, "/moves/0", "invalid"),
        ({"version": 0, "moves": [{"tap": "F1"}]}, "/moves/0/tap", "invalid"),
        ({"version": 0, "moves": [{"double_tap": 3}]}, "/moves/0/double_tap", "invalid"),
        ({"version": 0, "moves": [{"swipe": "T1"}]}, "/moves/0/swipe", "unknown"),
        ({"version": "0", "moves": ["draw"]}, "/version", "invalid"),
        ({"version": -1, "moves": ["draw"]}, "/version", "invalid"),
        ({"version": True, "moves": ["draw"]}, "/version", "invalid"),
        ({"version": 20_001, "moves": ["draw"]}, "/version", "invalid"),
        ({"moves": ["draw"]}, "/version", "missing"),
        ({"version": 0}, "/moves", "missing"),
        ({"version": 0, "moves": ["draw"], "force": True}, "/force", "unknown"),
        ({"version": 0, "moves": ["draw"], "client_time": "noon"}, "/client_time", "invalid"),
        ({"version": 0, "moves": ["draw"], "client_time": "2026-11-30T12:00:00"}, "/client_time", "invalid"),
        ({"version": 0, "moves": ["draw"], "client_time": "0001-01-01T00:00:00+14:00"}, "/client_time", "out_of_range"),
        ({"version": 0, "moves": ["draw"], "client_time": "9999-12-31T23:00:00-14:00"}, "/client_time", "out_of_range"),
    ),
)
def test_a_body_that_is_no_append_is_refused_by_its_place(
    client: ApiClient, url: str, body: Any, pointer: str, code: str
) -> None:
    (error,) = assert_problem(client.ask("POST", f"{url}moves/", body), "invalid_fields")["errors"]
    assert (error["pointer"], error["code"]) == (pointer, code)
    assert_log()


# -- Taps


def test_taps_are_answered_and_logged_as_the_moves_that_they_make(client: ApiClient, url: str) -> None:
    answer = append(client, url, 0, {"tap": "T8"}, "draw", {"double_tap": "T9"}).json()
    assert answer["moves"] == ["T8-F", "draw", "T9-T6"]
    assert_log("T8-F", "draw", "T9-T6")


@pytest.mark.parametrize("tap", ({"tap": "W"}, {"tap": "T9"}, {"double_tap": "T6"}))
def test_a_tap_that_moves_nothing_is_refused(client: ApiClient, url: str, tap: dict[str, str]) -> None:
    problem = assert_problem(append(client, url, 0, "T8-F", tap), "nothing_to_tap")
    assert problem == {"index": 1, "move": next(iter(tap.values())), "version": 1}
    assert_log()


# -- The end


def test_the_winning_append_finishes_the_game(client: ApiClient, url: str) -> None:
    won = known_game()
    state = append(client, url, 0, *won.moves).json()["state"]
    assert (state["status"], state["won"], state["score"], state["table"]["legal_moves"]) == (
        "finished",
        True,
        won.score,
        [],
    )
    assert client.ask("GET", url).json()["finished_at"] is not None


@pytest.mark.parametrize("move", ("undo", "draw", "F1-T1", {"tap": "W"}))
def test_nothing_is_played_after_the_win(client: ApiClient, url: str, move: Any) -> None:
    won = known_game()
    append(client, url, 0, *won.moves)
    problem = assert_problem(append(client, url, len(won.moves), move), "game_finished")
    assert problem == {"current_version": len(won.moves)}
    assert_log(*won.moves)


def test_nothing_is_played_after_the_finish(client: ApiClient, url: str) -> None:
    append(client, url, 0, "T8-F")
    finish(client, url, 1)
    assert assert_problem(append(client, url, 1, "draw"), "game_finished") == {"current_version": 1}
    assert append(client, url, 0, "T8-F").status_code == 200  # the first one sent again
    assert_log("T8-F")


@pytest.mark.parametrize("fields", ({}, {"is_staff": True}))
def test_nobody_plays_in_anothers_game(client: ApiClient, url: str, fields: dict[str, Any]) -> None:
    other = newcomer("Bo", **fields).client
    assert_problem(append(other, url, 0, "draw"), "game_not_found")
    assert_problem(finish(other, url, 0), "game_not_found")
    assert_log()
    assert Game.objects.get().status == "playing"


# -- Limits, times, cost


def test_an_append_beyond_the_limit_is_refused_before_its_moves_are_read(client: ApiClient, url: str) -> None:
    answer = append(client, url, 0, *["nonsense"] * (MAX_APPEND_EVENTS + 1))
    assert assert_problem(answer, "limit_exceeded") == {"limit": "append_events", "maximum": 5000, "got": 5001}
    assert_log()


def test_a_log_beyond_the_limit_is_refused(client: ApiClient, url: str) -> None:
    for version in range(0, MAX_LOG_EVENTS, MAX_APPEND_EVENTS):
        assert append(client, url, version, *["draw", "undo"] * (MAX_APPEND_EVENTS // 2)).status_code == 200
    answer = append(client, url, MAX_LOG_EVENTS, "draw")
    assert assert_problem(answer, "limit_exceeded") == {"limit": "log_events", "maximum": 20_000, "got": 20_001}
    assert finish(client, url, MAX_LOG_EVENTS).status_code == 202


def test_two_draws_at_one_client_time_are_two_actions(client: ApiClient, url: str) -> None:
    at = "2026-11-30T13:00:00+01:00"
    for version in (0, 1):
        client.ask("POST", f"{url}moves/", {"version": version, "moves": ["draw"], "client_time": at})
    assert_log("draw", "draw")
    times = ClientTime.objects.order_by("version").values_list("version", "at")
    assert [(version, time.isoformat()) for version, time in times] == [
        (1, "2026-11-30T12:00:00+00:00"),
        (2, "2026-11-30T12:00:00+00:00"),
    ]


@pytest.mark.parametrize("played", (0, 20))
def test_an_append_costs_the_same_however_long_the_game_is(
    client: ApiClient, url: str, played: int, django_assert_num_queries: Callable[[int], Any]
) -> None:
    for version in range(played):
        append(client, url, version, "undo" if version % 2 else "draw")
    # The token with its player; the game with its log; the append.
    with django_assert_num_queries(3):
        append(client, url, played, "draw")
