"""Every page in every language, on the narrowest phones: words are longer elsewhere, and nothing may stick out."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext

from api.pages.viewers import COOKIE
from tests.browser.accessibility import PAGES, Scene, make_scene

pytestmark = pytest.mark.django_db(transaction=True)

NAMES = [name for name in PAGES if not name.startswith("nobody") and "document" not in name]
LANGUAGES = {"es": "es", "pt-BR": "pt-br", "ro": "ro", "ru": "ru"}


@pytest.fixture
def scene() -> Scene:
    return make_scene()


@pytest.fixture
def phone(browser: Browser, base_url: str, scene: Scene, language: str) -> Iterator[BrowserContext]:
    """A browser that asks for a language, on a narrow phone."""
    context = browser.new_context(base_url=base_url, locale=language, viewport={"width": 360, "height": 740})
    context.add_cookies([{"name": COOKIE, "value": scene.signed_in.token, "url": base_url}])
    yield context
    context.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_fit_a_narrow_phone_in_every_language(phone: BrowserContext, scene: Scene, language: str) -> None:
    page = phone.new_page()
    wrong: dict[str, str] = {}
    for name in NAMES:
        page.goto(PAGES[name](scene))
        if page.evaluate("document.documentElement.lang") != LANGUAGES[language]:
            wrong[name] = "it is in another language"
        elif page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            wrong[name] = "it scrolls sideways"
    assert wrong == {}
