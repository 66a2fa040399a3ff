"""Whole games as text."""

from dataclasses import replace
from datetime import date
from textwrap import dedent

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.deals import DealCode
from games.engine.errors import EngineError, MovetextError, NotationError, Refusal, UnknownRules
from games.engine.moves import MOVES, Kind, Move, encode
from games.engine.movetext import WIDTH, Movetext, annotate, count_moves, parse_game, parse_games
from games.engine.written_move import WrittenMove
from tests.games.engine import vectors
from tests.games.engine.standing import standing
from tests.games.engine.steady import steady

DEAL = '[Deal "DS1-D1N-AAAAAAB"]\n'
CODE = DealCode.parse("DS1-D1N-AAAAAAB")

GAME = DEAL + dedent("""\
    [Rules "1"]
    [Score "10"]
    [Player "Ana \\"la reina\\" \\\\o/"]
    [Date "2026-11-30"]
    [Client "pocket 2.1"]

    {played on the train}
    1. T3-T8=8H {turns the 2D} T7-T5=8D draw=6H undo draw=6H undo
    """)


def test_a_game_is_read() -> None:
    assert parse_game(GAME) == Movetext(
        CODE,
        (
            WrittenMove(Move.parse("T3-T8"), card="8H", comment="turns the 2D"),
            WrittenMove(Move.parse("T7-T5"), card="8D"),
            WrittenMove(Move.parse("draw"), card="6H"),
            WrittenMove(Move.parse("undo")),
            WrittenMove(Move.parse("draw"), card="6H"),
            WrittenMove(Move.parse("undo")),
        ),
        score=10,
        player='Ana "la reina" \\o/',
        day=date(2026, 11, 30),
        other_tags=(("Client", "pocket 2.1"),),
        comment="played on the train",
    )


def test_a_game_is_written_as_it_was_read() -> None:
    assert str(parse_game(GAME)) == GAME


@pytest.mark.parametrize(
    "text",
    (
        DEAL + "draw=6H undo",
        DEAL + "1. draw=6H 2. undo",
        DEAL + "1.draw=6H\n\n\t 2.undo \t\n",
        DEAL.replace("\n", "\r\n") + "\r\ndraw=6H\r\nundo\r\n",
        '\n\n  [Deal "ds1-d1n-aaaaaab"]\ndraw=6H{}undo',
        DEAL + '[Rules "1"]\n\n1. draw=6H undo\n\n\n',
    ),
)
def test_numbers_white_space_and_line_ends_mean_nothing(text: str) -> None:
    assert parse_game(text) == Movetext(
        CODE, (WrittenMove(Move.parse("draw"), card="6H"), WrittenMove(Move.parse("undo")))
    )


@pytest.mark.parametrize("name", ("games", "same_deal"))
def test_known_games_round_trip_with_every_card_named(name: str) -> None:
    for line in vectors.read(name):
        text = annotate(DealCode.parse(line["deal"]), vectors.as_log(line["moves"])[0])
        replay = parse_game(str(text)).replay()

        assert parse_game(str(text)) == text
        assert (replay.error, standing(replay.table)) == (None, line["final"])
        assert max(map(len, str(text).splitlines())) <= WIDTH


def test_a_log_is_written_with_the_cards_that_move() -> None:
    text = annotate(CODE, encode(map(Move.parse, ("T3-T8", "draw", "undo", "T7-T5", "T4-T8"))))

    assert str(text) == DEAL + '[Rules "1"]\n\n1. T3-T8=8H draw=6H undo T7-T5=8D T4-T8\n'


def test_what_comes_after_an_illegal_move_is_written_bare() -> None:
    text = annotate(CODE, encode(map(Move.parse, ("draw", "recycle", "draw"))))

    assert str(text) == DEAL + '[Rules "1"]\n\n1. draw=6H recycle draw\n'


def test_a_game_without_moves_round_trips() -> None:
    assert str(annotate(CODE, b"")) == DEAL + '[Rules "1"]\n'
    assert parse_game(str(annotate(CODE, b""))) == annotate(CODE, b"")


def test_several_games_stand_in_one_text() -> None:
    vegas = DealCode.parse("DS1-D3V-7777777")
    games = (annotate(CODE, b"\x00"), replace(annotate(vegas, b""), score=-104), parse_game(GAME))

    assert parse_games("\n".join(map(str, games))) == games
    assert [game.line for game in parse_games("\n".join(map(str, games)))] == [1, 6, 10]
    assert parse_games(" \n\t\n") == ()


@pytest.mark.parametrize(
    ("text", "line", "index", "message"),
    (
        (DEAL + "draw=6H\nT3-T8=8D", 3, 1, "line 3: T3-T8 is written with the card 8D, but the deal has 8H there"),
        (DEAL + "draw=6C", 2, 0, "line 2: draw is written with the card 6C, but the deal has 6H there"),
        (DEAL + "T3-T8x2", 2, 0, "line 2: T3-T8x2 is illegal: another number of cards would move"),
        (DEAL + "\n\nrecycle", 4, 0, f"line 4: recycle is illegal: {Refusal.STOCK_NOT_EMPTY.text}"),
    ),
)
def test_a_game_that_contradicts_its_deal_is_refused_with_line_and_index(
    text: str, line: int, index: int, message: str
) -> None:
    game = parse_game(text)
    replay = game.replay()

    assert replay.error is not None
    assert (game.moves[replay.error.index].line, replay.error.index, replay.error.message) == (line, index, message)
    assert replay.table.version == index


def test_the_cards_of_another_deal_are_found_at_once() -> None:
    line = vectors.read("same_deal")[0]
    text = str(annotate(DealCode.parse(line["deal"]), vectors.as_log(line["moves"])[0]))

    error = parse_game(text.replace(line["deal"], str(CODE))).replay().error

    assert error is not None
    assert error.index < 3


@pytest.mark.parametrize(
    ("text", "line", "index", "problem"),
    (
        ("", 1, None, "a game is expected here"),
        (DEAL + DEAL, 2, None, "one game is expected, and here begins another"),
        ("draw", 1, None, "'draw' stands before any"),
        ('[Score "5"]', 1, None, "first tag is Deal, not Score"),
        ("[Deal DS1-D1N-AAAAAAB]", 1, None, "is not a tag"),
        ('[Deal "DS1-D2N-AAAAAAB"]', 1, None, "the draw is 1 or 3"),
        (DEAL + '[Score "5"]\n[Score "5"]', 3, None, "the tag Score stands twice"),
        (DEAL + 'draw\n[Score "5"]', 3, None, "the tag Score stands after the game's moves"),
        (DEAL + '[Score "$5"]', 2, None, "'$5' is not a score"),
        (DEAL + '[Rules "2"]', 2, None, "no rules of version 2"),
        (DEAL + '[Rules "one"]', 2, None, "no rules of version 'one'"),
        (DEAL + '[Date "2026-02-30"]', 2, None, "is not a day"),
        (DEAL + '[Date "20261130"]', 2, None, "is not a day"),
        (DEAL + '[Player "A\u0000"]', 2, 0, "holds a control character"),
        (DEAL + '[player "A"]', 2, None, "is not a tag"),
        (DEAL + '[Player "A" "B"]', 2, None, "is not a tag"),
        (DEAL + "draw\ndrow", 3, 1, "'drow' is not a move"),
        (DEAL + "draw\n3. draw", 3, None, "3. stands before move 2"),
        (DEAL + "draw {open", 2, None, "opens or closes a comment alone"),
        (DEAL + "draw } draw", 2, None, "opens or closes a comment alone"),
        (DEAL + "draw {a {b} c}", 2, None, "opens or closes a comment alone"),
        (DEAL + "draw {\ud800}", 2, 1, "half a character"),
        (DEAL + "draw=XX", 2, 0, "'XX' is not a card"),
        (DEAL + "draw=", 2, 0, "'' is not a card"),
        (DEAL + "undo=6H", 2, 0, "undo takes no card"),
        (DEAL + "drawx1", 2, 0, "'drawx1' is not a move"),
        (DEAL + "T1-T2=4Cx1", 2, 0, "'4Cx1' is not a card"),
    ),
)
def test_a_text_that_cannot_be_read_is_refused_with_its_line(
    text: str, line: int, index: int | None, problem: str
) -> None:
    with pytest.raises(MovetextError) as refused:
        parse_game(text)

    assert problem in str(refused.value)
    assert str(refused.value).startswith(f"line {line}: ")
    assert (refused.value.line, refused.value.index, refused.value.code) == (line, index, "bad_movetext")


@pytest.mark.parametrize(
    "make",
    (
        lambda: Movetext(CODE, player="A\n"),
        lambda: Movetext(CODE, comment="a } b"),
        lambda: Movetext(CODE, comment=" a"),
        lambda: Movetext(CODE, other_tags=(("Deal", "x"),)),
        lambda: Movetext(CODE, other_tags=(("A", "x"), ("A", "y"))),
        lambda: Movetext(CODE, other_tags=(("no name", "x"),)),
        lambda: Movetext(CODE, rules=2),
        lambda: WrittenMove(Move.parse("draw"), count=1),
        lambda: WrittenMove(Move.parse("recycle"), card="6H"),
        lambda: WrittenMove(Move.parse("draw"), card="6"),
        lambda: WrittenMove(Move.parse("draw"), comment="a\nb"),
    ),
)
def test_what_could_not_be_read_back_cannot_be_made(make: object) -> None:
    assert callable(make)
    with pytest.raises(EngineError) as refused:
        make()

    assert isinstance(refused.value, (NotationError, UnknownRules))


plain = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Zl", "Zp"), exclude_characters="{}"))
comments = plain.map(str.strip)
values = plain | st.text('"\\[]', max_size=5)
names = st.from_regex("Z[A-Za-z0-9]{0,5}", fullmatch=True)
cards = st.sampled_from(("AS", "TH", "KD"))


@st.composite
def written_moves(draw: st.DrawFn) -> WrittenMove:
    """Any move with anything that it may claim."""
    move = draw(st.sampled_from(MOVES))
    count = draw(st.none() | st.integers(0, 13)) if move.kind is Kind.COLUMN_TO_COLUMN else None
    card = None if move.kind in (Kind.UNDO, Kind.RECYCLE) else draw(st.none() | cards)
    return WrittenMove(move, count=count, card=card, comment=draw(comments))


movetexts = st.builds(
    Movetext,
    st.just(CODE),
    st.lists(written_moves()).map(tuple),
    score=st.none() | st.integers(0, 2000),
    player=st.none() | values,
    day=st.none() | st.dates(date(1000, 1, 1)),
    other_tags=st.dictionaries(st.from_regex("Z[A-Za-z0-9]{0,5}", fullmatch=True), values).map(
        lambda d: tuple(d.items())
    ),
    comment=comments,
)


@steady
@given(movetexts)
def test_every_movetext_round_trips(game: Movetext) -> None:
    assert parse_game(str(game)) == game
    assert parse_games(f"{game}\n{game}") == (game, game)


@pytest.mark.parametrize(
    ("text", "count"),
    (("", 0), (DEAL, 0), (GAME, len(parse_game(GAME).moves)), (DEAL + "1. draw {no move} undo=6H\n3. nonsense", 3)),
)
def test_moves_are_counted_without_being_read(text: str, count: int) -> None:
    assert count_moves(text) == count


def test_any_number_of_comments_takes_time_in_proportion() -> None:
    text = parse_game(DEAL + "draw " + "{a}" * 100_000)
    assert text.moves[0].comment == " ".join("a" * 100_000)
