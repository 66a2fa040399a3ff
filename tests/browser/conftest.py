"""The installed Chromium, kept from the network, and pages that may log no error. Imports of models wait for Django."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.browser.waiting import PATIENCE

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page, Response
    from pytest_django.live_server_helper import LiveServer

# Playwright's own loop runs in the thread of the tests, and Django would take their queries for those of a coroutine.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

# How long a page takes tells of the machine. All else waits as long without being told.
expect.set_options(timeout=1000 * PATIENCE)

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
    """A page that logs no error, and whose policy lets it load nothing but the service's own files, in each test."""
    errors: list[str] = []
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("response", lambda response: errors.extend(_lax(response)))
    yield page
    assert errors == []


@pytest.fixture
def tab(context: BrowserContext) -> Iterator[Callable[[], Page]]:
    """Opens tabs of one browser, with nothing on them. Their requests may fail; their scripts may not."""
    errors: list[str] = []

    def open_tab() -> Page:
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto("/health/live/")
        return page

    yield open_tab
    assert errors == []


def _lax(response: Response) -> Iterator[str]:
    """Yield what is wrong with the policy of an answer that is a page."""
    if response.request.resource_type == "document" and not 300 <= response.status < 400:
        policy = response.headers.get("content-security-policy", "")
        if not policy.startswith("default-src 'none';") or "unsafe" in policy:
            yield f"{response.url} has the policy {policy!r}"
