"""What tells of the server's state is told apart from what is wrong with a query."""

import time

import pytest
from django.db import DatabaseError, OperationalError, ProgrammingError, connection, transaction

pytestmark = pytest.mark.django_db(transaction=True)


def ask(*queries: str, pause: float = 0) -> None:
    """Ask in one transaction, with pauses."""
    with transaction.atomic(), connection.cursor() as cursor:
        for query in queries:
            cursor.execute(query)
            time.sleep(pause)


@pytest.mark.parametrize(
    ("setting", "query", "told"),
    (
        ("idle_in_transaction_session_timeout = 50", "SELECT 1", "idle-in-transaction timeout"),
        ("transaction_read_only = on", "DELETE FROM games_player", "read-only transaction"),
    ),
)
def test_a_server_that_gives_up_or_takes_nothing_may_be_asked_again(setting: str, query: str, told: str) -> None:
    with pytest.raises(OperationalError, match=told):
        ask(f"SET LOCAL {setting}", query, pause=0.2)
    connection.close()


@pytest.mark.parametrize("query", ("SELECT no_such_thing", "SELECT 1 FROM pg_authid"))
def test_what_is_wrong_with_a_query_is_a_fault(query: str) -> None:
    with pytest.raises(DatabaseError) as caught:
        ask("SET LOCAL ROLE pg_monitor", query)
    assert type(caught.value) is ProgrammingError
