"""The replay on a game's page as it comes from the server, any step of it, and the frames for its script."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from games import log, replay, services
from games.admin import replays
from games.engine.deals import DealCode
from games.models import Game, Player, ReplayView
from tests.factories import make_player

PILE = re.compile(r'data-pile="(\w+)"[^>]*>(.*?)</div>', re.DOTALL)


def frames_of(game: Game) -> dict[str, object]:
    events = log.read(stream_id=game.pk)
    return replay.frames(code=DealCode.parse(game.code), events=events, rules_version=1, reveal=True)


def shown(client: Client, game: Game, **query: int) -> str:
    response = client.get(reverse("admin:games_game_change", args=[game.pk]), query)
    assert response.status_code == 200
    return response.content.decode()


def piles_on(page: str) -> replay.Piles:
    return {name: re.findall(r'data-card="(.*?)"', cards) for name, cards in PILE.findall(page)}


@pytest.mark.parametrize("step", (0, 1, 41, 266))
def test_every_pile_is_shown_as_the_frames_have_it(viewer: Client, won: Game, step: int) -> None:
    page = shown(viewer, won, step=step)

    assert piles_on(page) == replay.piles_at(replay=frames_of(won), version=step)
    assert set(piles_on(page)) == set(replay.PILES)


def test_without_a_step_the_deal_is_shown(viewer: Client, won: Game) -> None:
    assert piles_on(shown(viewer, won)) == replay.piles_at(replay=frames_of(won), version=0)


def test_a_rejected_game_is_shown_where_its_move_was_refused(viewer: Client, refused: Game) -> None:
    page = shown(viewer, refused)

    assert piles_on(page) == replay.piles_at(replay=frames_of(refused), version=41)
    assert "recycle is illegal: the stock still has cards" in page
    assert replays.address(refused).endswith("#41")


def test_a_byte_that_is_no_action_is_shown_as_what_ends_the_game(viewer: Client, ana: Player) -> None:
    game = services.submit_game(player=ana, code=DealCode.parse("DS1-D1N-AAAAAAB"), events=b"\x00\xfe").game

    page = shown(viewer, game, step=1)

    assert "byte 254 at index 1 stands for no action" in page
    assert '<span class="move">?</span> <span class="tag">refused</span>' in page


@pytest.mark.parametrize("step", ("-1", "42", "x", "", "1e1", "٣"))
def test_a_step_that_is_none_is_not_found(viewer: Client, refused: Game, step: str) -> None:
    response = viewer.get(reverse("admin:games_game_change", args=[refused.pk]), {"step": step})

    assert response.status_code == 404


def test_the_page_has_no_script_or_style_of_its_own(viewer: Client, won: Game) -> None:
    page = shown(viewer, won)

    assert re.findall(r"<script(?![^>]*\b(?:src=|application/json))", page) == []
    assert re.findall(r"<style|\sstyle=|\son\w+=", page) == []


def test_the_frames_are_those_of_the_service_with_hidden_cards_named(viewer: Client, refused: Game) -> None:
    response = viewer.get(reverse("admin:games_game_frames", args=[refused.pk]))

    assert response.json() == frames_of(refused)


@pytest.mark.parametrize("page", ("admin:games_game_change", "admin:games_game_frames"))
def test_a_replay_is_for_staff_with_the_permission(won: Game, page: str) -> None:
    plain, player = Client(), Client()
    plain.force_login(make_player(is_staff=True))
    player.force_login(make_player())
    address = reverse(page, args=[won.pk])

    assert plain.get(address).status_code == 403
    assert player.get(address).status_code == 302
    assert not ReplayView.objects.exists()


def test_staff_who_ask_for_the_frames_have_seen_the_replay(viewer: Client, won: Game) -> None:
    viewer.get(reverse("admin:games_game_frames", args=[won.pk]))

    assert list(ReplayView.objects.values_list("player__name", "number")) == [("Viewer", "KSTNMZC")]
