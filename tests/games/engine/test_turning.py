"""Bringing a card of stock or waste to the top of the waste."""

from random import Random

import pytest

from games.engine.deals import DealCode, Scoring
from games.engine.moves import DRAW, RECYCLE, Kind
from games.engine.play import play
from games.engine.position import Position
from games.engine.turning import phase, reachable, turns
from tests.games.engine.playouts import MODES, playout, random_code

_TURNS = bytes((DRAW.byte,)), bytes((RECYCLE.byte,))


def positions(*, draw: int, scoring: Scoring, seed: int) -> list[Position]:
    """Positions of a random game in which the waste is played from."""
    code = random_code(Random(seed), draw=draw, scoring=scoring)
    log = [move.byte for move, _ in playout(code, seed=seed, style="home", length=150) if move.kind is not Kind.UNDO]
    found = []
    for length in range(0, len(log), 30):
        position = Position(code)
        play(position, bytes(log[:length]))
        found.append(position)
    return found


def turned(position: Position) -> set[int]:
    """Where drawing and recycling lead, tried out: the numbers of drawn cards with one on top of the waste."""
    met, drawn = set(), position.drawn
    while position.drawn not in met:
        met.add(position.drawn)
        if play(position, _TURNS[0]) and play(position, _TURNS[1]):
            break
    position.drawn = drawn
    return met - {0}


@pytest.mark.parametrize(("draw", "scoring"), MODES)
@pytest.mark.parametrize("seed", range(2))
def test_what_can_be_reached_is_what_draws_and_recycles_lead_to(draw: int, scoring: Scoring, seed: int) -> None:
    for position in positions(draw=draw, scoring=scoring, seed=seed):
        assert set(reachable(position)) == turned(position)


@pytest.mark.parametrize(("draw", "scoring"), MODES)
@pytest.mark.parametrize("seed", range(2))
def test_each_reachable_card_is_turned_up_by_its_turns(draw: int, scoring: Scoring, seed: int) -> None:
    for position in positions(draw=draw, scoring=scoring, seed=seed):
        start = position.drawn
        for drawn in reachable(position):
            assert play(position, turns(position, drawn=drawn)) is None
            assert position.drawn == drawn
            position.drawn = start


@pytest.mark.parametrize(("draw", "scoring"), MODES)
def test_positions_of_one_phase_reach_the_same_cards(draw: int, scoring: Scoring) -> None:
    reached: dict[int, set[frozenset[int]]] = {}
    position = Position(random_code(Random(1), draw=draw, scoring=scoring))
    for drawn in range(60):
        position.drawn = drawn
        reached.setdefault(phase(position), set()).add(frozenset(reachable(position)))
    assert all(len(sets) == 1 for sets in reached.values())


@pytest.mark.parametrize(
    ("code", "drawn", "phases"),
    (
        ("DS1-D1N-AAAAAAB", (0, 1, 30, 59), 1),
        ("DS1-D3N-AAAAAAB", (0, 3, 30, 59), 1),
        ("DS1-D3N-AAAAAAB", (0, 1, 2, 31, 59), 4),
        ("DS1-D1V-AAAAAAB", (0, 1, 30, 59), 4),
        ("DS1-D3V-AAAAAAB", (0, 3, 30, 59), 4),
    ),
)
def test_a_pass_that_can_begin_anew_has_few_phases(code: str, drawn: tuple[int, ...], phases: int) -> None:
    position = Position(DealCode.parse(code))
    found = set()
    for position.drawn in drawn:
        found.add(phase(position))
    assert len(found) == phases


def test_a_card_ahead_is_drawn_to_and_one_behind_recycled_for() -> None:
    position = Position(DealCode.parse("DS1-D3N-AAAAAAB"))
    position.drawn = 31
    draw, recycle = _TURNS
    assert turns(position, drawn=31) == b""
    assert turns(position, drawn=37) == draw * 2
    assert turns(position, drawn=59) == draw * 10
    assert turns(position, drawn=30) == draw * 10 + recycle + draw * 10
