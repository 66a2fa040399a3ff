"""Statements that are composed once and run many times, for what nearly every request does.

    @cache
    def _in_force() -> Reading[AccessToken]:
        return Reading.of(AccessToken.objects.filter(digest=Parameter("digest")), beside=("player",))

    access = _in_force().first(digest=digest)

Django composes a query into SQL anew each time, which takes several times as long as to run it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, Self, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection
from django.db.models import Expression, Model, QuerySet

M = TypeVar("M", bound=Model)


class Parameter(Expression):
    """A value in a query that is named now, and given each time the statement is run."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name

    def as_sql(self, *_: object, **__: object) -> tuple[str, list[Self]]:  # type: ignore[override]
        return "%s", [self]


def values_of(parameters: Sequence[object], given: Mapping[str, object]) -> list[Any]:
    """Return the values that a composed statement is run with: what was given for each Parameter, and the others."""
    return [given[value.name] if isinstance(value, Parameter) else value for value in parameters]


@dataclass(frozen=True, slots=True)
class Reading(Generic[M]):
    """The statement that reads one object, those that it refers to by the names of `beside`, and what is annotated."""

    sql: str
    parameters: tuple[object, ...]
    part: "_Part[M]"
    beside: tuple[tuple[str, "_Part[Any]"], ...]
    annotations: tuple[str, ...]

    @classmethod
    def of(cls, query: QuerySet[M], *, beside: tuple[str, ...] = ()) -> Self:
        """Compose the statement of a query that has a Parameter for each value which is not always the same."""
        part = _Part.of(query.model)
        others = tuple((name, _Part.of(query.model._meta.get_field(name).related_model)) for name in beside)
        columns = [*part.columns, *(f"{name}__{column}" for name, other in others for column in other.columns)]
        annotations = tuple(query.query.annotations)
        sql, parameters = query.order_by().values_list(*columns, *annotations).query.sql_with_params()
        return cls(sql=sql, parameters=tuple(parameters), part=part, beside=others, annotations=annotations)

    def first(self, **given: object) -> M | None:
        """Return the object as the query itself would have it; None if there is none."""
        with connection.cursor() as cursor:
            cursor.execute(self.sql, values_of(self.parameters, given))
            row = cursor.fetchone()
        if row is None:
            return None
        found, rest = self.part.take(row)
        for name, part in self.beside:
            other, rest = part.take(rest)
            setattr(found, name, other)
        for name, value in zip(self.annotations, rest, strict=True):
            setattr(found, name, value)
        return found


class _Part(NamedTuple, Generic[M]):
    """The columns of a row that are one object's."""

    model: type[M]
    columns: tuple[str, ...]

    @classmethod
    def of(cls, model: Any) -> "_Part[Any]":
        return cls(model=model, columns=tuple(field.attname for field in model._meta.concrete_fields))

    def take(self, row: Sequence[object]) -> tuple[M, Sequence[object]]:
        """Return the object that a row begins with, and the rest of the row."""
        end = len(self.columns)
        return self.model.from_db(DEFAULT_DB_ALIAS, self.columns, row[:end]), row[end:]
