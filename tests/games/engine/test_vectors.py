"""Every line of the test vectors, which an independent implementation of the rules has made."""

from typing import Any

import pytest

from games.engine.deals import DealCode, shuffle
from games.engine.errors import DealCodeError, IllegalMove, NotationError
from games.engine.fold import fold
from games.engine.moves import Move
from games.engine.picture import draw_column
from games.engine.solo import SoloTable
from tests.games.engine import vectors
from tests.games.engine.standing import standing

Line = dict[str, Any]


@pytest.mark.parametrize("line", vectors.read("codes"), ids=lambda line: repr(line["code"]))
def test_a_code_is_accepted_or_refused(line: Line) -> None:
    try:
        accepted = str(DealCode.parse(line["code"]))
    except DealCodeError:
        accepted = None

    assert accepted == line["accepted"]


@pytest.mark.parametrize("line", vectors.read("deals"), ids=lambda line: line["number"])
def test_a_number_deals_these_cards(line: Line) -> None:
    cards = shuffle(line["number"])
    columns = [draw_column([], cards[n * (n - 1) // 2 : n * (n + 1) // 2]) for n in range(1, 10)]

    assert {"number": line["number"], "tableau": columns, "stock": draw_column([], cards[45:])} == line


@pytest.mark.parametrize("name", ("games", "same_deal"))
def test_a_game_ends_as_it_must(name: str) -> None:
    for line in vectors.read(name):
        events, claims = vectors.as_log(line["moves"])

        replay = fold(DealCode.parse(line["deal"]), events, claims=claims)

        assert replay.error is None
        assert standing(replay.table) == line["final"]


def test_a_game_stands_as_it_must_on_the_way() -> None:
    for line in vectors.read("games"):
        events, _ = vectors.as_log(line["moves"])
        table = SoloTable(DealCode.parse(line["deal"]))
        for version, expected in line["after"].items():
            table.play_events(events[table.version : int(version)])

            assert [table.score, table.ranked_score, table.moves, table.home] == expected


@pytest.mark.parametrize("line", vectors.read("illegal"), ids=lambda line: f"{line['deal']}-{len(line['moves'])}")
def test_a_position_has_these_legal_moves_and_no_others(line: Line) -> None:
    events, _ = vectors.as_log(line["moves"])
    table = fold(DealCode.parse(line["deal"]), events).table
    before = table.picture(reveal=True)

    assert sorted(map(str, table.legal_moves)) == line["legal"]
    for text in line["illegal"]:
        with pytest.raises((IllegalMove, NotationError)):
            table.play(Move.parse(text))
    assert table.picture(reveal=True) == before
