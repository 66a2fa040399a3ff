"""What holds of every game, in games played at random and in won ones."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.cards import TEXT
from games.engine.deals import NUMBERS, DealCode, Scoring
from games.engine.errors import IllegalMove
from games.engine.fold import effective_line, fold
from games.engine.moves import MOVES, UNDO, Kind, Move, encode
from games.engine.movetext import annotate, parse_game
from games.engine.solo import SoloTable
from tests.games.engine import vectors
from tests.games.engine.playouts import STYLES, choose, playout
from tests.games.engine.steady import few

codes = st.builds(
    DealCode.from_index, st.integers(0, NUMBERS - 1), draw=st.sampled_from((1, 3)), scoring=st.sampled_from(Scoring)
)
styles = st.sampled_from(tuple(STYLES))
seeds = st.integers(0, 2**32)


def cards_of(table: SoloTable) -> Counter[str]:
    """Return all cards of a table, wherever they lie."""
    names = table.picture(reveal=True).replace("*", "").replace("[", " ").replace("]", " ").splitlines()[2:]
    cards = Counter(name for line in names if not line.startswith("foundations") for name in line.split()[1:])
    for top in filter(None, table.foundation_tops):
        first = TEXT.index(top[1].join(("A", "")))
        cards.update(TEXT[first : TEXT.index(top) + 1])
    return cards


def standing_without_counts(table: SoloTable) -> list[str]:
    return [f"{table.score} {table.ranked_score}", *table.picture(reveal=True).splitlines()[2:]]


@few
@given(codes, styles, seeds)
def test_all_104_cards_are_always_there(code: DealCode, style: str, seed: int) -> None:
    for _, table in playout(code, seed=seed, style=style, length=100):
        assert cards_of(table) == Counter(TEXT)


@few
@given(codes, styles, seeds)
def test_the_legal_moves_are_those_that_play_takes(code: DealCode, style: str, seed: int) -> None:
    log = encode(move for move, _ in playout(code, seed=seed, style=style, length=60))
    legal = set(fold(code, log).table.legal_moves)
    for move in MOVES:
        fresh = fold(code, log).table
        try:
            fresh.play(move)
        except IllegalMove:
            assert move not in legal
        else:
            assert move in legal


@few
@given(codes, styles, seeds, st.integers(0, 200))
def test_undoing_everything_gives_the_deal_back(code: DealCode, style: str, seed: int, length: int) -> None:
    log = encode(move for move, _ in playout(code, seed=seed, style=style, length=length))
    table = fold(code, log).table
    while table.is_legal(UNDO):
        table.undo()

    assert standing_without_counts(table) == standing_without_counts(SoloTable(code))


@few
@given(codes, styles, seeds)
def test_every_undo_goes_back_to_the_table_before(code: DealCode, style: str, seed: int) -> None:
    table = SoloTable(code)
    before = [standing_without_counts(table)]
    for move, table in playout(code, seed=seed, style=style, length=120):
        before.pop() if move is UNDO else before.append(standing_without_counts(table))

        assert standing_without_counts(table) == before[-1]


@few
@given(codes, styles, seeds)
def test_a_game_round_trips_through_all_its_texts(code: DealCode, style: str, seed: int) -> None:
    moves = [move for move, _ in playout(code, seed=seed, style=style, length=80)]
    text = annotate(code, encode(moves))
    replay = parse_game(str(text)).replay()
    picture = replay.table.picture(reveal=True)

    assert parse_game(str(text)) == text
    assert (text.events, replay.error) == (encode(moves), None)
    assert SoloTable.from_picture(picture).picture(reveal=True) == picture


@few
@given(codes, st.binary(max_size=300))
def test_a_replay_of_any_bytes_is_its_good_part(code: DealCode, events: bytes) -> None:
    replay = fold(code, events)
    good = events if replay.error is None else events[: replay.error.index]

    assert replay.table.version == len(good)
    assert str(fold(code, good).table) == str(replay.table)


def won_games(*, scoring: Scoring) -> list[tuple[DealCode, bytes]]:
    """Return the won games of the vectors, under a scoring."""
    lines = [line for name in ("games", "same_deal") for line in vectors.read(name) if line["final"]["won"]]
    games = [(DealCode.parse(line["deal"]), vectors.as_log(line["moves"])[0]) for line in lines]
    return [(code, events) for code, events in games if code.scoring is scoring]


def recycle_costs(code: DealCode, line: bytes) -> int:
    """Return what the recycles of a game have cost."""
    table, costs = SoloTable(code), 0
    for event in line:
        before = table.score
        table.play(MOVES[event])
        costs += before - table.score if MOVES[event].kind is Kind.RECYCLE else 0
    return costs


def count(line: bytes, kind: Kind) -> int:
    return sum(MOVES[event].kind is kind for event in line)


def test_a_win_in_normal_is_1220_and_5_a_card_from_waste_to_column_less_the_recycles() -> None:
    seen = 0
    for code, events in won_games(scoring=Scoring.NORMAL):
        line = effective_line(events)
        table = fold(code, events).table
        law = 1220 + 5 * count(line, Kind.WASTE_TO_COLUMN) - recycle_costs(code, line)
        if count(line, Kind.TAKE_BACK):
            continue
        seen += 1

        assert (table.score, table.ranked_score) == (law, law)
    assert seen > 10


def test_a_win_in_vegas_is_416() -> None:
    # One pass through the stock is hardly ever enough to win, so this is the end of a game, not a whole one.
    table = SoloTable.from_picture(
        "deal DS1-D1V-AAAAAAB\nscore 401 ranked 401 moves 300 undos 0\n"
        "waste KC QC\nfoundations KS KS KH KH KD KD QC JC\nT1 KC"
    )
    for text in ("T1-F", "W-F", "W-T1", "T1-F"):
        table.play(Move.parse(text))

    assert (table.is_won, table.score, table.score_text) == (True, 416, "$416")


@few
@given(codes, styles, seeds)
def test_points_are_those_of_the_cards_home_turned_and_played_from_the_waste(
    code: DealCode, style: str, seed: int
) -> None:
    line = bytearray()
    for move, table in playout(code, seed=seed, style=style, length=150):
        line.append(move.byte)
        stands = effective_line(bytes(line))
        if count(stands, Kind.TAKE_BACK) or count(stands, Kind.RECYCLE):
            break
        turned = 36 - str(table).count("??")
        normal = 10 * table.home + 5 * turned + 5 * count(stands, Kind.WASTE_TO_COLUMN)

        assert table.score == table.ranked_score == (normal if code.scoring is Scoring.NORMAL else 5 * table.home - 104)


@pytest.mark.parametrize("seed", range(3))
def test_detours_that_are_undone_change_no_win(seed: int) -> None:
    random = Random(seed)
    for code, events in won_games(scoring=Scoring.NORMAL)[:8]:
        table = SoloTable(code)
        for event in events:
            if random.random() < 0.1:
                detour(table, random)
            table.play(MOVES[event])
        straight = fold(code, events).table

        assert (table.is_won, table.undos > straight.undos) == (True, True)
        assert (table.score, table.ranked_score) == (straight.score, straight.ranked_score)


def detour(table: SoloTable, random: Random) -> None:
    """Play a few moves at random and undo them."""
    steps: list[Move] = []
    while len(steps) < 5:
        move = choose(random, table, "taking back")
        if move is None or move is UNDO:
            break
        table.play(move)
        steps.append(move)
        if table.is_won:
            raise AssertionError("a detour has won the game")
    for _ in steps:
        table.undo()
