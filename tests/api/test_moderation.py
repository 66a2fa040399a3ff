"""Cheating, and what staff decide about it, as those concerned and all others see it; docs/cases.md lists it all."""

from typing import Any

import pytest

from games import log, moderation, players
from games.models import Cause, Game, Player
from games.moderation import hide_game, hide_player, reinstate_game
from tests.api.client import ApiClient, assert_problem
from tests.api.people import DEAL, Person, append, checked, finish, newcomer, post, start
from tests.factories import NOON, known_game, make_player
from tests.leaderboards.factories import entered

pytestmark = pytest.mark.django_db

BOARD = f"deals/{DEAL}/leaderboard/"
PASSWORD = "seven lucky foundations"


@pytest.fixture
def staff() -> Player:
    return make_player("Sam", is_staff=True)


@pytest.fixture
def ana() -> Person:
    return newcomer("Ana")


def ranked(answer: Any) -> list[tuple[int, str]]:
    return [(row["rank"], row["player"]["name"]) for row in answer.json()["rows"]]


# -- What the check finds


def test_a_copied_win_is_verified_and_leads_staff_to_the_first(ana: Person, staff: Player) -> None:
    first = checked(ana.client, post(ana.client, known_game()))
    bo = newcomer("Bo")
    copy = checked(bo.client, post(bo.client, known_game()))
    assert (copy["status"], [flag["kind"] for flag in copy["flags"]]) == ("verified", ["copy"])
    assert str(Game.objects.get(pk=copy["id"]).flags.get().other_id) == first["id"]
    assert ranked(bo.client.ask("GET", BOARD)) == [(1, "Ana"), (1, "Bo")]


def test_a_win_of_a_moment_is_flagged_and_not_banned(ana: Person) -> None:
    won = known_game()
    url = start(ana.client)
    append(ana.client, url, 0, *won.moves)
    state = checked(ana.client, finish(ana.client, url, len(won.moves)))
    assert (state["status"], state["hidden"], [flag["kind"] for flag in state["flags"]]) == (
        "verified",
        False,
        ["pace"],
    )
    assert state["flags"][0]["note"].startswith("266 actions in ")
    assert ranked(ana.client.ask("GET", BOARD)) == [(1, "Ana")]
    assert ana.client.ask("GET", "players/me/").json()["measures"]["banned"] is None


def test_taking_back_follows_the_rules_and_ranks_no_higher(ana: Person) -> None:
    game = known_game(note="a card taken back and placed again, twenty times")
    state = checked(ana.client, post(ana.client, game))
    final = game.final
    assert (state["status"], state["score"], state["ranked_score"]) == (
        "verified",
        final["score"],
        final["ranked_score"],
    )
    moves = [move for move in game.moves if not move.startswith("F")]
    assert len(game.moves) - len(moves) >= 20
    (row,) = ana.client.ask("GET", BOARD).json()["rows"]
    assert row["ranked_score"] == state["ranked_score"]


def test_a_deleted_players_game_replays_for_staff_without_a_name(anonymous: ApiClient) -> None:
    signed_in = players.register_account(name="Ana", password=PASSWORD, email="ana@example.org")
    client = ApiClient(token=signed_in.token)
    url = checked(client, post(client, known_game()))["url"]
    client.ask("DELETE", "players/me/", {"password": PASSWORD})
    sam = newcomer("Sam", is_staff=True).client
    for path in ("", "log/", "replay/", "movetext/"):
        assert_problem(anonymous.ask("GET", f"{url}{path}"), "game_not_found")
        shown = sam.ask("GET", f"{url}{path}")
        assert (shown.status_code, b"Ana" in shown.content, b"@" in shown.content) == (200, False, False)
    assert b"Deleted player" in sam.ask("GET", f"{url}movetext/").content


# -- Hidden


def test_a_hidden_players_games_are_gone_at_once_with_a_warm_cache_and_an_old_cursor(
    anonymous: ApiClient, ana: Person, staff: Player
) -> None:
    for minute, name in enumerate(("Ana", "Bo", "Cyd", "Dee")):
        person = ana.player if name == "Ana" else make_player(name)
        entered(person, 700 - minute, minutes=minute, code=DEAL)
    first = anonymous.ask("GET", f"{BOARD}?limit=2")
    hide_player(player_id=ana.player.pk, by=staff, reason="test")
    again = anonymous.ask("GET", f"{BOARD}?limit=2", if_none_match=first.headers["ETag"])
    assert (again.status_code, ranked(again), again.json()["total"]) == (200, [(1, "Bo"), (2, "Cyd")], 3)
    further = anonymous.ask("GET", f"{BOARD}?limit=2&cursor={first.json()['next']}")
    assert ranked(further) == [(2, "Cyd"), (3, "Dee")]


def test_a_hidden_game_gives_its_place_to_the_players_next_best(ana: Person, staff: Player) -> None:
    best = checked(ana.client, post(ana.client, known_game(nth=1)))
    checked(ana.client, post(ana.client, known_game()))
    scores = []
    for decide in (hide_game, reinstate_game):
        decide(game_id=best["id"], by=staff, reason="test")
        (row,) = ana.client.ask("GET", BOARD).json()["rows"]
        scores.append((row["game_id"] == best["id"], row["finished_at"] == best["finished_at"]))
    assert scores == [(False, False), (True, True)]


def test_the_owner_of_a_hidden_game_reads_since_when_and_why_and_nobody_else_does(
    anonymous: ApiClient, ana: Person, staff: Player
) -> None:
    url = checked(ana.client, post(ana.client, known_game()))["url"]
    game_id = Game.objects.get().pk
    hide_game(game_id=game_id, by=staff, reason="secret", cause=Cause.NOT_PLAYED, note="Ask us.", at=NOON)
    answer = ana.client.ask("GET", url)
    assert answer.json()["hiding"] == {
        "at": "2026-11-30T12:00:00Z",
        "cause": "not_played",
        "note": "Ask us.",
        "of": "game",
    }
    assert "secret" not in answer.content.decode()
    assert_problem(anonymous.ask("GET", url), "game_not_found")
    reinstate_game(game_id=game_id, by=staff, reason="a mistake")
    assert (ana.client.ask("GET", url).json()["hiding"], anonymous.ask("GET", url).json()["hidden"]) == (None, False)


def test_a_hidden_player_reads_it_with_the_reason_and_has_no_rank(ana: Person, staff: Player) -> None:
    state = checked(ana.client, post(ana.client, known_game()))
    hide_player(player_id=ana.player.pk, by=staff, reason="secret", cause=Cause.ABUSE, note="Stop it.", at=NOON)
    measure = {"at": "2026-11-30T12:00:00Z", "cause": "abuse", "note": "Stop it."}
    me = ana.client.ask("GET", "players/me/").json()
    assert me["measures"] == {"hidden": measure, "banned": None, "name_reset": None}
    game = ana.client.ask("GET", state["url"]).json()
    assert (game["hidden"], game["hiding"]) == (True, measure | {"of": "player"})
    assert [row["hidden"] for row in ana.client.ask("GET", "games/").json()["games"]] == [True]
    assert assert_problem(ana.client.ask("GET", f"{BOARD}me/"), "not_ranked") == {"reason": "player_hidden"}


def test_who_is_locked_out_cannot_sign_in_and_keeps_their_place(anonymous: ApiClient) -> None:
    signed_in = players.register_account(name="Ana", password=PASSWORD)
    client = ApiClient(token=signed_in.token)
    checked(client, post(client, known_game()))
    Player.objects.update(is_active=False)
    assert_problem(client.ask("GET", "players/me/"), "invalid_token")
    assert_problem(anonymous.ask("POST", "sessions/", {"name": "Ana", "password": PASSWORD}), "bad_credentials")
    assert ranked(anonymous.ask("GET", BOARD)) == [(1, "Ana")]
    assert anonymous.ask("GET", f"players/{signed_in.player.pk}/").json()["name"] == "Ana"


# -- Banned from posting


@pytest.fixture
def banned(ana: Person, staff: Player) -> tuple[Person, str]:
    """Ana, with a game in play, banned since noon."""
    url = start(ana.client)
    append(ana.client, url, 0, "T8-F")
    moderation.ban_player(
        player_id=ana.player.pk, by=staff, reason="secret", cause=Cause.ABUSE, note="A week off.", at=NOON
    )
    return ana, url


def test_who_is_banned_plays_nothing_and_is_told_since_when_and_why(banned: tuple[Person, str]) -> None:
    ana, url = banned
    answers = [
        ana.client.ask("POST", "games/", {"deal": DEAL}),
        append(ana.client, url, 1, "draw"),
        append(ana.client, url, 0, "T8-F"),
        finish(ana.client, url, 1),
        post(ana.client, known_game()),
    ]
    told = {"since": "2026-11-30T12:00:00Z", "cause": "abuse", "note": "A week off."}
    assert [assert_problem(answer, "posting_banned") for answer in answers] == [told] * 5
    assert not any("secret" in answer.content.decode() for answer in answers)
    game = Game.objects.get()
    assert (game.status, len(log.read(stream_id=game.pk))) == ("playing", 1)


def test_who_is_banned_reads_on_and_keeps_their_place(banned: tuple[Person, str]) -> None:
    ana, url = banned
    entered(ana.player, code=DEAL)
    reads = ("players/me/", "players/me/export/", "games/", url, f"{url}log/", f"{url}replay/", f"{BOARD}me/")
    assert [ana.client.ask("GET", address).status_code for address in reads] == [200] * len(reads)
    assert ana.client.ask("PATCH", "players/me/", {"name": "Anna"}).status_code == 200
    measure = {"at": "2026-11-30T12:00:00Z", "cause": "abuse", "note": "A week off."}
    assert ana.client.ask("GET", "players/me/").json()["measures"]["banned"] == measure


def test_once_the_ban_is_lifted_the_game_goes_on_where_it_was(banned: tuple[Person, str], staff: Player) -> None:
    ana, url = banned
    moderation.lift_ban(player_id=ana.player.pk, by=staff, reason="The week is over.")
    assert append(ana.client, url, 1, "draw").status_code == 200
    assert finish(ana.client, url, 2).status_code == 202
    assert ana.client.ask("GET", "players/me/").json()["measures"]["banned"] is None


# -- A name taken away


@pytest.fixture
def rude(staff: Player) -> Person:
    """An account whose name staff have reset, as offensive."""
    signed_in = players.register_account(name="Rude Name", password=PASSWORD)
    person = Person(player=signed_in.player, client=ApiClient(token=signed_in.token))
    checked(person.client, post(person.client, known_game()))
    moderation.reset_name(player_id=person.player.pk, by=staff, reason="secret", note="Choose another.", at=NOON)
    return person


def test_the_old_name_is_nowhere_and_a_made_up_one_everywhere(rude: Person, anonymous: ApiClient) -> None:
    me = rude.client.ask("GET", "players/me/").json()
    assert me["measures"]["name_reset"] == {
        "at": "2026-11-30T12:00:00Z",
        "cause": "offensive_name",
        "note": "Choose another.",
    }
    shown = [anonymous.ask("GET", address) for address in (BOARD, f"players/{rude.player.pk}/")]
    assert [(me["name"] in one.content.decode(), "Rude" in one.content.decode()) for one in shown] == [
        (True, False)
    ] * 2


@pytest.mark.parametrize("name", ("Rude Name", "rude name", "Rude Nаme"))
def test_the_old_name_is_barred_to_its_player_and_to_all(rude: Person, anonymous: ApiClient, name: str) -> None:
    reasons = {"barred", "mixed_scripts"}
    for answer in (
        rude.client.ask("PATCH", "players/me/", {"name": name}),
        anonymous.ask("POST", "players/", {"name": name}),
        anonymous.ask("POST", "players/", {"name": name, "password": PASSWORD}),
    ):
        assert assert_problem(answer, "bad_name")["reason"] in reasons


def test_the_account_signs_in_with_the_old_name_and_with_the_new_one(rude: Person, anonymous: ApiClient) -> None:
    new = rude.client.ask("GET", "players/me/").json()["name"]
    for name in ("Rude Name", new):
        answer = anonymous.ask("POST", "sessions/", {"name": name, "password": PASSWORD})
        assert answer.json()["player"]["name"] == new
    assert_problem(
        anonymous.ask("POST", "sessions/", {"name": "Rude Name", "password": "another one"}), "bad_credentials"
    )


def test_a_name_of_ones_own_choice_ends_the_measure(rude: Person) -> None:
    assert rude.client.ask("PATCH", "players/me/", {"name": "Kind Name"}).json()["measures"]["name_reset"] is None
    assert_problem(rude.client.ask("PATCH", "players/me/", {"name": "Rude Name"}), "bad_name")


# -- Flags


def test_the_owner_reads_what_became_of_a_flag(ana: Person, staff: Player) -> None:
    checked(newcomer("Bo").client, post(newcomer("Bo").client, known_game()))
    state = checked(ana.client, post(ana.client, known_game()))
    (flag,) = Game.objects.get(pk=state["id"]).flags.all()
    moderation.dismiss_flag(flag_id=flag.pk, by=staff, reason="The same person.")
    states = [ana.client.ask("GET", state["url"]).json()["flags"][0]["state"]]
    flag.decision = None
    flag.save()
    hide_game(game_id=state["id"], by=staff, reason="A copy.")
    states.append(ana.client.ask("GET", state["url"]).json()["flags"][0]["state"])
    assert ([one["state"] for one in state["flags"]], states) == (["open"], ["dismissed", "acted_upon"])
