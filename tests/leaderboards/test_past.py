"""Who led a board when, and the board as it stood at a time, held against a naive reading of all games."""

import re
from datetime import datetime, timedelta
from random import Random
from uuid import UUID

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import players
from games.models import Attempt, Game, Player
from leaderboards.board import View, page
from leaderboards.history import Lead, leads, past_board
from leaderboards.order import Board
from tests.factories import NOON, make_player
from tests.leaderboards.factories import BOARD, FIRSTS, decided, fill, show

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)


def told(board: Board = BOARD, *, limit: int = 100) -> list[tuple[str, int, int, int | None]]:
    """Who led, with which score, since and until how many minutes after noon; the latest first."""
    return [
        (
            lead.game.player.name,
            lead.game.ranked_score or 0,
            minutes(lead.since),
            None if lead.until is None else minutes(lead.until),
        )
        for lead in leads(board=board, limit=limit).rows
    ]


def minutes(at: datetime) -> int:
    return round((at - NOON).total_seconds() / 60)


def stood(at: datetime, *, board: Board = BOARD, limit: int = 100) -> list[tuple[int, str]]:
    return [(rank, game.player.name) for rank, game in past_board(board=board, at=at, limit=limit).rows]


# -- By example


def test_a_lead_lasts_until_a_better_game_is_finished() -> None:
    ana, bo = make_player("Ana"), make_player("Bo")
    decided(ana, 500, 200, minutes=0)
    decided(bo, 500, 180, minutes=10)  # fewer moves
    decided(ana, 500, 180, minutes=20)  # only equal
    decided(ana, 400, 100, minutes=30)
    decided(ana, 700, 300, minutes=40)
    assert told() == [("Ana", 700, 40, None), ("Bo", 500, 10, 40), ("Ana", 500, 0, 10)]


def test_a_game_that_was_checked_late_leads_from_its_finish_on() -> None:
    decided(make_player("Late"), 600, minutes=5, checked_at=NOON + 9 * HOUR)
    decided(make_player("Early"), 500, minutes=10, checked_at=NOON)
    assert told() == [("Late", 600, 5, None)]


def test_of_two_finished_at_the_same_moment_the_better_one_leads() -> None:
    decided(make_player("Bo"), 500)
    decided(make_player("Ana"), 600)
    assert told() == [("Ana", 600, 0, None)]


def test_a_board_as_it_stood_has_each_players_best_by_then_with_its_rank_then() -> None:
    ana, bo, cyd = map(make_player, ("Ana", "Bo", "Cyd"))
    decided(ana, 500, minutes=0)
    decided(bo, 500, minutes=10)
    decided(cyd, 400, minutes=20)
    decided(cyd, 700, minutes=30)
    times = {at: stood(NOON + timedelta(minutes=at)) for at in (-1, 0, 20, 30)}
    assert times == {
        -1: [],
        0: [(1, "Ana")],
        20: [(1, "Ana"), (1, "Bo"), (3, "Cyd")],
        30: [(1, "Cyd"), (2, "Ana"), (2, "Bo")],
    }


def test_the_view_of_first_attempts_has_a_history_of_its_own() -> None:
    ana = make_player("Ana")
    decided(ana, 500, minutes=0)
    decided(ana, 700, minutes=10)
    assert (told(FIRSTS), stood(NOON + HOUR, board=FIRSTS)) == ([("Ana", 500, 0, None)], [(1, "Ana")])


def test_boards_of_other_codes_and_rules_are_not_mixed_in() -> None:
    decided(make_player("Ana"), 500)
    decided(make_player("Bo"), 600, code="DS1-D3N-AAAAAAB")
    decided(make_player("Cyd"), 700, rules_version=2)
    assert told() == [("Ana", 500, 0, None)]


@pytest.mark.parametrize("state", ("hidden game", "hidden player", "opted out", "erased", "rejected"))
def test_who_is_not_seen_now_never_led(state: str) -> None:
    ana, bo = make_player("Ana"), make_player("Bo")
    decided(ana, 500, minutes=0)
    game = decided(bo, 600, minutes=10)
    decided(ana, 700, minutes=20)
    changes: dict[str, tuple[Game | Player, dict[str, object]]] = {
        "hidden game": (game, {"hidden_at": NOON}),
        "hidden player": (bo, {"hidden_at": NOON}),
        "opted out": (bo, {"on_boards": False}),
        "erased": (bo, {"erased_at": NOON}),
        "rejected": (game, {"status": "rejected"}),
    }
    row, columns = changes[state]
    for name, value in columns.items():
        setattr(row, name, value)
    row.save()
    assert told() == [("Ana", 700, 20, None), ("Ana", 500, 0, 20)]
    assert stood(NOON + timedelta(minutes=10)) == [(1, "Ana")]


# -- At random


def random_history(seed: int) -> list[Game]:
    """Games of a few players, many of them equal in result or in time, some of them not to be seen."""
    random = Random(seed)
    people = [make_player(f"P{number}") for number in range(6)]
    games = [
        decided(
            random.choice(people),
            random.choice((-104, 0, 5, 500, 505, 700)),
            random.choice((100, 101, 180)),
            minutes=random.randrange(30),
            hidden_at=random.choice((None, None, None, NOON)),
        )
        for _ in range(60)
    ]
    Player.objects.filter(pk=people[0].pk).update(hidden_at=NOON)
    players.set_on_boards(player=people[1], on_boards=False)
    return games


def naive(view: View) -> list[Game]:
    """The games that count, by when they were finished."""
    firsts = set(Attempt.objects.values_list("game_id", flat=True))
    games = [
        game
        for game in Game.objects.select_related("player")
        if game.hidden_at is None and game.player.hidden_at is None and game.player.on_boards
        if view == View.BEST or game.pk in firsts
    ]
    return sorted(games, key=lambda game: (game.finished_at, place(game)))


def place(game: Game) -> tuple[int, int, datetime, UUID]:
    assert game.ranked_score is not None
    assert game.moves is not None
    assert game.finished_at is not None
    return -game.ranked_score, game.moves, game.finished_at, game.pk


def naive_leads(view: View) -> list[UUID]:
    led: list[Game] = []
    for game in naive(view):
        if not led or place(game)[:2] < place(led[-1])[:2]:
            led.append(game)
    return [game.pk for game in reversed(led)]


def naive_board(view: View, *, at: datetime) -> list[tuple[int, UUID]]:
    best: dict[UUID, Game] = {}
    for game in naive(view):
        assert game.finished_at is not None
        if game.finished_at <= at and (game.player_id not in best or place(game) < place(best[game.player_id])):
            best[game.player_id] = game
    rows = sorted(best.values(), key=place)
    return [(1 + sum(place(other)[:2] < place(game)[:2] for other in rows), game.pk) for game in rows]


@pytest.mark.parametrize("board", (BOARD, FIRSTS), ids=lambda board: board.view)
@pytest.mark.parametrize("seed", range(6))
def test_a_random_history_is_read_as_the_naive_way_reads_it(seed: int, board: Board) -> None:
    random_history(seed)
    assert [lead.game.pk for lead in leads(board=board, limit=100).rows] == naive_leads(board.view)
    for minute in (-1, 0, 7, 15, 30):
        at = NOON + timedelta(minutes=minute)
        rows = past_board(board=board, at=at, limit=100).rows
        assert [(rank, game.pk) for rank, game in rows] == naive_board(board.view, at=at)


@pytest.mark.parametrize("seed", range(3))
def test_pages_of_leads_make_up_the_whole(seed: int) -> None:
    random_history(seed)
    whole = leads(board=BOARD, limit=100)
    walked: list[Lead] = []
    after = None
    while (part := leads(board=BOARD, limit=2, after=after)).next:
        walked += part.rows
        after = part.next
    assert ((*walked, *part.rows), whole.next) == (whole.rows, None)


def test_a_later_page_says_when_a_lead_ended_though_the_lead_before_it_is_hidden_by_now() -> None:
    games = [decided(make_player(name), score, minutes=score) for name, score in (("Ana", 1), ("Bo", 2), ("Cyd", 3))]
    after = leads(board=BOARD, limit=2).next
    Game.objects.filter(pk=games[1].pk).update(hidden_at=NOON)
    (lead,) = leads(board=BOARD, limit=2, after=after).rows
    assert (lead.game, lead.until) == (games[0], games[2].finished_at)


def test_the_board_as_it_stands_now_is_the_board() -> None:
    for game in random_history(1):
        show(game)
    now = past_board(board=BOARD, at=NOON + 9 * HOUR, limit=100)
    rows = page(board=BOARD, limit=100).rows
    assert [(rank, game.pk) for rank, game in now.rows] == [(row.rank, row.entry.game_id) for row in rows]
    assert leads(board=BOARD, limit=1).rows[0].game.pk == rows[0].entry.game_id


# -- At what cost


def test_a_limit_cuts_and_says_that_there_is_more() -> None:
    for minute, score in enumerate((100, 200, 300)):
        decided(make_player(), score, minutes=minute)
    found = [past_board(board=BOARD, at=NOON + HOUR, limit=limit) for limit in (2, 3)]
    assert [(len(part.rows), part.has_more) for part in found] == [(2, True), (3, False)]


@pytest.mark.parametrize("board", (BOARD, FIRSTS), ids=lambda board: board.view)
def test_both_go_down_the_order_of_games_and_sort_nothing(board: Board) -> None:
    fill(2000)
    with CaptureQueriesContext(connection) as context:
        leads(board=board, limit=50)
        past_board(board=board, at=NOON + timedelta(seconds=1000), limit=50)
    walks = [query["sql"] for query in context.captured_queries if "RECURSIVE" in query["sql"]]
    assert (len(walks), len(context.captured_queries)) == (2, 4)
    for walk in walks:
        plan = explained(walk)
        assert plan.count("using game_order") == 2, plan
        assert not re.search(r"Seq Scan|Hash|Sort.*games", plan), plan


def explained(statement: str) -> str:
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN {statement}")
        return "\n".join(line for (line,) in cursor.fetchall())
