"""Cards as pages show them: what a card's text says, how it is called, and the texts that a page hands its script."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.engine.cards import HIDDEN, RANKS, SUITS
from games.replay import PILES, is_hidden

RANK_NAMES: Final = dict(
    zip(
        RANKS,
        (
            pgettext_lazy("rank in a card's name", "ace"),
            pgettext_lazy("rank in a card's name", "two"),
            pgettext_lazy("rank in a card's name", "three"),
            pgettext_lazy("rank in a card's name", "four"),
            pgettext_lazy("rank in a card's name", "five"),
            pgettext_lazy("rank in a card's name", "six"),
            pgettext_lazy("rank in a card's name", "seven"),
            pgettext_lazy("rank in a card's name", "eight"),
            pgettext_lazy("rank in a card's name", "nine"),
            pgettext_lazy("rank in a card's name", "ten"),
            pgettext_lazy("rank in a card's name", "jack"),
            pgettext_lazy("rank in a card's name", "queen"),
            pgettext_lazy("rank in a card's name", "king"),
        ),
        strict=True,
    )
)
SUIT_NAMES: Final = dict(
    zip(
        SUITS,
        (
            pgettext_lazy("suit in a card's name", "spades"),
            pgettext_lazy("suit in a card's name", "hearts"),
            pgettext_lazy("suit in a card's name", "diamonds"),
            pgettext_lazy("suit in a card's name", "clubs"),
        ),
        strict=True,
    )
)
HIDDEN_NAME: Final = gettext_lazy("face-down card")


@dataclass(frozen=True, slots=True)
class ShownCard:
    """A card on a page, from its text in a frame: `8H`, `??`, or `[8H]` for a hidden one whose face is known."""

    text: str

    @property
    def is_hidden(self) -> bool:
        return is_hidden(self.text)

    @property
    def face(self) -> str:
        """Its rank and suit, empty for a hidden card that is not revealed."""
        return "" if self.text == HIDDEN else self.text.strip("[]")

    @property
    def name(self) -> str:
        """What it is called, for those who do not see it."""
        if not self.face:
            return str(HIDDEN_NAME)
        # Translators: the name of a card, as in "queen of hearts".
        name = _("{rank} of {suit}").format(rank=RANK_NAMES[self.face[0]], suit=SUIT_NAMES[self.face[1]])
        return f"{HIDDEN_NAME}: {name}" if self.is_hidden else name


def texts() -> dict[str, Any]:
    """Return what a script needs to name cards in the language of the page."""
    return {
        "hidden": str(HIDDEN_NAME),
        "name": _("{rank} of {suit}"),
        "ranks": {rank: str(name) for rank, name in RANK_NAMES.items()},
        "suits": {suit: str(name) for suit, name in SUIT_NAMES.items()},
    }


def pile_name(pile: str) -> str:
    """Return what a pile is called."""
    if pile == "stock":
        return _("Stock")
    if pile == "W":
        return _("Waste")
    if pile not in PILES:
        raise ValueError(f"{pile!r} is not a pile: stock, W, T1 to T9, F1 to F8")
    return f"{_('Column') if pile[0] == 'T' else _('Foundation')} {pile[1]}"
