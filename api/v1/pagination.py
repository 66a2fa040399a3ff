"""Lists by cursor: pages that stay right while rows come and go, each as fast as the first.

    class GamesQuery(PageQuery, frozen=True):
        status: Literal["playing", "finished"] | None = None

    PAGES = Keyset(name="games", fields=("-stream_id",))           # the last field is unique
    page = PAGES.page(queryset, query=query, scope=(player.pk, query.status))
    return GameList(items=[...page.rows], next=page.next, previous=page.previous)

A cursor is opaque to clients and signed: one that was edited, or comes from another list or another filter of it, is
refused as the parameter `cursor`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final, Generic, TypeVar

from django.core.exceptions import ValidationError
from django.core.signing import BadSignature, Signer
from django.db.models import Model, Q, QuerySet
from django.utils.translation import gettext
from msgspec import Meta

from api.v1.errors import InvalidParameters
from api.v1.parsing import Query
from api.v1.problems import ParameterError

MAX_PAGE: Final = 100
DEFAULT_PAGE: Final = 50

Limit = Annotated[int, Meta(ge=1, le=MAX_PAGE, description="How many rows a page has.")]
Cursor = Annotated[
    str, Meta(description="`next` or `previous` of a page of the same list with the same filters.", max_length=1000)
]
Next = Annotated[str | None, Meta(description="The cursor of the page after this one; null on the last page.")]
Previous = Annotated[str | None, Meta(description="The cursor of the page before this one; null on the first page.")]


class PageQuery(Query, frozen=True):
    """The query of a list."""

    limit: Limit = DEFAULT_PAGE
    cursor: Cursor | None = None


def seal(values: Sequence[Any], *, name: str, scope: Sequence[Any] = ()) -> str:
    """Return a cursor that says `values`, good for the list `name` under `scope` (owner, filters) only."""
    return _signer(name, scope).sign_object(list(values))


def unseal(cursor: str, *, name: str, scope: Sequence[Any] = ()) -> list[Any]:
    """Return what a cursor says. Raises InvalidParameters unless `seal` made it for the same list and scope."""
    try:
        values = _signer(name, scope).unsign_object(cursor)
    except (BadSignature, ValueError):
        raise bad_cursor() from None
    return list(values)


def bad_cursor() -> InvalidParameters:
    """Return the error for a cursor that does not belong to this list."""
    detail = gettext("Not a cursor of this list; take `next` or `previous` of one of its pages as they are.")
    return InvalidParameters(ParameterError(parameter="cursor", code="invalid", detail=detail))


def _signer(name: str, scope: Sequence[Any]) -> Signer:
    return Signer(sep=".", salt=f"api.v1.pagination {name} {[str(part) for part in scope]!r}")


M = TypeVar("M", bound=Model)


@dataclass(frozen=True, slots=True)
class Page(Generic[M]):
    """Rows in the list's order, and the cursors of the pages beside them."""

    rows: list[M]
    next: str | None
    previous: str | None


@dataclass(frozen=True, slots=True)
class Keyset:
    """A list's name and its total order, as Django writes it; the last field must be unique, and none nullable."""

    name: str
    fields: tuple[str, ...]

    def page(
        self, rows: "QuerySet[M]", *, query: PageQuery, scope: Sequence[Any] = (), parts: Sequence[Q] = (Q(),)
    ) -> Page[M]:
        """Return the page that the query asks for. Raises InvalidParameters for a cursor of another list.

        `parts` divide the rows: each is read from an index range of its own, where the whole list has none.
        """
        backwards, position = self._position(query.cursor, scope=scope, model=rows.model)
        fields = tuple(map(_reverse, self.fields)) if backwards else self.fields
        if position is not None:
            rows = rows.filter(_beyond(fields, position))
        first, *others = (rows.filter(part).order_by(*fields)[: query.limit + 1] for part in parts)
        merged = first.union(*others, all=True).order_by(*fields)[: query.limit + 1] if others else first
        found = list(merged)
        has_more = len(found) > query.limit
        found = found[: query.limit]
        if backwards:
            found.reverse()
        has_next = has_more if not backwards else True
        has_previous = has_more if backwards else position is not None
        return Page(
            rows=found,
            next=self._cursor(found[-1], backwards=False, scope=scope) if found and has_next else None,
            previous=self._cursor(found[0], backwards=True, scope=scope) if found and has_previous else None,
        )

    def _position(
        self, cursor: str | None, *, scope: Sequence[Any], model: type[Model]
    ) -> tuple[bool, list[Any] | None]:
        if cursor is None:
            return False, None
        sealed = unseal(cursor, name=self.name, scope=scope)
        columns: list[Any] = [model._meta.get_field(name.removeprefix("-")) for name in self.fields]
        try:
            backwards, *position = sealed
            return bool(backwards), [column.to_python(value) for column, value in zip(columns, position, strict=True)]
        except (ValueError, TypeError, ValidationError):
            raise bad_cursor() from None  # of another version of this service: the seal is good

    def _cursor(self, row: Model, *, backwards: bool, scope: Sequence[Any]) -> str:
        values = [_plain(getattr(row, name.removeprefix("-"))) for name in self.fields]
        return seal([int(backwards), *values], name=self.name, scope=scope)


def _plain(value: Any) -> Any:
    return value if isinstance(value, (int, str)) else str(value)


def _reverse(field: str) -> str:
    return field.removeprefix("-") if field.startswith("-") else f"-{field}"


def _beyond(fields: Sequence[str], position: Sequence[Any]) -> Q:
    """Return the rows after a position: beyond it in the first field, or equal there and beyond it in the next..."""
    beyond = Q()
    equal = Q()
    for field, value in zip(fields, position, strict=True):
        name, comparison = field.removeprefix("-"), "lt" if field.startswith("-") else "gt"
        beyond |= equal & Q(**{f"{name}__{comparison}": value})
        equal &= Q(**{name: value})
    # The same again for the first field alone: with it the database can start its index scan at the position.
    first, comparison = fields[0].removeprefix("-"), "lte" if fields[0].startswith("-") else "gte"
    return Q(**{f"{first}__{comparison}": position[0]}) & beyond
