"""A random history of everything that changes boards, held after each step against a model in plain Python.

The games are real: beginnings of known games, posted, checked and rebuilt from their logs. The model goes by what was
asked for; all it takes from the database is which games a check has decided.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from io import StringIO
from random import Random
from uuid import UUID

import pytest
from django.core.management import call_command
from django.db import connection

from games import moderation, players, services
from games.check import check_waiting
from games.engine.fold import fold
from games.models import DailyDeal, Game, Player
from games.results import result_changed
from leaderboards import audit, open_days
from leaderboards.board import Board, View, page, place, total
from leaderboards.stats import Games, numbers
from tests.factories import NOON, KnownGame, known_games, make_player, start_and_play, submit

pytestmark = pytest.mark.django_db

DEALS = ("DS1-D1N-KSTNMZC", "DS1-D3V-KSTNMZC")  # two modes of one number, and so one first attempt for both
LENGTHS = (0, 1, 2, 3, 4, 40)
STEPS = 60


@dataclass
class Posted:
    """A game as the model knows it."""

    id: UUID
    player: UUID
    deal: str
    ranked_score: int
    moves: int
    at: datetime
    is_legal: bool
    is_first: bool
    is_of_day: bool = False
    is_decided: bool = False
    is_hidden: bool = False

    @property
    def views(self) -> set[View]:
        """The views in which it may stand for its player."""
        belongs = {View.BEST: True, View.FIRST: self.is_first, View.DAILY: self.is_of_day}
        return {view for view in View if belongs[view]}

    @property
    def result(self) -> tuple[int, int]:
        return -self.ranked_score, self.moves


class History:
    """What happens, each time to the service and to the model; `steps` are the names of its methods."""

    steps = (
        "post",
        "post",
        "play",
        "play",
        "check",
        "check",
        "tell",
        "hide",
        "reinstate",
        "recheck",
        "leave",
        "judge",
        "rebuild",
    )

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.staff = make_player("staff", is_staff=True)
        self.players = [make_player(f"P{number}") for number in range(6)]
        self.absent: set[UUID] = set()
        self.erased: set[UUID] = set()
        self.judged: set[UUID] = set()
        self.games: dict[UUID, Posted] = {}
        DailyDeal.objects.create(code=DEALS[0], number="KSTNMZC", mode="D1N", day=NOON.date())

    def step(self) -> str:
        name = self.random.choice(self.steps)
        getattr(self, name)()
        return name

    def post(self) -> None:
        player = self.random.choice(self.players)
        if player.pk in self.erased:
            return
        game, ranked_score, moves = self.random.choice(beginnings())
        is_legal = self.random.random() > 0.1
        at = NOON + timedelta(minutes=self.random.randrange(3))
        row = submit(player, game, at=at, claimed_score=game.score if is_legal else 99999)
        posted = Posted(row.pk, player.pk, game.deal, ranked_score, moves, at, is_legal, self.is_first_of(player))
        self.games.setdefault(row.pk, posted)  # the same game again is the same game

    def play(self) -> None:
        """A live game, begun today or yesterday; the first of the deals is that of today."""
        player = self.random.choice(self.players)
        if player.pk in self.erased:
            return
        game, ranked_score, moves = self.random.choice(beginnings())
        began, at = (
            NOON - timedelta(hours=self.random.choice((1, 13))),
            NOON + timedelta(minutes=self.random.randrange(3)),
        )
        is_of_day = game.deal == DEALS[0] and began.date() == NOON.date()
        is_first = self.is_first_of(player)
        row = start_and_play(player, game.deal, game.moves, at=began)
        services.finish_game(game_id=row.pk, player=player, version=len(game.moves), at=at)
        self.games[row.pk] = Posted(row.pk, player.pk, game.deal, ranked_score, moves, at, True, is_first, is_of_day)

    def is_first_of(self, player: Player) -> bool:
        return all(other.player != player.pk for other in self.games.values())

    def check(self) -> None:
        check_waiting(limit=self.random.randrange(1, 4), at=NOON + timedelta(hours=1))
        for game_id in Game.objects.filter(status__in=("verified", "rejected")).values_list("pk", flat=True):
            self.games[game_id].is_decided = True

    def tell(self) -> None:
        for game in self.random.choices(list(self.games.values()), k=2 if self.games else 0):
            result_changed(player_id=game.player, code=game.deal, rules_version=1)

    def hide(self) -> None:
        if visible := [game for game in self.games.values() if not game.is_hidden]:
            game = self.random.choice(visible)
            moderation.hide_game(game_id=game.id, by=self.staff, reason="a reason")
            game.is_hidden = True

    def reinstate(self) -> None:
        if hidden := [game for game in self.games.values() if game.is_hidden]:
            game = self.random.choice(hidden)
            moderation.reinstate_game(game_id=game.id, by=self.staff, reason="a reason")
            game.is_hidden = False

    def recheck(self) -> None:
        if decided := [game for game in self.games.values() if game.is_decided]:
            game = self.random.choice(decided)
            moderation.recheck_game(game_id=game.id, by=self.staff, reason="a reason")
            game.is_decided = False

    def leave(self) -> None:
        """A player opts out or in again, makes an account, or is erased."""
        player = self.random.choice(self.players)
        player.refresh_from_db()
        if player.pk in self.erased:
            return
        what = self.random.choice(("opt out", "opt in", "opt in", "make an account", "erase"))
        if what == "opt out":
            players.set_on_boards(player=player, on_boards=False)
            self.absent.add(player.pk)
        elif what == "opt in":
            players.set_on_boards(player=player, on_boards=True)
            self.absent.discard(player.pk)
        elif what == "make an account" and player.is_guest:
            players.make_account(player=player, password="nine sparrows on a wire")
        elif what == "erase" and len(self.erased) < 2:
            players.erase(player=player)
            self.erased.add(player.pk)

    def judge(self) -> None:
        """A player is hidden, or reinstated."""
        player = self.random.choice(self.players)
        if player.pk in self.judged:
            moderation.reinstate_player(player_id=player.pk, by=self.staff, reason="a reason")
            self.judged.remove(player.pk)
        elif player.pk not in self.erased:
            moderation.hide_player(player_id=player.pk, by=self.staff, reason="a reason")
            self.judged.add(player.pk)

    def rebuild(self) -> None:
        if self.random.random() < 0.5:
            with connection.cursor() as cursor:
                cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
                cursor.execute("TRUNCATE leaderboards_entry, leaderboards_scorecount, leaderboards_movescount")
                cursor.execute("SET CONSTRAINTS ALL DEFERRED")
        call_command("rebuild_leaderboards", stdout=StringIO(), stderr=StringIO())

    def counting(self, board: Board) -> list[Posted]:
        """The games that make up a board, one for each player, in its order."""
        best: dict[UUID, Posted] = {}
        for game in sorted(self.games.values(), key=lambda game: (game.result, game.at, game.id)):
            is_on = game.is_decided and game.is_legal and not game.is_hidden
            is_seen = game.player not in self.absent | self.erased | self.judged
            if game.deal == board.code and is_on and is_seen and board.view in game.views:
                best.setdefault(game.player, game)
        return list(best.values())


@cache
def beginnings() -> list[tuple[KnownGame, int, int]]:
    """Games to post, with their ranked scores and numbers of moves."""
    long_enough = [game for game in known_games() if len(game.moves) >= max(LENGTHS)]
    known = [game for deal in DEALS for game in [game for game in long_enough if game.deal == deal][:3]]
    begun = [KnownGame(game.deal, game.note, game.moves[:length], {}) for game in known for length in LENGTHS]
    tables = [fold(game.code, game.events).table for game in begun]
    return [
        (KnownGame(game.deal, game.note, game.moves, {"score": table.score}), table.ranked_score, table.moves)
        for game, table in zip(begun, tables, strict=True)
    ]


def assert_as_modelled(history: History, *, after: str) -> None:
    for board in [Board(code=deal, rules_version=1, view=view) for deal in DEALS for view in View]:
        due = history.counting(board)
        ranks = [1 + sum(other.result < game.result for other in due) for game in due]
        rows = page(board=board, limit=100).rows
        found = [(row.rank, row.entry.game_id, row.entry.finished_at) for row in rows]
        assert found == [(rank, game.id, game.at) for rank, game in zip(ranks, due, strict=True)], after
        assert total(board=board) == len(due), after
        own = {player.pk: place(board=board, player_id=player.pk) for player in history.players}
        assert {player: at.rank for player, at in own.items() if at} == {
            game.player: rank for rank, game in zip(ranks, due, strict=True)
        }, after
    assert [*audit.differences(), *open_days.differences()] == [], after
    assert_every_game_is_counted(after=after)


def assert_every_game_is_counted(*, after: str) -> None:
    """Each game is in exactly one of the counts that the page of its deal has."""
    counted = numbers(codes=DEALS, rules_version=1, view=View.BEST, at=NOON)
    seen = {deal: Game.objects.filter(code=deal) for deal in DEALS}
    assert {deal: counted[deal].games for deal in DEALS} == {
        deal: Games(
            in_play=games.filter(status="playing").count(),
            abandoned=0,
            waiting=games.filter(status="finished").count(),
            rejected=games.filter(status="rejected").count(),
            not_shown=games.filter(status="verified").count() - games.ranked().count(),
            verified=games.ranked().count(),
        )
        for deal, games in seen.items()
    }, after


@pytest.mark.parametrize("seed", range(3))
def test_boards_are_right_after_every_step_of_a_random_history(seed: int) -> None:
    history = History(seed)
    for number in range(STEPS):
        assert_as_modelled(history, after=f"step {number}: {history.step()}")
