"""Games read from lines, and told in lines."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.lines import LoggedGame, Trouble, read_games, tell
from tests.games.engine import vectors
from tests.games.engine.standing import standing
from tests.games.engine.steady import steady

KEYS = [
    *("deal", "score", "score_text", "ranked_score", "moves", "undos", "won", "version"),
    *("stock", "waste", "foundations", "tableau", "error"),
]
DEAL = '[Deal "DS1-D1N-AAAAAAB"]'


def told(*lines: str | bytes, legal: bool = False) -> list[dict[str, Any]]:
    """Return what is told of the games of some lines."""
    stream = [line.encode() if isinstance(line, str) else line for line in lines]
    return [tell(game, legal=legal) for game in read_games(line + b"\n" for line in stream)]


def game(*moves: object, deal: object = "DS1-D1N-AAAAAAB") -> str:
    return json.dumps({"deal": deal, "moves": moves})


def test_a_game_is_told_with_all_its_columns() -> None:
    assert told(game("T3-T8x1", "draw", "undo", "draw"), legal=True) == [
        {
            "deal": "DS1-D1N-AAAAAAB",
            "score": 5,
            "score_text": "5",
            "ranked_score": 5,
            "moves": 3,
            "undos": 1,
            "won": False,
            "version": 4,
            "stock": 58,
            "waste": ["6H"],
            "foundations": [0] * 8,
            "tableau": [
                "4C",
                "?? QC",
                "?? 2D",
                "?? ?? ?? 4S",
                "?? ?? ?? ?? 9C",
                "?? ?? ?? ?? ?? 2C",
                "?? ?? ?? ?? ?? ?? 8D",
                "?? ?? ?? ?? ?? ?? ?? 9S 8H",
                "?? ?? ?? ?? ?? ?? ?? ?? KS",
            ],
            "legal": ["T7-T5", "T8-T5", "draw", "undo"],
            "error": None,
        }
    ]


def test_the_columns_stand_in_their_order_and_the_legal_moves_only_where_asked() -> None:
    (plain,), (with_legal,) = told(game()), told(game(), legal=True)

    assert list(plain) == KEYS
    assert list(with_legal) == [*KEYS[:-1], "legal", "error"]


def test_all_known_games_are_told_as_they_end() -> None:
    lines = vectors.read("games")
    results = told(*map(json.dumps, lines))

    expected = [{**line["final"], "deal": line["deal"], "error": None} for line in lines]
    assert [{key: result[key] for key in expected[0]} for result in results] == expected


@pytest.mark.parametrize(
    ("moves", "index", "move", "code"),
    (
        (("draw", "draw", "W-F"), 2, "W-F", "illegal_move"),
        (("draw", "T3-T8x2"), 1, "T3-T8x2", "illegal_move"),
        (("draw", "undo", "undo"), 2, "undo", "illegal_move"),
        (("recycle", "drow"), 0, "recycle", "illegal_move"),
        (("draw", "drow", "recycle"), 1, "drow", "bad_notation"),
        (("draw", "T1-T1"), 1, "T1-T1", "illegal_move"),
        (("draw", "T1-T1x2"), 1, "T1-T1x2", "illegal_move"),
        (("draw", "T1-T1x02"), 1, "T1-T1x02", "bad_notation"),
        (("draw", "draw\u0000"), 1, "draw\u0000", "bad_notation"),
        (("draw", "\ud800"), 1, "\ud800", "bad_notation"),
        (("draw", "x" * 1_000_000), 1, "x" * 40, "bad_notation"),
        (("draw", 5), 1, None, "bad_notation"),
        (("draw", None), 1, None, "bad_notation"),
        (("draw", ["draw"]), 1, None, "bad_notation"),
    ),
)
def test_a_failure_is_told_after_the_good_part(
    moves: tuple[object, ...], index: int, move: str | None, code: str
) -> None:
    (result,) = told(game(*moves))
    (good,) = told(game(*moves[:index]))
    error = result.pop("error")

    assert list(error) == ["index", "move", "code", "message"]
    assert (error["index"], error["move"], error["code"]) == (index, move, code)
    assert 10 < len(error["message"]) < 250
    assert result == {key: value for key, value in good.items() if key != "error"}


NO_GAMES = (
    ("x", "bad_line", "it is no JSON: Expecting value at character 1"),
    ('{"deal": "DS1-D1N-AAAAAAB", "moves": ["draw"]', "bad_line", "it is no JSON"),
    (b'{"deal": "\xff"}', "bad_line", "it is no UTF-8 at byte 11"),
    ("\u0000", "bad_line", "it is no JSON"),
    ("null", "bad_line", "no JSON object"),
    ("5", "bad_line", "no JSON object"),
    ('["draw"]', "bad_line", "no JSON object"),
    ("[" * 100_000, "bad_line", "nested too deeply"),
    ('{"deal":' * 100_000, "bad_line", "nested too deeply"),
    ("1" * 5000, "bad_line", "an integer of thousands of digits"),
    ("{}", "bad_line", "names no deal"),
    ('{"moves": []}', "bad_line", "names no deal"),
    (game(deal=None), "bad_line", "names no deal"),
    (game(deal=["DS1-D1N-AAAAAAB"]), "bad_line", "names no deal"),
    ('{"deal": "DS1-D1N-AAAAAAB"}', "bad_line", "has no moves"),
    ('{"deal": "DS1-D1N-AAAAAAB", "moves": "draw"}', "bad_line", "has no moves"),
    ('{"deal": "DS1-D1N-AAAAAAB", "moves": {"0": "draw"}}', "bad_line", "has no moves"),
    (game(deal="DS1-D1N-AAAAAA1"), "bad_deal_code", "without '1'"),
    (game(deal="DS1-D1N-AAAAAAB\u0000"), "bad_deal_code", "7 characters, not 8"),
    (game(deal="\ud800"), "bad_deal_code", "beyond ASCII"),
    (game(deal="A" * 1_000_000), "bad_deal_code", "three parts"),
)


@pytest.mark.parametrize(("line", "code", "problem"), NO_GAMES, ids=[str(line)[:40] for line, _, _ in NO_GAMES])
def test_a_line_that_gives_no_game_is_told_and_the_next_is_read(line: str | bytes, code: str, problem: str) -> None:
    first, wrong, last = told(game(), line, game())

    assert first["error"] is last["error"] is None
    error = wrong.pop("error")
    assert wrong == dict.fromkeys(KEYS[:-1])
    assert (error["index"], error["move"], error["code"]) == (None, None, code)
    assert error["message"].startswith("line 2: ")
    assert problem in error["message"]
    assert len(error["message"]) < 250


def test_blank_lines_and_a_byte_order_mark_are_passed_over_and_counted() -> None:
    first, wrong = told(b"\xef\xbb\xbf", "", game(), " \t", "x")

    assert first["error"] is None
    assert wrong["error"]["message"].startswith("line 5: ")


def test_a_stream_of_nothing_has_no_games() -> None:
    assert told() == told("", " ") == []


def test_movetext_is_told_game_by_game_whatever_is_wrong_with_one() -> None:
    results = told(
        DEAL, "", "1. draw=6H", "", '[Deal "DS1-D1N-AAAAAA1"]', "draw", "", DEAL, "drow", DEAL, "T3-T8=8D", DEAL
    )

    assert [result["version"] for result in results] == [1, None, None, 0, 0]
    assert [result["error"] and (result["error"]["code"], result["error"]["index"]) for result in results] == [
        None,
        ("bad_movetext", None),
        ("bad_movetext", 0),
        ("bad_movetext", 0),
        None,
    ]
    assert results[1]["error"]["message"].startswith("line 5: ")


@pytest.mark.parametrize(("tag", "wrong"), (("5", False), ("10", True)))
def test_a_movetexts_score_must_be_that_of_its_moves(tag: str, wrong: bool) -> None:
    (result,) = told(DEAL, f'[Score "{tag}"]', "T3-T8")
    mismatch = {
        "index": None,
        "move": None,
        "code": "score_mismatch",
        "message": "the tag Score says 10, but the moves make 5",
    }

    assert (result["score"], result["error"]) == (5, mismatch if wrong else None)


def test_movetext_that_is_no_utf_8_is_told() -> None:
    (result,) = told(DEAL, b"draw {\xff}")

    assert result["error"]["code"] == "bad_movetext"


def test_a_game_is_read_as_soon_as_its_line_is_there() -> None:
    def lines() -> Iterator[bytes]:
        yield game().encode()
        raise EOFError("the second line has been asked for too early")

    assert not isinstance(next(read_games(lines())), Trouble)


@steady
@given(st.lists(st.binary(max_size=60), max_size=5))
def test_any_bytes_give_lines_and_never_a_traceback(lines: list[bytes]) -> None:
    for result in told(*lines):
        assert json.loads(json.dumps(result)) == result


def test_every_illegal_move_of_the_vectors_is_told_with_its_index() -> None:
    for line in vectors.read("illegal"):
        moves = line["moves"]
        (good,) = told(game(*moves, deal=line["deal"]), legal=True)
        assert good["legal"] == line["legal"]
        for result in told(*(game(*moves, wrong, deal=line["deal"]) for wrong in line["illegal"][::10])):
            assert (result["error"]["index"], result["error"]["code"]) == (len(moves), "illegal_move")
            assert {**result, "error": None} == {key: good[key] for key in result}


def test_a_standing_and_a_telling_agree() -> None:
    (reading,) = read_games([game("T3-T8", "draw").encode()])
    assert isinstance(reading, LoggedGame)
    shown = standing(reading.replay().table)

    assert {key: value for key, value in tell(reading).items() if key in shown} == shown
