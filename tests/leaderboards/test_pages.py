"""Pages: every row once in either direction, with its rank on the whole board, whatever changes in between."""

from collections.abc import Iterator
from itertools import chain, product
from uuid import UUID

import pytest
from django.db.models import QuerySet

from games.models import Game
from leaderboards.board import Cursor, Filters, Page, around, page
from leaderboards.models import Entry
from tests.factories import make_player
from tests.leaderboards.factories import BOARD, entered

pytestmark = pytest.mark.django_db

Line = tuple[int, UUID]

ALL = Filters()

ALL_FILTERS = [
    Filters(origin=origin, accounts_only=accounts_only, unseen=unseen)
    for origin, accounts_only, unseen in product((None, *Game.Origin), (False, True), (False, True))
]


def enter_all(*, results: list[tuple[int, int]]) -> None:
    """One guest for each (score, moves), a minute after one another."""
    for minutes, (score, moves) in enumerate(results):
        entered(make_player(), score, moves, minutes=minutes)


def enter_mixed() -> None:
    """Forty entries of all kinds that filters tell apart, with many ties among them."""
    for number in range(40):
        name_key = f"key {number}" if number % 3 else None
        origin = Game.Origin.LIVE if number % 5 < 2 else Game.Origin.POSTED
        player = make_player(name_key=name_key)
        entered(player, 5 * (number % 7), number % 2, minutes=number, origin=origin, seen_replay=number % 4 == 0)


def on_board() -> QuerySet[Entry]:
    return Entry.objects.filter(**BOARD.columns)


def lines(rows: Page) -> list[Line]:
    return [(row.rank, row.entry.game_id) for row in rows.rows]


def walk(*, limit: int, filters: Filters = ALL, cursor: Cursor | None = None, back: bool = False) -> Iterator[Page]:
    """The pages from the cursor on, by the links of each."""
    current = page(board=BOARD, limit=limit, cursor=cursor, filters=filters)
    yield current
    if following := current.previous if back else current.next:
        yield from walk(limit=limit, filters=filters, cursor=following, back=back)


def naive(filters: Filters = ALL) -> list[Line]:
    """The whole list, ranked by counting."""
    entries = sorted(on_board(), key=lambda e: (-e.ranked_score, e.moves, e.finished_at, e.game_id))
    results = [(-entry.ranked_score, entry.moves) for entry in entries]
    return [
        (1 + sum(other < result for other in results), entry.game_id)
        for entry, result in zip(entries, results, strict=True)
        if filters.origin in (None, entry.origin)
        and (entry.is_account or not filters.accounts_only)
        and not (entry.seen_replay and filters.unseen)
    ]


def forward_and_back(*, limit: int, filters: Filters = ALL) -> tuple[list[Line], list[Line]]:
    """All lines by walking to the end, and those of the last page after all that walking back from it gives."""
    pages = list(walk(limit=limit, filters=filters))
    last = pages[-1]
    back = list(walk(limit=limit, filters=filters, cursor=last.previous, back=True)) if last.previous else []
    return [*chain(*map(lines, pages))], [*chain(*map(lines, reversed(back)), lines(last))]


def test_130_tied_players_by_50_are_130_rows_both_ways() -> None:
    enter_all(results=[(700, 180)] * 130)
    forward, backward = forward_and_back(limit=50)
    assert forward == backward == naive()
    assert [rank for rank, _ in forward] == [1] * 130


def test_pages_narrowed_in_any_way_keep_the_ranks_of_the_whole_board() -> None:
    enter_mixed()
    for filters, limit in product(ALL_FILTERS, (2, 7, 40)):
        forward, backward = forward_and_back(limit=limit, filters=filters)
        assert forward == backward == naive(filters)


def test_the_first_page_has_no_previous_and_the_last_no_next() -> None:
    enter_all(results=[(700, moves) for moves in range(6)])
    first, middle, last = walk(limit=2)
    assert [found.previous is None for found in (first, middle, last)] == [True, False, False]
    assert [found.next is None for found in (first, middle, last)] == [False, False, True]


def test_an_empty_board_has_one_empty_page() -> None:
    assert page(board=BOARD, limit=10) == Page(rows=(), next=None, previous=None)


def test_what_comes_and_goes_between_two_pages_neither_repeats_nor_skips_the_others() -> None:
    enter_all(results=[(700 - 5 * number, 100) for number in range(6)])
    first = page(board=BOARD, limit=3)
    on_board().filter(game=first.rows[-1].entry.game_id).delete()  # the very one at the cursor
    entered(make_player(), 1000, 100)
    second = page(board=BOARD, limit=3, cursor=first.next)
    assert [row.entry.ranked_score for row in second.rows] == [685, 680, 675]
    assert lines(second) == naive()[-3:]


def test_once_all_before_a_page_is_gone_it_has_no_previous() -> None:
    enter_all(results=[(700, 100), (600, 100)])
    second = page(board=BOARD, limit=1).next
    on_board().filter(ranked_score=700).delete()
    found = page(board=BOARD, limit=1, cursor=second)
    assert (lines(found), found.previous, found.next) == (naive(), None, None)


def test_a_page_whose_rows_are_all_gone_leads_back_to_the_row_at_its_cursor() -> None:
    enter_all(results=[(700, 100), (600, 100), (500, 100)])
    first = page(board=BOARD, limit=2)
    on_board().filter(ranked_score=500).delete()
    empty = page(board=BOARD, limit=2, cursor=first.next)
    assert (empty.rows, empty.next) == ((), None)
    assert lines(page(board=BOARD, limit=2, cursor=empty.previous)) == lines(first)


def test_a_page_of_entries_that_came_in_above_the_top_leads_on_to_the_row_at_its_cursor() -> None:
    enter_all(results=[(700, 100), (600, 100)])
    second = page(board=BOARD, limit=1, cursor=page(board=BOARD, limit=1).next)
    on_board().filter(ranked_score=700).delete()
    assert second.previous is not None
    empty = page(board=BOARD, limit=1, cursor=second.previous)
    assert (empty.rows, empty.previous) == ((), None)
    assert lines(page(board=BOARD, limit=1, cursor=empty.next)) == naive()


def test_around_shows_the_rows_on_either_side_with_their_ranks() -> None:
    enter_mixed()
    everything = naive()
    for (index, entry), each_side in product(enumerate(on_board()), (0, 1, 4, 50)):
        found = around(board=BOARD, player_id=entry.player_id, each_side=each_side)
        assert found is not None
        first, end = max(index - each_side, 0), index + each_side + 1
        assert lines(found) == everything[first:end]
        assert (found.previous is None, found.next is None) == (first == 0, end >= len(everything))


def test_one_goes_on_from_the_rows_around_a_player_in_both_directions() -> None:
    enter_mixed()
    middle = on_board()[20]
    found = around(board=BOARD, player_id=middle.player_id, each_side=3)
    assert found is not None
    above = [lines(rows) for rows in walk(limit=7, cursor=found.previous, back=True)]
    below = [lines(rows) for rows in walk(limit=7, cursor=found.next)]
    assert [*chain(*reversed(above), lines(found), *below)] == naive()
