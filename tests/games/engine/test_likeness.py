"""Which positions count as one in a search: those alone from which the same wins can be reached."""

import pytest

from games.engine import picture
from games.engine.likeness import likeness
from tests.games.engine.tables import NORMAL, NORMAL_3, VEGAS, table_with

REST = "T9 [...] KS"


def key(*lines: str, code: str = NORMAL) -> bytes:
    _, position = picture.parse(table_with(*lines, REST, code=code).picture(reveal=True))
    return likeness(position)


@pytest.mark.parametrize(
    ("one", "other"),
    (
        (("T1 KH QS", "T2 9D"), ("T1 9D", "T2 KH QS")),
        (("T1 KH", "T3 [2D 3D] 9C"), ("T2 KH", "T3 [2D 3D] 9C")),
        (("waste 2C 3C 4C",), ("waste 4C 2C 3C",)),
        (("stock [2C 3C]", "waste 4C"), ("stock [3C]", "waste 4C 2C")),
    ),
)
def test_positions_that_are_as_good_as_one_another_are_alike(one: tuple[str, ...], other: tuple[str, ...]) -> None:
    assert key(*one) == key(*other)


@pytest.mark.parametrize(
    ("code", "one", "other"),
    (
        (NORMAL, ("T1 KH QS",), ("T1 KH QC",)),
        (NORMAL, ("T1 KH QS", "T2 9D"), ("T1 KH", "T2 QS", "T3 9D")),
        (NORMAL, ("T1 [2D 3D] 9C", "T2 [4D] 9C"), ("T1 [2D] 9C", "T2 [4D 3D] 9C")),
        (NORMAL, ("T1 [2D 3D] 9C", "T2 8H"), ("T1 [2D] 9C", "T2 8H")),
        (NORMAL, ("foundations AS - - - - - - -",), ("foundations - - AH - - - - -",)),
        (NORMAL_3, ("waste 2C 3C 4C",), ("waste 4C 2C 3C",)),
        (NORMAL_3, ("stock [2C 3C]", "waste 4C"), ("stock [2C 3C 4C]",)),
        (VEGAS, ("stock [2C 3C]", "waste 4C"), ("stock [3C]", "waste 4C 2C")),
    ),
)
def test_positions_that_lead_elsewhere_are_not(code: str, one: tuple[str, ...], other: tuple[str, ...]) -> None:
    assert key(*one, code=code) != key(*other, code=code)
