"""Deal codes as people type them."""

import pytest

from tests.pages.visitor import Visitor

pytestmark = pytest.mark.django_db

visitor = Visitor()


@pytest.mark.parametrize(
    "text",
    (
        "DS1-D3V-AAAAAAB",
        "  ds1-d3v-aaaaaab ",
        "https://example.org/deals/DS1-D3V-AAAAAAB/",
        "Try this one: DS1-D3V-AAAAAAB!",
        "DS1-D3V-AAAAAAB and again ds1-d3v-aaaaaab",
    ),
)
def test_a_code_leads_to_its_deal_however_it_is_written(text: str) -> None:
    answer = visitor.get("/deals/", {"code": text})
    assert (answer.status_code, answer.headers["Location"]) == (302, "/deals/DS1-D3V-AAAAAAB/")


@pytest.mark.parametrize(
    ("text", "problem"),
    (
        ("DS1-D2N-AAAAAAB", "the draw is 1 or 3, not '2'"),
        ("DS1-D1X-AAAAAAB", "the scoring is N or V, not 'X'"),
        ("DS2-D1N-AAAAAAB", "its first part is DS1"),
        ("DS1-D1N-AAAAAA", "the number has 7 characters, not 6"),
        ("DS1-D1N-AAAAAA1", "the number is written in A-Z and 2-7, without '1'"),
        ("hello", "it is three parts joined by '-'"),
        ("DS1-D3V-AAAAAAB DS1-D3V-AAAAAAC", "is not a deal code"),
    ),
)
def test_of_what_is_no_code_the_page_says_which_part_is_wrong_and_takes_another(text: str, problem: str) -> None:
    answer = visitor.get("/deals/", {"code": text})
    html = answer.content.decode()
    assert answer.status_code == 400
    assert problem in html.replace("&#x27;", "'")
    assert f'value="{text}"' in html


def test_an_address_with_what_is_no_code_says_the_same() -> None:
    assert "the draw is 1 or 3, not '2'" in visitor.read("/deals/DS1-D2N-AAAAAAB/", status=404)
    assert "is not a deal code" in visitor.read("/deals/nonsense/board/", status=404)


def test_the_seven_characters_alone_are_offered_in_the_four_modes() -> None:
    html = visitor.see("/deals/?code=aaaaaab")
    for mode in ("D1N", "D3N", "D1V", "D3V"):
        assert f'href="/deals/DS1-{mode}-AAAAAAB/"' in html


def test_without_a_code_the_page_asks_for_one_and_complains_of_nothing() -> None:
    assert "is not a deal code" not in visitor.read("/deals/")


def test_what_is_typed_is_never_markup() -> None:
    assert "<script>alert" not in visitor.see("/deals/?code=<script>alert(1)</script>", status=400)


def test_a_code_in_lower_case_leads_to_the_one_address_of_its_deal() -> None:
    answer = visitor.get("/deals/ds1-d3v-aaaaaab/board/?view=first")
    assert (answer.status_code, answer.headers["Location"]) == (302, "/deals/DS1-D3V-AAAAAAB/board/?view=first")
