"""Reports to staff: of games and of players, one open one by each player of each, bounded and counted."""

from typing import Any

import pytest
from pytest_django import Settings

from games import moderation, players
from games.models import Report
from tests.api.client import ApiClient, assert_problem
from tests.api.people import Person, checked, newcomer, post, start
from tests.factories import known_game, make_player

pytestmark = pytest.mark.django_db

CHEATING = {"cause": "cheating", "text": " The same line as mine. "}


@pytest.fixture
def ana() -> Person:
    return newcomer("Ana")


@pytest.fixture
def game(ana: Person) -> dict[str, Any]:
    return checked(ana.client, post(ana.client, known_game()))


@pytest.fixture
def addresses(ana: Person, game: dict[str, Any]) -> tuple[str, str]:
    """Where Ana's game and Ana are reported."""
    return f"{game['url']}report/", f"players/{ana.player.pk}/report/"


def test_a_report_is_kept_with_its_subject_and_answered_as_it_is(
    client: ApiClient, ana: Person, game: dict[str, Any], addresses: tuple[str, str]
) -> None:
    answers = [client.ask("POST", address, CHEATING) for address in addresses]
    assert [answer.status_code for answer in answers] == [201, 201]
    kept = list(Report.objects.order_by("id"))
    for answer, report, subject in zip(answers, kept, ((game["id"], None), (None, str(ana.player.pk))), strict=True):
        assert answer.json() == {
            "id": str(report.pk),
            "game_id": subject[0],
            "player_id": subject[1],
            "cause": "cheating",
            "text": "The same line as mine.",
            "at": report.at.isoformat().replace("+00:00", "Z"),
        }


def test_one_has_one_open_report_of_one_thing(client: ApiClient, addresses: tuple[str, str]) -> None:
    for address in addresses:
        client.ask("POST", address, CHEATING)
        assert_problem(client.ask("POST", address, {"cause": "other"}), "already_reported")
        assert newcomer("Cyd").client.ask("POST", address, CHEATING).status_code == 201
    assert Report.objects.count() == 4


def test_once_it_is_answered_one_may_report_again(client: ApiClient, addresses: tuple[str, str]) -> None:
    sam = make_player("Sam", is_staff=True)
    for address in addresses:
        report = client.ask("POST", address, CHEATING).json()
        moderation.resolve_report(report_id=report["id"], by=sam, reason="Nothing in it.")
        assert client.ask("POST", address, CHEATING).status_code == 201


@pytest.mark.parametrize(
    ("body", "pointer"),
    (
        ({}, "/cause"),
        ({"cause": "boredom"}, "/cause"),
        ({"cause": "other", "text": "x" * 1001}, "/text"),
        ({"cause": "other", "note": "x"}, "/note"),
    ),
)
def test_a_report_that_cannot_be_used_is_refused_by_field(
    client: ApiClient, addresses: tuple[str, str], body: dict[str, Any], pointer: str
) -> None:
    for address in addresses:
        (error,) = assert_problem(client.ask("POST", address, body), "invalid_fields")["errors"]
        assert error["pointer"] == pointer
    assert not Report.objects.exists()


def test_nobody_reports_oneself(ana: Person, addresses: tuple[str, str]) -> None:
    for address in addresses:
        assert_problem(ana.client.ask("POST", address, CHEATING), "report_of_oneself")
    assert not Report.objects.exists()


def test_what_one_cannot_see_one_cannot_report(client: ApiClient, ana: Person, addresses: tuple[str, str]) -> None:
    in_play = start(ana.client)
    assert_problem(client.ask("POST", f"{in_play}report/", CHEATING), "game_not_found")
    players.set_on_boards(player=ana.player, on_boards=False)
    for address, code in zip(addresses, ("game_not_found", "player_not_found"), strict=True):
        assert_problem(client.ask("POST", address, CHEATING), code)
    assert not Report.objects.exists()


def test_the_same_key_is_the_same_report(client: ApiClient, addresses: tuple[str, str]) -> None:
    answers = [client.ask("POST", addresses[0], CHEATING, idempotency_key="k") for _ in range(2)]
    assert answers[0].json() == answers[1].json()
    assert Report.objects.count() == 1


def test_reports_have_a_rate_of_their_own(client: ApiClient, addresses: tuple[str, str], settings: Settings) -> None:
    settings.THROTTLE_RATES = settings.THROTTLE_RATES | {"report": "1/hour"}
    assert client.ask("POST", addresses[0], CHEATING).status_code == 201
    assert assert_problem(client.ask("POST", addresses[1], CHEATING), "throttled")["limit"] == "report"
    assert client.ask("GET", "games/").status_code == 200


def test_the_player_reported_learns_nothing_of_it(
    client: ApiClient, ana: Person, game: dict[str, Any], addresses: tuple[str, str]
) -> None:
    reads = (game["url"], "players/me/", "games/", "players/me/export/")
    before = [ana.client.ask("GET", address).json() for address in reads]
    sam = make_player("Sam", is_staff=True)
    for address in addresses:
        report = client.ask("POST", address, CHEATING).json()
        moderation.resolve_report(report_id=report["id"], by=sam, reason="Nothing in it.")
    assert [ana.client.ask("GET", address).json() for address in reads] == before


def test_ones_reports_are_in_ones_export(client: ApiClient, game: dict[str, Any], addresses: tuple[str, str]) -> None:
    client.ask("POST", addresses[0], CHEATING)
    (report,) = client.ask("GET", "players/me/export/").json()["reports"]
    assert (report["game_id"], report["cause"], report["text"]) == (game["id"], "cheating", "The same line as mine.")


def test_who_is_deleted_takes_along_what_was_said(client: ApiClient, ana: Person, addresses: tuple[str, str]) -> None:
    for address in addresses:
        client.ask("POST", address, CHEATING)
    bos = ana.client.ask("POST", f"players/{newcomer('Bo').player.pk}/report/", CHEATING).json()
    ana.client.ask("DELETE", "players/me/")
    (left,) = Report.objects.all()
    assert (str(left.pk), left.text, left.reporter.name) == (bos["id"], "", "Deleted player")
