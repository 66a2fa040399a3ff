"""Lists by cursor."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from api.v1.errors import InvalidParameters
from api.v1.pagination import Keyset, PageQuery, seal, unseal
from games.models import Player
from tests.api.client import ApiClient, assert_problem
from tests.factories import NOON

pytestmark = pytest.mark.django_db

#: Descending by time, ascending among equals.
KEYSET = Keyset(name="players", fields=("-created_at", "id"))


@pytest.fixture
def people() -> list[Player]:
    """Thirty players of five moments, in the order of the list."""
    rows = [Player(name=f"Guest {n}", created_at=NOON + timedelta(microseconds=n % 5)) for n in range(30)]
    Player.objects.bulk_create(rows)
    return sorted(rows, key=lambda row: (-row.created_at.microsecond, row.pk))


def page(cursor: str | None = None, *, limit: int = 7, scope: tuple[Any, ...] = ()) -> Any:
    return KEYSET.page(Player.objects.all(), query=PageQuery(limit=limit, cursor=cursor), scope=scope)


def walk(*, back: bool = False, limit: int = 7, start: str | None = None) -> list[list[Player]]:
    pages, cursor = [], start
    while True:
        found = page(cursor, limit=limit)
        pages.append(found.rows)
        cursor = found.previous if back else found.next
        if cursor is None:
            return pages


@pytest.mark.parametrize("limit", (1, 7, 15, 29, 30, 31))
def test_all_rows_come_once_in_order_and_the_last_page_says_so(people: list[Player], limit: int) -> None:
    pages = walk(limit=limit)
    assert [row for rows in pages for row in rows] == people
    assert all(len(rows) == limit for rows in pages[:-1])


def test_the_way_back_has_the_same_rows(people: list[Player]) -> None:
    last = page(limit=28)
    end = page(last.next)
    back = walk(back=True, start=end.previous)
    assert [row for rows in reversed(back) for row in rows] == people[:28]
    assert page(page(last.next).previous, limit=28).previous is None


def test_rows_that_come_and_go_between_pages_neither_double_nor_hide_others(people: list[Player]) -> None:
    first = page()
    Player.objects.create(name="New", created_at=NOON + timedelta(days=1))
    people[3].delete()
    first.rows[-1].delete()
    assert page(first.next).rows == people[7:14]


def test_a_list_without_rows_has_neither_cursor(db: None) -> None:
    found = page()
    assert (found.rows, found.next, found.previous) == ([], None, None)


def test_a_page_costs_one_query_and_starts_at_its_position(people: list[Player]) -> None:
    first = page()
    with CaptureQueriesContext(
        connection,
    ) as queries:
        page(first.next)
    assert len(queries) == 1
    assert "OFFSET" not in queries[0]["sql"]
    assert '"created_at" <= ' in queries[0]["sql"]


@pytest.mark.parametrize("values", ([0, "2026-11-30T12:00:00Z", "x"], [1], []))
def test_a_cursor_says_what_was_sealed(values: list[Any]) -> None:
    assert unseal(seal(values, name="board", scope=("a", 1)), name="board", scope=("a", 1)) == values


def test_a_cursor_that_was_edited_or_is_of_another_list_is_refused() -> None:
    cursor = seal([1, 2], name="board", scope=("a",))
    others = [
        cursor[:-1],
        cursor + "A",
        "A" + cursor,
        cursor.swapcase(),
        cursor.split(".")[0],
        "",
        ".",
        "x.y",
        "\u2603",
        seal([1, 2], name="games", scope=("a",)),
        seal([1, 2], name="board", scope=("b",)),
        seal([1, 2], name="board"),
    ]
    for other in others:
        with pytest.raises(InvalidParameters, match="cursor: Not a cursor of this list"):
            unseal(other, name="board", scope=("a",))


def test_a_scope_cannot_pass_for_another() -> None:
    with pytest.raises(InvalidParameters):
        unseal(seal([1], name="board", scope=("a", "b")), name="board", scope=("a\nb",))


def test_the_cursor_of_another_player_is_refused(client: ApiClient, anonymous: ApiClient) -> None:
    other = ApiClient(token=anonymous.ask("POST", "players/").json()["token"])
    for _ in range(2):
        client.ask("POST", "games/", {"deal": "DS1-D1N-AAAAAAB"})
    cursor = client.ask("GET", "games/?limit=1").json()["next"]
    assert client.ask("GET", f"games/?limit=1&cursor={cursor}").status_code == 200
    for who, path in ((other, "games/"), (client, "sessions/"), (client, "games/?status=playing&")):
        separator = "" if path.endswith("&") else "?"
        members = assert_problem(who.ask("GET", f"{path}{separator}cursor={cursor}"), "invalid_parameters")
        assert [error["parameter"] for error in members["errors"]] == ["cursor"]
