"""Kings, queens and jacks: the upper half of a figure, in a box 70 wide and 43 high, its waist on the lower edge."""

from typing import Final, NamedTuple

WIDTH: Final = 70
HEIGHT: Final = 43

_SKIN: Final = "#f7dfc6"
_GOLD: Final = "#e2ae3f"
_LINEN: Final = "#fffaf0"
_LINE: Final = "#26303c"


class Cloth(NamedTuple):
    """The colours of a suit's figures: of the coat, and of what is sewn on it."""

    coat: str
    trim: str


RED: Final = Cloth("#c22f35", "#2d4f7f")
BLACK: Final = Cloth("#2d4f7f", "#c22f35")


def king(cloth: Cloth) -> str:
    """A crown with three points, and a beard."""
    hair = "#6c5b4c"
    return (
        _coat(cloth)
        + _fill(_LINEN, "M21 27C26 31 44 31 49 27L56 34C46 41 24 41 14 34Z")
        + "".join(_dot(_LINE, x, y, 0.9) for x, y in ((20, 33), (26, 36), (44, 36), (50, 33), (32, 37), (38, 37)))
        + _fill(cloth.trim, "M31.5 38H38.5V43H31.5Z")
        + _fill(hair, "M25 12V23C25 27 28 29 35 29S45 27 45 23V12Z")
        + _head()
        + _fill(hair, "M26.5 19C29 21.5 32 20.3 35 20.3S41 21.5 43.5 19C44 28 40 33.5 35 33.5S26 28 26.5 19Z")
        + _fill(_SKIN, "M32.5 22.6C34 23.6 36 23.6 37.5 22.6 36.5 24.4 33.5 24.4 32.5 22.6Z")
        + _eyes()
        + _fill(_GOLD, "M24 12 22.5 1.5 29.5 6 35 -.5 40.5 6 47.5 1.5 46 12C39 10.5 31 10.5 24 12Z", line=0.9)
        + _dot(cloth.trim, 35, 7.8, 1.7)
        + _dot(cloth.coat, 29, 9, 1.1)
        + _dot(cloth.coat, 41, 9, 1.1)
    )


def queen(cloth: Cloth) -> str:
    """A coronet of pearls, and long hair."""
    hair = "#8c4f2b"
    return (
        _fill(hair, "M35 5C25 5 23.5 12 23 20S17 33 21 38H49C53 33 47.5 28 47 20S45 5 35 5Z")
        + _coat(cloth)
        + _fill(_SKIN, "M31.5 24H38.5V29L43 31 35 41 27 31 31.5 29Z")
        + _stroke(_LINEN, "M23.5 28.5 35 42 46.5 28.5", 3.2)
        + "".join(_dot(_GOLD, x, y, 1.3) for x, y in ((30, 31), (32.5, 33), (35, 34), (37.5, 33), (40, 31)))
        + _fill(cloth.trim, "M6 36 13 30 20 43H3ZM64 36 57 30 50 43H67Z")
        + _head()
        + _fill(hair, "M26.5 17C26 11 29 8.5 35 8.5S44 11 43.5 17C41 15 39.5 13 38.5 11.5 35.5 15 30 15.5 26.5 17Z")
        + _eyes()
        + _fill("#c22f35", "M33 22.5C34 21.9 36 21.9 37 22.5 36 23.8 34 23.8 33 22.5Z")
        + _fill(
            _GOLD,
            "M26 10.5C25 6.5 25.5 5 25 3.5 27.5 4 29 5.5 30 6.5 31.5 4.5 33 2.5 35 1 37 2.5"
            " 38.5 4.5 40 6.5 41 5.5 42.5 4 45 3.5 44.5 5 45 6.5 44 10.5 38 9 32 9 26 10.5Z",
            line=0.8,
        )
        + "".join(_dot(_LINEN, x, y, 1.3, line=0.5) for x, y in ((25, 3.5), (35, 0.9), (45, 3.5)))
        + _dot(cloth.coat, 35, 6.2, 1.5)
    )


def jack(cloth: Cloth) -> str:
    """A cap with a feather, and short hair."""
    hair = "#c98f35"
    return (
        _coat(cloth)
        + _stroke(_GOLD, "M14 27.5 30 43M22 25 40 43M50 43 60 31", 2.2)
        + _fill(_LINEN, "M27 26C31 30 39 30 43 26L46 30.5C41 35 29 35 24 30.5Z")
        + _fill(hair, "M25 10C23.5 17 24 24 27 26.5H43C46 24 46.5 17 45 10Z")
        + _head()
        + _fill(
            hair,
            "M26.6 16.5V10H43.4V16.5C42 14.5 41 13.5 40 13 36 14.2 31 14.2 29.5 13 28 14 27.3 15 26.6 16.5Z",
        )
        + _eyes()
        + _stroke("#a8543f", "M33.2 22.7C34.3 23.5 35.7 23.5 36.8 22.7", 0.9)
        + _fill(_GOLD, "M43 8C47 6.5 52 1.5 60 1 57.5 7 52 11.5 45 11.5Z", line=0.7)
        + _stroke(_LINE, "M45 10C49 8.5 53 5.5 57 2.8", 0.6)
        + _fill(cloth.trim, "M22.5 12.5C20.5 6 27 2.5 35 2.5S49 5 47.5 11.5C40 9.5 30 9.5 22.5 12.5Z", line=0.8)
        + _dot(_GOLD, 43.5, 8.2, 1.5)
    )


FIGURES: Final = {"K": king, "Q": queen, "J": jack}


def _coat(cloth: Cloth) -> str:
    return _fill(cloth.coat, "M0 43C1 33 8 28 21 26L35 30 49 26C62 28 69 33 70 43Z")


def _head() -> str:
    return f'<ellipse cx="35" cy="17.5" rx="8.4" ry="9.6" fill="{_SKIN}"/>'


def _eyes() -> str:
    brows = _stroke(_LINE, "M29.9 15.2H32.5M37.5 15.2H40.1", 0.6)
    nose = _stroke("#c99a77", "M35 16.5 34.3 19.6H35.6", 0.6)
    return brows + nose + _dot(_LINE, 31.3, 17, 0.85) + _dot(_LINE, 38.7, 17, 0.85)


def _fill(colour: str, path: str, *, line: float = 0) -> str:
    stroke = f' stroke="{_LINE}" stroke-width="{line}" stroke-linejoin="round"' if line else ""
    return f'<path fill="{colour}"{stroke} d="{path}"/>'


def _stroke(colour: str, path: str, width: float) -> str:
    return f'<path fill="none" stroke="{colour}" stroke-width="{width}" d="{path}"/>'


def _dot(colour: str, x: float, y: float, radius: float, *, line: float = 0) -> str:
    stroke = f' stroke="{_LINE}" stroke-width="{line}"' if line else ""
    return f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{colour}"{stroke}/>'
