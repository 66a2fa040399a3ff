"""What the service has promised by an answer of 2xx, and whether its database keeps it."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from uuid import UUID

import psycopg

from tests.supervised import Supervised, wait_until

_LOGS = """
    SELECT stream_id, string_agg(events, '' ORDER BY first_version, closes), bool_or(closes)
    FROM games_logbatch GROUP BY stream_id
"""
# One row for each time that a game is decided, whoever does it.
_WATCH = """
    CREATE TABLE decided (game uuid);
    CREATE FUNCTION note_decided() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN INSERT INTO decided VALUES (NEW.stream_id); RETURN NULL; END $$;
    CREATE TRIGGER note_decided AFTER UPDATE OF status ON games_game FOR EACH ROW
        WHEN (NEW.status IN ('verified', 'rejected')) EXECUTE FUNCTION note_decided();
"""


@dataclass
class Promises:
    """By the id of a log: the events that it begins with, whether it is closed; of a match, single events by place."""

    begun: dict[str, bytes] = field(default_factory=dict)
    closed: set[str] = field(default_factory=set)
    places: dict[str, dict[int, int]] = field(default_factory=dict)

    def add(self, other: "Promises") -> None:
        self.begun |= other.begun
        self.closed |= other.closed
        for match, places in other.places.items():
            self.places[match] = self.places.get(match, {}) | places

    def __len__(self) -> int:
        return len(self.begun) + sum(map(len, self.places.values()))


@contextmanager
def database(service: Supervised) -> Iterator[psycopg.Connection]:
    with psycopg.connect(service.database_url, autocommit=True) as connection:
        yield connection


def watch_decisions(service: Supervised) -> None:
    """Have the database note each decision from now on."""
    with database(service) as connection:
        connection.execute(_WATCH)


def assert_kept(service: Supervised, promises: Promises) -> None:
    """All that was promised is in the logs, and every closed game has been decided once, when none waits any more."""
    assert promises.closed
    wait_until(lambda: _waiting(service) == 0, within=240)
    with database(service) as connection:
        logs = {str(stream): (events, closed) for stream, events, closed in connection.execute(_LOGS)}
        decided = [game for (game,) in connection.execute("SELECT game FROM decided ORDER BY game")]
        query = "SELECT stream_id FROM games_game WHERE status = 'verified' ORDER BY stream_id"
        verified = [game for (game,) in connection.execute(query)]
    for stream, events in promises.begun.items():
        assert logs[stream][0].startswith(events), stream
    for stream in promises.closed:
        assert logs[stream] == (promises.begun[stream], True)
        assert UUID(stream) in verified
    for match, places in promises.places.items():
        assert {place: logs[match][0][place] for place in places} == places
    assert decided == verified


def assert_consistent(service: Supervised) -> None:
    """What is derived from the logs is as a rebuild makes it."""
    audit = service.command("manage", "audit")
    assert audit.returncode == 0, audit.stdout + audit.stderr
    assert "differences: 0." in audit.stdout
    rebuilt = service.command("manage", "rebuild_leaderboards")
    assert "differences put right: 0." in rebuilt.stdout, rebuilt.stdout + rebuilt.stderr


def _waiting(service: Supervised) -> int:
    """How many games wait for their check; as good as one while the database does not answer."""
    try:
        with database(service) as connection:
            row = connection.execute("SELECT count(*) FROM games_game WHERE status = 'finished'").fetchone()
    except psycopg.OperationalError:
        return 1
    return int(row[0]) if row else 1
