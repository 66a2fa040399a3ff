"""The rules of the match once more, written to be obviously right and for nothing else: slow, by copying whole tables.

It shares no code with the engine. A card is a text, `"TH"`, and lies with its owner, `("TH", "A")`, on a foundation;
piles are lists from the bottom up, the stock's top is its last card.
"""

import copy
from hashlib import sha256
from typing import Any

RANKS = "A23456789TJQK"
COLUMNS = [f"T{n}" for n in range(1, 8)]
ALL_ACTIONS = [
    *("draw", "recycle", "pass", "resign"),
    *(f"W-{column}" for column in COLUMNS),
    "W-F",
    *(f"{column}-F" for column in COLUMNS),
    *(f"{a}-{b}" for a in COLUMNS for b in COLUMNS if a != b),
]


def deck_of(number: str, side: str) -> list[str]:
    """Return the 52 cards of a side in the order in which they are dealt."""
    cards = [rank + suit for suit in "SHDC" for rank in RANKS]
    words: list[int] = []
    block = 0
    for i in range(51, 0, -1):
        while True:
            if not words:
                digest = sha256(f"DM1-{number}/{side}/{block}".encode("ascii")).digest()
                words = [int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4)]
                block += 1
            word = words.pop(0)
            if word < 2**32 - (2**32 % (i + 1)):
                break
        j = word % (i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


def rank(card: str) -> int:
    return RANKS.index(card[0]) + 1


def fits(card: str, column: list[str]) -> bool:
    """Return whether a card may be laid on a column."""
    if not column:
        return card[0] == "K"
    red, red_below = card[1] in "HD", column[-1][1] in "HD"
    return red != red_below and rank(card) + 1 == rank(column[-1])


class Hand:
    """What one player has: a stock, a waste, seven columns, and what has to be remembered."""

    def __init__(self, number: str, side: str) -> None:
        cards = deck_of(number, side)
        self.columns = [[cards.pop(0) for _ in range(size)] for size in range(1, 8)]
        self.hidden = list(range(7))
        self.stock = cards[::-1]
        self.waste: list[str] = []
        self.passed = False
        self.since = 0
        self.is_out = False

    def copy(self) -> "Hand":
        """Return a hand of its own with the same cards."""
        twin = copy.copy(self)
        twin.columns = [list(column) for column in self.columns]
        twin.hidden, twin.stock, twin.waste = list(self.hidden), list(self.stock), list(self.waste)
        return twin

    def face_up(self, column: int) -> list[str]:
        return self.columns[column][self.hidden[column] :]

    def turn_over(self) -> None:
        """Turn every hidden card that has become the last of its column."""
        for column in range(7):
            if self.columns[column] and self.hidden[column] == len(self.columns[column]):
                self.hidden[column] -= 1


class NaiveMatch:
    """A match under options that are known to be good."""

    def __init__(self, options: dict[str, Any]) -> None:
        self.options = options
        self.hands = {side: Hand(options["number"], side) for side in "AB"}
        self.foundations: list[list[tuple[str, str]]] = [[] for _ in range(8)]
        self.alternating = options["pace"] == "alternating"
        self.turn = options["first"] if self.alternating else None
        self.out: list[str] = []
        self.cleared: str | None = None
        self.last_placer: str | None = None
        self.winner: str | None = None

    def draw_of(self, side: str) -> int:
        draw = self.options["draw"]
        return int(draw[side] if isinstance(draw, dict) else draw)

    def copy(self) -> "NaiveMatch":
        """Return a match of its own in which all is the same."""
        twin = copy.copy(self)
        twin.hands = {side: hand.copy() for side, hand in self.hands.items()}
        twin.foundations = [list(foundation) for foundation in self.foundations]
        twin.out = list(self.out)
        return twin

    # -- Solo rules within one's own tableau

    def place_for(self, card: str) -> list[tuple[str, str]] | None:
        """Return the foundation that a card goes to: the first of its row that takes it."""
        first = 2 * "SHDC".index(card[1])
        for foundation in self.foundations[first : first + 2]:
            if len(foundation) + 1 == rank(card):
                return foundation
        return None

    def run_that_moves(self, hand: Hand, source: int, target: int) -> list[str] | None:
        """Return the face-up cards of a column that would go to the other."""
        cards = hand.face_up(source)
        for at, card in enumerate(cards):
            if fits(card, hand.columns[target]):
                return cards[at:]
        return None

    def draw_cards(self, hand: Hand, most: int) -> int:
        """Turn cards from the stock onto the waste, one after another: how many."""
        cards = min(most, len(hand.stock))
        for _ in range(cards):
            hand.waste.append(hand.stock.pop())
        return cards

    def move_cards(self, side: str, text: str) -> bool:
        """Do a draw, a recycle or a move of cards; whether the cards allow it."""
        hand = self.hands[side]
        if text == "draw":
            return self.draw_cards(hand, self.draw_of(side)) > 0
        if text == "recycle":
            if self.options["redeals"] == "single" or hand.stock or not hand.waste:
                return False
            hand.stock, hand.waste = hand.waste[::-1], []
            return True
        if not self.move_card_or_run(side, hand, *text.split("-")):
            return False
        hand.turn_over()
        return True

    def move_card_or_run(self, side: str, hand: Hand, source: str, target: str) -> bool:
        pile = hand.waste if source == "W" else hand.columns[COLUMNS.index(source)]
        if not pile:
            return False
        if target == "F":
            place = self.place_for(pile[-1])
            if place is None:
                return False
            place.append((pile.pop(), side))
        elif source == "W":
            if not fits(pile[-1], hand.columns[COLUMNS.index(target)]):
                return False
            hand.columns[COLUMNS.index(target)].append(pile.pop())
        else:
            run = self.run_that_moves(hand, COLUMNS.index(source), COLUMNS.index(target))
            if run is None:
                return False
            del pile[-len(run) :]
            hand.columns[COLUMNS.index(target)].extend(run)
        return True

    # -- The match

    def is_allowed_to(self, side: str, text: str) -> bool:
        """Return whether a side may do such a thing now, whatever the cards."""
        if self.winner is not None or self.hands[side].is_out:
            return False
        if text == "resign":
            return True
        if self.alternating and self.turn != side:
            return False
        return not (text == "pass" and not self.alternating and self.hands[side].passed)

    def is_legal(self, side: str, text: str) -> bool:
        return self.copy().try_to_play(side, text)

    def try_to_play(self, side: str, text: str) -> bool:
        """Play an action; false, and nothing has changed, if it is refused."""
        if not self.is_allowed_to(side, text):
            return False
        hand, other = self.hands[side], "B" if side == "A" else "A"
        if text == "resign":
            self.winner, self.turn = other, None
            return True
        home = sum(map(len, self.foundations))
        if text == "pass":
            hand.passed = True
        elif self.move_cards(side, text):
            hand.passed = False
            hand.since += 1
        else:
            return False
        if sum(map(len, self.foundations)) > home:
            self.last_placer = side
            self.hands[other].passed = False
            hand.since = self.hands[other].since = 0
        if self.contributions()[side] == 52 and side not in self.out:
            hand.is_out = True
            self.out.append(side)
        if self.options["solo_bonus"] and self.cleared is None and not any(hand.columns):
            self.cleared = side
        self.pass_the_turn(side, text)
        self.end_if_it_ends()
        return True

    def pass_the_turn(self, side: str, text: str) -> None:
        if not self.alternating:
            return
        other = "B" if side == "A" else "A"
        if (text in ("draw", "pass") or self.hands[side].is_out) and not self.hands[other].is_out:
            self.turn = other

    def is_done(self, side: str) -> bool:
        hand = self.hands[side]
        return hand.is_out or hand.passed or hand.since >= 100 or not self.has_an_action(side)

    def has_an_action(self, side: str) -> bool:
        """Return whether the cards leave a side anything to do."""
        return any(self.copy().move_cards(side, text) for text in ALL_ACTIONS if text not in ("pass", "resign"))

    def end_if_it_ends(self) -> None:
        at_first = self.options["ending"] == "first_out" and (self.out or self.cleared)
        if not at_first and not (self.is_done("A") and self.is_done("B")):
            return
        self.turn = None
        counts = self.contributions()
        if self.cleared:
            self.winner = self.cleared
        elif counts["A"] != counts["B"]:
            self.winner = max("AB", key=lambda side: counts[side])
        else:
            self.winner = self.last_placer or "void"

    def contributions(self) -> dict[str, int]:
        owners = [owner for foundation in self.foundations for _, owner in foundation]
        return {side: owners.count(side) for side in "AB"}

    def final(self) -> dict[str, Any]:
        """Return the result as the vectors tell it."""
        return {
            "over": self.winner is not None,
            "winner": self.winner,
            "turn": self.turn,
            "contributions": self.contributions(),
            "out": self.out,
            "foundations": ["".join(owner for _, owner in foundation) for foundation in self.foundations],
            "sides": {side: self.told_side(hand) for side, hand in self.hands.items()},
        }

    def told_side(self, hand: Hand) -> dict[str, Any]:
        columns = [["??"] * hand.hidden[c] + hand.face_up(c) for c in range(7)]
        return {"stock": len(hand.stock), "waste": hand.waste, "tableau": [" ".join(column) for column in columns]}
