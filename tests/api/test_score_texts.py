"""Whole games in one request, as movetext."""

from typing import Any

import pytest

from games.limits import MAX_BODY_BYTES
from games.models import Game, LogBatch
from tests.api.client import ApiClient, assert_problem
from tests.api.people import DEAL, checked, newcomer, post
from tests.factories import events_of, known_game, known_games

pytestmark = pytest.mark.django_db

FIRST = '[Deal "DS1-D1N-AAAAAAB"]\n'
GAME = FIRST + '[Score "10"]\n\n1. T7-T8=8D {opens the king} T3-T5=8H\n3. draw=6H\n'


def send(client: ApiClient, text: str | bytes, **headers: str) -> Any:
    body = text if isinstance(text, bytes) else text.encode()
    return client.ask("POST", "scores/movetext/", body, **({"content_type": "text/plain"} | headers))


def test_a_game_as_text_is_taken_and_then_checked(client: ApiClient) -> None:
    answer = send(client, GAME)
    game = Game.objects.get()
    assert (answer.status_code, answer.headers["Location"]) == (202, f"/api/v1/games/{game.pk}/")
    assert (game.code, game.origin, game.claimed_score) == ("DS1-D1N-AAAAAAB", "posted", 10)
    assert bytes(LogBatch.objects.get().events) == events_of(["T7-T8", "T3-T5", "draw"])
    assert checked(client, answer)["status"] == "verified"


@pytest.mark.parametrize("game", known_games(), ids=lambda game: f"{game.deal} {game.note}")
def test_what_the_service_writes_of_a_game_it_takes_again(client: ApiClient, game: Any) -> None:
    state = checked(client, post(client, game))
    text = client.ask("GET", f"{state['url']}movetext/").content.decode()
    again = checked(newcomer("Bo").client, send(newcomer("Bo").client, text))
    counted = ("status", "score", "ranked_score", "moves", "undos", "won", "log_version")
    assert {name: again[name] for name in counted} == {name: state[name] for name in counted}


@pytest.mark.parametrize("written", (GAME.replace("\n", "\r\n"), "\ufeff" + GAME, "\n\n" + GAME, GAME.strip()))
def test_texts_as_other_machines_keep_them_are_read(client: ApiClient, written: str) -> None:
    assert send(client, written).json()["log_version"] == 3


def test_the_tags_give_credit_and_time_to_nobody(client: ApiClient, player: Any) -> None:
    newcomer("Bo")
    state = send(client, FIRST + '[Player "Bo"]\n[Date "2020-01-01"]\n[Status "verified"]\ndraw\n').json()
    game = Game.objects.get()
    assert (state["player"]["id"], state["status"]) == (str(player.pk), "finished")
    assert game.finished_at is not None
    assert game.finished_at.year > 2020


# -- Twice


def test_the_same_text_again_is_the_same_game_and_so_is_the_same_game_as_json(client: ApiClient) -> None:
    first = send(client, GAME).json()["id"]
    as_json = {"deal": "DS1-D1N-AAAAAAB", "moves": ["T7-T8", "T3-T5", "draw"], "score": 10}
    assert send(client, GAME.replace(" {opens the king}", "")).json()["id"] == first
    assert client.ask("POST", "scores/", as_json).json()["id"] == first
    assert Game.objects.count() == 1


def test_a_key_gives_the_stored_answer_and_takes_no_other_text(client: ApiClient) -> None:
    first = send(client, GAME, idempotency_key="a key")
    again = send(client, GAME, idempotency_key="a key")
    assert (again.content, again.headers["Idempotency-Replayed"]) == (first.content, "true")
    assert_problem(send(client, GAME + "undo\n", idempotency_key="a key"), "idempotency_key_reused")
    assert Game.objects.count() == 1


# -- Refused at once


@pytest.mark.usefixtures("writes_nothing")
@pytest.mark.parametrize(
    ("text", "line", "index", "said"),
    (
        ("", 1, None, "a game is expected here"),
        ("hello\n", 1, None, "before any [Deal ...]"),
        ('{"deal": "DS1-D1N-AAAAAAB", "moves": []}', 1, None, "before any [Deal ...]"),
        ('[Deal "DS1-D2N-AAAAAAB"]\ndraw', 1, None, "the draw is 1 or 3"),
        (GAME + GAME, 6, None, "here begins another"),
        (FIRST + "1. T7-T8 drow", 2, 1, "'drow' is not a move"),
        (FIRST + "1. T7-T8 3. draw", 2, None, "3. stands before move 2"),
        (FIRST + "\ndr\x00aw", 3, 0, "is not a move"),
        (FIRST + '[Player "\x00"]\ndraw', 2, 0, "control character"),
        (FIRST + "T7-T8 {}} draw", 2, None, "opens or closes a comment alone"),
        (FIRST + "\x00" * 1000, 2, 0, "is not a move"),
        (FIRST + '[Rules "2"]\ndraw', 2, None, "no rules of version 2"),
        (FIRST + '[Score "$10"]\ndraw', 2, None, "is not a score of this deal"),
    ),
)
def test_what_is_no_movetext_is_refused_at_its_line(
    client: ApiClient, text: str, line: int, index: int | None, said: str
) -> None:
    answer = send(client, text)
    place = {"line": line} if index is None else {"line": line, "index": index}
    assert assert_problem(answer, "bad_movetext") == place
    assert said in answer.json()["detail"]


@pytest.mark.usefixtures("writes_nothing")
@pytest.mark.parametrize(
    ("words", "line", "index", "said"),
    (
        ("T7-T8=8D\ndraw=7H", 3, 1, "draw is written with the card 7H, but the deal has 6H there"),
        ("T7-T8x2", 2, 0, "T7-T8x2 is illegal: another number of cards would move"),
        ("T8-F=AS", 2, 0, "T8-F is written with the card AS, which is not there"),
        ("draw W-T1=9C", 2, 1, "W-T1 is written with the card 9C, which is not there"),
        ("F1-T2=AS", 2, 0, "F1-T2 is written with the card AS, which is not there"),
    ),
)
def test_what_contradicts_the_deal_is_refused_at_its_line_and_move(
    client: ApiClient, words: str, line: int, index: int, said: str
) -> None:
    answer = send(client, FIRST + words)
    assert assert_problem(answer, "bad_movetext") == {"line": line, "index": index}
    assert answer.json()["detail"] == f"line {line}: {said}."


@pytest.mark.usefixtures("writes_nothing")
def test_a_text_with_more_moves_than_a_log_holds_is_refused_before_they_are_read(client: ApiClient) -> None:
    answer = send(client, FIRST + "{draw} draw 2. undo\n" * 10_000 + "nonsense")
    assert assert_problem(answer, "limit_exceeded") == {"limit": "log_events", "maximum": 20_000, "got": 20_001}


@pytest.mark.usefixtures("writes_nothing")
def test_what_is_too_long_or_no_plain_text_is_refused_unread(client: ApiClient, anonymous: ApiClient) -> None:
    over = assert_problem(send(client, " " * (MAX_BODY_BYTES + 1)), "body_too_long")
    assert over == {"limit": "body_bytes", "maximum": MAX_BODY_BYTES, "got": MAX_BODY_BYTES + 1}
    assert_problem(send(client, GAME, content_type="application/json"), "unsupported_media_type")
    assert_problem(send(client, GAME, content_type="text/plain; charset=latin-1"), "unsupported_media_type")
    (error,) = assert_problem(send(client, GAME.encode() + b"\xff"), "malformed_body")["errors"]
    assert error["detail"] == f"Not UTF-8 at byte {len(GAME)}."
    assert_problem(send(anonymous, GAME), "not_authenticated")


# -- Left to the check


def test_an_illegal_game_is_rejected_by_its_check_and_keeps_its_good_part(client: ApiClient) -> None:
    state = checked(client, send(client, FIRST + "T7-T8=8D draw=6H T1-F draw\n"))
    assert (state["status"], state["version"], state["log_version"]) == ("rejected", 2, 4)
    assert (state["rejection"]["code"], state["rejection"]["index"]) == ("illegal_move", 2)
    text = client.ask("GET", f"{state['url']}movetext/").content.decode()
    assert text.endswith("1. T7-T8=8D draw=6H T1-F draw\n")


def test_a_score_that_the_moves_do_not_make_is_found_by_the_check(client: ApiClient) -> None:
    state = checked(client, send(client, FIRST + '[Score "700"]\ndraw\n'))
    assert (state["status"], state["rejection"]["code"]) == ("rejected", "score_mismatch")
    assert (state["rejection"]["claimed"], state["rejection"]["computed"]) == (700, 0)


def test_a_game_won_as_text_is_on_the_board(client: ApiClient) -> None:
    won = known_game()
    text = f'[Deal "{DEAL}"]\n' + "\n".join(won.moves)
    assert checked(client, send(client, text))["won"] is True
    assert client.ask("GET", f"deals/{DEAL}/leaderboard/me/").json()["rank"] == 1
