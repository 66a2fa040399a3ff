"""A match played in the browser over connections that break: what counts is its log, and that each page shows it."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Route

from tests.api.table import begun
from tests.browser.game_logs import lose_answer, lose_request, once, too_many_requests
from tests.browser.match_links import ACTIONS, Open, expect_shown, follow, logged, play, sit_down

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("fault", (lose_answer, lose_request, too_many_requests), ids=lambda fault: fault.__name__)
def test_what_is_lost_is_sent_again_and_logged_once(
    tab: Open, context: BrowserContext, fault: Callable[[Route], None]
) -> None:
    at = begun()
    sit_down(context, at, "A")
    page = follow(tab(), at)
    handled = once(page, ACTIONS, fault)

    play(page, "draw", "draw", "draw")

    page.wait_for_function("link.count === 3")
    assert (logged(at), len(handled)) == ([("A", "draw")] * 3, 1)
    expect_shown(page, at)
