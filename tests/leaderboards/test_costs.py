"""What reading a board costs: one statement, and of the entries only those that are shown, however long the board."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Game
from leaderboards.board import Board, Cursor, Filters, Key, around, page, place
from leaderboards.models import Entry
from tests.leaderboards.factories import BOARD, fill

pytestmark = pytest.mark.django_db

LIVE = Filters(origin=Game.Origin.LIVE)
NARROW = Filters(origin=Game.Origin.LIVE, accounts_only=True, unseen=True)


@pytest.fixture
def board() -> Board:
    fill(5_000)
    return BOARD


def scans(read: Callable[[], object], *, of: str = "leaderboards_entry") -> Iterator[dict[str, Any]]:
    """The plan nodes that read a table, with what they really read, of the one statement of a read."""
    with CaptureQueriesContext(connection) as queries:
        read()
    (statement,) = [query["sql"] for query in queries]
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {statement}")
        (plan,) = cursor.fetchone() or ("[]",)
    yield from nodes(plan if isinstance(plan, list) else json.loads(plan), of=of)


def nodes(plans: list[dict[str, Any]], *, of: str) -> Iterator[dict[str, Any]]:
    for plan in plans:
        node = plan.get("Plan", plan)
        if node.get("Relation Name") == of:
            yield node
        yield from nodes(node.get("Plans", []), of=of)


def test_on_a_board_of_5_000_every_read_touches_only_the_entries_that_it_shows(board: Board) -> None:
    crowd = Entry.objects.filter(**board.columns, ranked_score=700)
    middle = crowd[crowd.count() // 2]
    deep, back = Cursor(key=Key.of(middle)), Cursor(key=Key.of(middle), is_backward=True)
    reads: dict[str, Callable[[], object]] = {
        "top": lambda: page(board=board, limit=50),
        "deep page": lambda: page(board=board, limit=50, cursor=deep),
        "backwards": lambda: page(board=board, limit=50, cursor=back),
        "narrowed": lambda: page(board=board, limit=50, cursor=deep, filters=LIVE),
        "narrow": lambda: page(board=board, limit=50, cursor=back, filters=NARROW),
        "place": lambda: place(board=board, player_id=middle.player_id),
        "around": lambda: around(board=board, player_id=middle.player_id, each_side=25),
    }
    for name, read in reads.items():
        found = list(scans(read))
        assert found, name
        assert {node["Node Type"] for node in found} <= {"Index Scan"}, name
        assert sum(node["Actual Rows"] * node["Actual Loops"] for node in found) <= 4 * 52, name
        assert not any(node.get("Rows Removed by Filter") for node in found), name


def test_counts_are_summed_up_once_even_by_a_plan_for_boards_of_a_few_rows() -> None:
    fill(1_000)
    with connection.cursor() as cursor:
        # As the planner does where it thinks that nothing is worth a hash.
        cursor.execute("SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off")
    top = page(board=BOARD, limit=50)
    scores = len({row.entry.ranked_score for row in top.rows})
    for name, table in (("scores", "leaderboards_scorecount"), ("moves", "leaderboards_movescount")):
        found = list(scans(lambda: page(board=BOARD, limit=50), of=table))
        assert found, name
        assert max(node["Actual Loops"] for node in found) <= (scores + 1 if name == "moves" else 1), name
