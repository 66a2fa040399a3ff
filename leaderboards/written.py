"""A table made to say what a query says, by writing the rows that differ and no others."""

from collections.abc import Mapping
from typing import Any, Final

from django.db import connection
from django.db.models import Model, QuerySet

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


def write(
    model: type[Model],
    *,
    key: tuple[str, ...],
    values: tuple[str, ...],
    wanted: QuerySet[Any, Any],
    scope: Mapping[str, Any],
) -> int:
    """Make the table's rows in a scope those that are wanted, leaving those that are so alone; return how many changed.

    The key is what no two rows have in common. `wanted` gives the columns of key and values, in this order.
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
    with connection.cursor() as cursor:
        cursor.execute(_DELETE.format_map(parts), [*parameters, *scope.values()])
        changed: int = cursor.rowcount
        cursor.execute(_INSERT.format_map(parts), [*parameters, *scope.values()])
        changed += cursor.rowcount
        return changed
