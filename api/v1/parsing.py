"""What the API reads: bodies and queries as structs, strictly, and every refusal says where.

JSON is read by the standard library, which can be told of repeated names and of NaN; msgspec then makes the struct and
checks types, ranges and unknown fields. A body struct says `forbid_unknown_fields` by inheriting `Body`, a query
struct by inheriting `Query`.
"""

import codecs
import json
import re
from collections.abc import Iterator
from typing import Any, Final, NoReturn, TypeVar

import msgspec
from django.http import QueryDict
from rest_framework.request import Request

from api.v1.errors import BodyTooLong, InvalidFields, InvalidParameters, LengthRequired, MalformedBody, UnsupportedMedia
from api.v1.problems import FieldError, ParameterError
from api.v1.rendering import JSON, PLAIN
from games.limits import MAX_BODY_BYTES


class Body(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, frozen=True):
    """The root of request bodies."""


class Text(Body, frozen=True):
    """A body that is no JSON but plain text, in UTF-8."""

    text: str


class Query(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, frozen=True):
    """The root of query strings."""


class NoQuery(Query, frozen=True):
    """The query of an operation that takes no parameters."""


B = TypeVar("B", bound=Body)
Q = TypeVar("Q", bound=Query)

# msgspec says where in words: "Expected `int`, got `str` - at `$.moves[3]`"; "Object contains unknown field `x`".
_PATH: Final = re.compile(r" - at `\$(?P<path>.*)`\Z", re.DOTALL)
_STEP: Final = re.compile(r"\.(?P<name>[^.\[]+)|\[(?P<index>\d+|\.\.\.)\]")
_UNKNOWN: Final = re.compile(r"\AObject contains unknown field `(?P<name>.*)`\Z", re.DOTALL)
_MISSING: Final = re.compile(r"\AObject missing required field `(?P<name>.*)`\Z", re.DOTALL)
# What an int can hold anywhere in the database; msgspec's own limits are for each field.
_LARGEST_INT: Final = 2**63 - 1


class _Repeated:
    """Stands in the parsed tree for an object that has a name twice."""

    def __init__(self, name: str) -> None:
        self.name = name


def parse_body(request: Request, kind: type[B]) -> B:
    """Return the request's body as a struct; no body at all counts as `{}`, or as an empty text.

    Raises BodyTooLong, LengthRequired, UnsupportedMedia, MalformedBody and InvalidFields.
    """
    raw = read_body(request, media_type=media_type_of(kind))
    if issubclass(kind, Text):
        return kind(text=_decode(raw.removeprefix(codecs.BOM_UTF8)))
    value = {} if not raw else parse_json(raw)
    try:
        return msgspec.convert(value, kind, strict=True)
    except msgspec.ValidationError as error:
        pointer, code, detail = _where(str(error))
        raise InvalidFields(FieldError(pointer=pointer, code=code, detail=detail)) from None


def media_type_of(kind: type[Body]) -> str:
    """Return the media type in which a kind of body is sent."""
    return PLAIN if issubclass(kind, Text) else JSON


def read_body(request: Request, *, media_type: str = JSON) -> bytes:
    """Return the body's bytes, or refuse it before reading if it is too long or of unknown length."""
    length = request.META.get("CONTENT_LENGTH") or ""
    if not length and request.META.get("HTTP_TRANSFER_ENCODING"):
        raise LengthRequired("Send the body with a Content-Length, not in chunks.")
    if length.isdecimal() and int(length) > MAX_BODY_BYTES:
        raise BodyTooLong(got=int(length))
    body: bytes = request._request.read(MAX_BODY_BYTES + 1)
    if len(body) > MAX_BODY_BYTES:
        raise BodyTooLong()
    if body:
        _require_media(media_type, sent=request._request.content_type, parameters=request._request.content_params)
    return body


def _require_media(wanted: str, *, sent: str | None, parameters: dict[str, str] | None) -> None:
    if sent != wanted:
        raise UnsupportedMedia(f"The body is {sent or 'of no media type'!r}; send {wanted}.")
    charset = (parameters or {}).get("charset", "utf-8")
    if charset.lower() not in ("utf-8", "utf8"):
        raise UnsupportedMedia(f"The body's charset is {charset!r}; it must be UTF-8.")


def _decode(raw: bytes) -> str:
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise MalformedBody(f"Not UTF-8 at byte {error.start}.") from None


def parse_json(raw: bytes) -> Any:
    """Return the value of a JSON text, or refuse what JSON forbids and what no answer could hold."""
    repeated: list[str] = []

    def unique(pairs: list[tuple[str, Any]]) -> Any:
        names = dict(pairs)
        if len(names) == len(pairs):
            return names
        seen: set[str] = set()
        repeated.append(next(name for name, _ in pairs if name in seen or seen.add(name)))  # type: ignore[func-returns-value]
        return _Repeated(repeated[-1])

    text = _decode(raw)
    try:
        value = json.loads(
            text, object_pairs_hook=unique, parse_constant=_refuse_constant, parse_int=_integer, parse_float=_number
        )
    except json.JSONDecodeError as error:
        raise MalformedBody(f"Not JSON at line {error.lineno}, column {error.colno}: {error.msg}.") from None
    except RecursionError:
        raise MalformedBody("Nested too deeply.") from None
    # Only an escape can write a NUL or half a surrogate pair: raw ones are neither JSON nor UTF-8.
    if repeated or "\\u" in text:
        for pointer, flaw in _flaws(value, pointer=""):
            raise MalformedBody(flaw, pointer=pointer)
    return value


def _refuse_constant(name: str) -> NoReturn:
    raise MalformedBody(f"{name} is not JSON.")


def _integer(digits: str) -> int:
    """Return an integer; one beyond 64 bits is refused before Python takes time for it."""
    if len(digits) > 20 or abs(value := int(digits)) > _LARGEST_INT:
        raise MalformedBody(f"The number {digits[:24]}... is too large.")
    return value


def _number(digits: str) -> float | int:
    """Return a number; one without a fraction is an integer, however it is written (`700.0`), as in JSON Schema."""
    value = float(digits)
    if abs(value) > _LARGEST_INT:
        raise MalformedBody(f"The number {digits[:24]} is too large.")
    return int(value) if value.is_integer() else value


def _flaws(value: Any, *, pointer: str) -> Iterator[tuple[str, str]]:
    """Yield where a parsed value has a repeated name, a NUL or a lone surrogate, and what."""
    if isinstance(value, _Repeated):
        yield f"{pointer}/{_escape(value.name)}", "The name is there twice."
    elif isinstance(value, str):
        if flaw := _flaw(value):
            yield pointer, flaw
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _flaws(item, pointer=f"{pointer}/{index}")
    elif isinstance(value, dict):
        for name, item in value.items():
            if flaw := _flaw(name):
                yield pointer, f"A name in it: {flaw}"
            yield from _flaws(item, pointer=f"{pointer}/{_escape(name)}")


def _flaw(text: str) -> str | None:
    if "\0" in text:
        return "A NUL character cannot be stored."
    if any("\ud800" <= character <= "\udfff" for character in text):
        return "Half a surrogate pair is no character."
    return None


def _escape(name: str) -> str:
    """Return a name as a step of a JSON pointer; a lone surrogate is written as its escape."""
    plain = name.encode("utf-8", "backslashreplace").decode("utf-8")
    return plain.replace("~", "~0").replace("/", "~1")


def _where(message: str) -> tuple[str, str, str]:
    """Return the JSON pointer, a code and a sentence for what msgspec says."""
    pointer = ""
    if match := _PATH.search(message):
        message = message[: match.start()]
        for step in _STEP.finditer(match["path"]):
            pointer += "/" + _escape(step["name"] or step["index"])
    if unknown := _UNKNOWN.match(message):
        return f"{pointer}/{_escape(unknown['name'])}", "unknown", "There is no such field."
    if missing := _MISSING.match(message):
        return f"{pointer}/{_escape(missing['name'])}", "missing", "The field is missing."
    return pointer, "invalid", message.replace("`", "") + "."


def parse_query(request: Request, kind: type[Q]) -> Q:
    """Return the query string as a struct. Raises InvalidParameters: unknown, repeated, or of the wrong kind."""
    return query_struct(request._request.GET, kind)


def query_struct(given: QueryDict, kind: type[Q]) -> Q:
    """Return the parameters as a struct, each given at most once."""
    for name, values in given.lists():
        if len(values) > 1:
            raise InvalidParameters(ParameterError(parameter=name, code="repeated", detail="Given more than once."))
        # Which msgspec would take for a parameter that was left out: the first page again, for a cursor.
        if values[0].lower() == "null":
            detail = "Leave the parameter out instead of null."
            raise InvalidParameters(ParameterError(parameter=name, code="invalid", detail=detail))
        if flaw := _flaw(name + values[0]):
            raise InvalidParameters(ParameterError(parameter=name, code="invalid", detail=flaw))
    try:
        return msgspec.convert(given.dict(), kind, strict=False)
    except msgspec.ValidationError as error:
        pointer, code, detail = _where(str(error))
        detail = detail.replace("field", "parameter")
        raise InvalidParameters(ParameterError(parameter=pointer.lstrip("/"), code=code, detail=detail)) from None
