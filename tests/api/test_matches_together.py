"""Requests to one match at the same moment: real threads, each with a connection of its own."""

from functools import partial
from typing import Any

import pytest
from django.utils import timezone

from games import log
from games.limits import MATCH_ABSENT_AFTER
from games.matches import audit
from games.models import LogBatch, Match, Seat, Series
from tests.api.client import assert_problem
from tests.api.people import newcomer
from tests.api.table import AtTable, begun, joined, opened
from tests.api.test_together import together

pytestmark = pytest.mark.django_db(transaction=True)


def ask(at: AtTable, side: str, path: str, body: Any = None) -> Any:
    return partial(at.client(side).ask, "POST", f"{at.url}{path}", body or {})


def statuses(answers: list[Any]) -> list[int]:
    return sorted(answer.status_code for answer in answers)


def test_of_five_who_join_at_once_one_has_the_seat() -> None:
    at = opened()
    askers = [newcomer(f"P{number}").client for number in range(5)]
    answers = together([partial(asker.ask, "POST", f"{at.url}join/", {}) for asker in askers])
    assert statuses(answers) == [200, 409, 409, 409, 409]
    for answer in answers:
        if answer.status_code == 409:
            assert assert_problem(answer, "wrong_stage") == {"stage": "ready"}
    assert Seat.objects.filter(match=at.match).count() == 2


def test_a_match_begins_once_when_both_are_ready_at_once() -> None:
    at = joined()
    answers = together([ask(at, "A", "ready/"), ask(at, "B", "ready/")])
    assert sorted(answer.json()["stage"] for answer in answers) == ["playing", "ready"]
    assert (at.match.status, at.match.revision) == ("playing", 3)


def test_one_of_a_join_and_a_calling_off_at_once_comes_first() -> None:
    at = opened()
    bo = newcomer("Bo").client
    called_off, joining = together([ask(at, "A", "cancel/"), partial(bo.ask, "POST", f"{at.url}join/", {})])
    assert called_off.status_code == 200
    assert (joining.status_code, at.match.status) in ((200, "cancelled"), (409, "cancelled"))


def test_the_same_action_five_times_at_once_is_one() -> None:
    at = begun()
    answers = together([ask(at, "A", "actions/", {"count": 0, "action": "draw"})] * 5)
    assert {(answer.status_code, answer.content) for answer in answers} == {(200, answers[0].content)}
    assert LogBatch.objects.count() == 1


def test_of_two_actions_of_a_side_at_once_one_is_next_and_the_other_is_told() -> None:
    at = begun()
    actions = ("draw", "T3-F")
    answers = together([ask(at, "A", "actions/", {"count": 0, "action": action}) for action in actions])
    taken, refused = sorted(answers, key=lambda answer: int(answer.status_code))
    told = assert_problem(refused, "count_conflict")
    assert told == {"count": 0, "current_count": 1, "action": taken.json()["events"][0]["action"]}


def test_both_sides_at_once_are_both_logged_in_one_order() -> None:
    at = begun()
    answers = together([ask(at, side, "actions/", {"count": 0, "action": "draw"}) for side in "AB"])
    assert [answer.status_code for answer in answers] == [200, 200]
    assert sorted(answer.json()["version"] for answer in answers) == [1, 2]
    assert sorted(log.read(stream_id=at.match.pk)) == [0, 128]


def test_two_resignations_at_once_are_one_defeat() -> None:
    at = begun(series=3)
    answers = together([ask(at, side, "actions/", {"count": 0, "action": "resign"}) for side in "AB"])
    assert statuses(answers) == [200, 409]
    assert (Match.objects.count(), at.match.stream.version) == (1, 1)
    assert at.match.series.winner == at.match.winner


def test_a_claim_and_the_return_of_the_absent_at_once_have_one_order() -> None:
    at = begun()
    Seat.objects.filter(match=at.match, side="B").update(seen_at=timezone.now() - MATCH_ABSENT_AFTER)
    claimed, played = together([ask(at, "A", "claim/"), ask(at, "B", "actions/", {"count": 0, "action": "draw"})])
    assert (claimed.status_code, played.status_code) in ((200, 409), (409, 200))
    assert at.match.stream.version == 1


def test_a_rematch_asked_for_by_both_at_once_is_one_and_begins() -> None:
    at = begun()
    at.play(("A", "resign"))
    answers = together([ask(at, side, "rematch/") for side in "AB"])
    assert [answer.status_code for answer in answers] == [200, 200]
    assert len({answer.json()["id"] for answer in answers}) == 1
    assert Series.objects.get(rematch_of=at.match.series).matches.get().status == "playing"


def test_so_many_matches_wait_at_once_also_when_they_are_created_at_once() -> None:
    ana = newcomer("Ana").client
    answers = together([partial(ana.ask, "POST", "matches/", {})] * 8)
    assert statuses(answers) == [201] * 5 + [409] * 3
    assert (Match.objects.count(), list(audit.differences())) == (5, [])
