"""What actions score, and how a score is written."""

import pytest

from games.engine.deals import Scoring
from games.engine.errors import NotationError
from games.engine.scores import format_score, parse_score
from tests.games.engine.tables import NORMAL, VEGAS, play, table_with

# what is played, table, moves, and the score in Normal and in Vegas, from 100 in both
SCORED = (
    ("waste to foundation", "waste AS", "W-F", 110, 105),
    ("waste to column", "waste 8S | T1 9H", "W-T1", 105, 100),
    ("waste to column, then to foundation", "waste 9S | T1 TH | foundations 8S - - - - - - -", "W-T1 T1-F", 115, 105),
    ("column to foundation", "T1 AS", "T1-F", 110, 105),
    ("column to foundation, turning a card", "T1 [2S] AS", "T1-F", 115, 105),
    ("that, undone", "T1 [2S] AS", "T1-F undo", 100, 100),
    ("column to column", "T1 8S | T2 9H", "T1-T2", 100, 100),
    ("column to column, turning a card", "T1 [2S] 8S | T2 9H", "T1-T2", 105, 100),
    ("a king to an empty column", "T1 KS", "T1-T2", 100, 100),
    ("draw", "T1 KS", "draw", 100, 100),
    ("take-back", "foundations 5S - - - - - - - | T1 6D", "F1-T1", 100, 100),
    ("a card taken back and placed again", "T2 AS | T1 2D", "T2-F F1-T1 T1-F", 120, 110),
)


def scored(picture: str, moves: str, *, code: str, score: int, ranked: int) -> tuple[int, int]:
    """Return score and ranked score after moves from a table with these two."""
    counts = f"score {score} ranked {ranked} moves 0 undos 0"
    table = play(table_with(counts, *picture.split(" | "), code=code), moves)
    return table.score, table.ranked_score


@pytest.mark.parametrize(
    ("picture", "moves", "normal", "vegas"), [row[1:] for row in SCORED], ids=[r[0] for r in SCORED]
)
def test_points(picture: str, moves: str, normal: int, vegas: int) -> None:
    assert scored(picture, moves, code=NORMAL, score=100, ranked=100)[0] == normal
    assert scored(picture, moves, code=VEGAS, score=100, ranked=100)[0] == vegas


@pytest.mark.parametrize(
    ("moves", "before", "after"),
    (
        ("recycle", (130, 120), (30, 20)),
        ("recycle", (30, 30), (0, 0)),
        ("recycle undo", (30, 30), (30, 30)),
        ("recycle", (150, 40), (50, 0)),  # each score has a floor of its own
        ("recycle undo", (150, 40), (150, 40)),
        ("recycle", (0, 0), (0, 0)),
    ),
)
def test_a_recycle_costs_up_to_100_and_no_score_falls_below_0(
    moves: str, before: tuple[int, int], after: tuple[int, int]
) -> None:
    picture = "waste 2H 3H | T9 [...] KS"

    assert scored(picture, moves, code=NORMAL, score=before[0], ranked=before[1]) == after


def test_in_vegas_there_is_no_floor() -> None:
    picture = "stock [AS] | T9 [...] KS"

    assert scored(picture, "draw", code=VEGAS, score=-104, ranked=-104) == (-104, -104)
    assert scored(picture, "draw W-F", code=VEGAS, score=-104, ranked=-104) == (-99, -99)


def test_a_card_taken_back_and_placed_twenty_times_is_ranked_once() -> None:
    again = "T2-F " + "F1-T1 T1-F " * 20

    assert scored("T2 AS | T1 2D", again, code=NORMAL, score=0, ranked=0) == (210, 10)
    assert scored("T2 AS | T1 2D", again, code=VEGAS, score=-104, ranked=-104) == (1, -99)


def test_the_other_card_of_the_same_face_is_ranked() -> None:
    picture = "T2 AS | T3 AS | T1 2D"

    assert scored(picture, "T2-F F1-T1 T3-F T1-F", code=NORMAL, score=0, ranked=0) == (30, 20)


def test_undo_forgets_that_a_card_has_scored() -> None:
    assert scored("T2 AS", "T2-F undo T2-F", code=NORMAL, score=0, ranked=0) == (10, 10)
    assert scored("T2 AS | T1 2D", "T2-F F1-T1 T1-F undo T1-F", code=NORMAL, score=0, ranked=0) == (20, 10)


@pytest.mark.parametrize(
    ("score", "scoring", "text"),
    (
        (0, Scoring.NORMAL, "0"),
        (655, Scoring.NORMAL, "655"),
        (1421, Scoring.NORMAL, "1421"),
        (416, Scoring.VEGAS, "$416"),
        (0, Scoring.VEGAS, "$0"),
        (-104, Scoring.VEGAS, "-$104"),
        (-4, Scoring.VEGAS, "-$4"),
        (1421, Scoring.VEGAS, "$1421"),
    ),
)
def test_a_score_is_written_and_read(score: int, scoring: Scoring, text: str) -> None:
    assert format_score(score, scoring) == text
    assert parse_score(text, scoring) == score


@pytest.mark.parametrize(
    ("text", "scoring"),
    (
        ("$5", Scoring.NORMAL),
        ("-5", Scoring.NORMAL),
        ("05", Scoring.NORMAL),
        ("", Scoring.NORMAL),
        ("5", Scoring.VEGAS),
        ("$-5", Scoring.VEGAS),
        ("-$0", Scoring.VEGAS),
        ("$1,421", Scoring.VEGAS),
        ("٥", Scoring.NORMAL),
    ),
)
def test_another_text_is_no_score(text: str, scoring: Scoring) -> None:
    with pytest.raises(NotationError, match="is not a score"):
        parse_score(text, scoring)
