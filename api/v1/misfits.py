"""What readers of JSON say of a value that does not fit, as answers say it: where, by which code, in which words.

msgspec and the standard library speak English. Each sentence of theirs that our bodies and queries can meet has its
own here, which is translated; one that they learn with a new version would be passed on as it is.
"""

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import msgspec
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


@dataclass(frozen=True, slots=True)
class Misfit:
    """A value that does not fit: where, as a JSON pointer, and why."""

    pointer: str
    code: str
    detail: str


# msgspec says where in words: "Expected `int`, got `str` - at `$.moves[3]`"; "Object contains unknown field `x`".
_PATH: Final = re.compile(r" - at `\$(?P<path>.*)`\Z", re.DOTALL)
_STEP: Final = re.compile(r"\.(?P<name>[^.\[]+)|\[(?P<index>\d+|\.\.\.)\]")
_UNKNOWN: Final = re.compile(r"\AObject contains unknown field `(?P<name>.*)`\Z", re.DOTALL)
_MISSING: Final = re.compile(r"\AObject missing required field `(?P<name>.*)`\Z", re.DOTALL)

_SENTENCES: "Final[tuple[tuple[str, StrOrPromise], ...]]" = (
    (r"Expected (?P<wanted>.+), got (?P<got>.+)", _("Expected %(wanted)s, got %(got)s.")),
    (r"Expected (?P<kind>\w+) of length (?P<bound>[<>]= \d+)", _("Expected %(kind)s of length %(bound)s.")),
    (r"Expected str matching regex (?P<pattern>.+)", _("Expected str matching regex %(pattern)s.")),
    (r"Expected datetime with a timezone component", _("Expected datetime with a timezone component.")),
    (r"Expected (?P<wanted>\w+(?: [<>]=? \S+)?)", _("Expected %(wanted)s.")),
    (r"Invalid RFC3339 encoded (?P<kind>\w+)", _("Invalid RFC3339 encoded %(kind)s.")),
    (r"Invalid UUID", _("Invalid UUID.")),
    (r"Invalid base64 encoded string", _("Invalid base64 encoded string.")),
    (r"Invalid enum value (?P<value>.+)", _("Invalid enum value %(value)s.")),
    (r"Integer value out of range", _("Integer value out of range.")),
    (r"Timestamp is out of range ?", _("Timestamp is out of range.")),
)
_COMPILED: Final = tuple((re.compile(pattern, re.DOTALL), sentence) for pattern, sentence in _SENTENCES)

_NOT_JSON: "Final[dict[str, StrOrPromise]]" = {
    "Expecting value": _("Expecting value"),
    "Expecting property name enclosed in double quotes": _("Expecting property name enclosed in double quotes"),
    "Expecting ':' delimiter": _("Expecting ':' delimiter"),
    "Expecting ',' delimiter": _("Expecting ',' delimiter"),
    "Illegal trailing comma before end of object": _("Illegal trailing comma before end of object"),
    "Illegal trailing comma before end of array": _("Illegal trailing comma before end of array"),
    "Unterminated string starting at": _("Unterminated string starting at"),
    "Invalid control character at": _("Invalid control character at"),
    "Invalid \\escape": _("Invalid \\escape"),
    "Invalid \\uXXXX escape": _("Invalid \\uXXXX escape"),
    "Unexpected UTF-8 BOM (decode using utf-8-sig)": _("Unexpected UTF-8 BOM (decode using utf-8-sig)"),
    "Extra data": _("Extra data"),
}


def misfit_of(error: msgspec.ValidationError, *, in_query: bool = False) -> Misfit:
    """Return what msgspec says of a body, or of a query."""
    message, pointer = str(error), ""
    if match := _PATH.search(message):
        message = message[: match.start()]
        for step in _STEP.finditer(match["path"]):
            pointer += "/" + escape_step(step["name"] or step["index"])
    if unknown := _UNKNOWN.match(message):
        detail = gettext("There is no such parameter.") if in_query else gettext("There is no such field.")
        return Misfit(f"{pointer}/{escape_step(unknown['name'])}", "unknown", detail)
    if missing := _MISSING.match(message):
        detail = gettext("The parameter is missing.") if in_query else gettext("The field is missing.")
        return Misfit(f"{pointer}/{escape_step(missing['name'])}", "missing", detail)
    return Misfit(pointer, "invalid", sentence_of(message))


def sentence_of(message: str) -> str:
    """Return a sentence of msgspec's in the language that is active."""
    plain = message.replace("`", "")
    for pattern, sentence in _COMPILED:
        if match := pattern.fullmatch(plain):
            return str(sentence) % match.groupdict()
    return f"{plain}."


def not_json(error: json.JSONDecodeError) -> str:
    """Return where a text stops being JSON, and why."""
    said = {"line": error.lineno, "column": error.colno, "problem": _NOT_JSON.get(error.msg, error.msg)}
    return gettext("Not JSON at line %(line)s, column %(column)s: %(problem)s.") % said


def escape_step(name: str) -> str:
    """Return a name as a step of a JSON pointer; a lone surrogate is written as its escape."""
    plain = name.encode("utf-8", "backslashreplace").decode("utf-8")
    return plain.replace("~", "~0").replace("/", "~1")
