"""Signing in to the admin: how often it may be tried, and the cookies that come of it."""

from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from tests.factories import make_player

pytestmark = pytest.mark.django_db

PASSWORD = "seven lucky foundations"
SIGN_IN = "/admin/login/?next=/admin/"


@pytest.fixture(autouse=True)
def sam() -> None:
    player = make_player("Sam", name_key="sam", is_staff=True)
    player.set_password(PASSWORD)
    player.save()


def sign_in(password: str, *, name: str = "Sam", address: str = "192.0.2.1", client: Client | None = None) -> Any:
    body = {"username": name, "password": password}
    return (client or Client()).post(SIGN_IN, body, REMOTE_ADDR=address)


def test_beyond_the_limit_of_a_name_even_the_right_password_is_not_looked_at(settings: Settings) -> None:
    settings.THROTTLE_RATES = {"sign_in_name": "2/hour"}
    tried = [sign_in("wrong", address=f"192.0.2.{number}").status_code for number in range(2)]
    refused = sign_in(PASSWORD, name="SAM", address="192.0.2.9")
    assert (tried, refused.status_code) == ([200, 200], 429)
    assert 1 <= int(refused.headers["Retry-After"]) <= 3600
    assert "sessionid" not in refused.cookies


def test_an_address_is_counted_whatever_the_name(settings: Settings) -> None:
    settings.THROTTLE_RATES = {"sign_in": "2/hour"}
    statuses = [sign_in("wrong", name=name).status_code for name in ("a", "b", "Sam")]
    assert statuses == [200, 200, 429]
    assert sign_in(PASSWORD, address="192.0.2.2").status_code == 302
    assert Client().get(SIGN_IN, REMOTE_ADDR="192.0.2.1").status_code == 200


def test_attempts_here_and_over_the_api_are_counted_together(settings: Settings) -> None:
    settings.THROTTLE_RATES = {"sign_in_name": "1/hour"}
    assert sign_in("wrong").status_code == 200
    body = {"name": "Sam", "password": PASSWORD}
    assert Client().post("/api/v1/sessions/", body, content_type="application/json").status_code == 429


def test_the_cookies_of_the_admin_are_for_no_script_no_other_site_and_with_https_for_tls_alone(
    settings: Settings,
) -> None:
    settings.SESSION_COOKIE_SECURE = settings.CSRF_COOKIE_SECURE = True
    client = Client()
    client.get(SIGN_IN)
    cookies = sign_in(PASSWORD, client=client).cookies
    assert set(cookies) == {"sessionid", "csrftoken"}
    for cookie in cookies.values():
        assert (cookie["httponly"], cookie["samesite"], cookie["secure"]) == (True, "Lax", True)


def test_a_form_of_another_site_is_not_taken() -> None:
    client = Client(enforce_csrf_checks=True)
    assert sign_in(PASSWORD, client=client).status_code == 403


def test_every_answer_of_it_says_that_it_is_for_no_frame_and_no_other_site() -> None:
    headers = Client().get(SIGN_IN).headers
    names = ("X-Frame-Options", "X-Content-Type-Options", "Referrer-Policy", "Cross-Origin-Opener-Policy")
    assert [headers[name] for name in names] == ["DENY", "nosniff", "same-origin", "same-origin"]
    assert "no-store" in headers["Cache-Control"]
