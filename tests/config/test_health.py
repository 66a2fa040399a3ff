"""Live is whoever answers; ready is who can serve."""

import pytest
from django.db import OperationalError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from config.monitoring import broker


def test_live_asks_nothing_of_the_database(client: Client) -> None:
    answer = client.get("/health/live/")

    assert (answer.status_code, answer.json()) == (200, {"status": "live"})


@pytest.mark.django_db
def test_ready_is_a_service_with_all_its_migrations(client: Client) -> None:
    answer = client.get("/health/ready/")

    assert (answer.status_code, answer.json()) == (200, {"status": "ready", "database": "ok", "broker": "ok"})


@pytest.mark.django_db
def test_a_missing_migration_is_not_ready(client: Client) -> None:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'sessions'")

    answer = client.get("/health/ready/")

    told = {"status": "not ready", "database": "1 migrations wait", "broker": "ok"}
    assert (answer.status_code, answer.json()) == (503, told)


@pytest.mark.django_db
def test_a_database_that_does_not_answer_is_not_ready(client: Client) -> None:
    def down(*_: object) -> None:
        raise OperationalError("the server closed the connection")

    with connection.execute_wrapper(down):
        answer = client.get("/health/ready/")

    told = {"status": "not ready", "database": "does not answer", "broker": "ok"}
    assert (answer.status_code, answer.json()) == (503, told)


@pytest.mark.django_db
def test_a_broker_that_does_not_answer_is_told_and_changes_nothing(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(broker, "queue_length", lambda: None)

    answer = client.get("/health/ready/")

    told = {"status": "ready", "database": "ok", "broker": "does not answer"}
    assert (answer.status_code, answer.json()) == (200, told)


@pytest.mark.django_db
def test_asking_whether_it_is_ready_is_cheap(client: Client) -> None:
    with CaptureQueriesContext(connection) as queries:
        client.get("/health/ready/")

    assert len(queries) <= 2
