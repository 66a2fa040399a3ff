"""Live games: start, list, look at, finish, and what their check says."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.models import Attempt, Game, LogBatch, Stream
from games.moderation import hide_game, recheck_game
from tests.api.client import ApiClient, assert_problem
from tests.api.people import DEAL, append, checked, finish, newcomer, post, post_moves, start
from tests.factories import known_game, make_player, start_and_play, submit_and_check

pytestmark = pytest.mark.django_db

NO_GAME = "games/0199d3c4-7a51-7c52-8f0e-3c1f6f0e8a11/"


def test_a_game_starts_with_its_table_dealt_and_its_log_empty(client: ApiClient, player: Any) -> None:
    answer = client.ask("POST", "games/", {"deal": " ds1-d1n-kstnmzc\n"})
    assert answer.status_code == 201
    game = Game.objects.get()
    assert answer.headers["Location"] == f"/api/v1/games/{game.pk}/"
    state = answer.json()
    table = state.pop("table")
    assert state == {
        "id": str(game.pk),
        "url": f"/api/v1/games/{game.pk}/",
        "deal": DEAL,
        "rules_version": 1,
        "player": {"id": str(player.pk), "name": player.name, "is_guest": True},
        "origin": "live",
        "status": "playing",
        "abandoned": False,
        "log_version": 0,
        "version": 0,
        "score": 0,
        "score_text": "0",
        "ranked_score": 0,
        "ranked_score_text": "0",
        "moves": 0,
        "undos": 0,
        "cards_home": 0,
        "won": False,
        "claimed_score": None,
        "rejection": None,
        "receipt": bytes(game.stream.head).hex(),
        "started_at": game.started_at.isoformat().replace("+00:00", "Z"),
        "finished_at": None,
        "first_attempt": True,
        "seen_replay": False,
        "hidden": False,
        "check": None,
        "hiding": None,
        "flags": [],
    }
    assert table == client.ask("GET", f"deals/{DEAL}/").json()["table"]
    assert client.ask("GET", state["url"]).json() == {**state, "table": table}


@pytest.mark.usefixtures("writes_nothing")
@pytest.mark.parametrize(
    ("body", "code"),
    (
        ({"deal": "DS1-D1N"}, "bad_deal_code"),
        ({"deal": 5}, "invalid_fields"),
        ({}, "invalid_fields"),
        ({"deal": DEAL, "draw": 3}, "invalid_fields"),
        ([DEAL], "invalid_fields"),
        (b'{"deal": "DS1-D1N-AAAAAAB\\u0000"}', "malformed_body"),
        (b'{"deal": "\\ud800"}', "malformed_body"),
        (b"{" * 100_000, "malformed_body"),
    ),
)
def test_a_start_that_cannot_be_read_is_refused(client: ApiClient, body: Any, code: str) -> None:
    assert_problem(client.ask("POST", "games/", body), code)


def test_a_start_is_done_once_for_its_key(client: ApiClient) -> None:
    first = client.ask("POST", "games/", {"deal": DEAL}, idempotency_key="one")
    again = client.ask("POST", "games/", {"deal": DEAL}, idempotency_key="one")
    assert (again.status_code, again.content, again.headers["Location"]) == (201, first.content, first.json()["url"])
    assert again.headers["Idempotency-Replayed"] == "true"
    assert (Game.objects.count(), Stream.objects.count(), Attempt.objects.count()) == (1, 1, 1)


def test_only_the_first_game_on_a_number_is_the_first_attempt(client: ApiClient) -> None:
    urls = [start(client, deal) for deal in (DEAL, DEAL, "DS1-D3V-KSTNMZC", "DS1-D3V-AAAAAAB")]
    assert [client.ask("GET", url).json()["first_attempt"] for url in urls] == [True, False, False, True]


# -- Lists


@pytest.fixture
def games(client: ApiClient) -> list[str]:
    """Five games, the newest first: of two deals, two of them finished; and another player's, which is not listed."""
    urls = [start(client, deal) for deal in (DEAL, DEAL, DEAL, "DS1-D3V-AAAAAAB", "DS1-D3V-AAAAAAB")]
    for url in urls[:2]:
        checked(client, finish(client, url, 0))
    start(newcomer("Bo").client)
    return urls[::-1]


def urls_of(page: Any) -> list[str]:
    return [game["url"] for game in page["games"]]


@pytest.mark.parametrize(
    ("query", "part"),
    (
        ("", slice(0, 5)),
        ("?status=verified", slice(3, 5)),
        ("?status=playing", slice(0, 3)),
        ("?status=rejected", slice(0, 0)),
        ("?deal=ds1-d3v-aaaaaab", slice(0, 2)),
        ("?status=playing&deal=DS1-D1N-KSTNMZC", slice(2, 3)),
    ),
)
def test_own_games_are_listed_the_newest_first(client: ApiClient, games: list[str], query: str, part: slice) -> None:
    page = client.ask("GET", f"games/{query}").json()
    assert (urls_of(page), page["next"], page["previous"]) == (games[part], None, None)


def test_own_games_are_walked_both_ways(client: ApiClient, games: list[str]) -> None:
    first = client.ask("GET", "games/?limit=2").json()
    second = client.ask("GET", f"games/?limit=2&cursor={first['next']}").json()
    third = client.ask("GET", f"games/?limit=2&cursor={second['next']}").json()
    assert urls_of(first) + urls_of(second) + urls_of(third) == games
    assert third["next"] is None
    assert client.ask("GET", f"games/?limit=2&cursor={third['previous']}").json() == second
    assert client.ask("GET", f"games/?limit=2&cursor={second['previous']}").json() == first | {"previous": None}


def test_a_list_costs_the_same_for_one_game_and_for_many(
    client: ApiClient, games: list[str], django_assert_num_queries: Any
) -> None:
    for limit in (1, 100):
        with django_assert_num_queries(3):  # the token, the games, which of them are first attempts
            client.ask("GET", f"games/?limit={limit}")


@pytest.mark.parametrize(
    ("query", "parameter"),
    (
        ("?limit=0", "limit"),
        ("?limit=-1", "limit"),
        ("?limit=101", "limit"),
        ("?limit=abc", "limit"),
        ("?limit=100000000000000", "limit"),
        ("?status=won", "status"),
        ("?cursor=abc", "cursor"),
        ("?page=2", "page"),
        ("?limit=1&limit=2", "limit"),
    ),
)
def test_a_parameter_that_cannot_be_used_is_named(client: ApiClient, query: str, parameter: str) -> None:
    (error,) = assert_problem(client.ask("GET", f"games/{query}"), "invalid_parameters")["errors"]
    assert error["parameter"] == parameter


@pytest.mark.parametrize("other", ("status=playing", f"deal={DEAL}"))
@pytest.mark.usefixtures("games")
def test_a_cursor_is_good_for_its_own_list_only(client: ApiClient, other: str) -> None:
    cursor = client.ask("GET", "games/?limit=1").json()["next"]
    others = newcomer("Cyd").client
    for asker, query in ((client, f"limit=1&{other}"), (others, "limit=1")):
        problem = assert_problem(asker.ask("GET", f"games/?{query}&cursor={cursor}"), "invalid_parameters")
        assert problem["errors"][0]["parameter"] == "cursor"


# -- States


def test_a_live_game_never_shows_a_face_down_card(client: ApiClient) -> None:
    url = start(client)
    for version, move in enumerate(("T8-F", "draw", "undo", "draw")):
        append(client, url, version, move)
    table = client.ask("GET", url).json()["table"]
    cards = " ".join(table["tableau"]).split()
    assert (table["stock"], table["waste"], cards.count("??"), len(cards)) == (58, ["TC"], 35, 44)


def test_every_earlier_version_of_a_game_can_be_looked_at(client: ApiClient) -> None:
    url = start(client)
    states = [client.ask("GET", url).json()]
    for version, move in enumerate(("T8-F", "draw", "undo", "T1-T4")):
        append(client, url, version, move)
        states.append(client.ask("GET", url).json())
    parts = ("version", "score", "moves", "undos", "cards_home", "table")
    for version, then in enumerate(states):
        now = client.ask("GET", f"{url}?version={version}").json()
        assert {part: now[part] for part in parts} == {part: then[part] for part in parts}
        assert (now["version"], now["log_version"]) == (version, 4)


@pytest.mark.parametrize("version", ("-1", "x", "", "20001"))
def test_what_is_no_version_is_refused(client: ApiClient, version: str) -> None:
    url = start(client)
    (error,) = assert_problem(client.ask("GET", f"{url}?version={version}"), "invalid_parameters")["errors"]
    assert (error["parameter"], error["code"]) == ("version", "invalid")


def test_a_version_that_the_log_has_not_come_to_is_refused(client: ApiClient) -> None:
    url = start(client)
    append(client, url, 0, "draw")
    members = assert_problem(client.ask("GET", f"{url}?version=2"), "version_conflict")
    assert members == {"version": 2, "current_version": 1, "missing_moves": []}


def test_a_state_that_has_not_changed_is_not_sent_again(client: ApiClient) -> None:
    url = start(client)
    first = client.ask("GET", url)
    same = client.ask("GET", url, if_none_match=first.headers["ETag"])
    assert (same.status_code, same.content, same.headers["ETag"]) == (304, b"", first.headers["ETag"])
    append(client, url, 0, "draw")
    assert client.ask("GET", url, if_none_match=first.headers["ETag"]).status_code == 200


def test_a_game_in_play_for_a_week_without_an_event_counts_as_abandoned(client: ApiClient) -> None:
    url = start(client)
    Game.objects.update(last_event_at=timezone.now() - timedelta(days=7))
    assert client.ask("GET", url).json()["abandoned"] is True
    append(client, url, 0, "draw")
    assert client.ask("GET", url).json()["abandoned"] is False


def test_others_see_the_result_of_a_verified_game_and_not_its_table(client: ApiClient, anonymous: ApiClient) -> None:
    own = checked(client, post(client, known_game()))
    shown = anonymous.ask("GET", own["url"]).json()
    assert own["check"]["state"] == "decided"
    assert shown == own | {"table": None, "check": None, "flags": []}


@pytest.mark.parametrize("path", (NO_GAME, f"{NO_GAME}log/", f"{NO_GAME}replay/", f"{NO_GAME}movetext/"))
def test_a_game_that_is_none_is_not_found(anonymous: ApiClient, path: str) -> None:
    assert assert_problem(anonymous.ask("GET", path), "game_not_found") == {}


# -- The finish


def test_a_finish_is_taken_and_then_checked(client: ApiClient) -> None:
    url = start(client)
    append(client, url, 0, "T8-F", "T1-T4")
    answer = finish(client, url, 2, score=15)
    assert (answer.status_code, answer.headers["Location"]) == (202, url)
    state = answer.json()
    assert (state["status"], state["score"], state["claimed_score"], state["log_version"]) == ("finished", 15, 15, 2)
    assert state["check"] == {"state": "waiting", "begun": 0, "at": None}
    decided = checked(client, answer)
    at = Game.objects.get().checked_at
    assert at is not None
    assert decided.pop("check") == {"state": "decided", "begun": 1, "at": at.isoformat().replace("+00:00", "Z")}
    assert decided | {"check": state["check"]} == state | {"status": "verified"}


def test_the_same_finish_again_has_the_same_answer(client: ApiClient) -> None:
    url = start(client)
    first = finish(client, url, 0, score=0)
    again = finish(client, url, 0, score=0)
    assert (again.status_code, again.json()) == (202, first.json())
    assert LogBatch.objects.count() == 1


@pytest.mark.parametrize(
    ("version", "fields", "code"),
    (
        (0, {"score": 7}, "game_finished"),
        (1, {"score": 0}, "game_finished"),
        (0, {"score": "0"}, "invalid_fields"),
        (0, {"score": 2**31}, "invalid_fields"),
        (0, {"score": 0.5}, "invalid_fields"),
        (0, {"score": True}, "invalid_fields"),
        (-1, {}, "invalid_fields"),
        (0, {"finished": True}, "invalid_fields"),
    ),
)
def test_another_finish_is_refused(client: ApiClient, version: int, fields: dict[str, Any], code: str) -> None:
    url = start(client)
    finish(client, url, 0, score=0)
    assert_problem(finish(client, url, version, **fields), code)
    assert (Game.objects.get().claimed_score, LogBatch.objects.count()) == (0, 1)


def test_a_finish_at_another_version_is_a_conflict(client: ApiClient) -> None:
    url = start(client)
    append(client, url, 0, "T8-F", "draw")
    missing = {0: ["T8-F", "draw"], 1: ["draw"], 3: []}
    for version, moves in missing.items():
        problem = assert_problem(finish(client, url, version), "version_conflict")
        assert problem == {"version": version, "current_version": 2, "missing_moves": moves}
    assert Game.objects.get().status == "playing"


def test_a_won_game_is_finished_already(client: ApiClient) -> None:
    won = known_game()
    url = start(client)
    append(client, url, 0, *won.moves)
    assert finish(client, url, len(won.moves), score=won.score).status_code == 202
    problem = assert_problem(finish(client, url, len(won.moves), score=99999), "score_differs")
    assert problem == {"claimed": 99999, "computed": won.score}


# -- What the check says


def test_a_rejected_game_says_to_its_player_why(client: ApiClient) -> None:
    won = known_game()
    moves = [*won.moves[:41], "T5-F", *won.moves[41:]]
    state = checked(client, post_moves(client, DEAL, moves, score=won.score))
    assert (state["status"], state["version"], state["log_version"]) == ("rejected", 41, len(moves))
    assert state["rejection"] == {
        "code": "illegal_move",
        "message": "T5-F is illegal: no foundation of its suit takes the card next",
        "index": 41,
        "move": "T5-F",
        "reason": "not_next_on_foundation",
        "claimed": won.score,
        "computed": state["score"],
    }
    assert state["table"]["waste"]
    (listed,) = client.ask("GET", "games/?status=rejected").json()["games"]
    only_one_by_one = ("table", "check", "hiding", "flags")
    assert listed == {name: value for name, value in state.items() if name not in only_one_by_one}


@pytest.mark.parametrize("moves", (("T8-F",), ()))
def test_a_claim_that_the_moves_do_not_give_is_rejected_with_both_numbers(
    client: ApiClient, moves: tuple[str, ...]
) -> None:
    state = checked(client, post_moves(client, DEAL, moves, score=99999))
    computed = 15 if moves else 0
    assert state["rejection"] == {
        "code": "score_mismatch",
        "message": f"the claimed score is 99999, but the moves give {computed}",
        "index": None,
        "move": None,
        "reason": None,
        "claimed": 99999,
        "computed": computed,
    }


def test_a_game_that_is_checked_again_shows_no_result_meanwhile(client: ApiClient) -> None:
    state = checked(client, post_moves(client, DEAL, ["T8-F"], score=99999))
    recheck_game(game_id=state["id"], by=make_player("Sam", is_staff=True), reason="test")
    (listed,) = client.ask("GET", "games/").json()["games"]
    assert (listed["status"], listed["rejection"], listed["score"]) == ("finished", None, None)


def test_flags_are_shown_to_the_player_and_to_staff_only(client: ApiClient, anonymous: ApiClient) -> None:
    copied = submit_and_check(make_player("Ana"), known_game(), at=timezone.now() - timedelta(hours=1))
    state = checked(client, post(client, known_game()))
    (flag,) = state["flags"]
    assert (flag["kind"], flag["note"], flag["state"]) == ("copy", f"Same line as game {copied.pk}.", "open")
    assert newcomer("Sam", is_staff=True).client.ask("GET", state["url"]).json()["flags"] == [flag]
    assert anonymous.ask("GET", state["url"]).json()["flags"] == []


def test_a_hidden_game_stays_for_its_player_and_is_gone_for_others(client: ApiClient, anonymous: ApiClient) -> None:
    state = checked(client, post(client, known_game()))
    hide_game(game_id=state["id"], by=make_player("Sam", is_staff=True), reason="test")
    shown = client.ask("GET", state["url"]).json()
    hiding = shown.pop("hiding")
    assert (hiding["of"], hiding["cause"], hiding["note"]) == ("game", "unstated", "")
    assert shown | {"hiding": None} == state | {"hidden": True}
    assert_problem(anonymous.ask("GET", state["url"]), "game_not_found")


def test_a_game_in_play_is_nobody_elses_to_see(client: ApiClient, anonymous: ApiClient) -> None:
    game = start_and_play(newcomer("Bo").player, DEAL, ["draw"])
    for asker in (client, anonymous):
        assert_problem(asker.ask("GET", f"games/{game.pk}/"), "game_not_found")
