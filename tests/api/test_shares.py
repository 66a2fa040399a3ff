"""Links to replays: made by a game's player, good for anybody who has them, until they are revoked."""

from typing import Any

import pytest
from pytest_django import Settings

from games import players
from games.models import Game, Player, ReplayView, ShareLink
from games.moderation import hide_game, hide_player, reinstate_game, reinstate_player
from tests.api.client import ApiClient, assert_problem
from tests.api.people import DEAL, Person, append, checked, newcomer, post, post_moves, start
from tests.factories import known_game, make_player

pytestmark = pytest.mark.django_db

GATED = ("?version=1", "log/", "replay/", "movetext/")


@pytest.fixture
def ana() -> Person:
    return newcomer("Ana")


@pytest.fixture
def game(ana: Person) -> dict[str, Any]:
    """Ana's verified game."""
    return checked(ana.client, post(ana.client, known_game()))


def share(person: Person, game: dict[str, Any]) -> dict[str, Any]:
    answer = person.client.ask("POST", f"{game['url']}share/")
    assert answer.status_code in (200, 201), answer.content
    link: dict[str, Any] = answer.json()
    return link


def by_link(client: ApiClient, game: dict[str, Any], path: str, token: str) -> Any:
    return client.ask("GET", f"{game['url']}{path}{'&' if '?' in path else '?'}share={token}")


@pytest.mark.parametrize("path", ("", *GATED))
def test_a_link_opens_the_game_and_how_it_was_played_to_anybody(
    ana: Person, game: dict[str, Any], anonymous: ApiClient, client: ApiClient, path: str
) -> None:
    token = share(ana, game)["token"]
    for asker in (anonymous, client):
        assert by_link(asker, game, path, token).status_code == 200
    assert anonymous.ask("GET", f"{game['url']}replay/").status_code == 403


def test_the_address_of_a_link_is_the_replay(ana: Person, game: dict[str, Any], anonymous: ApiClient) -> None:
    link = share(ana, game)
    answer = anonymous.ask("GET", link["url"])
    assert answer.json() == ana.client.ask("GET", f"{game['url']}replay/").json()
    assert b'<section class="viewer"' in anonymous.get(link["page_url"]).content


def test_there_is_one_link_and_it_can_be_read_again(ana: Person, game: dict[str, Any]) -> None:
    first = ana.client.ask("POST", f"{game['url']}share/")
    again = ana.client.ask("POST", f"{game['url']}share/")
    read = ana.client.ask("GET", f"{game['url']}share/")
    assert [answer.status_code for answer in (first, again, read)] == [201, 200, 200]
    assert first.json() == again.json() == read.json()
    assert (len(first.json()["token"]), first.headers["Location"]) == (22, f"{game['url']}share/")


def test_a_revoked_link_opens_nothing_and_the_next_is_another(
    ana: Person, game: dict[str, Any], anonymous: ApiClient
) -> None:
    token = share(ana, game)["token"]
    assert ana.client.ask("DELETE", f"{game['url']}share/").status_code == 204
    for method in ("GET", "DELETE"):
        assert_problem(ana.client.ask(method, f"{game['url']}share/"), "share_not_found")
    other = share(ana, game)["token"]
    assert other != token
    for path in ("", *GATED):
        assert_problem(by_link(anonymous, game, path, token), "share_not_found")
        assert by_link(anonymous, game, path, other).status_code == 200


@pytest.mark.parametrize("token", ("", "x", "A" * 22, "\u00e9" * 22))
def test_another_token_opens_nothing_not_even_for_the_owner(
    ana: Person, game: dict[str, Any], anonymous: ApiClient, token: str
) -> None:
    share(ana, game)
    for asker in (anonymous, ana.client):
        assert_problem(by_link(asker, game, "replay/", token), "share_not_found")


def test_a_link_is_good_for_its_own_game_only(ana: Person, game: dict[str, Any], anonymous: ApiClient) -> None:
    other = checked(ana.client, post(ana.client, known_game(nth=1)))
    token = share(ana, game)["token"]
    assert_problem(by_link(anonymous, other, "replay/", token), "share_not_found")
    share(ana, other)
    assert_problem(by_link(anonymous, other, "replay/", token), "share_not_found")


@pytest.mark.parametrize("policy", ("after_own_result", "always", "never"))
def test_a_link_works_under_any_policy(
    ana: Person, game: dict[str, Any], anonymous: ApiClient, settings: Settings, policy: str
) -> None:
    settings.REPLAY_POLICY = policy
    assert by_link(anonymous, game, "replay/", share(ana, game)["token"]).status_code == 200


def test_who_follows_a_link_signed_in_has_seen_a_replay_and_the_owner_has_not(
    ana: Person, game: dict[str, Any], client: ApiClient, player: Player, anonymous: ApiClient
) -> None:
    token = share(ana, game)["token"]
    for asker in (ana.client, anonymous, client):
        by_link(asker, game, "", token)  # the result alone is no replay
    assert not ReplayView.objects.exists()
    for asker in (ana.client, anonymous, client):
        by_link(asker, game, "replay/", token)
    assert [(view.player, view.number) for view in ReplayView.objects.all()] == [(player, "KSTNMZC")]
    assert checked(client, post(client, known_game(nth=1)))["seen_replay"] is True


def test_a_rejected_game_can_be_shown_by_a_link(ana: Person, anonymous: ApiClient) -> None:
    game = checked(ana.client, post_moves(ana.client, DEAL, ["T8-F", "undo", "W-F"]))
    shown = by_link(anonymous, game, "replay/", share(ana, game)["token"]).json()
    assert (shown["status"], shown["error"]["move"]) == ("rejected", "W-F")


def test_a_game_in_play_cannot_be_shared(ana: Person) -> None:
    url = start(ana.client)
    append(ana.client, url, 0, "draw")
    assert_problem(ana.client.ask("POST", f"{url}share/"), "game_not_finished")
    assert not ShareLink.objects.exists()


def test_nobody_shares_the_game_of_another(game: dict[str, Any], client: ApiClient) -> None:
    for method in ("POST", "GET", "DELETE"):
        assert_problem(client.ask(method, f"{game['url']}share/"), "game_not_found")
    assert not ShareLink.objects.exists()


@pytest.mark.parametrize("of", ("game", "player"))
def test_what_staff_hide_is_shared_with_nobody_until_it_is_reinstated(
    ana: Person, game: dict[str, Any], anonymous: ApiClient, of: str
) -> None:
    token, sam = share(ana, game)["token"], make_player("Sam", is_staff=True)
    if of == "game":
        hide_game(game_id=game["id"], by=sam, reason="test")
    else:
        hide_player(player_id=ana.player.pk, by=sam, reason="test")
    for path in ("", *GATED):
        assert_problem(by_link(anonymous, game, path, token), "share_not_found")
    for method in ("POST", "GET"):
        assert_problem(ana.client.ask(method, f"{game['url']}share/"), "share_not_found")
    if of == "game":
        reinstate_game(game_id=game["id"], by=sam, reason="test")
    else:
        reinstate_player(player_id=ana.player.pk, by=sam, reason="test")
    assert by_link(anonymous, game, "replay/", token).status_code == 200


def test_who_is_on_no_boards_can_share_and_who_has_gone_cannot(
    ana: Person, game: dict[str, Any], anonymous: ApiClient
) -> None:
    token = share(ana, game)["token"]
    players.set_on_boards(player=ana.player, on_boards=False)
    assert by_link(anonymous, game, "replay/", token).status_code == 200
    players.erase(player=Player.objects.get(pk=ana.player.pk))
    assert_problem(by_link(anonymous, game, "replay/", token), "share_not_found")
    assert (ShareLink.objects.exists(), Game.objects.exists()) == (False, True)


def test_flags_and_checks_are_not_shown_by_a_link(ana: Person, game: dict[str, Any], anonymous: ApiClient) -> None:
    shown = by_link(anonymous, game, "", share(ana, game)["token"]).json()
    assert (shown["flags"], shown["check"], shown["hiding"], shown["table"]) == ([], None, None, None)


def test_nothing_private_is_in_a_replay_by_a_link(anonymous: ApiClient) -> None:
    signed_in = players.register_account(name="Ana", password="seven lucky foundations", email="ana@example.org")
    ana = Person(player=signed_in.player, client=ApiClient(token=signed_in.token))
    game = checked(ana.client, post(ana.client, known_game()))
    token = share(ana, game)["token"]
    for path in ("", *GATED):
        shown = by_link(anonymous, game, path, token)
        assert (shown.status_code, b"example.org" in shown.content) == (200, False)
