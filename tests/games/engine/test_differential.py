"""The engine against a naive second implementation of the rules, in games played at random."""

from random import Random

import pytest

from games.engine.cards import TEXT
from games.engine.deals import Scoring, shuffle
from games.engine.moves import MOVES
from tests.games.engine import vectors
from tests.games.engine.naive import NaiveGame, dealing_order
from tests.games.engine.playouts import MODES, STYLES, playout, random_code
from tests.games.engine.standing import standing


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize(("draw", "scoring"), MODES)
def test_random_games_agree_at_every_move(draw: int, scoring: Scoring, style: str) -> None:
    code = random_code(Random(f"{draw}{scoring}{style}"), draw=draw, scoring=scoring)
    naive = NaiveGame(str(code))
    for move, table in playout(code, seed=draw, style=style, length=150):
        assert naive.try_to_play(str(move))
        assert standing(table) == naive.standing()
        if table.version % 40 == 0:
            assert [str(move) for move in table.legal_moves] == [str(m) for m in MOVES if naive.is_legal(str(m))]


def test_won_games_agree_at_every_move() -> None:
    won = [line for line in vectors.read("games") if line["final"]["won"]]
    assert len(won) > 10
    for line in won:
        naive = NaiveGame(line["deal"])
        for text in line["moves"]:
            assert naive.try_to_play(text.split("x")[0])

        assert naive.standing() == line["final"]


def test_shuffles_agree_card_by_card_and_deck_by_deck() -> None:
    random = Random(1)
    for _ in range(50):
        number = random_code(random, draw=1, scoring=Scoring.NORMAL).number

        assert [(TEXT[card], card // 52) for card in shuffle(number)] == dealing_order(number)
