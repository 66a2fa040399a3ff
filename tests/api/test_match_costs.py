"""What an action and a poll of a match cost: how often the log is read and folded, and the secret asked for."""

from collections import Counter
from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.engine.match.position import MatchPosition
from tests.api.client import ApiClient, assert_problem
from tests.api.table import AtTable, begun

pytestmark = pytest.mark.django_db

Cost = Callable[[Callable[[], object]], dict[str, int]]


@pytest.fixture
def cost(monkeypatch: pytest.MonkeyPatch) -> Cost:
    """What a request costs: tables that are laid out anew, reads of whole logs and of numbers."""
    counted: Counter[str] = Counter()
    lay_out = MatchPosition.__init__

    def count(position: MatchPosition, *args: object) -> None:
        counted["folds"] += 1
        lay_out(position, *args)  # type: ignore[arg-type]

    def measure(ask: Callable[[], object]) -> dict[str, int]:
        counted.clear()
        with monkeypatch.context() as patched, CaptureQueriesContext(connection) as asked:
            patched.setattr(MatchPosition, "__init__", count)
            ask()
        for query in asked:
            counted["logs"] += "string_agg(events" in query["sql"]
            counted["numbers"] += query["sql"].startswith('SELECT "games_matchnumber"')
        return {name: counted[name] for name in ("logs", "numbers", "folds")}

    return measure


ONCE = {"logs": 1, "numbers": 1, "folds": 1}
NEVER = dict.fromkeys(ONCE, 0)


@pytest.fixture
def at() -> AtTable:
    at = begun(pace="alternating")
    at.play(("A", "draw"), ("B", "draw"), ("A", "T3-F"))
    return at


def test_an_action_reads_and_folds_its_log_once_whatever_is_asked_with_it(at: AtTable, cost: Cost) -> None:
    assert cost(lambda: at.send("A", "draw", count=2)) == ONCE
    assert cost(lambda: at.send("B", "draw", count=1, after=0)) == ONCE
    assert cost(lambda: at.send("B", "draw", count=1, after=0)) == ONCE
    assert cost(lambda: at.send("B", "W-F", count=2)) == ONCE


def test_an_action_at_a_wrong_count_folds_nothing(at: AtTable, cost: Cost) -> None:
    assert cost(lambda: at.send("A", "draw", count=7)) == NEVER | {"logs": 1}


def test_a_players_poll_folds_once_and_who_looks_on_only_what_is_new(
    at: AtTable, cost: Cost, anonymous: ApiClient
) -> None:
    for after in (0, 1, 3):
        assert cost(lambda after=after: at.client("B").ask("GET", f"{at.url}events/?after={after}")) == ONCE  # type: ignore[misc]
    assert cost(lambda: anonymous.ask("GET", f"{at.url}events/?after=2")) == ONCE
    assert cost(lambda: anonymous.ask("GET", f"{at.url}events/?after=3")) == NEVER


def test_an_action_costs_as_many_statements_however_long_the_log_is(at: AtTable) -> None:
    def statements(side: str, count: int) -> int:
        with CaptureQueriesContext(connection) as asked:
            assert at.send(side, "draw", count=count).status_code == 200
        return len(asked)

    short = statements("A", 2)
    at.play(*(("B", "draw"), ("A", "draw")) * 5)
    assert statements("B", 6) == short
    assert short <= 16


def test_a_version_that_the_log_does_not_reach_is_refused_before_anything_is_logged(at: AtTable) -> None:
    members = assert_problem(at.send("A", "draw", count=2, after=5), "version_conflict")
    assert (members["version"], members["current_version"], at.match.stream.version) == (5, 3, 3)
