"""Deleting one's player in the middle of things: what is left says nothing of them, is true, and can be ended."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone

from games import proofs
from games.engine.deals import DealCode
from games.models import AccessToken, Match, Player, Report, Seat, ShareLink
from tests.api.client import ApiClient, assert_problem
from tests.api.people import DEAL, checked, newcomer, post, post_moves, start
from tests.api.table import joined, opened
from tests.factories import known_game

pytestmark = pytest.mark.django_db

PASSWORD = "seven lucky foundations"


def leave(client: ApiClient) -> None:
    assert client.ask("DELETE", "players/me/", {"password": PASSWORD}).status_code == 204


def assert_audit_is_clean(capsys: Any) -> None:
    call_command("audit")
    assert "differences: 0." in capsys.readouterr().out


def everything_of(client: ApiClient) -> None:
    """Have the player do one of each thing that leaves rows."""
    account = {"name": "Ana", "password": PASSWORD, "email": "a@b.example"}
    assert client.ask("POST", "players/me/account/", account).status_code == 200
    live = start(client)
    client.ask("POST", f"{live}moves/", {"version": 0, "moves": ["draw"]})
    checked(client, post(client, known_game()))
    shared = checked(client, post_moves(client, DEAL, ["draw"], score=99_999))
    assert client.ask("POST", f"{shared['url']}share/", {}).status_code == 201
    proofs.ask_for_proof(code=DealCode.parse(DEAL))
    other = newcomer("Zoe")
    report = {"cause": "other", "text": "A secret."}
    assert client.ask("POST", f"players/{other.player.pk}/report/", report).status_code == 201
    client.ask("POST", "matches/", {})


def test_who_leaves_takes_along_all_that_says_who_they_were(client: ApiClient, player: Player, capsys: Any) -> None:
    everything_of(client)
    leave(client)
    player.refresh_from_db()
    assert (player.name, player.name_key, player.email) == ("Deleted player", None, "")
    assert not player.has_usable_password()
    assert not AccessToken.objects.filter(player=player).exists()
    assert not ShareLink.objects.exists()
    assert list(Report.objects.values_list("text", flat=True)) == [""]
    assert_audit_is_clean(capsys)


def test_an_export_of_everything_is_answered_and_says_what_was_done(client: ApiClient) -> None:
    everything_of(client)
    told = client.ask("GET", "players/me/export/").json()
    assert {name: len(rows) for name, rows in told.items() if name != "player"} == {
        "tokens": 1,
        "games": 3,
        "attempts": 1,
        "replays_seen": 0,
        "decisions": 0,
        "barred_names": 0,
        "reports": 1,
        "shared": 1,
        "matches": 1,
    }
    assert told["player"]["email"] == "a@b.example"


def test_nobody_can_join_the_match_of_somebody_who_has_left(capsys: Any) -> None:
    at = opened()
    leave(at.client("A"))
    bo = newcomer("Bo").client
    assert bo.ask("GET", "matches/").json()["matches"] == []
    assert_problem(bo.ask("POST", f"{at.url}join/", {}), "match_not_found")
    assert Seat.objects.count() == 1
    assert_audit_is_clean(capsys)


def test_whoever_waits_for_a_player_who_has_left_can_call_the_match_off(capsys: Any) -> None:
    at = joined()
    leave(at.client("A"))
    assert at.state("B")["seats"][0]["player"]["name"] == "Deleted player"
    assert at.client("B").ask("POST", f"{at.url}cancel/", {}).status_code == 200
    assert_audit_is_clean(capsys)


def test_a_match_in_play_is_won_by_who_stays_and_its_log_stays_true(capsys: Any) -> None:
    at = joined(series=3)
    for side in "AB":
        assert at.client(side).ask("POST", f"{at.url}ready/", {}).status_code == 200
    at.play(("A", "draw"), ("B", "draw"))
    leave(at.client("A"))
    Seat.objects.update(seen_at=timezone.now() - timedelta(minutes=3))
    claimed = at.client("B").ask("POST", f"{at.url}claim/", {}).json()
    assert (claimed["stage"], claimed["result"]["winner"], claimed["result"]["timed_out"]) == ("over", "B", True)
    assert at.client("B").ask("GET", f"{at.url}replay/").status_code == 200
    assert Match.objects.count() == 1
    assert_audit_is_clean(capsys)
