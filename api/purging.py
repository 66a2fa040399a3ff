"""Deleting what is out of date, a part at a time: after a long pause there can be more than one statement may take."""

from typing import Any, Final

from django.db.models import QuerySet

AT_ONCE: Final = 5_000


def purge_rows(rows: QuerySet[Any], *, at_once: int = AT_ONCE) -> int:
    """Delete the rows, so many in a statement, each with a commit of its own; return how many there were."""
    purged = 0
    while keys := list(rows.values_list("pk", flat=True)[:at_once]):
        purged += rows.filter(pk__in=keys).delete()[0]
    return purged
