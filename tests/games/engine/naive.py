"""The rules once more, written to be obviously right and for nothing else: slow, by copying whole tables.

It shares no code with the engine. Cards are pairs of a text and a deck, `("TH", 1)`; piles are lists from the bottom
up, the stock's top is its last card, and undoing is going back to a copy.
"""

import copy
from dataclasses import dataclass, field
from hashlib import sha256

RANKS = "A23456789TJQK"
Card = tuple[str, int]


def dealing_order(number: str) -> list[Card]:
    """Return the 104 cards in the order in which they are dealt."""
    cards = [(rank + suit, deck) for deck in (0, 1) for suit in "SHDC" for rank in RANKS]
    words: list[int] = []
    block = 0
    for i in range(103, 0, -1):
        while True:
            if not words:
                digest = sha256(f"DS1-{number}/{block}".encode("ascii")).digest()
                words = [int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4)]
                block += 1
            word = words.pop(0)
            if word < 2**32 - (2**32 % (i + 1)):
                break
        j = word % (i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


def rank(card: Card) -> int:
    return RANKS.index(card[0][0]) + 1


def is_red(card: Card) -> bool:
    return card[0][1] in "HD"


@dataclass
class Table:
    """How the piles lie, and the two scores."""

    stock: list[Card]
    columns: list[list[Card]]
    hidden: list[int]
    score: int
    ranked: int
    waste: list[Card] = field(default_factory=list)
    foundations: list[list[Card]] = field(default_factory=lambda: [[] for _ in range(8)])
    scored: set[Card] = field(default_factory=set)

    def copy(self) -> "Table":
        """Return a table of its own with the same cards."""
        return Table(
            stock=list(self.stock),
            columns=[list(column) for column in self.columns],
            hidden=list(self.hidden),
            score=self.score,
            ranked=self.ranked,
            waste=list(self.waste),
            foundations=[list(pile) for pile in self.foundations],
            scored=set(self.scored),
        )


class NaiveGame:
    """A game under the rules, for a deal code that is known to be good."""

    def __init__(self, code: str) -> None:
        self.draw = int(code[5])
        self.vegas = code[6] == "V"
        cards = dealing_order(code[8:])
        columns = [[cards.pop(0) for _ in range(size)] for size in range(1, 10)]
        start = -104 if self.vegas else 0
        self.table = Table(cards[::-1], columns, list(range(9)), start, start)
        self.history: list[Table] = []
        self.moves = 0
        self.undos = 0

    def is_won(self) -> bool:
        return sum(len(pile) for pile in self.table.foundations) == 104

    def try_to_play(self, move: str) -> bool:
        """Play a move if it is legal; return whether it was."""
        if self.is_won():
            return False
        if move == "undo":
            if not self.history:
                return False
            self.table = self.history.pop()
            self.undos += 1
            return True
        before = self.table.copy()
        if not self._act(move):
            self.table = before
            return False
        self.history = [*self.history, before][-200:]
        self.moves += 1
        return True

    def is_legal(self, move: str) -> bool:
        """Return whether a move could be played now."""
        other = copy.copy(self)
        other.table = self.table.copy()
        other.history = list(self.history)
        return other.try_to_play(move)

    def _act(self, move: str) -> bool:
        """Do a move to the table; return False, with the table in any state, if it is illegal."""
        table = self.table
        if move == "draw":
            turned = min(self.draw, len(table.stock))
            for _ in range(turned):
                table.waste.append(table.stock.pop())
            return turned > 0
        if move == "recycle":
            if self.vegas or table.stock or not table.waste:
                return False
            table.stock, table.waste = table.waste[::-1], []
            table.score = max(0, table.score - 100)
            table.ranked = max(0, table.ranked - 100)
            return True
        source, target = move.split("-")
        cards = self._source(source)
        if not cards:
            return False
        if target == "F":
            return self._to_foundation(source, cards)
        return self._to_column(source, cards, int(target[1]) - 1)

    def _source(self, name: str) -> list[Card]:
        """Return the pile that cards come from."""
        if name == "W":
            return self.table.waste
        pile = int(name[1]) - 1
        return self.table.columns[pile] if name[0] == "T" else self.table.foundations[pile]

    def _to_foundation(self, source: str, cards: list[Card]) -> bool:
        card = cards[-1]
        row = "SHDC".index(card[0][1]) * 2
        for pile in (self.table.foundations[row], self.table.foundations[row + 1]):
            if len(pile) == rank(card) - 1:
                pile.append(cards.pop())
                points = 5 if self.vegas else 10
                self.table.score += points
                if card not in self.table.scored:
                    self.table.ranked += points
                self.table.scored.add(card)
                self._turn_over(source)
                return True
        return False

    def _to_column(self, source: str, cards: list[Card], target: int) -> bool:
        movable = 1
        if source[0] == "T":
            movable = len(cards) - self.table.hidden[int(source[1]) - 1]
        for size in range(1, movable + 1):
            if self._fits(cards[-size], self.table.columns[target]):
                run = cards[-size:]
                del cards[-size:]
                self.table.columns[target] += run
                if source == "W" and not self.vegas:
                    self.table.score += 5
                    self.table.ranked += 5
                self._turn_over(source)
                return True
        return False

    def _fits(self, card: Card, column: list[Card]) -> bool:
        if not column:
            return rank(card) == 13
        return is_red(card) != is_red(column[-1]) and rank(card) == rank(column[-1]) - 1

    def _turn_over(self, source: str) -> None:
        """Turn over the last card of the column that cards came from, if it is hidden."""
        if source[0] != "T":
            return
        column = int(source[1]) - 1
        if self.table.columns[column] and self.table.hidden[column] == len(self.table.columns[column]):
            self.table.hidden[column] -= 1
            if not self.vegas:
                self.table.score += 5
                self.table.ranked += 5

    def standing(self) -> dict[str, object]:
        """Return how the game stands, in the words of the test vectors."""
        table = self.table
        return {
            "score": table.score,
            "ranked_score": table.ranked,
            "moves": self.moves,
            "undos": self.undos,
            "won": self.is_won(),
            "stock": len(table.stock),
            "waste": [card for card, _ in table.waste],
            "foundations": [len(pile) for pile in table.foundations],
            "tableau": [
                " ".join("??" if at < hidden else card for at, (card, _) in enumerate(column))
                for column, hidden in zip(table.columns, table.hidden, strict=True)
            ],
        }
