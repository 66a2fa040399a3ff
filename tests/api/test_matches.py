"""Matches over the API, from the lobby to the rematch."""

from typing import Any

import pytest

from games import log
from games.engine.match.actions import decode
from games.models import LogBatch, Match, MatchNumber, Seat
from games.tasks import end_left_matches
from tests.api.client import ApiClient, assert_problem
from tests.api.clock import SetClock, clock
from tests.api.people import newcomer
from tests.api.table import AtTable, begun, joined, opened
from tests.games.matches.people import KNOWN

__all__ = ["clock"]

pytestmark = pytest.mark.django_db

NOTHING_HERE = "matches/019ad3d4-7a51-7c52-8f0e-3c1f6f0e8a11/"


def ids(answer: Any) -> list[str]:
    return [match["id"] for match in answer.json()["matches"]]


def test_a_match_is_created_with_its_options_and_listed_until_somebody_joins(anonymous: ApiClient) -> None:
    at = opened(pace="alternating", draw={"A": 1, "B": 3}, redeals="single", first="B", series=3, side="B")
    state = at.state("A")
    assert state["options"] == {
        "pace": "alternating",
        "draw": {"A": 1, "B": 3},
        "redeals": "single",
        "solo_bonus": False,
        "ending": "first_out",
        "first": "B",
    }
    assert (state["stage"], state["you"], state["count"], state["table"], state["number"]) == (
        "open",
        "B",
        0,
        None,
        None,
    )
    assert [(seat["side"], seat["player"]["name"], seat["present"]) for seat in state["seats"]] == [("B", "Ana", True)]
    assert ids(anonymous.ask("GET", "matches/")) == [state["id"]]
    newcomer("Bo").client.ask("POST", f"{at.url}join/", {})
    assert ids(anonymous.ask("GET", "matches/")) == []


def test_one_key_creates_one_match() -> None:
    ana = newcomer("Ana").client
    first, again = (ana.ask("POST", "matches/", {"series": 3}, idempotency_key="a key") for _ in range(2))
    assert (first.status_code, first.content, first.headers["Location"]) == (201, again.content, first.json()["url"])
    assert Match.objects.count() == 1


@pytest.mark.parametrize(
    ("body", "pointer"),
    (
        ({"pace": "fast"}, "/pace"),
        ({"draw": 2}, "/draw"),
        ({"draw": {"A": 1}}, "/draw/B"),
        ({"series": 0}, "/series"),
        ({"series": 26}, "/series"),
        ({"number": "AAAAAAB"}, "/number"),
        ({"side": "C"}, "/side"),
    ),
)
def test_what_cannot_be_chosen_is_refused_by_name(body: dict[str, Any], pointer: str, client: ApiClient) -> None:
    (error,) = assert_problem(client.ask("POST", "matches/", body), "invalid_fields")["errors"]
    assert error["pointer"] == pointer
    assert not Match.objects.exists()


def test_the_table_is_shown_when_the_match_begins_and_not_before() -> None:
    at = joined()
    at.client("A").ask("POST", f"{at.url}ready/", {})
    state = at.state("B")
    assert (state["stage"], state["table"], [seat["ready"] for seat in state["seats"]]) == (
        "ready",
        None,
        [True, False],
    )
    at.client("B").ask("POST", f"{at.url}ready/", {})
    state = at.state("B")
    assert (state["stage"], state["table"]["sides"]["A"]["stock"], state["you"]) == ("playing", 24, "B")
    assert state["table"]["sides"]["A"]["tableau"][6].startswith("?? ?? ?? ?? ?? ?? ")


def test_a_private_match_is_for_its_players_and_who_has_its_link(anonymous: ApiClient) -> None:
    at = opened(private=True)
    invite = at.state("A")["invite"]
    bo = newcomer("Bo").client
    for asker in (anonymous, bo):
        assert_problem(asker.ask("GET", at.url), "match_not_found")
        assert_problem(asker.ask("GET", f"{at.url}events/"), "match_not_found")
        shown = asker.ask("GET", f"{at.url}?invite={invite}").json()
        assert (shown["private"], shown["invite"]) == (True, None)
    assert_problem(bo.ask("POST", f"{at.url}join/", {}), "match_not_found")
    assert bo.ask("POST", f"{at.url}join/", {"invite": invite}).json()["invite"] == invite
    assert (ids(anonymous.ask("GET", "matches/")), len(ids(bo.ask("GET", "matches/?of=own")))) == ([], 1)


def test_own_matches_are_for_who_says_who_they_are(anonymous: ApiClient) -> None:
    assert_problem(anonymous.ask("GET", "matches/?of=own"), "not_authenticated")


def test_an_action_is_answered_with_its_event_and_the_table_after_it() -> None:
    at = begun()
    answer = at.send("A", "T3-F", count=0).json()
    (event,) = answer["events"]
    assert (answer["version"], answer["count"], event["n"], event["side"], event["action"]) == (1, 1, 1, "A", "T3-F")
    assert event["changes"][0]["pile"] == "A:T3"
    assert answer["table"] == at.state("A")["table"]
    assert answer["receipt"] == at.state("B")["receipt"]


def test_an_answer_has_the_events_that_the_client_has_missed() -> None:
    at = begun()
    at.play(("B", "T2-T4"), ("B", "draw"))
    answer = at.send("A", "draw", count=0, after=1).json()
    assert [(event["n"], event["side"]) for event in answer["events"]] == [(2, "B"), (3, "A")]


def test_events_after_a_version_that_the_log_has_not_reached_are_refused_and_nothing_is_logged() -> None:
    at = begun()
    members = assert_problem(at.send("A", "draw", count=0, after=1), "version_conflict")
    assert (members, at.match.stream.version) == ({"version": 1, "current_version": 0, "missing_moves": []}, 0)


def test_an_action_sent_again_by_who_knows_what_followed_has_its_own_event() -> None:
    at = begun()
    first = at.send("A", "draw", count=0)
    at.play(("B", "T2-T4"), ("B", "draw"))
    assert at.send("A", "draw", count=0, after=3).json() == first.json()


def test_the_same_action_again_has_the_same_answer_and_another_is_told_what_the_log_has() -> None:
    at = begun()
    first = at.send("A", "draw", count=0)
    at.play(("B", "T2-T4"), ("A", "draw"))
    again = at.send("A", "draw", count=0)
    assert (again.status_code, again.content) == (200, first.content)
    refused = assert_problem(at.send("A", "T3-F", count=0), "count_conflict")
    assert refused == {"count": 0, "current_count": 2, "action": "draw"}
    assert assert_problem(at.send("A", "draw", count=3), "count_conflict")["action"] is None
    assert LogBatch.objects.count() == 3


def test_a_clash_is_refused_with_the_new_top_of_the_foundation_and_the_next_action_is_taken() -> None:
    at = begun()
    at.play(("A", "T3-F"))
    refused = assert_problem(at.send("B", "T1-F", count=0), "illegal_action")
    tops = [foundation["top"] for foundation in at.state("B")["table"]["foundations"]]
    assert refused == {"action": "T1-F", "reason": "not_next_on_foundation", "version": 1, "tops": tops}
    assert any(tops)
    assert at.send("B", "T2-T4", count=0).json()["version"] == 2


@pytest.mark.parametrize("action", ("T3-T5x4", "undo", "F1-T2", "A:T3-F", "B:draw", "5S", "T8-F", "w-f", "", " draw"))
def test_what_is_no_action_of_ones_own_piles_is_refused(action: str) -> None:
    at = begun()
    assert_problem(at.send("A", action, count=0), "bad_notation")
    assert not LogBatch.objects.exists()


def test_an_action_says_nothing_of_whose_it_is() -> None:
    at = begun()
    body = {"count": 0, "action": "draw", "side": "B"}
    (error,) = assert_problem(at.client("A").ask("POST", f"{at.url}actions/", body), "invalid_fields")["errors"]
    assert (error["pointer"], error["code"]) == ("/side", "unknown")
    assert not LogBatch.objects.exists()


def test_who_looks_on_sees_the_same_table_and_plays_nothing(anonymous: ApiClient) -> None:
    at = begun()
    watcher = newcomer("Cyd").client
    shown, own = watcher.ask("GET", at.url).json(), at.state("A")
    assert (shown["you"], shown["count"], shown["table"]["legal"]) == (None, None, [])
    assert shown["table"] | {"legal": []} == own["table"] | {"legal": []}
    assert anonymous.ask("GET", at.url).json()["table"] == shown["table"]
    for path in ("actions/", "ready/", "claim/", "rematch/"):
        body = {"count": 0, "action": "draw"} if path == "actions/" else {}
        assert_problem(watcher.ask("POST", f"{at.url}{path}", body), "not_a_player")
    assert Match.objects.get().stream.version == 0


def test_events_are_polled_from_any_version_without_a_gap(anonymous: ApiClient) -> None:
    at = begun()
    at.play(("A", "draw"), ("B", "T2-T4"), ("A", "T3-F"))
    whole = anonymous.ask("GET", f"{at.url}events/").json()
    assert ([event["n"] for event in whole["events"]], whole["version"], whole["stage"]) == ([1, 2, 3], 3, "playing")
    for after in range(4):
        assert anonymous.ask("GET", f"{at.url}events/?after={after}").json()["events"] == whole["events"][after:]
    assert anonymous.ask("GET", f"{at.url}events/?after=1&limit=1").json()["events"] == whole["events"][1:2]
    members = assert_problem(anonymous.ask("GET", f"{at.url}events/?after=4"), "version_conflict")
    assert members == {"version": 4, "current_version": 3, "missing_moves": []}


def test_a_poll_that_finds_nothing_new_is_not_changed(anonymous: ApiClient) -> None:
    at = begun()
    first = anonymous.ask("GET", f"{at.url}events/")
    assert anonymous.ask("GET", f"{at.url}events/", if_none_match=first.headers["ETag"]).status_code == 304


def test_after_the_end_everybody_can_see_every_card_and_verify_the_receipt(anonymous: ApiClient) -> None:
    at = begun()
    for path in ("replay/", "log/"):
        assert assert_problem(anonymous.ask("GET", f"{at.url}{path}"), "wrong_stage") == {"stage": "playing"}
    at.play(("A", "T3-F"), ("B", "resign"))
    state = anonymous.ask("GET", at.url).json()
    assert state["result"] == {"winner": "A", "ended": "resigned", "won_by": "resignation", "timed_out": False}
    number = MatchNumber.objects.get().number
    replay, kept = (anonymous.ask("GET", f"{at.url}{path}").json() for path in ("replay/", "log/"))
    assert state["number"] == replay["number"] == kept["match"]["number"] == number
    assert [event["action"] for event in replay["events"]] == ["T3-F", "resign"]
    assert "??" not in {card for pile in replay["first"]["piles"].values() for card in pile}
    assert kept["receipt"] == kept["batches"][-1]["hash"] == state["receipt"]
    events = log.read(stream_id=at.match.pk)
    assert [(one["side"], one["action"]) for batch in kept["batches"] for one in batch["actions"]] == [
        (event.side, str(event.action)) for event in decode(events)
    ]


def test_a_match_is_claimed_when_nothing_has_come_of_the_opponent_for_the_published_time(clock: SetClock) -> None:
    clock("2026-11-30T12:00:00Z")
    at = begun()
    clock("2026-11-30T12:01:59Z")
    refused = assert_problem(at.client("A").ask("POST", f"{at.url}claim/", {}), "nothing_to_claim")
    assert refused["claim_at"] == at.state("A")["claim_at"] == "2026-11-30T12:02:00Z"
    clock("2026-11-30T12:02:00Z")
    assert [seat["present"] for seat in at.state("A")["seats"]] == [True, False]
    claimed = at.client("A").ask("POST", f"{at.url}claim/", {}).json()
    assert (claimed["stage"], claimed["result"]["winner"], claimed["result"]["timed_out"]) == ("over", "A", True)
    assert at.state("B")["claim_at"] is None


def test_a_poll_says_that_one_is_there(clock: SetClock) -> None:
    clock("2026-11-30T12:00:00Z")
    at = begun()
    clock("2026-11-30T12:01:59Z")
    at.client("B").ask("GET", f"{at.url}events/")
    clock("2026-11-30T12:02:00Z")
    told = at.client("A").ask("GET", f"{at.url}events/").json()
    assert (told["present"], told["claim_at"]) == ({"A": True, "B": True}, "2026-11-30T12:03:59Z")


def test_after_an_outage_a_match_can_be_claimed_as_long_after_it_as_ever(clock: SetClock) -> None:
    clock("2026-11-30T12:00:00Z")
    at = begun()
    clock("2026-11-30T12:00:10Z")
    assert at.state("A")["claim_at"] == "2026-11-30T12:02:00Z"
    clock("2026-11-30T13:00:00Z")
    refused = assert_problem(at.client("A").ask("POST", f"{at.url}claim/", {}), "nothing_to_claim")
    told = at.client("A").ask("GET", f"{at.url}events/").json()
    assert refused["claim_at"] == told["claim_at"] == at.state("A")["claim_at"] == "2026-11-30T13:02:00Z"
    assert told["stage"] == "playing"


def test_a_match_that_both_have_left_is_over_when_they_come_back(clock: SetClock) -> None:
    clock("2026-11-30T12:00:00Z")
    at = begun()
    clock("2026-11-30T12:00:10Z")
    at.play(("A", "draw"))
    clock("2026-12-01T12:00:09Z")
    assert end_left_matches() == 0
    clock("2026-12-01T12:00:10Z")
    assert end_left_matches() == 1
    told = at.client("B").ask("GET", f"{at.url}events/?after=1").json()
    (event,) = told["events"]
    assert (told["stage"], event["side"], event["action"], event["over"]["timed_out"]) == ("over", "B", "resign", True)
    assert at.state("B")["result"] == {"winner": "A", "ended": "resigned", "won_by": "resignation", "timed_out": True}


def test_a_void_match_is_played_again_in_the_same_round_of_its_series() -> None:
    at, places = begun(series=3), []
    for actions in ((("A", "pass"), ("B", "pass")), (("A", "pass"), ("B", "pass")), (("A", "T3-F"), ("B", "resign"))):
        places.append([at.state("A")["series"][name] for name in ("ordinal", "round", "length")])
        at.play(*actions)
        if following := at.state("A")["next_match"]:
            at = AtTable(following, at.people)
            MatchNumber.objects.filter(match=at.match).update(number=KNOWN)
            for side in "AB":
                assert at.client(side).ask("POST", f"{at.url}ready/", {}).status_code == 200
    assert places == [[1, 1, 3], [2, 1, 3], [3, 1, 3]]
    listed = at.client("A").ask("GET", "matches/?of=own").json()["matches"]
    assert [(match["series"]["ordinal"], match["series"]["round"]) for match in listed] == [(3, 1), (2, 1), (1, 1)]


def test_a_series_leads_from_match_to_match_and_a_rematch_to_another() -> None:
    at = begun(series=2)
    at.play(("A", "T3-F"), ("A", "pass"), ("B", "pass"))
    state = at.state("A")
    after = at.client("B").ask("GET", state["next_match"]).json()
    assert state["series"] | {"ordinal": 2, "round": 2} == after["series"]
    assert (after["stage"], after["series"]["totals"], after["series"]["winner"]) == ("ready", {"A": 1, "B": 0}, None)
    at.url = after["url"]
    for side in "AB":
        at.client(side).ask("POST", f"{at.url}ready/", {})
    at.play(("B", "resign"))
    again = at.client("B").ask("POST", f"{at.url}rematch/", {}).json()
    assert (at.state("A")["rematch"], again["stage"], again["series"]["ordinal"]) == (again["url"], "ready", 1)
    assert at.client("A").ask("POST", f"{at.url}rematch/", {}).json()["stage"] == "playing"


def test_a_match_is_called_off_before_it_begins() -> None:
    at = joined()
    assert at.client("B").ask("POST", f"{at.url}cancel/", {}).json()["stage"] == "cancelled"
    assert assert_problem(at.client("A").ask("POST", f"{at.url}ready/", {}), "wrong_stage") == {"stage": "cancelled"}


def test_a_third_does_not_join() -> None:
    at = joined()
    third = newcomer("Cyd").client
    assert assert_problem(third.ask("POST", f"{at.url}join/", {}), "wrong_stage") == {"stage": "ready"}
    assert_problem(opened().client("A").ask("POST", NOTHING_HERE + "join/", {}), "match_not_found")
    assert Seat.objects.filter(match=at.match).count() == 2


def test_two_players_have_a_record(anonymous: ApiClient) -> None:
    at = begun()
    at.play(("A", "T3-F"), ("B", "resign"))
    a, b = at.people["A"].player, at.people["B"].player
    record = anonymous.ask("GET", f"players/{b.pk}/versus/{a.pk}/").json()
    names = (record.pop("player")["name"], record.pop("other")["name"])
    assert (names, record.pop("last_at")) == (("Bo", "Ana"), at.state("A")["ended_at"])
    counted = {"played": 1, "won": 0, "lost": 1, "void": 0, "series_won": 0, "series_lost": 1}
    assert record == counted | {"cards": 0, "other_cards": 1}


def test_a_list_costs_the_same_however_many_it_has(django_assert_max_num_queries: Any, anonymous: ApiClient) -> None:
    for _ in range(4):
        opened()
    with django_assert_max_num_queries(4):
        assert len(ids(anonymous.ask("GET", "matches/"))) == 4
