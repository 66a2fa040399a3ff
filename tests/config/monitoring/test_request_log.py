"""A request is one line of the log, which says what it was about and nothing that opens anything."""

import json
import logging
import logging.config
from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from games.models import Match, ShareLink
from tests.api.client import ApiClient
from tests.api.people import newcomer
from tests.api.table import opened
from tests.factories import known_game, start_and_play, submit

pytestmark = pytest.mark.django_db


class Lines:
    """What has been logged, as the handler of all processes writes it."""

    def __init__(self, written: StringIO) -> None:
        self._written = written

    @property
    def text(self) -> str:
        return self._written.getvalue()

    @property
    def all(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.text.splitlines()]

    @property
    def requests(self) -> list[dict[str, Any]]:
        return [line for line in self.all if line["event"] == "request"]


@pytest.fixture
def lines() -> Iterator[Lines]:
    configured = logging.config.DictConfigurator(settings.LOGGING)
    written = logging.StreamHandler(StringIO())
    written.setFormatter(configured.configure_formatter(dict(settings.LOGGING["formatters"]["json"])))
    logging.getLogger().addHandler(written)
    yield Lines(written.stream)
    logging.getLogger().removeHandler(written)


def told(line: dict[str, Any]) -> dict[str, Any]:
    """A line without what differs each time."""
    assert line.pop("ms") >= 0
    return {name: value for name, value in line.items() if name not in ("timestamp", "request_id", "logger", "level")}


def test_a_request_is_one_line_with_who_asked_and_what_for(lines: Lines) -> None:
    ana = newcomer("Ana")
    game = start_and_play(ana.player, "DS1-D1N-AAAAAAB")

    ana.client.ask("GET", f"games/{game.pk}/")

    (line,) = lines.requests
    assert told(line) == {
        "event": "request",
        "method": "GET",
        "route": "api/v1/games/<uuid:game_id>/",
        "status": 200,
        "game": str(game.pk),
        "player": str(ana.player.pk),
    }


def test_what_a_request_made_is_told(lines: Lines) -> None:
    ana = newcomer("Ana")

    made = ana.client.ask("POST", "games/", {"deal": "DS1-D1N-AAAAAAB"}).json()

    assert [line["game"] for line in lines.requests] == [made["id"]]


def test_a_match_is_told_when_it_is_made(lines: Lines) -> None:
    match = opened().match

    assert lines.requests[0]["match"] == str(match.pk)


def test_who_looks_at_a_page_is_told_if_the_page_has_found_out(lines: Lines) -> None:
    ana = newcomer("Ana")
    client = Client()
    client.cookies["player_token"] = str(ana.client.token)

    client.get("/players/me/")

    assert [line["player"] for line in lines.requests] == [str(ana.player.pk)]


def test_a_deal_is_told_only_where_it_is_one(lines: Lines) -> None:
    for code in ("DS1-D1N-AAAAAAB", "dst_abcdefgh"):
        ApiClient().ask("GET", f"deals/{code}/")

    assert [line.get("deal") for line in lines.requests] == ["DS1-D1N-AAAAAAB", None]


def test_machines_that_ask_all_the_time_leave_no_lines(lines: Lines) -> None:
    for address in ("/health/live/", "/health/ready/", "/metrics"):
        Client().get(address)

    assert lines.requests == []


def test_a_refusal_is_one_line(lines: Lines) -> None:
    ApiClient().ask("GET", "players/me/")

    assert [line["status"] for line in lines.all] == [401]


def test_nothing_that_opens_anything_is_logged(lines: Lines) -> None:
    ana = newcomer("Ana")
    game = submit(ana.player, known_game())
    link = ShareLink.objects.create(game=game, token="SHARE-7-TOKEN-SECRET-1")
    table = opened(private=True)
    invite = Match.objects.get(pk=table.match.pk).series.invite
    secrets = {link.token, invite, str(ana.client.token), "a-password-of-hers", "TICKET-SECRET", "lost-SECRET"}
    assert "" not in secrets

    for address in (
        f"/games/{game.pk}/?share={link.token}",
        f"/api/v1/games/{game.pk}/replay/?share={link.token}",
        f"{table.url}?invite={invite}",
        f"/matches/{table.match.pk}/?invite={invite}",
        f"/live/matches/{table.match.pk}/?ticket=TICKET-SECRET",
        "/api/v1/deals/lost-SECRET/",
        "/nowhere/lost-SECRET/?share=lost-SECRET",
        f"/admin/?next={link.token}",
    ):
        ana.client.generic("GET", address, headers={"Authorization": f"Bearer {ana.client.token}"})
    ana.client.ask("POST", "sessions/", {"name": "Ana", "password": "a-password-of-hers"})

    assert len(lines.requests) == 10
    assert not [secret for secret in secrets if secret in lines.text]


def test_a_fault_is_logged_with_its_place_and_without_its_values(lines: Lines, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        secret = "a-value-of-the-frame"
        raise RuntimeError(len(secret))

    monkeypatch.setattr("api.pages.home.render", fail)
    Client(raise_request_exception=False).get("/?share=a-share-token")

    fault, line = lines.all
    assert (fault["level"], line["level"], line["status"]) == ("error", "warning", 500)
    assert fault["request_id"] == line["request_id"]
    assert fault["exception"][0]["exc_type"] == "RuntimeError"
    assert not [word for word in ("a-value-of-the-frame", "a-share-token") if word in lines.text]


def test_the_extra_of_a_librarys_line_is_told_by_name_only(lines: Lines) -> None:
    logging.getLogger("games.proofs").warning("proof_failed", extra={"code": "DS1-D1N-AAAAAAB", "request": "secret"})

    (line,) = lines.all
    assert (line["event"], line["code"], line.get("request")) == ("proof_failed", "DS1-D1N-AAAAAAB", None)
