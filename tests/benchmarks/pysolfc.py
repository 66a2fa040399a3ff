"""PySolFC's Double Klondike, which is the same game, playing our logs without a window.

PySolFC is no package of PyPI. Where `PYSOLFC` names a checkout of its source, and what that imports is installed
(`pip install attrs configobj pysol_cards random2 six`, and Python's tkinter), its own rules, moves and history are
driven here: each move is asked for (`acceptsCards`), made (`moveMove`, `dealCards`, `flipMove`) and closed
(`finishMove`), and `undo` takes back. What it would draw goes nowhere. It counts no score of its own for this game.
"""

import importlib
import sys
from collections.abc import Callable, Sequence
from typing import Any

from games.engine.cards import RANK, SUIT
from games.engine.deals import DealCode, shuffle
from games.engine.fold import fold
from games.engine.moves import MOVES, Kind

_Game = tuple[DealCode, bytes]


class Nothing:
    """Stands for all that would be drawn."""

    def __getattr__(self, _name: str) -> "Nothing":
        return self

    def __call__(self, *_: object, **__: object) -> "Nothing":
        return self

    def __bool__(self) -> bool:
        return False


class Drawing(Nothing):
    """What is asked for sizes, and what people would have chosen."""

    CARDW = CARDH = CARD_XOFFSET = CARD_YOFFSET = xmargin = ymargin = 50
    randomize_place, animations = False, 0


def playing(checkout: str, games: Sequence[_Game]) -> Callable[[], object]:
    """Return what plays all these games. Their ends have been compared with ours once."""
    sys.path.append(checkout)
    library = Library()
    for code, events in games:
        homes = sorted(len(pile.cards) for pile in Table(code, library).play(events).foundations)
        if homes != sorted(fold(code, events).table.foundations):
            raise RuntimeError(f"PySolFC has {homes} on the foundations at the end of {code}")
    return lambda: [Table(code, library).play(events) for code, events in games]


class Library:
    """The parts of PySolFC that a table is made of, drawing taken out of them."""

    def __init__(self) -> None:
        self.stack: Any = importlib.import_module("pysollib.stack")
        vars(self.stack)["MfxCanvasGroup"] = Nothing()
        self.game: Any = importlib.import_module("pysollib.games.harp").DoubleKlondike
        self.card: Any = type("Card", (importlib.import_module("pysollib.acard").AbstractCard,), _CARD)


# The methods by which a card would be drawn; its face is part of the game.
_CARD = {
    "showFace": lambda card, unhide=1: setattr(card, "face_up", 1),
    "showBack": lambda card, unhide=1: setattr(card, "face_up", 0),
    "moveTo": lambda card, x, y: None,
    "tkraise": lambda card, unhide=1: None,
}


class Table:
    """A game of Double Klondike as PySolFC keeps it."""

    def __init__(self, code: DealCode, library: Library) -> None:
        self.game = game = library.game(Info())
        game.app = game.canvas = Drawing()
        game.preview, game.top = 1, None  # no menus, no status line
        stack = library.stack
        self.talon = stack.WasteTalonStack(0, 0, game, max_rounds=-1, num_deal=code.draw)
        self.waste = self.talon.waste = stack.WasteStack(0, 0, game)
        self.foundations = [stack.SS_FoundationStack(0, 0, game, suit=(number // 2 + 1) % 4) for number in range(8)]
        self.rows = [stack.KingAC_RowStack(0, 0, game) for _ in range(9)]
        game.s.talon, game.s.waste, game.s.foundations, game.s.rows = (
            self.talon,
            self.waste,
            self.foundations,
            self.rows,
        )
        self._deal(code, library)
        game.startMoves()
        game.moves.state = game.S_PLAY

    def _deal(self, code: DealCode, library: Library) -> None:
        cards = [
            library.card(number, 0, (SUIT[card] + 1) % 4, RANK[card] - 1, self.game)
            for number, card in enumerate(shuffle(code.number))
        ]
        for card in cards:
            card.item = Nothing()
        dealt = iter(cards)
        for number, row in enumerate(self.rows):
            for _ in range(number + 1):
                row.addCard(next(dealt))
            row.cards[-1].showFace()
        for card in reversed(list(dealt)):
            self.talon.addCard(card)

    def play(self, events: bytes) -> "Table":
        """Play a log; each of its moves must be one that PySolFC takes."""
        for event in events:
            move = MOVES[event]
            if move.kind is Kind.UNDO:
                self.game.undo()
                continue
            if move.kind in (Kind.DRAW, Kind.RECYCLE):
                self.talon.dealCards()
            else:
                self._move(self._pile(move.source), move.target or "")
            self.game.finishMove()
        return self

    def _move(self, source: Any, target: str) -> None:
        for pile in self.foundations if target == "F" else (self._pile(target),):
            for count in self._counts(source, pile):
                if pile.acceptsCards(source, source.cards[-count:]):
                    self.game.moveMove(count, source, pile, frames=0)
                    if source.canFlipCard():
                        self.game.flipMove(source)
                    return
        raise RuntimeError(f"PySolFC takes no move to {target}")

    def _counts(self, source: Any, pile: Any) -> Sequence[int]:
        """Return how many cards may go: the one number that fits, which the log does not say."""
        if source not in self.rows or pile not in self.rows:
            return (1,)
        faces = sum(card.face_up for card in source.cards)
        count = pile.cards[-1].rank - source.cards[-1].rank if pile.cards else faces
        return (count,) if 0 < count <= faces else ()

    def _pile(self, name: str | None) -> Any:
        if name == "W":
            return self.waste
        kind, number = (name or "")[0], int((name or "")[1:])
        return (self.rows if kind == "T" else self.foundations)[number - 1]


class Info(Nothing):
    """What PySolFC's list of games says of this one."""

    id, ncards, decks = 21, 104, 2
