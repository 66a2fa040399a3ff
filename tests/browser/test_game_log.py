"""A game played in the browser and kept by the service, over connections that break: what counts is what is stored."""

from collections.abc import Callable
from threading import Event
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Route

from games import services
from games.models import Game, LogBatch, Player
from tests.browser.game_logs import (
    APPENDS,
    GAMES,
    MOVES,
    WIN,
    Open,
    answering_late,
    append_elsewhere,
    expect_stored,
    lose_answer,
    lose_request,
    once,
    play,
    reload,
    resume,
    start,
    start_with,
    stored,
    too_many_requests,
    unsent,
    wait_for,
)
from tests.browser.waiting import until

pytestmark = pytest.mark.django_db(transaction=True)


def test_looking_at_a_deal_starts_nothing(tab: Open) -> None:
    page = tab()

    start(page)

    assert page.evaluate("game.state") == {"kind": "new", "pending": 0}
    assert (Player.objects.count(), Game.objects.count(), unsent(page)) == (0, 0, [])


def test_the_first_move_makes_a_guest_and_a_game_and_all_moves_are_stored(tab: Open) -> None:
    page = tab()

    start_with(page, MOVES[:5])

    game = Game.objects.get()
    assert (game.code, stored(), game.player.is_guest) == (WIN.deal, MOVES[:5], True)
    assert page.evaluate("told.started") == [str(game.pk)]
    assert page.evaluate("[kinds(), game.moves]") == [["saving", "saved"], MOVES[:5]]
    assert (LogBatch.objects.count(), unsent(page)) == (1, [])


def test_moves_go_in_batches_of_a_hundred(tab: Open) -> None:
    page = tab()

    start_with(page, MOVES[:250])

    sizes = [len(batch.events) for batch in LogBatch.objects.order_by("first_version")]
    assert (stored(), sizes) == (MOVES[:250], [100, 100, 50])


@pytest.mark.parametrize("address", (GAMES, APPENDS))
@pytest.mark.parametrize("fault", (lose_answer, lose_request), ids=("answer lost", "request lost"))
def test_what_is_lost_is_sent_again_and_done_once(tab: Open, address: str, fault: Callable[[Route], None]) -> None:
    page = tab()
    handled = once(page, address, fault)

    start_with(page, MOVES[:5])

    assert len(handled) == 1
    assert (stored(), page.evaluate("game.moves")) == (MOVES[:5], MOVES[:5])
    assert page.evaluate("kinds()") == ["saving", "offline", "saved"]


def test_moves_made_while_the_answer_is_lost_are_stored_behind_it(tab: Open) -> None:
    page = tab()
    start_with(page, MOVES[:3])
    once(page, APPENDS, lose_answer)

    play(page, MOVES[3:5])
    wait_for(page, "offline")
    play(page, MOVES[5:9])
    wait_for(page, "saved")

    assert stored() == MOVES[:9]


@pytest.mark.parametrize(
    "answer",
    (
        {"status": 503, "content_type": "text/html", "body": "<p>Maintenance"},
        {"status": 200, "body": "Log in to the WLAN"},
    ),
    ids=("out of service", "a portal in between"),
)
def test_what_is_no_answer_of_the_service_is_asked_again(tab: Open, answer: dict[str, Any]) -> None:
    page = tab()
    once(page, APPENDS, lambda route: route.fulfill(**answer))

    start_with(page, MOVES[:5])

    assert stored() == MOVES[:5]
    assert "offline" in page.evaluate("kinds()")


def test_without_a_connection_moves_are_kept_and_sent_as_soon_as_it_is_back(tab: Open, context: BrowserContext) -> None:
    page = tab()
    start_with(page, MOVES[:3])

    context.set_offline(True)
    play(page, MOVES[3:6])
    assert wait_for(page, "offline")["pending"] == 3
    play(page, MOVES[6:8])
    assert page.evaluate("game.state.pending") == 5
    assert stored() == MOVES[:3]

    context.set_offline(False)
    wait_for(page, "saved")
    assert (stored(), unsent(page)) == (MOVES[:8], [])


def test_unsent_moves_survive_a_reload(tab: Open) -> None:
    page = tab()
    start_with(page, MOVES[:3])
    page.route(APPENDS, lose_request)
    play(page, MOVES[3:6])
    wait_for(page, "offline")

    page.unroute(APPENDS)
    reload(page)
    resume(page)

    assert page.evaluate("game.moves") == MOVES[:6]
    wait_for(page, "saved")
    assert (stored(), unsent(page), page.evaluate("told.replaced")) == (MOVES[:6], [], [])


def test_moves_whose_answer_was_lost_are_not_sent_again_after_a_reload(tab: Open) -> None:
    page = tab()
    start_with(page, MOVES[:3])
    once(page, APPENDS, lose_answer)
    play(page, MOVES[3:6])
    wait_for(page, "offline")
    play(page, MOVES[6:7])

    reload(page)
    resume(page)

    wait_for(page, "saved")
    assert (stored(), page.evaluate("game.moves")) == (MOVES[:7], MOVES[:7])


def test_a_game_whose_start_was_not_answered_is_the_same_after_a_reload(tab: Open) -> None:
    page = tab()
    page.route(GAMES, lose_answer)
    start(page)
    play(page, MOVES[:3])
    wait_for(page, "offline")

    page.unroute(GAMES)
    reload(page)
    start(page)

    assert page.evaluate("game.moves") == MOVES[:3]
    wait_for(page, "saved")
    assert (stored(), unsent(page)) == (MOVES[:3], [])


def test_the_last_moves_go_out_as_the_page_goes(tab: Open) -> None:
    page = tab()
    start_with(page, MOVES[:3])

    play(page, MOVES[3:6])
    page.goto("about:blank")

    expect_stored(page, MOVES[:6])


def test_the_last_moves_go_out_behind_those_on_their_way(tab: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tab()
    start_with(page, MOVES[:3])
    is_gone = Event()
    monkeypatch.setattr(services, "append_moves", answering_late(services.append_moves, until=is_gone))
    play(page, MOVES[3:5])
    expect_stored(page, MOVES[:5])

    play(page, MOVES[5:7])
    page.goto("about:blank")

    expect_stored(page, MOVES[:7])
    is_gone.set()


def test_of_two_tabs_the_second_is_told_what_the_first_has_played(tab: Open) -> None:
    one, two = tab(), tab()
    start_with(one, MOVES[:3])
    resume(two)

    play(one, MOVES[3:5])
    wait_for(one, "saved")
    play(two, ["draw"])

    assert wait_for(two, "conflict")["lost"] == 1
    assert two.evaluate("[told.replaced, game.moves]") == [[MOVES[:5]], MOVES[:5]]
    play(two, MOVES[5:6])
    wait_for(two, "saved")
    assert stored() == MOVES[:6]


def test_two_tabs_that_play_the_same_move_have_played_it_once(tab: Open) -> None:
    one, two = tab(), tab()
    start_with(one, MOVES[:3])
    resume(two)

    play(one, MOVES[3:4])
    wait_for(one, "saved")
    play(two, MOVES[3:5])
    wait_for(two, "saved")

    assert (stored(), two.evaluate("told.replaced")) == (MOVES[:5], [])


def test_a_page_that_is_looked_at_again_shows_what_was_played_elsewhere(tab: Open) -> None:
    page = tab()
    start_with(page, MOVES[:3])

    append_elsewhere(MOVES[3:5])
    page.evaluate("void document.dispatchEvent(new Event('visibilitychange'))")

    assert wait_for(page, "conflict")["lost"] == 0
    assert page.evaluate("told.replaced") == [MOVES[:5]]


def test_too_many_requests_wait_as_long_as_they_are_told(tab: Open) -> None:
    page = tab()
    page.evaluate("void setInterval(() => dispatchEvent(new Event('online')), 50)")  # which ends other waits
    once(page, APPENDS, too_many_requests)

    start_with(page, MOVES[:5])

    refused, taken = page.evaluate("told.states.slice(-2)")
    assert (refused["kind"], taken["kind"]) == ("throttled", "saved")
    assert 2000 < refused["retryAt"] - refused["at"] < 3000
    assert taken["at"] >= refused["retryAt"]
    assert stored() == MOVES[:5]


def test_a_page_that_turns_to_another_game_leaves_none_of_the_moves(tab: Open) -> None:
    page = tab()
    start_with(page, MOVES[:3])

    play(page, MOVES[3:5])
    page.evaluate("game.close()")

    expect_stored(page, MOVES[:5])
    until(page, lambda: unsent(page) == [])


def test_a_fault_of_the_page_keeps_no_move_from_being_stored(context: BrowserContext) -> None:
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(error.message))
    reload(page)
    start(page)
    page.evaluate("void (told.states = null)")

    play(page, MOVES[:5])
    wait_for(page, "saved")

    assert (stored(), len(faults)) == (MOVES[:5], 6)
