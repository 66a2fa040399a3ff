"""How a game was played: its log, its replay, its movetext, and the one gate before them."""

from base64 import b64decode
from typing import Any
from uuid import UUID

import pytest
from pytest_django import Settings

from games import hashes
from games.engine.movetext import parse_game
from games.models import Game, ReplayView
from games.moderation import hide_game
from games.replay import piles_at
from tests.api.client import ApiClient, assert_problem
from tests.api.people import DEAL, append, checked, finish, newcomer, post, post_moves, start
from tests.factories import events_of, known_game, make_player

pytestmark = pytest.mark.django_db

GATED = ("?version=1", "log/", "replay/", "movetext/")


@pytest.fixture
def live(client: ApiClient) -> str:
    """A game in play, in two appends."""
    url = start(client)
    append(client, url, 0, "T8-F", "draw")
    append(client, url, 2, "draw", "undo")
    return url


@pytest.fixture
def anas() -> str:
    """The address of Ana's verified game."""
    client = newcomer("Ana").client
    url: str = checked(client, post(client, known_game()))["url"]
    return url


# -- The log


def test_a_log_is_given_batch_by_batch(client: ApiClient, live: str) -> None:
    finish(client, live, 4, score=30)
    shown = client.ask("GET", f"{live}log/").json()
    said = ("first_version", "moves", "closes", "claimed_score")
    assert [tuple(batch[name] for name in said) for batch in shown["batches"]] == [
        (0, ["T8-F", "draw"], False, None),
        (2, ["draw", "undo"], False, None),
        (4, [], True, 30),
    ]
    assert (shown["deal"], shown["rules_version"], shown["status"], shown["version"]) == (DEAL, 1, "finished", 4)


@pytest.mark.parametrize("score", (None, 30, -104))
def test_a_client_can_compute_the_receipt_from_the_log(client: ApiClient, live: str, score: int | None) -> None:
    told = finish(client, live, 4, score=score).json()["receipt"]
    shown = client.ask("GET", f"{live}log/").json()
    head = hashes.genesis(stream_id=UUID(shown["id"]), code=shown["deal"], rules_version=shown["rules_version"])
    assert shown["genesis"] == head.hex()
    for batch in shown["batches"]:
        events = b64decode(batch["events"])
        assert events == events_of(batch["moves"])
        head = hashes.chain(
            previous=head,
            first_version=batch["first_version"],
            events=events,
            closes=batch["closes"],
            claimed_score=batch["claimed_score"],
        )
        assert batch["hash"] == head.hex()
    assert shown["receipt"] == told == head.hex()


# -- The replay


def test_a_replay_goes_forward_to_every_state_without_rules(client: ApiClient, live: str) -> None:
    append(client, live, 4, "T1-T4", "T9-T6")
    replay = client.ask("GET", f"{live}replay/").json()
    assert len(replay["events"]) == 6
    for version in range(7):
        table = client.ask("GET", f"{live}?version={version}").json()["table"]
        piles = piles_at(replay=replay, version=version)
        assert [" ".join(piles[f"T{number}"]) for number in range(1, 10)] == table["tableau"]
        assert (piles["W"], len(piles["stock"])) == (table["waste"], table["stock"])


def test_a_replay_shows_hidden_cards_only_once_the_game_is_finished(client: ApiClient, live: str) -> None:
    first = client.ask("GET", f"{live}replay/").json()["first"]["piles"]
    assert (set(first["stock"]), first["T2"]) == ({"??"}, ["??", "9S"])
    finish(client, live, 4)
    first = client.ask("GET", f"{live}replay/").json()["first"]["piles"]
    assert ("??" in first["stock"], first["stock"][-1], first["T2"]) == (False, "[TC]", ["[KC]", "9S"])


def test_a_replay_of_a_rejected_game_shows_where_it_stops(client: ApiClient) -> None:
    url = checked(client, post_moves(client, DEAL, ["T8-F", "undo", "W-F", "draw"]))["url"]
    replay = client.ask("GET", f"{url}replay/").json()
    assert (replay["status"], len(replay["events"])) == ("rejected", 2)
    assert replay["error"] == {
        "index": 2,
        "move": "W-F",
        "code": "illegal_move",
        "reason": "waste_empty",
        "message": "W-F is illegal: the waste is empty",
        "unplayed": 2,
    }


def test_a_replay_has_no_more_than_its_documentation_says(client: ApiClient, anas: str) -> None:
    checked(client, post(client, known_game()))
    replay = client.ask("GET", f"{anas}replay/").json()
    counts = {"score", "score_text", "ranked_score", "ranked_score_text", "moves", "undos", "cards_home", "won"}
    assert set(replay) == {"id", "status", "deal", "rules_version", "first", "events", "error"}
    assert set(replay["first"]) == {"piles"} | counts
    assert {name for event in replay["events"] for name in event} == {"index", "move", "marks", "changes"} | counts
    changes = [change for event in replay["events"] for change in event["changes"]]
    assert {name for change in changes for name in change} == {"pile", "at", "out", "in"}


# -- The movetext


def test_a_movetext_is_the_whole_game(client: ApiClient) -> None:
    won = known_game()
    state = checked(client, post(client, won))
    answer = client.ask("GET", f"{state['url']}movetext/")
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert answer.headers["Content-Disposition"] == f'inline; filename="{DEAL}_{state["id"]}.txt"'
    text = parse_game(answer.content.decode())
    assert (str(text.deal), text.events, text.score, text.player) == (DEAL, won.events, won.score, "Quiet Heron 4821")
    assert text.replay().error is None


def test_a_movetext_of_a_rejected_game_keeps_its_moves_and_claims_no_score(client: ApiClient) -> None:
    url = checked(client, post_moves(client, DEAL, ["T8-F", "W-F", "draw"], score=10))["url"]
    lines = client.ask("GET", f"{url}movetext/").content.decode().splitlines()
    assert (lines[-1], any("Score" in line for line in lines)) == ("1. T8-F=AH W-F draw", False)


def test_a_movetext_of_a_game_in_play_goes_as_far_as_it_does(client: ApiClient, live: str) -> None:
    text = client.ask("GET", f"{live}movetext/").content.decode()
    today = Game.objects.get().started_at.date()
    assert text.endswith(f'[Date "{today}"]\n\n1. T8-F=AH draw=TC draw=6D undo\n')


def test_what_is_no_text_is_not_given_as_such(client: ApiClient, live: str) -> None:
    assert_problem(client.ask("GET", f"{live}movetext/", accept="application/json"), "not_acceptable")


# -- The gate


@pytest.mark.parametrize("path", GATED)
def test_ones_own_game_is_open_at_any_time_and_is_no_replay_seen(client: ApiClient, live: str, path: str) -> None:
    assert client.ask("GET", f"{live}{path}").status_code == 200
    assert not ReplayView.objects.exists()


@pytest.mark.parametrize("path", GATED)
def test_anothers_replay_waits_for_ones_own_result_on_the_cards(
    client: ApiClient, player: Any, anas: str, path: str
) -> None:
    checked(client, post_moves(client, "DS1-D1N-AAAAAAB", []))
    post_moves(client, DEAL, ["draw"])
    refused = assert_problem(client.ask("GET", f"{anas}{path}"), "replay_not_allowed")
    assert (refused, ReplayView.objects.exists()) == ({"reason": "after_own_result"}, False)
    checked(client, post_moves(client, "DS1-D3V-KSTNMZC", []))
    assert client.ask("GET", f"{anas}{path}").status_code == 200
    assert ReplayView.objects.get() == ReplayView(player=player, number="KSTNMZC")


@pytest.mark.parametrize("path", GATED)
@pytest.mark.parametrize("policy", ("after_own_result", "always", "never"))
def test_the_policy_decides_for_others_and_never_for_staff(
    client: ApiClient, anonymous: ApiClient, anas: str, settings: Settings, policy: str, path: str
) -> None:
    settings.REPLAY_POLICY = policy
    checked(client, post(client, known_game(note="given up at once")))
    staff = newcomer("Sam", is_staff=True).client
    answers = [asker.ask("GET", f"{anas}{path}").status_code for asker in (client, anonymous, staff)]
    expected = {"after_own_result": [200, 403, 200], "always": [200, 200, 200], "never": [403, 403, 200]}
    assert answers == expected[policy]


def test_a_game_begun_after_a_replay_says_so(client: ApiClient, anas: str) -> None:
    before = checked(client, post(client, known_game(note="given up at once")))
    client.ask("GET", f"{anas}replay/")
    after = checked(client, post(client, known_game("DS1-D3N-KSTNMZC")))
    assert (before["seen_replay"], after["seen_replay"]) == (False, True)
    assert [flag["kind"] for flag in after["flags"]] == ["seen_replay"]


@pytest.mark.parametrize("path", GATED)
def test_a_hidden_game_is_not_found_by_those_who_might_see_it_before(client: ApiClient, anas: str, path: str) -> None:
    checked(client, post(client, known_game()))
    assert client.ask("GET", f"{anas}{path}").status_code == 200
    hide_game(game_id=Game.objects.get(player__name="Ana").pk, by=make_player("S", is_staff=True), reason="test")
    assert_problem(client.ask("GET", f"{anas}{path}"), "game_not_found")


@pytest.mark.parametrize("path", GATED)
def test_what_has_not_changed_is_not_sent_again(client: ApiClient, live: str, path: str) -> None:
    first = client.ask("GET", f"{live}{path}")
    again = client.ask("GET", f"{live}{path}", if_none_match=first.headers["ETag"])
    assert (again.status_code, again.content) == (304, b"")
    append(client, live, 4, "draw")
    assert client.ask("GET", f"{live}{path}", if_none_match=first.headers["ETag"]).status_code == 200
