"""The installed Chromium, kept from the network, and pages that may log no error. Imports of models wait for Django."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Page
    from pytest_django.live_server_helper import LiveServer

# Playwright's own loop runs in the thread of the tests, and Django would take their queries for those of a coroutine.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

# What Chromium asks of the network by itself.
QUIET = (
    "--disable-background-networking",
    "--disable-client-side-phishing-detection",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-domain-reliability",
    "--disable-sync",
    "--no-first-run",
)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """How Chromium is started; without one installed every test fails."""
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        pytest.fail("Chromium is not installed: apt-get install chromium, or name one by CHROMIUM=/path.")
    # Chromium has no sandbox for root.
    sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
    return {**browser_type_launch_args, "executable_path": chromium, "args": [*QUIET, *sandbox]}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_context_args, "viewport": {"width": 1280, "height": 900}, "timezone_id": "America/St_Johns"}


@pytest.fixture(scope="session")
def base_url(live_server: LiveServer) -> str:
    return live_server.url


@pytest.fixture
def page(page: Page) -> Iterator[Page]:
    """A page under the strictest policy for its contents. That it logs no error is part of each test."""
    errors: list[str] = []
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.route("**/*", _with_strict_policy)
    page.set_default_timeout(10_000)
    yield page
    assert errors == []


def _with_strict_policy(route: Any) -> None:
    """Answer a navigation as the server does, but let the page use nothing beyond its own origin's files."""
    if route.request.resource_type != "document":
        route.continue_()
        return
    response = route.fetch(max_redirects=0)
    route.fulfill(response=response, headers={**response.headers, "content-security-policy": "default-src 'self'"})
