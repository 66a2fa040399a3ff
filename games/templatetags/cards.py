"""Cards and piles in templates, built as `cards.js` builds them: `{% card "8H" %}`, `{% pile "T3" cards %}`."""

from collections.abc import Sequence
from typing import Any

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from games.cards import ShownCard, pile_name, texts
from games.engine.cards import SUITS

register = template.Library()


@register.simple_tag
def card(text: str) -> SafeString:
    """Return a card from its text: `8H`, `??` or `[8H]`."""
    shown = ShownCard(text)
    face = format_html(' data-rank="{}" data-suit="{}"', *shown.face) if shown.face else ""
    return format_html(
        '<span class="card{}" role="img" aria-label="{}" data-card="{}"{}></span>',
        " down" if shown.is_hidden else "",
        shown.name,
        text,
        face,
    )


@register.simple_tag
def pile(name: str, cards: Sequence[str]) -> SafeString:
    """Return a pile with its cards, from the bottom to the top. In a match its name can begin with its side: `A:T3`."""
    own = name.rsplit(":", maxsplit=1)[-1]
    kind = {"stock": "stock", "W": "waste"}.get(own) or ("column" if own[0] == "T" else "foundation")
    suit = format_html(' data-suit="{}"', SUITS[(int(own[1]) - 1) // 2]) if kind == "foundation" else ""
    return format_html(
        '<div class="pile {}" role="group" aria-label="{}" data-pile="{}" data-count="{}"{}>{}</div>',
        kind,
        pile_name(own),
        name,
        len(cards),
        suit,
        format_html_join("", "{}", ((card(text),) for text in cards)),
    )


@register.simple_tag
def card_texts() -> dict[str, Any]:
    """Return the texts that `cards.js` names cards by."""
    return texts()
