"""The pages of the table to play on as the service makes them: without a script they lead on, and show the cards."""

import json
import re
from typing import Any

import pytest
from django.test import Client

from api.pages.play_texts import TEXTS
from games import daily, players
from games.engine.deals import DealCode
from games.engine.errors import Refusal
from games.models import DailyDeal, Game, Player
from tests.api.clock import SetClock, clock
from tests.factories import known_game, make_player, start_and_play, submit_and_check

__all__ = ["clock"]

pytestmark = pytest.mark.django_db

DEAL = "DS1-D1N-AAAAAAB"


@pytest.fixture(autouse=True)
def deals_of_today(clock: SetClock) -> dict[str, str]:
    """The codes of the day by mode, written down already. It is noon, and stays noon at midnight."""
    day = clock("2026-11-30T12:00:00Z").date()
    codes = [DealCode.from_index(index, draw=mode.draw, scoring=mode.scoring) for index, mode in enumerate(daily.MODES)]
    DailyDeal.objects.bulk_create(
        DailyDeal(day=day, mode=code.mode, code=str(code), number=code.number) for code in codes
    )
    return {code.mode: str(code) for code in codes}


def signed_in() -> tuple[Client, Player]:
    """A browser that has a player's token, and the player."""
    signed = players.register_guest()
    client = Client()
    client.cookies["player_token"] = signed.token
    return client, signed.player


def given(html: str, name: str) -> Any:
    """What the page hands its script under a name."""
    found = re.search(rf'<script id="{name}" type="application/json">(.*?)</script>', html)
    assert found, name
    return json.loads(found[1])


def test_the_page_hands_its_script_the_deals_of_the_day(client: Client, deals_of_today: dict[str, str]) -> None:
    answer = client.get("/play/")

    assert answer.status_code == 200
    assert given(answer.text, "play-start") == {
        "day": "2026-11-30",
        "today": deals_of_today,
        "code": None,
        "game": None,
        "started": None,
        "finished": None,
    }


def test_each_refusal_of_the_engine_and_each_part_of_a_code_has_words() -> None:
    assert {*Refusal} <= {*TEXTS["refusals"]}
    assert {*TEXTS["codes"]} == {"text", "game", "mode", "draw", "scoring", "number"}


@pytest.mark.parametrize(
    ("form", "code"),
    (
        ({"deal": "today", "draw": "3", "scoring": "V"}, "DS1-D3V-AAAAAAD"),
        ({"deal": "code", "code": " ds1-d3n-aaaaaab\n"}, "DS1-D3N-AAAAAAB"),
        ({"deal": "code", "code": "aaaaaab", "draw": "3", "scoring": "V"}, "DS1-D3V-AAAAAAB"),
    ),
)
def test_without_script_the_choice_leads_to_its_deal(client: Client, form: dict[str, str], code: str) -> None:
    answer = client.get("/play/", form)

    assert (answer.status_code, answer["Location"]) == (302, f"/play/{code}/")


def test_a_random_deal_is_another_one_each_time(client: Client) -> None:
    chosen = {client.get("/play/", {"deal": "random", "draw": "3"})["Location"] for _ in range(3)}

    assert len(chosen) == 3
    assert all(re.fullmatch("/play/DS1-D3N-[A-Z2-7]{7}/", address) for address in chosen)


@pytest.mark.parametrize(
    "form", ({"deal": "mine"}, {"deal": "today", "draw": "2"}, {"deal": "today", "scoring": "normal"})
)
def test_what_the_form_cannot_send_is_refused(client: Client, form: dict[str, str]) -> None:
    assert client.get("/play/", form).status_code == 400


@pytest.mark.parametrize(
    ("address", "status"), (("/play/?deal=code&code=DS1-D1N-AAAAAA1", 400), ("/play/DS1-D1N-AAAAAA1/", 404))
)
def test_a_wrong_code_is_told_with_what_is_wrong(client: Client, address: str, status: int) -> None:
    answer = client.get(address)

    assert answer.status_code == status
    assert "The last part of a code has seven characters: A to Z, and 2 to 7." in answer.text
    assert 'value="DS1-D1N-AAAAAA1"' in answer.text


def test_a_deal_is_shown_as_it_is_dealt_and_nothing_is_started(client: Client) -> None:
    answer = client.get(f"/play/{DEAL}/")

    assert given(answer.text, "play-start")["code"] == DEAL
    still = answer.text.split("<noscript>")[1].split("</noscript>")[0]
    assert re.findall(r'data-pile="(\w+)" data-count="(\d+)"', still)[:4] == [
        ("stock", "59"),
        ("W", "0"),
        ("T1", "1"),
        ("T2", "2"),
    ]
    assert re.findall(r'data-card="([^"?]+)"', still) == ["4C", "QC", "8H", "4S", "9C", "2C", "8D", "9S", "KS"]
    assert Game.objects.count() == 0


def test_a_code_has_one_address(client: Client) -> None:
    assert client.get("/play/ds1-d1n-aaaaaab/")["Location"] == f"/play/{DEAL}/"


def test_one_goes_on_with_ones_own_game(client: Client) -> None:
    own, player = signed_in()
    game = start_and_play(player, DEAL, ["T7-T8", "draw"])

    page = own.get(f"/play/games/{game.pk}/")

    start = given(page.text, "play-start")
    assert (start["code"], start["game"], start["finished"]) == (DEAL, str(game.pk), None)
    still = page.text.split("<noscript>")[1].split("</noscript>")[0]
    assert 'data-pile="W" data-count="1"' in still
    assert f'href="/play/games/{game.pk}/"' in own.get("/play/").text
    assert f'href="/play/games/{game.pk}/"' not in client.get("/play/").text


def test_a_finished_game_is_none_to_go_on_with() -> None:
    own, player = signed_in()
    game = submit_and_check(player, known_game())

    assert f"/play/games/{game.pk}/" not in own.get("/play/").text


def test_of_others_games_there_are_replays_only(client: Client) -> None:
    game = start_and_play(make_player("Ana"), DEAL)
    other, _ = signed_in()

    for somebody in (client, other):
        assert somebody.get(f"/play/games/{game.pk}/")["Location"] == f"/games/{game.pk}/"


def test_a_game_that_is_not_there_is_not_found(client: Client) -> None:
    assert client.get("/play/games/019ad3c4-7a51-7c52-8f0e-3c1f6f0e8a11/").status_code == 404


def test_a_page_for_its_player_is_kept_by_nobody_else() -> None:
    own, _ = signed_in()

    answer = own.get("/play/")

    assert (answer["Cache-Control"], "Cookie" in answer["Vary"]) == ("private, no-cache", True)


def test_the_pages_change_nothing(client: Client) -> None:
    assert [client.post(address).status_code for address in ("/play/", f"/play/{DEAL}/")] == [405, 405]
