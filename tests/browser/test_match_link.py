"""A match played in the browser over connections that break: what counts is its log, and that each page shows it."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Route

from games.models import Match, Player, Seat
from tests.api.live.streams import Live
from tests.api.table import AtTable, begun, joined, opened
from tests.browser.game_logs import hold, lose_answer, lose_request, once, too_many_requests
from tests.browser.match_links import (
    ACTIONS,
    POLLS,
    Open,
    expect_shown,
    follow,
    logged,
    play,
    sit_down,
    streaming,
    told,
)
from tests.browser.waiting import until

pytestmark = pytest.mark.django_db(transaction=True)

# Deals A the aces and twos of spades, and B a two of spades, each at the end of a column; 3S follows in A's T7.
RACE = "LZOGPVV"


@pytest.fixture
def at(context: BrowserContext) -> AtTable:
    """A match in play, of which the browser's player has side A."""
    at = begun(RACE)
    sit_down(context, at, "A")
    return at


@pytest.fixture(autouse=True)
def nothing_on_its_way(context: BrowserContext) -> Iterator[None]:
    """No request outlasts its test: the next one has another database."""
    yield
    for page in context.pages:
        page.goto("about:blank")


def out_of_service(route: Route) -> None:
    route.fulfill(status=503, headers={"Retry-After": "1"}, content_type="text/html", body="<p>Maintenance")


@pytest.mark.parametrize(
    "fault", (lose_answer, lose_request, too_many_requests, out_of_service), ids=lambda fault: fault.__name__
)
def test_what_is_lost_is_sent_again_and_logged_once(tab: Open, at: AtTable, fault: Callable[[Route], None]) -> None:
    page = follow(tab(), at)
    handled = once(page, ACTIONS, fault)

    play(page, "draw", "T1-F", "draw")

    page.wait_for_function("() => link.count === 3")
    assert (logged(at), len(handled)) == ([("A", "draw"), ("A", "T1-F"), ("A", "draw")], 1)
    expect_shown(page, at)


def test_an_own_action_is_shown_before_the_answer_and_what_it_turns_after_it(tab: Open, at: AtTable) -> None:
    page = follow(tab(), at)
    release = hold(page, ACTIONS)

    play(page, "T1-F", "T5-F", "draw")

    assert page.evaluate("[link.piles.F1, link.piles['A:T5'].at(-1), link.piles['A:W'], link.version]") == [
        ["AS", "2S"], "??", ["??"], 0
    ]  # fmt: skip
    assert "W-F" not in page.evaluate("link.legal")
    release()
    page.wait_for_function("() => link.count === 3")
    expect_shown(page, at)
    assert page.evaluate("link.piles['A:W']") == ["9C"]


def test_an_action_that_is_read_in_the_log_before_its_answer_is_shown_once(tab: Open, at: AtTable) -> None:
    page = tab()
    page.route(POLLS, lose_request)
    release = hold(page, ACTIONS)
    follow(page, at)
    play(page, "draw")
    at.play(("A", "draw"))

    page.evaluate("link.claim()")  # it is refused, and the match got anew

    page.wait_for_function("() => link.version === 1")
    assert page.evaluate("[link.piles['A:W'], link.count]") == [["9C"], 1]
    release()
    play(page, "draw")
    page.wait_for_function("() => link.count === 2")
    assert logged(at) == [("A", "draw")] * 2


def test_a_lost_race_puts_the_card_back_and_says_why_and_what_followed_is_played(tab: Open, at: AtTable) -> None:
    page = tab()
    release = hold(page, POLLS)
    follow(page, at)
    play(page, "T1-F")
    page.wait_for_function("() => link.count === 1")
    at.play(("B", "T5-F"))

    assert page.evaluate("(play(['T5-F', 'T7-F']), link.piles.F1)") == ["AS", "2S", "3S"]
    page.wait_for_function("() => link.count === 2")

    refused = told(page)["refused"]
    assert [(one["action"], one["reason"], one["tops"][:2]) for one in refused] == [
        ("T5-F", "not_next_on_foundation", ["2S", None])
    ]
    assert logged(at) == [("A", "T1-F"), ("B", "T5-F"), ("A", "T7-F")]
    release()
    expect_shown(page, at)
    assert page.evaluate("[link.owners.F1, link.piles['A:T5'].at(-1)]") == ["ABA", "2S"]


def test_what_the_rules_refuse_is_not_sent(tab: Open, at: AtTable) -> None:
    page = follow(tab(), at)
    play(page, "T2-F", "recycle", "W-T1")
    reasons = [(one["action"], one["reason"]) for one in told(page)["refused"]]
    assert reasons == [("T2-F", "not_next_on_foundation"), ("recycle", "stock_not_empty"), ("W-T1", "waste_empty")]
    assert logged(at) == []


def test_two_tabs_of_a_player_play_one_after_the_other(tab: Open, at: AtTable) -> None:
    one, two = follow(tab(), at), tab()
    release = hold(two, POLLS)
    follow(two, at)
    play(one, "T1-F")
    one.wait_for_function("() => link.count === 1")

    play(two, "draw", "draw")

    two.wait_for_function("() => told.refused.length === 2")
    assert [refused["reason"] for refused in told(two)["refused"]] == ["played_elsewhere"] * 2
    two.wait_for_function("() => link.count === 1")
    release()
    expect_shown(two, at)
    play(two, "T5-F")
    expect_shown_in(one, at, version=2)


def test_two_tabs_that_play_the_same_have_played_it_once(tab: Open, at: AtTable) -> None:
    one, two = follow(tab(), at), tab()
    two.route(POLLS, lose_request)
    follow(two, at)
    for page in (one, two):
        play(page, "T1-F")
        page.wait_for_function("() => link.count === 1")
    assert (logged(at), told(two)["refused"]) == ([("A", "T1-F")], [])


def test_without_a_connection_actions_wait_and_go_out_as_soon_as_it_is_back(
    tab: Open, at: AtTable, context: BrowserContext
) -> None:
    page = follow(tab(), at)
    page.wait_for_function("() => link.connection === 'polling'")

    context.set_offline(True)
    play(page, "T1-F", "T5-F", "draw")
    at.play(("B", "draw"))
    page.wait_for_function("() => link.connection === 'offline'")
    assert logged(at) == [("B", "draw")]

    context.set_offline(False)
    page.wait_for_function("() => link.count === 3")
    assert logged(at) == [("B", "draw"), ("A", "T1-F"), ("A", "T5-F"), ("A", "draw")]
    expect_shown(page, at)


def test_what_no_answer_has_come_to_is_sent_again_by_the_page_that_comes_next(tab: Open, at: AtTable) -> None:
    page = follow(tab(), at)
    hold(page, ACTIONS)
    play(page, "T1-F", "T5-F", "draw")
    page.goto("/health/live/")
    page.unroute(ACTIONS)

    follow(page, at)

    assert page.evaluate("link.piles.F1") == ["AS", "2S"]
    page.wait_for_function("() => link.count === 3")
    expect_shown(page, at)
    assert page.evaluate("sessionStorage.length") == 0


@pytest.mark.parametrize("each", (1, 3), ids=("cut after each event", "cut after three"))
def test_a_stream_that_is_cut_is_followed_by_another_from_where_it_was(tab: Open, at: AtTable, each: int) -> None:
    page, state = tab(), at.state("A")
    at.play(("A", "T1-F"), ("B", "draw"), ("A", "T5-F"), ("B", "T2-F"), ("A", "draw"), ("B", "draw"), ("A", "T7-F"))
    asked = streaming(page, at, each=each)

    follow(page, at, state=state)

    expect_shown(page, at)
    assert [event["n"] for event in told(page)["events"]] == [1, 2, 3, 4, 5, 6, 7]
    assert (asked[: 7 // each], told(page)["connections"]) == (list(range(0, 7, each))[: 7 // each], ["live"])


def test_news_come_by_the_stream_while_there_is_one_and_then_by_polls(tab: Open, at: AtTable) -> None:
    with Live() as live:
        page = follow(tab(), at)
        page.wait_for_function("() => link.connection === 'live'")
        at.play(("B", "draw"), ("B", "draw"))
        expect_shown(page, at)
        play(page, "T1-F")
        page.wait_for_function("() => link.count === 1")
        live.stop()
        page.wait_for_function("() => link.connection === 'polling'")
    at.play(("B", "draw"))
    expect_shown(page, at)
    assert [event["n"] for event in told(page)["events"]] == [1, 2, 3, 4]


def test_a_stream_that_is_silent_is_replaced_by_another_and_one_that_pings_is_not(tab: Open, at: AtTable) -> None:
    with Live() as live:
        live.wait_until(listening=True)  # no second try comes while the page's clock stands still
        page = tab()
        asked, heard = requests_for(page, "/stream/"), frames_heard_by(page)
        page.clock.install(time=0)
        page.clock.pause_at(1000)
        follow(page, at)
        page.wait_for_function("() => link.connection === 'live'")
        page.clock.run_for(20_000)
        heard.clear()
        live.run(live.app.hub._ping())
        until(page, lambda: "ping" in heard)
        page.clock.run_for(20_000)
        assert len(asked) == 1
        until(page, lambda: len(asked) == 2, clock=5_000)
        page.goto("about:blank")


def test_after_a_gap_in_a_stream_the_page_has_the_match_as_it_is(tab: Open, at: AtTable) -> None:
    page, state = tab(), at.state("A")
    at.play(("A", "T1-F"), ("B", "draw"), ("A", "T5-F"))
    streaming(page, at, each=3, without=2)

    follow(page, at, state=state)

    expect_shown(page, at)


def test_who_joins_by_a_link_becomes_a_guest_and_both_are_told_when_it_begins(
    tab: Open, context: BrowserContext
) -> None:
    at = opened(private=True)
    page = follow(tab(), at, side=None, invite=at.state("A")["invite"])
    assert page.evaluate("[link.match.you, link.legal]") == [None, []]

    page.evaluate("async () => (await link.join(), await link.ready())")
    assert at.client("A").ask("POST", f"{at.url}ready/", {}).status_code == 200

    page.wait_for_function("() => link.match.stage === 'playing'")
    assert (Player.objects.count(), page.evaluate("link.match.you"), page.evaluate("link.version")) == (2, "B", 0)
    play(page, "draw")
    page.wait_for_function("() => link.count === 1")
    assert logged(at) == [("B", "draw")]


def test_of_two_who_join_the_second_is_told_that_the_seat_is_taken(tab: Open) -> None:
    at = opened()
    page = follow(tab(), at, side=None)
    Seat.objects.create(match=at.match, side="B", player=begun().people["A"].player, seen_at=at.match.created_at)
    Match.objects.filter(pk=at.match.pk).update(status="ready")

    assert page.evaluate("link.join()") is None
    page.wait_for_function("() => link.match.stage === 'ready'")
    assert (told(page)["problems"], page.evaluate("link.match.you")) == (["wrong_stage"], None)


def test_a_player_sees_the_end_and_that_the_other_wants_to_play_again(tab: Open, at: AtTable) -> None:
    page = follow(tab(), at)
    play(page, "T1-F", "draw")
    page.evaluate("link.resign()")
    page.wait_for_function("() => told.connections.includes('closed')")
    assert page.evaluate("[link.match.stage, link.match.result.won_by, link.legal]") == ["over", "resignation", []]
    again: dict[str, Any] = at.client("B").ask("POST", f"{at.url}rematch/", {}).json()
    page.wait_for_function("() => link.match.rematch !== null")
    assert page.evaluate("link.match.rematch") == again["url"]
    assert page.evaluate("async () => (await link.rematch()).stage") == "playing"


def test_nothing_can_be_claimed_of_who_is_there(tab: Open, at: AtTable) -> None:
    page = follow(tab(), at)
    assert (page.evaluate("link.claim()"), told(page)["problems"]) == (None, ["nothing_to_claim"])
    assert logged(at) == []


def test_a_match_that_waits_is_called_off(tab: Open, context: BrowserContext) -> None:
    at = joined()
    sit_down(context, at, "B")
    page = follow(tab(), at, side="B")
    assert page.evaluate("async () => (await link.cancel()).stage") == "cancelled"
    page.wait_for_function("() => told.connections.includes('closed')")
    assert at.match.status == "cancelled"


def requests_for(page: Page, part: str) -> list[str]:
    """A list that grows by the address of each request of the page that has this part."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if part in request.url else None)
    return asked


def frames_heard_by(page: Page) -> list[str]:
    """A list that grows by the event of each frame that comes to the page over a stream."""
    heard: list[str] = []
    network = page.context.new_cdp_session(page)
    network.on("Network.eventSourceMessageReceived", lambda message: heard.append(message["eventName"]))
    network.send("Network.enable")
    return heard


def expect_shown_in(page: Page, at: AtTable, *, version: int) -> None:
    page.wait_for_function("(version) => link.version === version", arg=version)
    expect_shown(page, at)
