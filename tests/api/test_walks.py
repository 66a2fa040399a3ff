"""Long boards, and boards that change while somebody turns their pages."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from games import players
from leaderboards.projection import rebuild
from tests.api.client import ApiClient
from tests.api.people import Person, newcomer
from tests.factories import NOON, make_player
from tests.leaderboards.factories import DEAL, decided, entered, fill

pytestmark = pytest.mark.django_db

BOARD = f"deals/{DEAL}/leaderboard/"
PASSWORD = "seven lucky foundations"
MOST_PAGES = 200


def walk(client: Client, query: str, *, along: str = "next") -> Iterator[Any]:
    """The pages of a board, from the one that the query gives to the one that leads no further."""
    page = get(client, query)
    for _ in range(MOST_PAGES):
        yield page
        if page[along] is None:
            return
        filters = query.partition("&cursor")[0]
        page = get(client, f"{filters}&cursor={page[along]}")
    pytest.fail(f"after {MOST_PAGES} pages there is still another")


def get(client: Client, query: str) -> Any:
    ask = client.ask if isinstance(client, ApiClient) else client.generic
    return ask("GET", f"/api/v1/{BOARD}?{query}").json()


def ids(*pages: Any) -> list[str]:
    return [row["game_id"] for page in pages for row in page["rows"]]


def names(page: Any) -> list[str]:
    return [row["player"]["name"] for row in page["rows"]]


# -- Long ones


def entries_read() -> int:
    """How many rows of entries the database has read so far for this test."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT seq_tup_read + idx_tup_fetch FROM pg_stat_xact_user_tables WHERE relname = 'leaderboards_entry'"
        )
        return int(cursor.fetchone()[0])


def test_a_board_of_2_000_is_walked_to_its_end_and_each_page_costs_as_the_first(db: None) -> None:
    fill(2_000)
    pages, read = [], entries_read()
    for page in walk(Client(), "limit=100"):  # its answers are not held against the document, each row of them
        pages.append(page)
        before, read = read, entries_read()
        assert read - before <= 2 * 101, f"page {len(pages)} reads {read - before} entries"
    assert [len(page["rows"]) for page in pages] == [100] * 20
    assert (len(set(ids(*pages))), {page["total"] for page in pages}) == (2_000, {2_000})
    ranks = [row["rank"] for page in pages for row in page["rows"]]
    assert ranks == sorted(ranks)


# -- Ties


@pytest.fixture
def tied() -> list[Person]:
    """Six players with the same result at the same instant: nothing but their games' ids tells them apart."""
    people = [newcomer(f"P{number}") for number in range(6)]
    for person in people:
        entered(person.player, finished_at=NOON)
    return people


def test_players_tied_at_one_instant_are_all_listed_once_both_ways(anonymous: ApiClient) -> None:
    for _ in range(130):
        decided(make_player(), finished_at=NOON)
    rebuild(code=DEAL, rules_version=1)
    forth = list(walk(anonymous, "limit=50"))
    assert ([len(page["rows"]) for page in forth], len(set(ids(*forth)))) == ([50, 50, 30], 130)
    assert {row["rank"] for page in forth for row in page["rows"]} == {1}
    back = list(walk(anonymous, f"limit=50&cursor={forth[-1]['previous']}", along="previous"))
    assert [ids(page) for page in reversed(back)] == [ids(page) for page in forth[:2]]


def test_a_page_that_ends_in_a_tie_goes_on_in_it_though_its_last_player_has_gone(
    anonymous: ApiClient, tied: list[Person]
) -> None:
    first, second, _ = walk(anonymous, "limit=2")
    (at_cursor,) = [person for person in tied if person.player.name == names(first)[-1]]
    assert at_cursor.client.ask("DELETE", "players/me/").status_code == 204
    then = anonymous.ask("GET", f"{BOARD}?limit=2&cursor={first['next']}").json()
    assert (ids(then), [row["rank"] for row in then["rows"]], then["total"]) == (ids(second), [1, 1], 5)
    before = anonymous.ask("GET", f"{BOARD}?limit=2&cursor={then['previous']}").json()
    assert (ids(before), before["previous"]) == (ids(first)[:1], None)


# -- What changes meanwhile


def test_who_is_renamed_between_two_pages_is_neither_repeated_nor_missed(
    anonymous: ApiClient, tied: list[Person]
) -> None:
    before = list(walk(anonymous, "limit=2"))
    pages = walk(anonymous, "limit=2")
    first = next(pages)
    for number, person in enumerate(reversed(tied)):
        assert person.client.ask("PATCH", "players/me/", {"name": f"A{number}"}).status_code == 200
    rest = list(pages)
    assert ids(first, *rest) == ids(*before)
    assert {name[0] for page in rest for name in names(page)} == {"A"}


def test_a_guest_who_makes_an_account_comes_into_the_pages_of_accounts(
    anonymous: ApiClient, tied: list[Person]
) -> None:
    in_order = [name for page in walk(anonymous, "limit=2") for name in names(page)]
    for name in (in_order[0], in_order[2], in_order[5]):
        become_account(tied, name)
    first = anonymous.ask("GET", f"{BOARD}?accounts_only=true&limit=2").json()
    for name in (in_order[1], in_order[3]):  # one above the cursor, one below
        become_account(tied, name)
    rest = anonymous.ask("GET", f"{BOARD}?accounts_only=true&limit=9&cursor={first['next']}").json()
    assert (names(first), names(rest)) == ([in_order[0], in_order[2]], [in_order[3], in_order[5]])


def become_account(people: list[Person], name: str) -> None:
    (person,) = [person for person in people if person.player.name == name]
    players.make_account(player=person.player, password=PASSWORD)


def test_a_better_game_moves_its_player_up_and_a_walk_has_everybody_else(
    anonymous: ApiClient, tied: list[Person]
) -> None:
    pages = walk(anonymous, "limit=2")
    first = next(pages)
    last = anonymous.ask("GET", f"{BOARD}?limit=6").json()
    climber = names(last)[-1]
    entered(next(person.player for person in tied if person.player.name == climber), 900, 100)
    rest = list(pages)
    assert [*names(first), *(name for page in rest for name in names(page))] == names(last)[:-1]
    assert {row["rank"] for page in rest for row in page["rows"]} == {2}
