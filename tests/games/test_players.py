"""How players come, stay and go."""

import re
from collections.abc import Callable
from datetime import timedelta
from hashlib import sha256
from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries

from games import players, results
from games.errors import (
    AlreadyAccount,
    BadCredentials,
    BadEmail,
    BadName,
    BadPassword,
    GameError,
    NameTaken,
    NotAnAccount,
    PlayerNotFound,
    TokenNotFound,
    WrongPassword,
)
from games.ids import uuid7
from games.models import AccessToken, Game, LogBatch, Player
from tests.factories import NOON, known_game, submit_and_check

pytestmark = pytest.mark.django_db

PASSWORD = "seven lucky foundations"
LATER = NOON + timedelta(minutes=5)


@pytest.fixture
def ana() -> players.SignedIn:
    return players.register_account(name="Ana", password=PASSWORD, email="ana@example.org", label="phone", at=NOON)


@pytest.fixture
def guest() -> players.SignedIn:
    return players.register_guest(at=NOON)


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """Of which deals boards were told that a result may have changed, in that order."""
    deals: list[tuple[str, int]] = []

    def note(*, player_id: object, code: str, rules_version: int) -> None:
        deals.append((code, rules_version))

    monkeypatch.setattr(results, "_registered", [note])
    return deals


def test_a_guest_gets_a_made_up_name_and_a_token(guest: players.SignedIn) -> None:
    assert re.fullmatch(r"[A-Z][a-z]+ [A-Z][a-z]+ \d{4}", guest.player.name)
    assert (guest.player.is_guest, guest.player.has_usable_password(), guest.player.created_at) == (True, False, NOON)
    assert re.fullmatch(r"dst_[A-Za-z0-9_-]{43}", guest.token)
    assert players.player_for_token(guest.token) == guest.player


def test_an_account_has_its_name_and_its_password(ana: players.SignedIn) -> None:
    player = Player.objects.get(pk=ana.player.pk)
    assert (player.name, player.is_guest, player.email, player.is_staff) == ("Ana", False, "ana@example.org", False)
    assert player.check_password(PASSWORD)


def test_the_text_of_a_token_is_nowhere_in_the_database(ana: players.SignedIn) -> None:
    rows = [*AccessToken.objects.values(), *Player.objects.values()]
    values = [value for row in rows for value in row.values()]
    stored = " ".join(repr(bytes(value) if isinstance(value, memoryview) else value) for value in values)
    assert sha256(ana.token.encode()).digest() == bytes(AccessToken.objects.get().digest)
    assert ana.token.removeprefix("dst_") not in stored


@pytest.mark.parametrize("name", ("Ana", "ANA", "Αna", "Аnа", "Ａｎａ"))
@pytest.mark.parametrize(
    "register",
    (
        lambda name: players.register_guest(name=name),
        lambda name: players.register_account(name=name, password=PASSWORD),
    ),
    ids=("guest", "account"),
)
def test_the_name_of_an_account_and_its_look_alikes_are_refused(
    ana: players.SignedIn, register: Callable[[str], object], name: str
) -> None:
    with pytest.raises((NameTaken, BadName)):
        register(name)
    assert Player.objects.count() == 1


def test_a_guests_name_reserves_nothing() -> None:
    first, second = players.register_guest(name="Fox"), players.register_guest(name="Fox")
    account = players.register_account(name="Fox", password=PASSWORD)
    assert {first.player.name, second.player.name, account.player.name} == {"Fox"}


@pytest.mark.parametrize(
    ("fields", "refusal"),
    (
        ({"name": "Admin"}, BadName),
        ({"name": "\u202eanA"}, BadName),
        ({"password": "1234567890"}, BadPassword),
        ({"password": "short"}, BadPassword),
        ({"password": "Anastasia9", "name": "Anastasia9"}, BadPassword),
        ({"email": "ana"}, BadEmail),
    ),
)
def test_what_cannot_be_used_leaves_no_player(fields: dict[str, Any], refusal: type[GameError]) -> None:
    with pytest.raises(refusal):
        players.register_account(**{"name": "Ana", "password": PASSWORD, **fields})
    assert not Player.objects.exists()


def test_signing_in_takes_the_name_in_any_case_and_gives_another_token(ana: players.SignedIn) -> None:
    signed_in = players.sign_in(name="aNA", password=PASSWORD, label="laptop")
    assert signed_in.player == ana.player
    assert signed_in.token != ana.token
    assert [token.label for token in players.tokens_of(player=ana.player)] == ["laptop", "phone"]


@pytest.mark.parametrize(("name", "password"), (("Ana", "wrong"), ("Bea", PASSWORD), ("", PASSWORD), ("Ana", "")))
def test_signing_in_with_anything_else_says_one_thing(ana: players.SignedIn, name: str, password: str) -> None:
    with pytest.raises(BadCredentials, match="No account has this name and password"):
        players.sign_in(name=name, password=password)
    assert AccessToken.objects.count() == 1


def test_a_name_that_nobody_has_costs_as_many_hashes_as_a_wrong_password(
    ana: players.SignedIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    from django.contrib.auth.hashers import MD5PasswordHasher

    hashed: list[str] = []
    encode = MD5PasswordHasher.encode

    def count(self: MD5PasswordHasher, password: str, salt: str) -> str:
        hashed.append(password)
        return encode(self, password, salt)

    monkeypatch.setattr(MD5PasswordHasher, "encode", count)
    for name in ("Ana", "Bea"):
        with pytest.raises(BadCredentials):
            players.sign_in(name=name, password="wrong")
    assert hashed == ["wrong", "wrong"]


def test_a_token_is_found_in_one_query(
    ana: players.SignedIn, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(1):
        player = players.player_for_token(ana.token)
        assert player is not None
        assert player.name == "Ana"


@pytest.mark.parametrize("text", ("", "dst_", "dst_" + "A" * 43, "dst_" + "é" * 43, "x" * 47))
def test_no_other_text_is_a_token(ana: players.SignedIn, text: str) -> None:
    assert players.player_for_token(text) is None


def test_a_revoked_token_lets_nobody_in(ana: players.SignedIn) -> None:
    players.revoke_token(player=ana.player, token_id=ana.access.pk, at=LATER)
    assert players.player_for_token(ana.token) is None
    with pytest.raises(TokenNotFound):
        players.revoke_token(player=ana.player, token_id=ana.access.pk)


def test_nobody_revokes_the_token_of_another(ana: players.SignedIn, guest: players.SignedIn) -> None:
    with pytest.raises(TokenNotFound):
        players.revoke_token(player=guest.player, token_id=ana.access.pk)
    assert players.player_for_token(ana.token) == ana.player


def test_a_guest_that_becomes_an_account_keeps_id_token_and_games(guest: players.SignedIn) -> None:
    game = submit_and_check(guest.player, known_game())
    account = players.make_account(player=guest.player, name="Ana", password=PASSWORD)
    assert (account.pk, account.is_guest) == (guest.player.pk, False)
    assert players.player_for_token(guest.token) == account
    assert list(account.games.all()) == [game]


def test_a_guest_may_keep_its_name_unless_an_account_has_it(ana: players.SignedIn, guest: players.SignedIn) -> None:
    assert players.make_account(player=guest.player, password=PASSWORD).name == guest.player.name
    with pytest.raises(AlreadyAccount):
        players.make_account(player=ana.player, password=PASSWORD)


def test_renaming_frees_the_old_name_and_takes_the_new_one(ana: players.SignedIn) -> None:
    players.rename(player=ana.player, name="Bea")
    players.register_account(name="ana", password=PASSWORD)
    with pytest.raises(NameTaken):
        players.rename(player=ana.player, name="Ana")
    assert players.rename(player=ana.player, name="BEA").name == "BEA"


def test_a_new_password_ends_the_other_tokens(ana: players.SignedIn) -> None:
    other = players.sign_in(name="Ana", password=PASSWORD)
    with pytest.raises(WrongPassword):
        players.set_password(player=ana.player, old="wrong", new="eight unlucky columns")
    players.set_password(player=ana.player, old=PASSWORD, new="eight unlucky columns", keep=other.access.pk)
    assert players.player_for_token(ana.token) is None
    assert players.player_for_token(other.token) == ana.player
    assert players.sign_in(name="Ana", password="eight unlucky columns").player == ana.player


def test_a_guest_has_neither_password_nor_address(guest: players.SignedIn) -> None:
    with pytest.raises(NotAnAccount):
        players.set_email(player=guest.player, email="guest@example.org", password="")
    with pytest.raises(NotAnAccount):
        players.set_password(player=guest.player, old="", new=PASSWORD)


def test_opting_out_and_back_tells_each_board_once_in_the_order_of_locks(
    ana: players.SignedIn, told: list[tuple[str, int]]
) -> None:
    for nth in (1, 0):
        submit_and_check(ana.player, known_game(nth=nth))
    submit_and_check(ana.player, known_game("DS1-D1N-AAAAAAB", note="given up"))
    told.clear()
    for on_boards in (True, False, False, True):
        players.set_on_boards(player=ana.player, on_boards=on_boards)
    assert told == [("DS1-D1N-AAAAAAB", 1), ("DS1-D1N-KSTNMZC", 1)] * 2


def test_an_erased_player_is_nobody_and_its_games_still_replay(ana: players.SignedIn) -> None:
    game = submit_and_check(ana.player, known_game())
    players.erase(player=ana.player, at=LATER)
    row = Player.objects.values().get(pk=ana.player.pk)
    assert not [value for value in row.values() if isinstance(value, str) and "ana" in value.lower()]
    assert (row["name"], row["name_key"], row["email"], row["is_active"]) == ("Deleted player", None, "", False)
    assert (row["erased_at"], AccessToken.objects.count()) == (LATER, 0)
    assert players.player_for_token(ana.token) is None
    assert LogBatch.objects.filter(stream_id=game.pk).exists()
    assert Game.objects.ranked().count() == 0


def test_the_name_of_an_erased_account_is_free(ana: players.SignedIn) -> None:
    players.erase(player=ana.player)
    assert players.register_account(name="Ana", password=PASSWORD).player.name == "Ana"
    with pytest.raises(BadCredentials):
        players.sign_in(name="Deleted player", password=PASSWORD)


def test_who_has_opted_out_or_gone_is_not_seen(ana: players.SignedIn) -> None:
    assert players.public_player(player_id=ana.player.pk) == ana.player
    players.set_on_boards(player=ana.player, on_boards=False)
    for player_id in (ana.player.pk, uuid7()):
        with pytest.raises(PlayerNotFound):
            players.public_player(player_id=player_id)
