"""What is wrong with the catalogs: texts that lack a translation, and translations that do not go with their texts."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from babel.messages.catalog import Catalog, Message

_FORMATTED: Final = re.compile(r"%\(\w+\)[sd]")
_PLACEHOLDER: Final = re.compile(r"%(?:\(\w+\))?[sd]|\{\w*\}")
_PERCENT: Final = re.compile(r"%(?:\(\w+\)[sd]|%)?")
_TAG: Final = re.compile(r"</?[a-z][^>]*>")
_END: Final = re.compile(r"[.:!?…]*\Z")
_WORDS: Final = re.compile(r"[^\W\d_]{2,}")
# So many words are not the same in two languages by chance.
_MANY: Final = 3
# Comma below, not cedilla: Romanian has no other.
_CEDILLAS: Final = re.compile(r"[şţŞŢ]")


def of_texts(texts: Catalog) -> Iterator[str]:
    """Yield what is wrong with the texts of the code themselves."""
    for message in _messages(texts):
        for text in _forms(message.id):
            if flaw := _flaw_of_percents(text, message=message):
                yield f"{_quoted(message)}: {flaw}"


def of_catalog(catalog: Catalog, *, texts: Catalog) -> Iterator[str]:
    """Yield what is wrong with a language's catalog, held against the texts of the code."""
    wanted, there = ({_key(message): message for message in _messages(each)} for each in (texts, catalog))
    for key in sorted(wanted.keys() - there.keys(), key=str):
        yield f"{_quoted(wanted[key])}: not in the catalog; make messages writes it there"
    for key in sorted(there.keys() - wanted.keys(), key=str):
        yield f"{_quoted(there[key])}: not in the code any more; make messages takes it out"
    for message in catalog.obsolete.values():
        yield f"{_quoted(message)}: commented out; make messages takes it out"
    for key in sorted(wanted.keys() & there.keys(), key=str):
        for flaw in _flaws(there[key], forms=catalog.num_plurals):
            yield f"{_quoted(there[key])}: {flaw}"


def _flaws(message: Message, *, forms: int) -> Iterator[str]:
    strings = _forms(message.string or "")
    if message.fuzzy:
        yield "marked as fuzzy"
    if message.pluralizable and len(strings) != forms:
        yield f"{len(strings)} forms, where the language has {forms}"
    if not all(strings):
        yield "not translated"
        return
    originals = _forms(message.id)
    for string in strings:
        for what, found in _PARTS.items():
            if found(string) not in map(found, originals):
                yield f"{string!r} has other {what}"
        if _ending(string) not in map(_ending, originals) and not _is_shortened(string):
            yield f"{string!r} has other punctuation at its end"
        if flaw := _flaw_of_percents(string, message=message):
            yield f"{string!r}: {flaw}"
        if string in originals and len(_WORDS.findall(string)) >= _MANY:
            yield f"{string!r} is not translated but copied"
        if _CEDILLAS.search(string):
            yield f"{string!r} has a cedilla for a comma below"


def _flaw_of_percents(text: str, *, message: Message) -> str | None:
    """Return what would break when placeholders are filled; a text without any may have percent signs as it likes."""
    if not any(_FORMATTED.search(form) for form in _forms(message.id)):
        return None
    wrong = [percent for percent in _PERCENT.findall(text) if percent == "%"]
    return "a placeholder is written %(name)s, and a percent sign beside placeholders %%" if wrong else None


def _placeholders(text: str) -> frozenset[str]:
    return frozenset(_PLACEHOLDER.findall(text))


def _tags(text: str) -> Counter[str]:
    return Counter(_TAG.findall(text))


def _edges(text: str) -> tuple[str, str]:
    return text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]


def _ending(text: str) -> str:
    return "" if (end := _END.search(text.rstrip())) is None else end[0]


def _is_shortened(text: str) -> bool:
    """Return whether a text is one word with a full stop: a label that was shortened to fit."""
    return text.endswith(".") and " " not in text


_PARTS: Final = {
    "placeholders": _placeholders,
    "tags": _tags,
    "white space at its ends": _edges,
}


def _messages(catalog: Catalog) -> Iterable[Message]:
    return [message for message in catalog if message.id]


def _key(message: Message) -> tuple[str | None, tuple[str, ...]]:
    return message.context, _forms(message.id)


def _forms(said: str | Iterable[str]) -> tuple[str, ...]:
    return (said,) if isinstance(said, str) else tuple(said)


def _quoted(message: Message) -> str:
    return repr(_forms(message.id)[0]) + (f" ({message.context})" if message.context else "")
