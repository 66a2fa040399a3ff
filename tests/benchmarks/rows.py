"""The log with a row for each event, in the place of one for each append: all else of the service stays as it is.

It is in its cheapest form: rows go in by COPY in the caller's transaction, they have the primary key that batches
have, and neither the foreign key nor the triggers. It is there for games that are posted whole; the one query that
reads a live game with its log finds none.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.apps import AppConfig
from django.db import connection

TABLE = """
CREATE TABLE event_row (
    stream_id uuid NOT NULL,
    version integer NOT NULL,
    action smallint NOT NULL,
    at timestamptz NOT NULL,
    PRIMARY KEY (stream_id, version)
)
"""


class RowForEachEvent(AppConfig):
    """Has the log write and read rows of events."""

    name = "tests.benchmarks.rows"
    label = "benchmark_rows"

    def ready(self) -> None:
        from games import log

        write_batch = log._write

        def write_rows(stream: str, batch: Any, **more: object) -> bool:
            is_let_in = write_batch(stream, batch, **more)
            if is_let_in:
                write(stream_id=batch.stream_id, version=batch.first_version, events=batch.events, at=batch.at)
            return is_let_in

        # What ends a statement that has written the stream; it says how many there are.
        log._INSERT = "SELECT FROM stream"  # type: ignore[misc]
        log._write, log.read, log.read_all = write_rows, read, read_all


def write(*, stream_id: UUID, version: int, events: bytes, at: datetime) -> None:
    """Write a row for each event, from a version on."""
    with (
        connection.cursor() as cursor,
        cursor.copy("COPY event_row (stream_id, version, action, at) FROM STDIN (FORMAT BINARY)") as rows,
    ):
        rows.set_types(("uuid", "int4", "int2", "timestamptz"))
        for number, event in enumerate(events, start=version):
            rows.write_row((stream_id, number, event, at))


def read(*, stream_id: UUID, version: int | None = None) -> bytes:
    """Return the log's events, or its first `version` ones."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT action FROM event_row WHERE stream_id = %s ORDER BY version", [stream_id])
        events = bytes([action for (action,) in cursor.fetchall()])
    return events if version is None else events[:version]


def read_all(*, stream_ids: Sequence[UUID]) -> dict[UUID, bytes]:
    """Return the events of several logs, by their ids."""
    logs = {stream_id: bytearray() for stream_id in stream_ids}
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT stream_id, action FROM event_row WHERE stream_id = ANY(%s) ORDER BY stream_id, version",
            [list(stream_ids)],
        )
        for stream_id, action in cursor.fetchall():
            logs[stream_id].append(action)
    return {stream_id: bytes(events) for stream_id, events in logs.items()}
