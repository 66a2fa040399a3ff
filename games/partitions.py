"""The log's table as a row of tables by time, each closed when the next begins. For whoever owns the tables.

Streams have UUIDv7 ids, so a moment is a bound between those that began before it and after it: all batches of a
stream lie in one partition, and reading a game touches that one alone. The last partition has no end. So whatever
happens, there is a place for what comes, and a new one is made by ending the last at a moment to come.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from time import sleep
from typing import Final
from uuid import UUID

from django.db import OperationalError, connection, transaction
from django.utils import timezone
from psycopg.sql import SQL, Composable, Identifier, Literal

from games.ids import uuid7_at

TABLE: Final = "games_logbatch"
_FIRST: Final = f"{TABLE}_first"
_GUARD: Final = "logbatch_ends"
#: Seconds to wait for those who use the log at the moment: who waits for a table holds up all who come after.
_PATIENCE: Final = 5
#: How often to take away the constraint, and seconds between: left in its place, it would refuse games in the end.
_TRIES: Final = 10
_PAUSE: Final = 1.0

_PARTITIONS: Final = """
SELECT child.relname, pg_get_expr(child.relpartbound, child.oid), pg_total_relation_size(child.oid)
  FROM pg_inherits JOIN pg_class child ON child.oid = inhrelid
 WHERE inhparent = %s::regclass
 ORDER BY child.relname <> %s, child.relname
"""
_IS_PARTITIONED: Final = "SELECT relkind = 'p' FROM pg_class WHERE oid = %s::regclass"
_TRIGGERS: Final = """
SELECT tgname, pg_get_triggerdef(oid) FROM pg_trigger WHERE tgrelid = %s::regclass AND NOT tgisinternal ORDER BY tgname
"""
_CONSTRAINTS: Final = """
SELECT conname, contype::text, pg_get_constraintdef(oid) FROM pg_constraint
 WHERE conrelid = %s::regclass AND contype IN ('p', 'f') ORDER BY contype DESC
"""
_GRANTS: Final = """
SELECT grantee::regrole::text, privilege_type FROM pg_class, aclexplode(relacl)
 WHERE pg_class.oid = %s::regclass AND grantee NOT IN (0, relowner) ORDER BY 1, 2
"""


class PartitionRefused(ValueError):
    """A partition cannot begin there, or not now."""


@dataclass(frozen=True, slots=True)
class Partition:
    """A table of the log, the bounds as PostgreSQL tells them, and its bytes with its index."""

    name: str
    bounds: str
    size: int


def partitions() -> list[Partition]:
    """Return the log's partitions, the oldest first; none while it is one table."""
    with connection.cursor() as cursor:
        cursor.execute(_PARTITIONS, [TABLE, _FIRST])
        return [Partition(*row) for row in cursor.fetchall()]


def begin_partition(*, at: datetime, now: datetime | None = None) -> str:
    """Have what begins at a moment to come go into a table of its own; return its name. Raises PartitionRefused.

    The first time, the table as it is becomes the first partition, without being copied. Its rows are looked through
    while the service goes on; then the log is locked for a moment. When somebody holds it for long, nothing is changed.
    """
    at = at.astimezone(UTC)
    if at <= (now or timezone.now()):
        raise PartitionRefused(f"{at:%Y-%m-%d %H:%M} UTC is over: a partition begins at a moment to come.")
    name, bound = f"{TABLE}_{at:%Y%m%d_%H%M}", _bound(at)
    existing = partitions()
    if existing and existing[-1].name >= name and existing[-1].name != _FIRST:
        raise PartitionRefused(f"{existing[-1].name} begins later, or then.")
    last = existing[-1].name if existing else TABLE
    start = _start(existing[-1]) if existing else None
    try:
        with _guarded(last, start=start, bound=bound), _briefly():
            if existing:
                _end_last(last, start=start, bound=bound)
            else:
                _divide(bound=bound)
            _run(
                SQL("CREATE TABLE {} PARTITION OF {} FOR VALUES FROM ({}) TO (MAXVALUE)").format(
                    Identifier(name), Identifier(TABLE), Literal(str(bound))
                )
            )
    except OperationalError as error:
        raise PartitionRefused(f"The log is in use for long: {str(error).strip()}. Nothing was divided.") from error
    return name


def _bound(at: datetime) -> UUID:
    """Return the least id of a stream that begins at this moment."""
    return UUID(int=uuid7_at(milliseconds=int(at.timestamp() * 1000), randomness=0).int >> 80 << 80)


def _start(partition: Partition) -> str | None:
    """Return the id that a partition begins with; None if there is none before it."""
    return None if "FROM (MINVALUE)" in partition.bounds else partition.bounds.split("'")[1]


@contextmanager
def _guarded(table: str, *, start: str | None, bound: UUID) -> Iterator[None]:
    """Hold by a constraint that all rows lie within the bounds: to attach the table then looks at none of them.

    The constraint is gone afterwards, whether that went well or not. What a killed process left, the next one removes.
    """
    _drop_guard(table)
    within = SQL("stream_id < {}").format(Literal(str(bound)))
    if start is not None:
        within = SQL("stream_id >= {} AND {}").format(Literal(start), within)
    names = {"table": Identifier(table), "guard": Identifier(_GUARD), "within": within}
    try:
        with _briefly():
            _run(SQL("ALTER TABLE {table} ADD CONSTRAINT {guard} CHECK ({within}) NOT VALID").format(**names))
        _run(SQL("ALTER TABLE {table} VALIDATE CONSTRAINT {guard}").format(**names))
        yield
    finally:
        for name in {table, _FIRST if table == TABLE else table}:
            _drop_guard(name)


def guarded_tables() -> list[str]:
    """Return the tables on which a division that was broken off has left its constraint.

    From the bound on it refuses what begins.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT conrelid::regclass::text FROM pg_constraint WHERE conname = %s", [_GUARD])
        return [name for (name,) in cursor.fetchall()]


def _drop_guard(table: str) -> None:
    """Take the constraint from a table, if it is there, as soon as nobody holds the table for long."""
    if table not in guarded_tables():
        return
    drop = SQL("ALTER TABLE {} DROP CONSTRAINT {}").format(Identifier(table), Identifier(_GUARD))
    for tries_left in reversed(range(_TRIES)):
        try:
            with _briefly():
                _run(drop)
            return
        except OperationalError:
            if not tries_left:
                raise
            sleep(_PAUSE)


@contextmanager
def _briefly() -> Iterator[None]:
    """A transaction that gives up when it has to wait for a table."""
    with transaction.atomic():
        _run(SQL("SET LOCAL lock_timeout = {}").format(Literal(f"{_PATIENCE}s")))
        yield


def _end_last(name: str, *, start: str | None, bound: UUID) -> None:
    """Have the last partition, which had no end, end at the bound."""
    begins = SQL("MINVALUE") if start is None else Literal(start)
    parts = {"table": Identifier(TABLE), "last": Identifier(name), "start": begins, "bound": Literal(str(bound))}
    _run(SQL("ALTER TABLE {table} DETACH PARTITION {last}").format(**parts))
    _run(SQL("ALTER TABLE {table} ATTACH PARTITION {last} FOR VALUES FROM ({start}) TO ({bound})").format(**parts))


def _divide(*, bound: UUID) -> None:
    """Put a partitioned table in the place of the log's one, which becomes its first partition."""
    with connection.cursor() as cursor:
        found = {}
        for name, query in {"triggers": _TRIGGERS, "constraints": _CONSTRAINTS, "grants": _GRANTS}.items():
            cursor.execute(query, [TABLE])
            found[name] = cursor.fetchall()
    parts = {"table": Identifier(TABLE), "first": Identifier(_FIRST), "bound": Literal(str(bound))}
    _run(SQL("ALTER TABLE {table} RENAME TO {first}").format(**parts))
    for name, _ in found["triggers"]:
        _run(SQL("DROP TRIGGER {} ON {first}").format(Identifier(name), **parts))
    _run(
        SQL(
            "CREATE TABLE {table} (LIKE {first} INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING STORAGE) "
            "PARTITION BY RANGE (stream_id)"
        ).format(**parts)
    )
    _run(SQL("ALTER TABLE {table} DROP CONSTRAINT {}").format(Identifier(_GUARD), **parts))
    for name, kind, definition in found["constraints"]:
        if kind == "p":  # its name is that of an index, which the parent's shall have
            old, new = Identifier(name), Identifier(f"{_FIRST}_pkey")
            _run(SQL("ALTER TABLE {first} RENAME CONSTRAINT {} TO {}").format(old, new, **parts))
        _run(SQL("ALTER TABLE {table} ADD CONSTRAINT {} {}").format(Identifier(name), SQL(definition), **parts))
    for role, privilege in found["grants"]:
        _run(SQL("GRANT {} ON {table} TO {}").format(SQL(privilege), SQL(role), **parts))
    _run(SQL("ALTER TABLE {table} ATTACH PARTITION {first} FOR VALUES FROM (MINVALUE) TO ({bound})").format(**parts))
    for _, definition in found["triggers"]:
        _run(SQL(definition))


def _run(statement: Composable) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)
