"""From the sign-in page to a new password, by the link of a mail."""

import re

import pytest
from django.core import mail
from playwright.sync_api import Page, expect
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer

from api import recovery
from api.pages.viewers import COOKIE
from games import players

pytestmark = pytest.mark.django_db(transaction=True)


def test_who_has_forgotten_a_password_chooses_a_new_one_by_the_link_of_a_mail(
    page: Page, live_server: LiveServer, settings: Settings
) -> None:
    settings.SITE_URL = live_server.url
    players.register_account(name="Ana", password="seven lucky foundations", email="ana@example.org")
    page.goto("/players/me/")
    page.get_by_role("link", name="Forgotten your password?").click()
    page.get_by_label("E-mail").fill("Ana@example.org")
    page.get_by_role("button", name="Send me a link").click()
    expect(page.get_by_text("a mail is on its way")).to_be_visible()

    recovery.send_waiting(limit=1)
    link = re.search(rf"{live_server.url}/recovery/#\S+", str(mail.outbox[0].body))
    assert link is not None
    page.goto(link[0])
    page.get_by_label("New password").fill("eight unlucky columns")
    page.get_by_role("button", name="Change").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    assert page.url == f"{live_server.url}/recovery/"

    page.get_by_role("link", name="Sign in").last.click()
    page.locator("#in-name").fill("Ana")
    page.locator("#in-password").fill("eight unlucky columns")
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_role("heading", name="Ana")).to_be_visible()
    assert COOKIE in {cookie.get("name") for cookie in page.context.cookies()}
