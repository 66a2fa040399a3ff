"""The language of an answer: the one of the texts in it, if it has any. `Accept-Language` asks for it.

config.languages has it active while a request is answered; whatever is worded then is in it. Codes, names of fields and
notation are the same in all languages.
"""

from collections.abc import Iterator
from functools import cache
from typing import Any

from django.conf import settings
from django.utils import translation
from django.utils.translation.trans_real import parse_accept_lang_header
from msgspec import Struct, inspect


class Worded(Struct, kw_only=True):
    """The root of those structs that hold a text in the language of the answer."""


def accepted_language(header: str) -> str:
    """Return the language that a client likes best of those that there are; English if it likes none of them."""
    for language, quality in parse_accept_lang_header(header):
        if language == "*":
            break
        if quality == 0:
            continue
        try:
            return translation.get_supported_language_variant(language)
        except LookupError:
            continue
    return settings.LANGUAGE_CODE


def language_headers() -> dict[str, str]:
    """Return what tells, of an answer with texts, which language they are in, and caches that there are others."""
    return {"Content-Language": translation.get_language(), "Vary": "Accept-Language"}


@cache
def holds_texts(kind: Any) -> bool:
    """Return whether an answer of this kind may hold texts in its language."""
    return any(issubclass(struct, Worded) for struct in _structs(inspect.type_info(kind), seen=set()))


def _structs(kind: inspect.Type, *, seen: set[type]) -> Iterator[type]:
    """Yield the structs of which a type is made, each once."""
    match kind:
        case inspect.StructType(cls=struct, fields=fields) if struct not in seen:
            seen.add(struct)
            yield struct
            inner = [field.type for field in fields]
        case inspect.UnionType(types=types):
            inner = list(types)
        case inspect.ListType(item_type=item) | inspect.Metadata(type=item):
            inner = [item]
        case inspect.DictType(value_type=item):
            inner = [item]
        case _:
            inner = []
    for each in inner:
        yield from _structs(each, seen=seen)
