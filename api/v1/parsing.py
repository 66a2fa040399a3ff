"""What the API reads: bodies and queries as structs, strictly, and every refusal says where.

JSON is read by the standard library, which can be told of repeated names and of NaN; msgspec then makes the struct and
checks types, ranges and unknown fields. A body struct says `forbid_unknown_fields` by inheriting `Body`, a query
struct by inheriting `Query`.
"""

import codecs
import json
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Final, NoReturn, TypeVar

import msgspec
from django.http import QueryDict
from django.utils.translation import gettext
from rest_framework.request import Request

from api.v1.errors import BodyTooLong, InvalidFields, InvalidParameters, LengthRequired, MalformedBody, UnsupportedMedia
from api.v1.misfits import escape_step, misfit_of, not_json
from api.v1.problems import FieldError, ParameterError
from api.v1.rendering import JSON, PLAIN
from games.limits import MAX_BODY_BYTES


class Body(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, frozen=True):
    """The root of request bodies."""

    #: What JSON Schema can say of fields together, which no field's type says. The resource is what enforces it.
    rules: ClassVar[Mapping[str, Any]] = {}


class Text(Body, frozen=True):
    """A body that is no JSON but plain text, in UTF-8."""

    text: str


class Query(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, frozen=True):
    """The root of query strings."""


class NoQuery(Query, frozen=True):
    """The query of an operation that takes no parameters."""


B = TypeVar("B", bound=Body)
Q = TypeVar("Q", bound=Query)

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
        misfit = misfit_of(error)
        raise InvalidFields(FieldError(pointer=misfit.pointer, code=misfit.code, detail=misfit.detail)) from None


def media_type_of(kind: type[Body]) -> str:
    """Return the media type in which a kind of body is sent."""
    return PLAIN if issubclass(kind, Text) else JSON


def read_body(request: Request, *, media_type: str = JSON) -> bytes:
    """Return the body's bytes, or refuse it before reading if it is too long or of unknown length."""
    length = request.META.get("CONTENT_LENGTH") or ""
    if not length and request.META.get("HTTP_TRANSFER_ENCODING"):
        raise LengthRequired(gettext("Send the body with a Content-Length, not in chunks."))
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
        if not sent:
            raise UnsupportedMedia(gettext("The body is of no media type; send %(wanted)s.") % {"wanted": wanted})
        said = {"sent": repr(sent), "wanted": wanted}
        raise UnsupportedMedia(gettext("The body is %(sent)s; send %(wanted)s.") % said)
    charset = (parameters or {}).get("charset", "utf-8")
    if charset.lower() not in ("utf-8", "utf8"):
        detail = gettext("The body's charset is %(charset)s; it must be UTF-8.") % {"charset": repr(charset)}
        raise UnsupportedMedia(detail)


def _decode(raw: bytes) -> str:
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise MalformedBody(gettext("Not UTF-8 at byte %(byte)s.") % {"byte": error.start}) from None


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
        raise MalformedBody(not_json(error)) from None
    except RecursionError:
        raise MalformedBody(gettext("Nested too deeply.")) from None
    # Only an escape can write a NUL or half a surrogate pair: raw ones are neither JSON nor UTF-8.
    if repeated or "\\u" in text:
        for pointer, flaw in _flaws(value, pointer=""):
            raise MalformedBody(flaw, pointer=pointer)
    return value


def _refuse_constant(name: str) -> NoReturn:
    raise MalformedBody(gettext("%(name)s is not JSON.") % {"name": name})


def _integer(digits: str) -> int:
    """Return an integer; one beyond 64 bits is refused before Python takes time for it."""
    if len(digits) > 20 or abs(value := int(digits)) > _LARGEST_INT:
        raise MalformedBody(gettext("The number %(digits)s is too large.") % {"digits": f"{digits[:24]}..."})
    return value


def _number(digits: str) -> float | int:
    """Return a number; one without a fraction is an integer, however it is written (`700.0`), as in JSON Schema."""
    value = float(digits)
    if abs(value) > _LARGEST_INT:
        raise MalformedBody(gettext("The number %(digits)s is too large.") % {"digits": digits[:24]})
    return int(value) if value.is_integer() else value


def _flaws(value: Any, *, pointer: str) -> Iterator[tuple[str, str]]:
    """Yield where a parsed value has a repeated name, a NUL or a lone surrogate, and what."""
    if isinstance(value, _Repeated):
        yield f"{pointer}/{escape_step(value.name)}", gettext("The name is there twice.")
    elif isinstance(value, str):
        if flaw := _flaw(value):
            yield pointer, flaw
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _flaws(item, pointer=f"{pointer}/{index}")
    elif isinstance(value, dict):
        for name, item in value.items():
            if flaw := _flaw(name):
                yield pointer, gettext("A name in it: %(flaw)s") % {"flaw": flaw}
            yield from _flaws(item, pointer=f"{pointer}/{escape_step(name)}")


def _flaw(text: str) -> str | None:
    if "\0" in text:
        return gettext("A NUL character cannot be stored.")
    if any("\ud800" <= character <= "\udfff" for character in text):
        return gettext("Half a surrogate pair is no character.")
    return None


def parse_query(request: Request, kind: type[Q]) -> Q:
    """Return the query string as a struct. Raises InvalidParameters: unknown, repeated, or of the wrong kind."""
    return query_struct(request._request.GET, kind)


def query_struct(given: QueryDict, kind: type[Q]) -> Q:
    """Return the parameters as a struct, each given at most once."""
    for name, values in given.lists():
        if len(values) > 1:
            detail = gettext("Given more than once.")
            raise InvalidParameters(ParameterError(parameter=name, code="repeated", detail=detail))
        # Which msgspec would take for a parameter that was left out: the first page again, for a cursor.
        if values[0].lower() == "null":
            detail = gettext("Leave the parameter out instead of null.")
            raise InvalidParameters(ParameterError(parameter=name, code="invalid", detail=detail))
        if flaw := _flaw(name + values[0]):
            raise InvalidParameters(ParameterError(parameter=name, code="invalid", detail=flaw))
    try:
        return msgspec.convert(given.dict(), kind, strict=False)
    except msgspec.ValidationError as error:
        misfit = misfit_of(error, in_query=True)
        raise InvalidParameters(
            ParameterError(parameter=misfit.pointer.lstrip("/"), code=misfit.code, detail=misfit.detail)
        ) from None
