"""Two workers at once, in threads with connections of their own: what commits is always the better, counted once."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from functools import partial
from threading import Barrier

import pytest
from django.db import connection, transaction

from games.models import Game, Player
from games.moderation import hide_game
from leaderboards import audit
from leaderboards.board import place, total
from leaderboards.models import Entry
from tests.factories import make_player
from tests.leaderboards.factories import BOARD, DEAL, decided, show
from tests.locks import waiting_for_locks
from tests.supervised import wait_until

pytestmark = pytest.mark.django_db(transaction=True)

ROUNDS = 10

Meet = Callable[[], object]
"""Waits until the other thread has come as far."""


def at_once(*tasks: Callable[[Meet], None]) -> None:
    """Run tasks in threads of their own; raise what any of them raised."""
    barrier = Barrier(len(tasks), timeout=60)

    def run(task: Callable[[Meet], None]) -> None:
        try:
            task(barrier.wait)
        finally:
            connection.close()

    with ThreadPoolExecutor(len(tasks)) as pool:
        done, _ = wait([pool.submit(run, task) for task in tasks])
    for future in done:
        future.result()


def decide(games: list[Game], meet: Meet) -> None:
    """Decide waiting games and tell the boards in one transaction, as the check does."""
    with transaction.atomic():
        Game.objects.filter(pk__in=[game.pk for game in games]).update(status="verified")
        meet()
        for game in games:
            show(game)


def decide_one_by_one(games: list[Game], meet: Meet) -> None:
    for game in games:
        decide([game], meet)


def test_of_700_and_650_decided_by_two_workers_it_is_always_700() -> None:
    for _ in range(ROUNDS):
        zoe = make_player("zoe")
        games = [decided(zoe, score, status="finished") for score in (650, 700)]
        at_once(*(partial(decide, [game]) for game in games))
        assert [entry.ranked_score for entry in Entry.objects.filter(player=zoe, view="best")] == [700]
    assert list(audit.differences()) == []


def test_two_workers_on_one_board_count_every_entry() -> None:
    games = [decided(make_player(), 5 * (number % 4), 100, status="finished") for number in range(60)]
    at_once(partial(decide_one_by_one, games[::2]), partial(decide_one_by_one, games[1::2]))
    assert total(board=BOARD) == 60
    assert list(audit.differences()) == []


def test_a_game_decided_while_its_player_is_opting_out_is_on_no_board() -> None:
    player = make_player()
    game = decided(player, status="finished")

    def opt_out(meet: Meet) -> None:
        with transaction.atomic():
            Player.objects.filter(pk=player.pk).update(on_boards=False)
            decided_before = list(player.games.filter(status="verified").select_related("stream"))
            meet()
            wait_until(waiting_for_locks)  # the other, which would decide otherwise
            for earlier in decided_before:
                show(earlier)

    at_once(opt_out, partial(decide, [game]))
    assert place(board=BOARD, player_id=player.pk) is None


def test_who_opts_out_while_a_game_is_being_decided_takes_it_off_the_board_too() -> None:
    player = make_player()
    game = decided(player, status="finished")

    def decide_slowly(meet: Meet) -> None:
        with transaction.atomic():
            Game.objects.filter(pk=game.pk).update(status="verified")
            show(game)
            meet()
            wait_until(waiting_for_locks)  # the other, which would find no game of the player's yet otherwise

    def opt_out(meet: Meet) -> None:
        meet()
        with transaction.atomic():
            Player.objects.filter(pk=player.pk).update(on_boards=False)
            for verified in player.games.filter(status="verified").select_related("stream"):
                show(verified)

    at_once(opt_out, decide_slowly)
    assert place(board=BOARD, player_id=player.pk) is None


def test_two_games_of_one_player_are_hidden_by_two_of_staff_at_once() -> None:
    staff = make_player("staff", is_staff=True)
    for _ in range(ROUNDS):
        zoe = make_player("zoe")
        games = [decided(zoe, score) for score in (700, 650, 600)]
        show(games[0])

        def hide(game: Game, meet: Meet) -> None:
            meet()
            hide_game(game_id=game.pk, by=staff, reason="a reason")

        at_once(*(partial(hide, game) for game in games[:2]))
        assert [entry.game for entry in Entry.objects.filter(player=zoe, view="best")] == games[2:]


def test_workers_that_take_boards_in_one_order_never_wait_for_each_other_for_ever() -> None:
    codes = [DEAL, "DS1-D1V-AAAAAAB", "DS1-D3N-AAAAAAB"]
    players = [make_player() for _ in range(4)]
    for _ in range(4):
        batches = [
            [decided(player, code=code, status="finished") for code in codes for player in players] for _ in range(2)
        ]
        at_once(*(partial(decide, batch) for batch in batches))
    assert list(audit.differences()) == []
