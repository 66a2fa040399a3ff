"""Tables made to say what queries say, by writing the rows that differ and no others.

    _BY_SCORE = Written(model=ScoreCount, key=..., values=..., wanted=<a query over Parameter("code")>, scope=("code",))
    _BY_SCORE.write(code="DS1-D1N-AAAAAAB")

A query is composed into SQL once and run many times, since composing it takes several times as long as running it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Self

from django.db import connection
from django.db.models import Model, QuerySet

from games.statements import Parameter, values_of

# EXCEPT compares all rows at once, whatever the planner thinks of their number.
_DELETE: Final = """
{wanted}
DELETE FROM {table} AS stored
 USING (SELECT {of_stored} FROM {table} AS stored WHERE {in_scope} EXCEPT SELECT {names} FROM wanted) AS gone
 WHERE ({key_of_stored}) = ({key_of_gone})
"""

_INSERT: Final = """
{wanted}
INSERT INTO {table} ({names})
SELECT {names} FROM wanted EXCEPT SELECT {of_stored} FROM {table} AS stored WHERE {in_scope}
"""


@dataclass(frozen=True, slots=True)
class Written:
    """The statements that make a table's rows in a scope those that are wanted, leaving those that are so alone."""

    delete: str
    insert: str
    parameters: tuple[object, ...]

    @classmethod
    def of(
        cls,
        model: type[Model],
        *,
        key: tuple[str, ...],
        values: tuple[str, ...],
        wanted: QuerySet[Any, Any],
        scope: Sequence[str],
    ) -> Self:
        """Return the statements of a query. The key is what no two rows have in common.

        `wanted` gives the columns of key and values, in this order; `scope` are the columns whose parameters of the
        same names say which of the table's rows it is about.
        """
        columns = (*key, *values)
        query, parameters = wanted.query.sql_with_params()
        names = ", ".join(columns)
        parts = {
            "table": model._meta.db_table,
            "names": names,
            "of_stored": ", ".join(f"stored.{column}" for column in columns),
            "key_of_stored": ", ".join(f"stored.{column}" for column in key),
            "key_of_gone": ", ".join(f"gone.{column}" for column in key),
            "in_scope": " AND ".join(f"stored.{column} = %s" for column in scope),
            "wanted": f"WITH wanted ({names}) AS MATERIALIZED ({query})",
        }
        return cls(
            delete=_DELETE.format_map(parts),
            insert=_INSERT.format_map(parts),
            parameters=(*parameters, *map(Parameter, scope)),
        )

    def write(self, **given: object) -> int:
        """Write what differs for these parameters; return how many rows changed."""
        values = values_of(self.parameters, given)
        with connection.cursor() as cursor:
            cursor.execute(self.delete, values)
            changed: int = cursor.rowcount
            cursor.execute(self.insert, values)
            changed += cursor.rowcount
            return changed
