"""Cards on pages: as templates write them, what they are called, and the files that they are drawn from."""

import pytest
from django.template import Context, Template
from django.utils.translation import override

from games.cards import ShownCard, pile_name, texts
from games.engine.cards import FACES, RANKS, SUITS
from games.management.commands.draw_cards import DIRECTORY, drawings


def rendered(source: str, **context: object) -> str:
    return Template("{% load cards %}" + source).render(Context(context))


@pytest.mark.parametrize(
    ("text", "html"),
    (
        (
            "8H",
            '<span class="card" role="img" aria-label="eight of hearts" data-card="8H"'
            ' data-rank="8" data-suit="H"></span>',
        ),
        ("??", '<span class="card down" role="img" aria-label="face-down card" data-card="??"></span>'),
        (
            "[TC]",
            '<span class="card down" role="img" aria-label="face-down card: ten of clubs" data-card="[TC]"'
            ' data-rank="T" data-suit="C"></span>',
        ),
    ),
)
def test_a_card_is_written_with_its_name(text: str, html: str) -> None:
    assert rendered("{% card text %}", text=text) == html


def test_a_pile_says_what_it_is_and_how_many_cards_it_has() -> None:
    ace = rendered("{% card text %}", text="AH")

    assert rendered("{% pile 'F3' cards %}", cards=["AH"]) == (
        '<div class="pile foundation" role="group" aria-label="Foundation 3" data-pile="F3" data-count="1"'
        f' data-suit="H">{ace}</div>'
    )


def test_a_pile_that_there_is_not_is_refused() -> None:
    with pytest.raises(ValueError, match="'T0' is not a pile"):
        pile_name("T0")


def test_a_script_gets_the_names_that_the_service_uses() -> None:
    told = texts()

    for face in FACES:
        name = told["name"].replace("{rank}", told["ranks"][face[0]]).replace("{suit}", told["suits"][face[1]])
        assert name == ShownCard(face).name
    assert told["hidden"] == ShownCard("??").name


@pytest.mark.parametrize("language", ("en", "es", "pt-br", "ro", "ru"))
def test_every_card_has_a_name_of_its_own_in_every_language(language: str) -> None:
    with override(language):
        assert len({ShownCard(face).name for face in FACES}) == len(RANKS) * len(SUITS)


def test_the_files_of_the_cards_are_those_that_are_drawn() -> None:
    assert {path.name: path.read_text() for path in DIRECTORY.glob("*.svg")} == drawings()
