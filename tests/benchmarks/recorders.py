"""Ways to keep a log in PostgreSQL: ours, a row for each event, and the recorder of the library `eventsourcing`.

Each appends events at a version in a transaction of its own, and reads a log back. Ours also guards the version, chains
the hash and is held by triggers, as everywhere. Rows of events are written by COPY, without a guard. The library's
`PostgresApplicationRecorder` is given what is cheapest for it: events serialised beforehand, their state the notation
of the move and nothing else; a mapper that makes JSON of Python objects would come on top, at both ends.
"""

import time
from collections import defaultdict
from collections.abc import Sequence
from datetime import UTC, datetime
from statistics import median
from typing import Any, Protocol
from uuid import UUID

from psycopg.conninfo import conninfo_to_dict

from tests.benchmarks import rows, tables
from tests.benchmarks.played import ACTIONS, Played, games
from tests.benchmarks.servers import Servers

_NOW = datetime(2026, 1, 1, tzinfo=UTC)
_TOPIC = "games.events:Played"
_STEPS = {"in one append": ACTIONS, "in appends of 20": 20}


class Recorder(Protocol):
    """Keeps logs of games."""

    tables: tuple[str, ...]

    def begin(self, game: Played, events: bytes) -> UUID:
        """Begin a log with these events, and commit; return its id."""

    def append(self, stream_id: UUID, version: int, events: bytes) -> None:
        """Append events that a log has from a version on, and commit."""

    def read(self, stream_id: UUID) -> Sequence[object]:
        """Return a log's events."""

    def close(self) -> None:
        """Let go of what it holds."""


class Batches:
    """Ours: a row for each append."""

    tables: tuple[str, ...] = ("games_stream", "games_logbatch")

    def __init__(self) -> None:
        from games import log

        self._log, self._streams = log, dict[UUID, Any]()

    def begin(self, game: Played, events: bytes) -> UUID:
        from django.db import transaction

        from games.models import Stream

        about: dict[str, Any] = {"kind": Stream.Kind.GAME, "subject": str(game.code), "rules_version": 1, "at": _NOW}
        if len(events) == len(game.events):
            return self._log.record(stream_id=_new_id(), events=events, claimed_score=None, **about).id
        with transaction.atomic():
            stream = self._log.open_stream(**about)
            self._streams[stream.id] = stream
            self.append(stream.id, 0, events)
        return stream.id

    def append(self, stream_id: UUID, version: int, events: bytes) -> None:
        self._log.append(stream=self._streams[stream_id], version=version, events=events, at=_NOW)

    def read(self, stream_id: UUID) -> bytes:
        events: bytes = self._log.read(stream_id=stream_id)
        return events

    def close(self) -> None:
        pass


class Rows:
    """A row for each event."""

    tables: tuple[str, ...] = ("event_row",)

    def __init__(self) -> None:
        from django.db import connection

        with connection.cursor() as cursor:
            cursor.execute(rows.TABLE)

    def begin(self, _game: Played, events: bytes) -> UUID:
        stream_id = _new_id()
        self.append(stream_id, 0, events)
        return stream_id

    def append(self, stream_id: UUID, version: int, events: bytes) -> None:
        from django.db import transaction

        with transaction.atomic():
            rows.write(stream_id=stream_id, version=version, events=events, at=_NOW)

    def read(self, stream_id: UUID) -> Sequence[object]:
        return rows.read(stream_id=stream_id)

    def close(self) -> None:
        pass


class Library:
    """The table of the library `eventsourcing`, with what it needs to tell of new events."""

    tables: tuple[str, ...] = ("stored_events",)

    def __init__(self, running: Servers) -> None:
        from eventsourcing.persistence import StoredEvent
        from eventsourcing.postgres import PostgresApplicationRecorder, PostgresDatastore

        server = conninfo_to_dict(running.database_url)
        datastore = PostgresDatastore(
            dbname=str(server["dbname"]),
            host=str(server["host"]),
            port=str(server["port"]),
            user=str(server["user"]),
            password=str(server["password"]),
        )
        self._recorder = PostgresApplicationRecorder(datastore)
        self._recorder.create_table()
        self._event = StoredEvent

    def begin(self, _game: Played, events: bytes) -> UUID:
        stream_id = _new_id()
        self.append(stream_id, 0, events)
        return stream_id

    def append(self, stream_id: UUID, version: int, events: bytes) -> None:
        from games.engine.moves import MOVES

        self._recorder.insert_events(
            [
                self._event(
                    originator_id=stream_id,
                    originator_version=number,
                    topic=_TOPIC,
                    state=str(MOVES[event]).encode(),
                )
                for number, event in enumerate(events, start=version)
            ]
        )

    def read(self, stream_id: UUID) -> Sequence[object]:
        events: Sequence[object] = self._recorder.select_events(stream_id)
        return events

    def close(self) -> None:
        self._recorder.datastore.close()


def all_of_them(running: Servers) -> dict[str, Recorder]:
    """Return each way, on empty tables of one database."""
    return {"a row an append": Batches(), "a row an event": Rows(), "eventsourcing": Library(running)}


def write(recorder: Recorder, game: Played, *, step: int) -> UUID:
    """Write a game in appends of so many events; return the log's id."""
    stream_id = recorder.begin(game, game.events[:step])
    for version in range(step, len(game.events), step):
        recorder.append(stream_id, version, game.events[version : version + step])
    return stream_id


def compare(running: Servers, *, number: int) -> None:
    """Print what a game costs each way, written and read, all in turns."""
    recorders = all_of_them(running)
    seconds: dict[str, dict[str, list[float]]] = {name: defaultdict(list) for name in recorders}
    for game in games(number, boards=number):
        for name, recorder in recorders.items():
            for what, step in _STEPS.items():
                begun = time.perf_counter()
                stream_id = write(recorder, game, step=step)
                written = time.perf_counter()
                if len(recorder.read(stream_id)) != len(game.events):
                    raise RuntimeError(f"{name}: not all events of {stream_id} are read")
                seconds[name][f"write, {what}"].append(written - begun)
                seconds[name][f"read, {what}"].append(time.perf_counter() - written)
    recorders["eventsourcing"].close()
    medians = {name: {what: median(taken) for what, taken in kinds.items()} for name, kinds in seconds.items()}
    mine, *others = medians.values()
    tables.tell(
        f"The log alone, a game of {ACTIONS} events",
        columns=("what", "a row an append, ms", "a row an event", "eventsourcing"),
        rows=[
            (what, tables.times(taken), *(tables.ratio(other[what], taken) for other in others))
            for what, taken in mine.items()
        ],
        notes=(f"Medians of {number} games in turns, each append committed; ratios to a row an append.",),
    )


def _new_id() -> UUID:
    from games.ids import uuid7

    return uuid7()
