"""The SVG files of the cards: for each suit a sheet of its thirteen faces, the backs, and the signs of empty piles.

A sheet has a column for each rank and two rows. The upper row is for cards of some size: small indices, pips or a
figure. The lower one is for small cards, on which rank and suit fill the top, and a pip or a figure the rest. A face
is 100 wide and 140 high and has no ground: the page gives the card its colour, its edge and its shadow.
"""

from typing import Final

from games.artwork.courts import BLACK, FIGURES, HEIGHT, RED, WIDTH
from games.artwork.glyphs import PEN, RANK_GLYPHS, RANK_HEIGHT, SUIT_GLYPHS, SUIT_SIZE
from games.engine.cards import RANKS

CARD_WIDTH: Final = 100
CARD_HEIGHT: Final = 140
MIDDLE: Final = (CARD_WIDTH / 2, CARD_HEIGHT / 2)

INKS: Final = {"S": "#1c2530", "H": "#c8202c", "D": "#c8202c", "C": "#1c2530"}
CLOTHS: Final = {"S": BLACK, "H": RED, "D": RED, "C": BLACK}

_LEFT, _CENTRE, _RIGHT = 27, 50, 73
PIPS: Final[dict[str, tuple[tuple[float, float], ...]]] = {
    "2": ((_CENTRE, 40), (_CENTRE, 100)),
    "3": ((_CENTRE, 38), (_CENTRE, 70), (_CENTRE, 102)),
    "4": tuple((x, y) for x in (_LEFT, _RIGHT) for y in (42, 98)),
    "5": (*((x, y) for x in (_LEFT, _RIGHT) for y in (42, 98)), (_CENTRE, 70)),
    "6": tuple((x, y) for x in (_LEFT, _RIGHT) for y in (40, 70, 100)),
    "7": (*((x, y) for x in (_LEFT, _RIGHT) for y in (40, 70, 100)), (_CENTRE, 55)),
    "8": (*((x, y) for x in (_LEFT, _RIGHT) for y in (40, 70, 100)), (_CENTRE, 55), (_CENTRE, 85)),
    "9": (*((x, y) for x in (_LEFT, _RIGHT) for y in (37, 59, 81, 103)), (_CENTRE, 70)),
    "T": (*((x, y) for x in (_LEFT, _RIGHT) for y in (37, 59, 81, 103)), (_CENTRE, 48), (_CENTRE, 92)),
}
"""Where the middles of a card's pips are; those in the lower half stand on their heads."""


def face_sheet(suit: str) -> str:
    """Return the sheet of a suit's faces."""
    large = (_cell(column, 0, _large(rank, suit)) for column, rank in enumerate(RANKS))
    small = (_cell(column, 1, _small(rank, suit)) for column, rank in enumerate(RANKS))
    sign = f'<defs><path id="{suit}" fill="{INKS[suit]}" d="{SUIT_GLYPHS[suit]}"/></defs>'
    return _document(CARD_WIDTH * len(RANKS), CARD_HEIGHT * 2, "\n".join((sign, *large, *small)), ink=INKS[suit])


def back(*, ground: str, line: str) -> str:
    """Return a card's back in two colours: a trellis in a frame, with a diamond in its middle."""
    trellis = "".join(f"M{x - 70} 6 {x + 70} 134M{x + 70} 6 {x - 70} 134" for x in range(-60, 170, 20))
    return _document(
        CARD_WIDTH,
        CARD_HEIGHT,
        f'<clipPath id="frame"><rect x="9" y="9" width="82" height="122" rx="5"/></clipPath>\n'
        f'<rect width="100" height="140" fill="{ground}"/>\n'
        f'<path clip-path="url(#frame)" d="{trellis}" stroke="{line}" stroke-width="2" opacity=".55"/>\n'
        f'<rect x="9" y="9" width="82" height="122" rx="5" fill="none" stroke="{line}" stroke-width="3"/>\n'
        f'<path d="M50 44 68 70 50 96 32 70Z" fill="{ground}" stroke="{line}" stroke-width="3"/>\n'
        f'<path d="M50 57 59 70 50 83 41 70Z" fill="{line}"/>',
    )


def sign(suit: str) -> str:
    """Return a suit alone, to be used as a mask."""
    return _document(SUIT_SIZE, SUIT_SIZE, f'<path d="{SUIT_GLYPHS[suit]}"/>')


def recycle() -> str:
    """Return the arrow of an empty stock that the waste can be turned over into, to be used as a mask."""
    arc = "M79 31A36 36 0 1 0 86 54"
    return _document(
        100,
        100,
        f'<path d="{arc}M81 10V33H58" fill="none" stroke="#000" stroke-width="10" stroke-linecap="round"'
        ' stroke-linejoin="round"/>',
    )


def _large(rank: str, suit: str) -> str:
    corner = _rank(rank, x=7, y=8, height=17) + _suit(suit, x=10.5 + RANK_GLYPHS[rank].width * 17 / 14, y=8, size=16.5)
    return corner + _turned(corner) + _middle(rank, suit)


def _middle(rank: str, suit: str) -> str:
    if rank == "A":
        return _pip(suit, *MIDDLE, size=52)
    if rank not in FIGURES:
        return "".join(_pip(suit, x, y, size=20, turned=y > MIDDLE[1]) for x, y in PIPS[rank])
    left, top = MIDDLE[0] - WIDTH / 2, MIDDLE[1] - HEIGHT
    figure = FIGURES[rank](CLOTHS[suit])
    half = f'<g transform="translate({left:g} {top:g})">{figure}</g>' + _suit(suit, x=left + 2.5, y=top + 3, size=15)
    frame = f'<rect x="{left:g}" y="{top:g}" width="{WIDTH}" height="{2 * HEIGHT}" rx="2"'
    return (
        f'{frame} fill="{CLOTHS[suit].coat}" opacity=".07"/>{half}{_turned(half)}'
        f'<path d="M{left:g} 70H{left + WIDTH:g}" stroke="#e2ae3f" stroke-width="3"/>'
        f'{frame} fill="none" stroke="{CLOTHS[suit].coat}" stroke-width="1.2"/>'
    )


def _small(rank: str, suit: str) -> str:
    index = _rank(rank, x=9, y=11, height=38) + _suit(suit, x=57, y=11, size=37)
    if rank not in FIGURES:
        return index + _pip(suit, 50, 97, size=62)
    scale = 1.3
    left, top = MIDDLE[0] - WIDTH * scale / 2, CARD_HEIGHT - 9 - HEIGHT * scale
    figure = FIGURES[rank](CLOTHS[suit])
    return index + f'<g transform="translate({left:g} {top:g}) scale({scale})">{figure}</g>'


def _rank(rank: str, *, x: float, y: float, height: float) -> str:
    """Return a rank whose ink begins at a place and is so high, the pen's width included."""
    scale = height / (RANK_HEIGHT + PEN)
    shift = scale * PEN / 2
    return (
        f'<path fill="none" stroke="currentColor" stroke-width="{PEN}" stroke-linejoin="round" stroke-linecap="round"'
        f' transform="translate({x + shift:.4g} {y + shift:.4g}) scale({scale:.4g})" d="{RANK_GLYPHS[rank].path}"/>'
    )


def _suit(suit: str, *, x: float, y: float, size: float) -> str:
    scale = size / SUIT_SIZE
    return f'<use href="#{suit}" transform="translate({x:.4g} {y:.4g}) scale({scale:.4g})"/>'


def _pip(suit: str, x: float, y: float, *, size: float, turned: bool = False) -> str:
    pip = _suit(suit, x=x - size / 2, y=y - size / 2, size=size)
    return f'<g transform="rotate(180 {x:g} {y:g})">{pip}</g>' if turned else pip


def _turned(drawing: str) -> str:
    return f'<g transform="rotate(180 {MIDDLE[0]:g} {MIDDLE[1]:g})">{drawing}</g>'


def _cell(column: int, row: int, drawing: str) -> str:
    return f'<g transform="translate({column * CARD_WIDTH} {row * CARD_HEIGHT})">{drawing}</g>'


def _document(width: int, height: int, drawing: str, *, ink: str = "#000") -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" color="{ink}">\n{drawing}\n</svg>\n'
