"""Players' names: what may be one, which look alike, and made-up ones for guests.

A name is kept in NFC. Letters of any script, digits, combining marks, emoji and ordinary signs are kept. Refused is
what cannot be seen or would change how the text around it is shown, since a name stands in lists beside others.
Of the characters that show nothing, two may stand within an emoji, where they are part of it: the zero-width joiner
between two emoji (a family, a flag with a rainbow) and the variation selector 16 after one (a red heart).
"""

import unicodedata
from collections.abc import Iterator
from enum import StrEnum
from random import Random
from typing import Final

from games.engine.texts import Text
from games.errors import BadName
from games.limits import MAX_NAME_CHARACTERS
from games.lookalikes import skeleton


class NameFlaw(StrEnum):
    """The reasons for which a name is refused."""

    EMPTY = "empty"
    TOO_LONG = "too_long"
    NO_LETTER = "no_letter"
    EDGE_SPACE = "edge_space"
    DOUBLE_SPACE = "double_space"
    OTHER_SPACE = "other_space"
    CONTROL = "control"
    LINE_BREAK = "line_break"
    BIDIRECTIONAL = "bidirectional"
    INVISIBLE = "invisible"
    PRIVATE_USE = "private_use"
    UNASSIGNED = "unassigned"
    SURROGATE = "surrogate"
    TOO_MANY_MARKS = "too_many_marks"
    MIXED_SCRIPTS = "mixed_scripts"
    RESERVED = "reserved"
    BARRED = "barred"

    @property
    def text(self) -> Text:
        return _TEXTS[self]


_TEXTS: Final = {
    NameFlaw.EMPTY: Text("it is empty."),
    NameFlaw.TOO_LONG: Text("it has more than %(n)s characters.", n=MAX_NAME_CHARACTERS),
    NameFlaw.NO_LETTER: Text("it has neither a letter nor a digit."),
    NameFlaw.EDGE_SPACE: Text("it begins or ends with a space."),
    NameFlaw.DOUBLE_SPACE: Text("it has two spaces side by side."),
    NameFlaw.OTHER_SPACE: Text("it has a space other than the plain one."),
    NameFlaw.CONTROL: Text("it has a control character."),
    NameFlaw.LINE_BREAK: Text("it has a line break."),
    NameFlaw.BIDIRECTIONAL: Text("it has a character that changes the direction of the text around it."),
    NameFlaw.INVISIBLE: Text("it has a character that shows nothing."),
    NameFlaw.PRIVATE_USE: Text("it has a private-use character, which every system shows otherwise."),
    NameFlaw.UNASSIGNED: Text("it has a code point that is no character."),
    NameFlaw.SURROGATE: Text("it has half of a surrogate pair."),
    NameFlaw.TOO_MANY_MARKS: Text("it has more than four combining marks on one letter."),
    NameFlaw.MIXED_SCRIPTS: Text("a word in it mixes alphabets whose letters look alike."),
    NameFlaw.RESERVED: Text("it is reserved for the people who run the service."),
    NameFlaw.BARRED: Text("the people who run the service have taken it away."),
}

_MAX_MARKS: Final = 4
_JOINER: Final = "\u200d"
_EMOJI_STYLE: Final = "\ufe0f"
_KEYCAP: Final = "\u20e3"
_BIDIRECTIONAL: Final = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
# Letters, marks and signs that show nothing although their category does not say so: fillers, joiners, selectors.
_BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0\ufffc")
_BY_CATEGORY: Final = {
    "Cc": NameFlaw.CONTROL,
    "Cf": NameFlaw.INVISIBLE,
    "Cn": NameFlaw.UNASSIGNED,
    "Co": NameFlaw.PRIVATE_USE,
    "Cs": NameFlaw.SURROGATE,
    "Zl": NameFlaw.LINE_BREAK,
    "Zp": NameFlaw.LINE_BREAK,
}
# Alphabets with letters that look like another one's. A word keeps to one of them.
_ALIKE_SCRIPTS: Final = frozenset({"LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "CHEROKEE", "COPTIC", "LISU"})


def parse_name(text: str) -> str:
    """Return the name in NFC. Raises BadName with the first thing that is wrong with it."""
    name = unicodedata.normalize("NFC", text)
    for flaw in _flaws(name):
        raise BadName(name=text, reason=flaw, detail=flaw.text)
    return name


def key(name: str) -> str:
    """Return what all names that look like this one have in common, in any case; `""` for one that shows nothing."""
    return skeleton(name)


def is_reserved(name: str) -> bool:
    """Return whether a name looks like that of the service or of those who run it."""
    return key(name).replace(" ", "") in _RESERVED


def _flaws(name: str) -> Iterator[NameFlaw]:
    """Yield what is wrong with a name, the plainest first."""
    if not name:
        yield NameFlaw.EMPTY
    if len(name) > MAX_NAME_CHARACTERS:
        yield NameFlaw.TOO_LONG
    for index, character in enumerate(name):
        if flaw := _flaw_of(character, before=name[:index], after=name[index + 1 :]):
            yield flaw
    if name != name.strip(" "):
        yield NameFlaw.EDGE_SPACE
    if "  " in name:
        yield NameFlaw.DOUBLE_SPACE
    if not any(unicodedata.category(character)[0] in "LN" for character in name):
        yield NameFlaw.NO_LETTER
    if _longest_run_of_marks(name) > _MAX_MARKS:
        yield NameFlaw.TOO_MANY_MARKS
    if any(len(_scripts(word) & _ALIKE_SCRIPTS) > 1 for word in name.split(" ")):
        yield NameFlaw.MIXED_SCRIPTS
    # A few characters stand for whole words (U+FDFA for eighteen letters), and the key spells them out.
    if len(key(name)) > 4 * MAX_NAME_CHARACTERS:
        yield NameFlaw.TOO_LONG


def _flaw_of(character: str, *, before: str, after: str) -> NameFlaw | None:
    if character in _BIDIRECTIONAL:
        return NameFlaw.BIDIRECTIONAL
    if character == _JOINER:
        is_within_emoji = _is_emoji(_last_shown(before)) and _is_emoji(after[:1])
        return None if is_within_emoji else NameFlaw.INVISIBLE
    if character == _EMOJI_STYLE:
        is_after_emoji = _is_emoji(before[-1:]) or (before[-1:] in tuple("#*0123456789") and after[:1] == _KEYCAP)
        return None if is_after_emoji else NameFlaw.INVISIBLE
    if character in _BLANK or "\ufe00" <= character <= "\ufe0e" or "\U000e0100" <= character <= "\U000e01ef":
        return NameFlaw.INVISIBLE
    category = unicodedata.category(character)
    if category == "Zs" and character != " ":
        return NameFlaw.OTHER_SPACE
    return _BY_CATEGORY.get(category)


def _last_shown(text: str) -> str:
    """Return the last character but for the emoji style and skin tones that may follow an emoji."""
    return text.rstrip(_EMOJI_STYLE + "🏻🏼🏽🏾🏿")[-1:]


def _is_emoji(character: str) -> bool:
    """Return whether a character can begin an emoji: Unicode calls them symbols, and has no better category."""
    return bool(character) and unicodedata.category(character) in ("So", "Sk", "Sm")


def _longest_run_of_marks(name: str) -> int:
    longest = run = 0
    for character in unicodedata.normalize("NFD", name):
        run = run + 1 if unicodedata.category(character)[0] == "M" else 0
        longest = max(longest, run)
    return longest


def _scripts(word: str) -> set[str]:
    """Return the scripts of a word's letters, by the first word of their Unicode names."""
    return {unicodedata.name(letter, "").partition(" ")[0] for letter in word if letter.isalpha()}


_RESERVED: Final = frozenset(
    map(
        key,
        (
            "admin",
            "administrator",
            "moderator",
            "mod",
            "staff",
            "support",
            "system",
            "root",
            "official",
            "doublesolitaire",
            "deletedplayer",
            "anonymous",
            "guest",
            "null",
        ),
    )
)

_QUALITIES: Final = (
    "Amber Autumn Blue Bold Brave Bright Brisk Calm Candid Careful Clever Copper Cosy Curious Dapper Daring Deft Eager "
    "Early Easy Fair Fleet Fond Frank Gentle Glad Golden Green Happy Hardy Honest Humble Idle Ivory Jolly Keen Kind "
    "Lively Lucky Merry Mild Misty Modest Nimble Noble Patient Plucky Polite Proud Quick Quiet Rapid Ready Red Rosy "
    "Serene Sharp Shy Silver Sleepy Smart Snowy Steady Sunny Swift Tidy Velvet Warm Wise Witty Zesty"
)
_ANIMALS: Final = (
    "Badger Bat Bear Beaver Bison Bittern Bunting Camel Cicada Condor Coot Cormorant Crane Cricket Crow Curlew Deer "
    "Dolphin Dormouse Dove Duck Eagle Egret Falcon Ferret Finch Fox Gannet Gecko Goose Grebe Hare Hawk Hedgehog Heron "
    "Ibex Ibis Jackdaw Jay Kestrel Kite Lapwing Lark Linnet Lynx Magpie Marten Mole Moth Newt Nuthatch Orca Oriole "
    "Osprey Otter Owl Panda Pelican Pipit Plover Puffin Quail Raven Robin Salmon Seal Sparrow Stoat Stork Swallow Swan "
    "Tern Thrush Toad Turtle Vole Walrus Weasel Whale Wren Yak Zebra"
)


def made_up_name(random: Random) -> str:
    """Return a name for a guest who gave none, like `Quiet Heron 4821`. Two guests may have the same."""
    quality, animal = random.choice(_QUALITIES.split()), random.choice(_ANIMALS.split())
    return f"{quality} {animal} {random.randrange(1000, 10_000)}"
