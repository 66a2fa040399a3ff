"""Tables of matches in the hands of tests: each player and each spectator has a browser of their own."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, expect

from games.matches.events import piles_of
from tests.api.table import AtTable
from tests.browser.played_table import CARDS, ShownTable

# Deals A the aces and twos of spades, and B a two of spades, each at the end of a column; 3S follows in A's T7.
RACE = "LZOGPVV"
DESK: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}


class MatchTable(ShownTable):
    """A page with the table of a match on it, seen from a side; by spectators from A's."""

    def __init__(self, page: Page, at: AtTable, side: str = "A") -> None:
        super().__init__(page)
        self.at = at
        self.side = side

    def press(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()

    def said(self, text: str | re.Pattern[str]) -> None:
        expect(self.page.locator("#said")).to_have_text(text)

    def counts(self, own: int, other: int) -> None:
        expect(self.page.locator("#own-cards")).to_have_text(str(own))
        expect(self.page.locator("#other-cards")).to_have_text(str(other))

    def shows(self, pile: str, *cards: str) -> None:
        """Wait until these cards lie on a pile, and no others."""
        due = f"([pile, cards]) => JSON.stringify(({CARDS})()[pile]) === JSON.stringify(cards)"
        self.page.wait_for_function(due, arg=[pile, cards])

    def shows_all(self) -> None:
        """The cards on the page are those of the service's table, each where it lies there."""
        own, other = (self.side, "B" if self.side == "A" else "A")
        due = {
            name.replace(f"{own}:", "").replace(f"{other}:", "other:"): cards
            for name, cards in piles_of(self.at.table).items()
        }
        assert self.piles() == due


@dataclass
class Browsers:
    """One browser for each who sits at a match or looks on; what fails in their scripts is kept."""

    browser: Browser
    context_args: dict[str, Any]
    contexts: list[BrowserContext] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    def open(self, at: AtTable, side: str | None = None, *, address: str = "", **screen: Any) -> MatchTable:
        """The page of a match, as the player of a side comes to it; without one as somebody unknown does."""
        context = self.browser.new_context(**{**self.context_args, **DESK, **screen})
        self.contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.goto("/health/live/")
        token = at.client(side).token if side else None
        if token is not None:
            context.add_cookies(
                [{"name": "player_token", "value": token, "url": page.url.removesuffix("health/live/")}]
            )
        page.goto(address or f"/matches/{at.match.pk}/")
        return MatchTable(page, at, side or "A")

    def close(self) -> None:
        """Leave all pages first, so that no request outlasts its test."""
        for context in self.contexts:
            for page in context.pages:
                page.goto("about:blank")
            context.close()


def browsers_of(browser: Browser, context_args: dict[str, Any]) -> Iterator[Browsers]:
    browsers = Browsers(browser, context_args)
    yield browsers
    browsers.close()
    assert browsers.errors == []
