"""The 104 cards."""

import pytest

from games.engine.cards import CARDS, FACES, RANKS, SUITS, fits, format_card, is_red, parse_face
from games.engine.errors import NotationError


def test_every_face_is_there_twice_and_reads_back() -> None:
    assert [format_card(card) for card in range(CARDS)] == [*FACES, *FACES]
    assert [parse_face(text) for text in FACES] == list(range(52))


@pytest.mark.parametrize(
    ("card", "text", "red"),
    ((0, "AS", False), (22, "TH", True), (38, "KD", True), (51, "KC", False), (103, "KC", False)),
)
def test_a_number_names_a_card(card: int, text: str, red: bool) -> None:
    assert (format_card(card), is_red(card)) == (text, red)


@pytest.mark.parametrize("text", ("", "A", "SA", "1S", "10S", "as", "AS ", "??", "ÁS", "A\u0000"))
def test_another_text_names_no_card(text: str) -> None:
    with pytest.raises(NotationError, match="is not a card"):
        parse_face(text)


def test_a_card_fits_on_the_other_colour_one_rank_higher_and_on_nothing_else() -> None:
    fitting = {
        (rank + suit, RANKS[place + 1] + other)
        for place, rank in enumerate(RANKS[:-1])
        for suit in SUITS
        for other in SUITS
        if (suit in "HD") != (other in "HD")
    }
    found = {
        (format_card(card), format_card(onto)) for card in range(CARDS) for onto in range(CARDS) if fits(card, onto)
    }

    assert found == fitting
