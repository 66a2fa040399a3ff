"""A stream tells what the poll tells, from any version on, to whom it concerns."""

import json
from typing import Any

import pytest
from django.utils import timezone

from api.live import hub, room
from games.limits import MATCH_ABSENT_AFTER
from games.models import Player, Seat
from tests.api.client import ApiClient
from tests.api.clock import SetClock, clock
from tests.api.live.streams import Frame, Live, OpenStream
from tests.api.people import newcomer
from tests.api.table import AtTable, begun, joined, opened

__all__ = ["clock"]

pytestmark = pytest.mark.django_db(transaction=True)

SIX = (("A", "draw"), ("B", "draw"), ("A", "T3-F"), ("B", "draw"), ("B", "draw"), ("A", "draw"))


def poll(at: AtTable, client: ApiClient, *, after: int = 0) -> Any:
    return client.ask("GET", f"{at.url}events/?after={after}").json()


def standing(told: Any) -> Any:
    """What a poll says beside the events, as the frames of streams say it."""
    return {name: value for name, value in told.items() if name not in ("events", "poll_seconds")}


@pytest.mark.parametrize("is_watched", (False, True), ids=("alone", "while another watches"))
def test_from_every_version_on_a_stream_tells_what_the_poll_does(
    live: Live, is_watched: bool, clock: SetClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock("2026-11-30T12:00:00Z")
    monkeypatch.setattr(room, "TOLD_BEFORE", 0)
    at = begun()
    at.play(*SIX)
    watching = live.open(at.client("B"), at.url, after=6) if is_watched else None
    for after in range(7):
        told = poll(at, at.client("A"), after=after)
        with live.open(at.client("A"), at.url, after=after) as stream:
            frames = stream.read(2 + len(told["events"]) if told["events"] else 1)
        events = [Frame("action", event, str(event["n"])) for event in told["events"]]
        match = Frame("match", standing(told))
        assert frames == [match, *events, *([match] if events else [])]
    if watching:
        watching.close()


def test_a_browser_that_comes_again_says_the_last_id_and_needs_no_after(live: Live) -> None:
    at = begun()
    at.play(*SIX)
    url = live.ticket(at.client("A"), at.url)
    with OpenStream(f"{url}&after=1", last_event_id="5") as stream:
        assert [frame.id for frame in stream.read(3)] == [None, "6", None]


def test_a_version_that_the_log_has_not_come_to_is_refused(live: Live) -> None:
    at = begun()
    at.play(*SIX)
    path = live.ticket(at.client("A"), at.url).removeprefix(live.url)
    status, problem = live.get(f"{path}&after=7")
    assert (status, problem["code"], problem["version"], problem["current_version"]) == (409, "version_conflict", 7, 6)


@pytest.mark.parametrize("after", ("-1", "x", "99999999", "²"))
def test_what_is_no_version_is_refused(live: Live, after: str) -> None:
    at = begun()
    at.play(*SIX)
    path = live.ticket(at.client("A"), at.url).removeprefix(live.url)
    status, problem = live.get(f"{path}&after={after}".replace("²", "%C2%B2"))
    assert (status, problem["code"], problem["errors"][0]["parameter"]) == (400, "invalid_parameters", "after")


def test_each_is_told_their_own_actions_and_all_the_same_events(live: Live, clock: SetClock) -> None:
    clock("2026-11-30T12:00:00Z")
    at = begun()
    people = {"A": at.client("A"), "B": at.client("B"), "watcher": newcomer("Cyd").client, "nobody": ApiClient()}
    streams = {name: live.open(client, at.url) for name, client in people.items()}
    at.play(*SIX)
    for name, stream in streams.items():
        frames = stream.until("match", version=6)
        told = poll(at, people[name])
        assert [frame.data for frame in frames if frame.event == "action"] == told["events"]
        assert frames[-1].data == standing(told)
        stream.close()
    assert poll(at, people["nobody"])["legal"] == [] != poll(at, people["A"])["legal"]


def test_what_happens_beside_the_log_is_told_too(live: Live, clock: SetClock) -> None:
    clock("2026-11-30T12:00:00Z")
    at = opened()
    with live.open(at.client("A"), at.url) as stream:
        assert stream.read(1)[0].data["stage"] == "open"
        bo = at.people["B"] = newcomer("Bo")
        bo.client.ask("POST", f"{at.url}join/", {})
        told = stream.until("match", stage="ready")[-1].data
        assert told["present"] == {"A": True, "B": True}
        for side in "AB":
            at.client(side).ask("POST", f"{at.url}ready/", {})
        assert stream.until("match", stage="playing")[-1].data == standing(poll(at, at.client("A")))


def test_who_looked_on_and_joins_is_told_as_a_player_from_then_on(live: Live, clock: SetClock) -> None:
    clock("2026-11-30T12:00:00Z")
    at = opened()
    bo = at.people["B"] = newcomer("Bo")
    with live.open(bo.client, at.url) as stream:
        bo.client.ask("POST", f"{at.url}join/", {})
        for side in "AB":
            at.client(side).ask("POST", f"{at.url}ready/", {})
        told = stream.until("match", stage="playing")[-1].data
        assert told == standing(poll(at, bo.client))
        assert "draw" in told["legal"]


def test_a_match_that_ends_ends_its_streams_when_all_is_told(live: Live) -> None:
    at = begun()
    with live.open(at.client("B"), at.url) as stream:
        at.play(("A", "resign"))
        frames = stream.until("end")
        assert [frame.event for frame in frames] == ["match", "action", "match", "end"]
        assert (frames[1].data["over"]["winner"], frames[2].data["stage"]) == ("B", "over")
        assert stream.next() is None
    with live.open(at.client("A"), at.url, after=1) as late:
        assert [frame.event for frame in late.until("end")] == ["match", "end"]


def test_a_match_that_is_called_off_ends_its_streams(live: Live) -> None:
    at = joined()
    with live.open(at.client("B"), at.url) as stream:
        at.client("A").ask("POST", f"{at.url}cancel/", {})
        assert [frame.event for frame in stream.until("end")] == ["match", "match", "end"]


def test_a_stream_passes_proxies_and_is_for_any_origin(live: Live) -> None:
    at = begun()
    with live.open(ApiClient(), at.url) as stream:
        names = ("Content-Type", "Cache-Control", "X-Accel-Buffering", "Access-Control-Allow-Origin")
        assert [stream.answer.headers[name] for name in names] == [
            "text/event-stream; charset=utf-8",
            "no-cache, no-transform",
            "no",
            "*",
        ]


def test_a_quiet_stream_has_a_ping_now_and_then(live: Live) -> None:
    at = begun()
    with live.open(ApiClient(), at.url) as stream:
        stream.read(1)
        live.run(live.app.hub._ping())
        assert [stream.answer.readline() for _ in range(2)] == [b"event: ping\n", b"data: {}\n"]


def test_an_open_stream_of_a_player_is_presence_and_one_of_the_banned_is_not(live: Live) -> None:
    at = begun()
    streams = [live.open(client, at.url) for client in (at.client("A"), at.client("B"), newcomer("Cyd").client)]
    long_ago = timezone.now() - 2 * MATCH_ABSENT_AFTER
    Player.objects.filter(pk=at.people["B"].player.pk).update(banned_at=timezone.now())
    Seat.objects.update(seen_at=long_ago)
    live.run(live.app.hub._note_seen())
    seen = {seat.side: seat.seen_at > long_ago for seat in at.match.seats.all()}
    assert seen == {"A": True, "B": False}
    streams[2].until("match", present=seen)
    for stream in streams:
        stream.close()
    live.wait_until(streams=0)
    Seat.objects.update(seen_at=long_ago)
    live.run(live.app.hub._note_seen())
    assert {seat.seen_at for seat in at.match.seats.all()} == {long_ago}


def test_there_are_as_many_streams_as_are_published(live: Live, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    at = begun()
    monkeypatch.setattr(hub, "MAX_PLAYER_STREAMS", 1)
    settings.STREAM_LIMIT = 2
    first, second = live.open(at.client("A"), at.url), live.open(ApiClient(), at.url)
    waiting = live.ticket(at.client("B"), at.url)
    assert refusal(waiting) == (503, "unavailable", "5")
    second.close()
    live.wait_until(streams=1)
    assert refusal(live.ticket(at.client("A"), at.url)) == (429, "throttled", "5")
    with OpenStream(waiting) as stream:
        assert stream.answer.status == 200
    first.close()


def refusal(url: str) -> tuple[int, str, str | None]:
    with OpenStream(url) as stream:
        return stream.answer.status, json.loads(stream.answer.read())["code"], stream.answer.headers["Retry-After"]
