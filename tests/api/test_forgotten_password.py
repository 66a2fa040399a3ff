"""A forgotten password: the mail that is asked for, and the new password that its link sets."""

import re
from datetime import timedelta
from smtplib import SMTPServerDisconnected
from typing import Any
from unittest import mock

import pytest
from django.core import mail
from django.utils import timezone, translation
from pytest_django import Settings

from api import recovery
from api.models import Recovery
from games import players
from games.models import AccessToken, Player
from tests.api.client import ApiClient, assert_problem
from tests.api.people import newcomer

pytestmark = pytest.mark.django_db

OLD, NEW = "seven lucky foundations", "eight unlucky columns"
LINK = re.compile(r"https://play\.example\.org/recovery/#([0-9a-f-]{36})\.(\S+)")


@pytest.fixture
def ana() -> ApiClient:
    """The client of an account that has an address."""
    return ApiClient(token=players.register_account(name="Ana", password=OLD, email="Ana@example.org").token)


def ask(email: str, **headers: str) -> Any:
    return ApiClient().ask("POST", "players/recovery/", {"email": email}, **headers)


def sent_to(email: str) -> list[dict[str, str]]:
    """What the links of the mail to this address give, after it was asked for."""
    assert ask(email).status_code == 202
    recovery.send_waiting(limit=10)
    links = LINK.findall(str(mail.outbox[-1].body)) if mail.outbox else []
    return [{"player": player, "token": token} for player, token in links]


def choose(link: dict[str, str], password: str = NEW) -> Any:
    return ApiClient().ask("POST", "players/recovery/confirm/", {**link, "password": password})


def sign_in(password: str, name: str = "Ana") -> int:
    status: int = ApiClient().ask("POST", "sessions/", {"name": name, "password": password}).status_code
    return status


def test_the_link_of_the_mail_sets_a_new_password_and_signs_everybody_out(ana: ApiClient) -> None:
    (link,) = sent_to("ana@example.org")
    assert choose(link).status_code == 204
    assert (sign_in(OLD), sign_in(NEW)) == (401, 201)
    assert_problem(ana.ask("GET", "players/me/"), "invalid_token")
    assert AccessToken.objects.filter(revoked_at=None).count() == 1
    assert_problem(choose(link, OLD), "bad_recovery")
    assert sign_in(NEW) == 201


def test_the_mail_says_who_asked_for_it_whose_it_is_and_goes_where_the_account_says(ana: ApiClient) -> None:
    sent_to("ANA@example.org")
    (sent,) = mail.outbox
    assert sent.to == ["Ana@example.org"]
    assert sent.subject == "Double Solitaire: a new password"
    assert str(sent.body).startswith("Somebody, most likely you, asked for a new password at https://play.example.org.")
    assert "\nFor the account Ana, choose one here:\nhttps://play.example.org/recovery/#" in str(sent.body)
    assert Recovery.objects.count() == 0


@pytest.mark.usefixtures("ana")
def test_whether_an_address_is_known_cannot_be_told_from_the_answer() -> None:
    known, unknown = ask("ana@example.org"), ask("nobody@example.org")
    assert (
        (known.status_code, known.content) == (unknown.status_code, unknown.content) == (202, b'{"link_seconds":3600}')
    )
    assert Recovery.objects.count() == 2
    assert recovery.send_waiting(limit=10) == 2
    assert [message.to for message in mail.outbox] == [["Ana@example.org"]]


def test_accounts_of_one_address_are_told_of_in_one_mail_each_with_its_link(ana: ApiClient) -> None:
    players.register_account(name="Bea", password=OLD, email="Ana@example.org")
    first, second = sent_to("ana@example.org")
    assert len(mail.outbox) == 1
    assert choose(first).status_code == 204
    assert (sign_in(NEW, "Bea"), sign_in(OLD, "Ana")) == (201, 201)
    assert choose(second).status_code == 204


def test_who_asks_again_before_the_mail_has_gone_is_sent_one(ana: ApiClient) -> None:
    ask("ana@example.org")
    assert len(sent_to("Ana@Example.org")) == 1
    assert len(mail.outbox) == 1


@pytest.mark.usefixtures("ana")
@pytest.mark.parametrize(
    "change",
    ({"is_active": False}, {"email": ""}, {"name_key": None}),
)
def test_nobody_is_sent_anything_whom_it_would_not_let_in(change: dict[str, Any]) -> None:
    Player.objects.filter(name="Ana").update(**change)
    assert sent_to("ana@example.org") == []
    assert mail.outbox == []


@pytest.mark.parametrize("change", ({"email": "new@example.org"}, {"is_active": False}, {"name_key": None}))
def test_a_link_is_worth_nothing_once_the_account_has_changed(ana: ApiClient, change: dict[str, Any]) -> None:
    (link,) = sent_to("ana@example.org")
    Player.objects.filter(name="Ana").update(**change)
    assert_problem(choose(link), "bad_recovery")


def test_a_link_is_worth_nothing_after_its_time_or_to_another_player(ana: ApiClient, settings: Settings) -> None:
    (link,) = sent_to("ana@example.org")
    bo = newcomer("Bo").player
    for tried in ({**link, "player": str(bo.pk)}, {**link, "token": "x" * 100}, {**link, "token": "\u00e9-\u0660"}):
        assert_problem(choose(tried), "bad_recovery")
    settings.PASSWORD_RESET_TIMEOUT = -1
    assert_problem(choose(link), "bad_recovery")
    assert sign_in(OLD) == 201


def test_a_password_that_is_refused_leaves_the_link_as_it_was(ana: ApiClient) -> None:
    (link,) = sent_to("ana@example.org")
    assert assert_problem(choose(link, "12345678"), "bad_password")["reason"] == "password_too_common"
    assert (sign_in(OLD), choose(link).status_code, sign_in(NEW)) == (201, 204, 201)


def test_a_mail_server_that_fails_is_tried_again_later_and_not_for_ever(ana: ApiClient) -> None:
    ask("ana@example.org")
    at = timezone.now()
    with mock.patch("api.recovery.send_mail", side_effect=SMTPServerDisconnected) as send:
        for minutes in (0, 1, 6, 12, 18, 24, 30, 36):
            recovery.send_waiting(limit=10, at=at + timedelta(minutes=minutes))
    assert send.call_count == 5
    assert Recovery.objects.count() == 0


def test_without_mail_nobody_is_promised_any(settings: Settings) -> None:
    settings.SENDS_MAIL = False
    assert_problem(ask("ana@example.org"), "recovery_not_possible")
    assert Recovery.objects.count() == 0
    assert "This service sends no mail" in ApiClient().get("/recovery/").content.decode()


@pytest.mark.parametrize("email", ("ana", "ana@", "a@b", "ana@example.org\nBcc: bea@example.org"))
def test_what_is_no_address_is_refused(email: str) -> None:
    assert_problem(ask(email), "bad_email")
    assert Recovery.objects.count() == 0


def test_mails_are_counted_by_who_asks_and_by_where_they_go(settings: Settings) -> None:
    settings.THROTTLE_RATES = {"recovery": "3/hour", "recovery_email": "1/hour"}
    asked = [ask("ana@example.org"), ask("ANA@example.org"), ask("bea@example.org"), ask("cyd@example.org")]
    assert [answer.status_code for answer in asked] == [202, 429, 202, 429]
    assert [assert_problem(asked[n], "throttled")["limit"] for n in (1, 3)] == ["recovery_email", "recovery"]


def test_the_mail_is_in_the_language_of_who_asked(ana: ApiClient) -> None:
    ask("ana@example.org", accept_language="es")
    assert Recovery.objects.get().language == "es"
    with mock.patch("api.recovery.gettext", side_effect=lambda _: translation.get_language()):
        recovery.send_waiting(limit=10)
    assert mail.outbox[0].subject == "es"
