"""Which characters look alike, so that a name cannot pass for another.

The pairs are Unicode's own (confusables.txt of UTS #39, as the package confusable-homoglyphs carries it). They are
made into classes for text that has been case-folded: first what looks alike in lower case, then what does in upper
case. Two ASCII characters are never put into one class, whatever looks like both, but for those that do look alike:
`i l 1 |` and `o 0`. So a Greek nu, whose small letter looks like v and whose capital looks like N, goes with v.
"""

import json
import unicodedata
from functools import cache
from importlib.resources import files
from typing import Final

_ALIKE_IN_ASCII: Final = ("1il|", "0o")
# What two letters side by side look like.
_PAIRS: Final = (("rn", "m"), ("vv", "w"))


def skeleton(text: str) -> str:
    """Return what all texts that look like this one have in common: an opaque text, equal for look-alikes.

    Case, compatibility forms, characters that show nothing, and the number of spaces make no difference.
    """
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    shown = "".join(character for character in folded if not _is_invisible(character))
    alike = unicodedata.normalize("NFC", shown.translate(_classes()))
    for pair, letter in _PAIRS:
        alike = alike.replace(pair, letter)
    return " ".join(alike.split())


def _is_invisible(character: str) -> bool:
    is_variation_selector = "\ufe00" <= character <= "\ufe0f" or "\U000e0100" <= character <= "\U000e01ef"
    return is_variation_selector or unicodedata.category(character) in ("Cf", "Cc")


@cache
def _classes() -> dict[int, str]:
    """Return the character that stands for each character's class, as `str.translate` takes it."""
    classes = {character: alike[0] for alike in _ALIKE_IN_ASCII for character in alike}
    in_lower_case: list[tuple[str, str]] = []
    in_upper_case: list[tuple[str, str]] = []
    for one, other in _unicode_pairs():
        is_folded = one == one.casefold() and other == other.casefold()
        (in_lower_case if is_folded else in_upper_case).append((one.casefold(), other.casefold()))
    for one, other in (*in_lower_case, *in_upper_case):
        _join(classes, one, other)
    return {ord(character): _class_of(classes, character) for character in list(classes) if len(character) == 1}


def _join(classes: dict[str, str], one: str, other: str) -> None:
    """Make two classes one, unless each has an ASCII character, which then keeps its own."""
    first, second = sorted((_class_of(classes, one), _class_of(classes, other)))
    if not second.isascii():
        classes[second] = first


def _class_of(classes: dict[str, str], character: str) -> str:
    while (above := classes.setdefault(character, character)) != character:
        character = above
    return character


def _unicode_pairs() -> list[tuple[str, str]]:
    """Return the pairs of single characters that look alike, in a fixed order."""
    listed = json.loads((files("confusable_homoglyphs") / "confusables.json").read_text(encoding="utf-8"))
    return sorted((one, row["c"]) for one, rows in listed.items() for row in rows if len(one) == len(row["c"]) == 1)
