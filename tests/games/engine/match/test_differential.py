"""The engine against a naive second implementation of the rules, in matches played at random."""

from random import Random
from typing import Any

import pytest

from games.engine.cards import FACES, PER_DECK
from games.engine.match.actions import ACTIONS
from games.engine.match.options import MatchOptions, Side
from games.engine.match.outcome import Ended, WonBy
from games.engine.match.position import shuffle_deck
from games.engine.match.table import MatchTable
from tests.games.engine.match.naive import ALL_ACTIONS, NaiveMatch, deck_of
from tests.games.engine.match.playouts import COMBINATIONS, STYLES, playout, random_number
from tests.games.engine.match.told import told


def legal_in(match: NaiveMatch) -> dict[Side, list[str]]:
    return {side: [text for text in ALL_ACTIONS if match.is_legal(side, text)] for side in Side}


def legal_on(table: MatchTable) -> dict[Side, list[str]]:
    return {side: [str(action) for action in table.legal_actions(side)] for side in Side}


def compare(options: dict[str, Any], *, seed: int, style: str, length: int) -> MatchTable:
    """Play a match with both, and hold them together at every action."""
    naive = NaiveMatch(options)
    table = MatchTable(MatchOptions.parse(options))
    for side, action, after in playout(table.options, seed=seed, style=style, length=length):
        table = after
        assert naive.try_to_play(side, str(action))
        assert told(table) == naive.final()
        assert [table.is_done(side) for side in Side] == [naive.is_done(side) for side in Side]
        if table.version % 25 == 0 or table.is_over:
            assert legal_on(table) == legal_in(naive)
    return table


@pytest.mark.parametrize("start", range(0, 128, 16))
def test_random_matches_of_all_options_agree_at_every_action(start: int) -> None:
    styles = tuple(STYLES)
    for seed, options in enumerate(COMBINATIONS[start : start + 16], start):
        number = random_number(Random(seed))
        compare({"number": number, **options}, seed=seed, style=styles[seed % len(styles)], length=70)


ENDS = (
    # Found among random matches, one for each way in which a match ends and is won.
    (376, Ended.DONE, WonBy.CARDS, 0),
    (68, Ended.DONE, WonBy.LAST_CARD, 0),
    (216, Ended.DONE, WonBy.LAST_CARD, 0),
    (266, Ended.DONE, WonBy.LAST_CARD, 2),
    (218, Ended.DONE, WonBy.LAST_CARD, 2),
    (78, Ended.DONE, WonBy.BONUS, 1),
    (27, Ended.DONE, WonBy.BONUS, 2),
    (427, Ended.DONE, WonBy.BONUS, 2),
    (413, Ended.OUT, WonBy.CARDS, 1),
    (420, Ended.OUT, WonBy.BONUS, 1),
    (52, Ended.CLEARED, WonBy.BONUS, 0),
)


@pytest.mark.parametrize(("seed", "ended", "won_by", "out"), ENDS)
def test_matches_that_are_played_to_their_end_agree(seed: int, ended: Ended, won_by: WonBy, out: int) -> None:
    number = random_number(Random(seed))
    options = {"number": number, **COMBINATIONS[seed * 37 % len(COMBINATIONS)]}
    table = compare(options, seed=seed, style="keen", length=700)

    assert table.outcome
    assert (table.outcome.ended, table.outcome.won_by, len(table.out)) == (ended, won_by, out)


def test_the_actions_are_the_same_in_the_same_order() -> None:
    assert [str(action) for action in ACTIONS] == ALL_ACTIONS


@pytest.mark.parametrize("length", (7, 26, 32))
def test_decks_agree_card_by_card(length: int) -> None:
    random = Random(length)
    for _ in range(20):
        number = random_number(random, length=length)
        for first, side in ((0, Side.A), (PER_DECK, Side.B)):
            assert [FACES[card - first] for card in shuffle_deck(number, side)] == deck_of(number, side)
