"""Whether a deal can be won, through the API."""

import base64
from typing import Any

import pytest
from pytest_django import Settings

from games import proofs
from games.engine.deals import DealCode
from games.engine.fold import fold
from games.engine.solver import Solution
from games.limits import PROOF_NODES
from games.models import Proof
from tests.api.client import ApiClient, assert_problem
from tests.api.people import checked, newcomer, post, post_moves, start
from tests.factories import events_of, known_game

pytestmark = pytest.mark.django_db

CODE = "DS1-D1N-KSTNMZC"
PROOF = f"deals/{CODE}/proof/"
ADDRESS = f"/api/v1/{PROOF}"


def test_nobody_has_asked_of_a_new_deal(anonymous: ApiClient) -> None:
    assert anonymous.ask("GET", PROOF).json() == {
        "deal": CODE,
        "rules_version": 1,
        "status": "not_asked",
        "shown_by": [],
        "players_won": 0,
        "proof_url": ADDRESS,
        "search": None,
        "moves_url": None,
    }
    assert not Proof.objects.exists()


def test_a_deal_is_asked_for_searched_and_shown_winnable(client: ApiClient, anonymous: ApiClient) -> None:
    asked = client.ask("POST", PROOF)
    assert (asked.status_code, asked.headers["Location"]) == (202, ADDRESS)
    waiting = asked.json()
    assert (waiting["status"], waiting["search"]["status"], waiting["search"]["nodes"]) == ("waiting", "waiting", None)
    assert anonymous.ask("GET", asked.headers["Location"]).json() == waiting
    proofs.prove_waiting(limit=1)
    shown = anonymous.ask("GET", PROOF).json()
    assert (shown["status"], shown["shown_by"], shown["moves_url"]) == ("shown", ["solver"], f"{ADDRESS}moves/")
    assert shown["search"]["max_nodes"] == PROOF_NODES
    again = client.ask("POST", PROOF, {})
    assert (again.status_code, again.json()) == (200, shown)


def test_what_a_search_does_not_find_is_not_shown(client: ApiClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proofs, "solve", lambda code, *, max_nodes: Solution(events=None, nodes=max_nodes))
    client.ask("POST", PROOF)
    proofs.prove_waiting(limit=1)
    told = client.ask("GET", PROOF).json()
    assert (told["status"], told["shown_by"], told["search"]["nodes"]) == ("not_shown", [], PROOF_NODES)
    assert_problem(client.ask("GET", f"{PROOF}moves/"), "proof_not_found")
    checked(client, post(client, known_game(CODE)))
    told = client.ask("GET", PROOF).json()
    assert (told["status"], told["shown_by"], told["search"]["status"]) == ("shown", ["players"], "not_shown")


def test_players_prove_a_deal_by_winning_it_each_once(client: ApiClient, anonymous: ApiClient) -> None:
    other = newcomer("Bo").client
    for winner in (client, other):
        checked(winner, post(winner, known_game(CODE)))
    checked(other, post(other, known_game(CODE, note="given up at once")))
    won_again = (*known_game(CODE).moves[:0], "draw", "undo", *known_game(CODE).moves)
    checked(other, post_moves(other, CODE, won_again))
    told = anonymous.ask("GET", PROOF).json()
    assert (told["status"], told["shown_by"], told["players_won"]) == ("shown", ["players"], 2)


def test_a_game_that_is_not_won_proves_nothing(client: ApiClient, anonymous: ApiClient) -> None:
    checked(client, post(client, known_game(CODE, note="given up at once")))
    checked(client, post(client, known_game(CODE), score=99999))
    assert anonymous.ask("GET", PROOF).json()["status"] == "not_asked"


def test_a_proof_belongs_to_the_code_and_not_to_the_number(client: ApiClient) -> None:
    client.ask("POST", PROOF)
    proofs.prove_waiting(limit=1)
    checked(client, post(client, known_game(CODE)))
    statuses = [
        client.ask("GET", f"deals/DS1-{mode}-KSTNMZC/proof/").json()["status"] for mode in ("D1N", "D3N", "D1V")
    ]
    assert statuses == ["shown", "not_asked", "not_asked"]


def test_a_deal_says_in_short_whether_it_can_be_won(client: ApiClient, anonymous: ApiClient) -> None:
    client.ask("POST", PROOF)
    proofs.prove_waiting(limit=1)
    checked(client, post(client, known_game(CODE)))
    assert anonymous.ask("GET", f"deals/{CODE}/").json()["winnable"] == {
        "status": "shown",
        "shown_by": ["solver", "players"],
        "players_won": 1,
        "proof_url": ADDRESS,
    }


def test_the_moves_are_shown_after_ones_own_result_and_not_before(client: ApiClient, anonymous: ApiClient) -> None:
    client.ask("POST", PROOF)
    proofs.prove_waiting(limit=1)
    for asker in (client, anonymous):
        answer = asker.ask("GET", f"{PROOF}moves/")
        assert assert_problem(answer, "replay_not_allowed") == {"reason": "after_own_result"}
    checked(client, post(client, known_game("DS1-D3V-KSTNMZC", note="given up at once")))
    told = client.ask("GET", f"{PROOF}moves/").json()
    events = base64.b64decode(told["events"])
    assert events == events_of(told["moves"])
    assert fold(DealCode.parse(CODE), events).table.is_won


def test_whoever_has_seen_the_moves_has_seen_a_replay(client: ApiClient) -> None:
    client.ask("POST", PROOF)
    proofs.prove_waiting(limit=1)
    before = checked(client, post(client, known_game(CODE, note="given up at once")))
    assert client.ask("GET", f"{PROOF}moves/").status_code == 200
    after = client.ask("GET", start(client, CODE)).json()
    assert (before["seen_replay"], after["seen_replay"]) == (False, True)


@pytest.mark.parametrize("code", ("DS1-D1N-AAAAAA1", "DS2-D1N-AAAAAAB", "daily"))
@pytest.mark.parametrize(("method", "path"), (("GET", ""), ("POST", ""), ("GET", "moves/")))
def test_what_is_no_code_is_refused(client: ApiClient, code: str, method: str, path: str) -> None:
    assert_problem(client.ask(method, f"deals/{code}/proof/{path}"), "bad_deal_code")
    assert not Proof.objects.exists()


@pytest.mark.parametrize("body", ({"nodes": 1}, [], b"{"))
def test_a_question_takes_nothing(client: ApiClient, body: Any) -> None:
    assert client.ask("POST", PROOF, body).status_code == 400
    assert not Proof.objects.exists()


def test_asking_has_a_rate_of_its_own(client: ApiClient, settings: Settings) -> None:
    settings.THROTTLE_RATES = {"proof": "1/hour"}
    assert client.ask("POST", PROOF).status_code == 202
    refused = assert_problem(client.ask("POST", "deals/DS1-D3N-KSTNMZC/proof/"), "throttled")
    assert refused["limit"] == "proof"
    assert client.ask("GET", PROOF).status_code == 200
    assert Proof.objects.count() == 1
