"""Live is whoever answers; ready is who can serve."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext


def test_live_asks_nothing_of_the_database(client: Client) -> None:
    answer = client.get("/health/live/")

    assert (answer.status_code, answer.json()) == (200, {"status": "live"})


@pytest.mark.django_db
def test_ready_is_a_service_with_all_its_migrations(client: Client) -> None:
    answer = client.get("/health/ready/")

    assert (answer.status_code, answer.json()) == (200, {"status": "ready"})


@pytest.mark.django_db
def test_a_missing_migration_is_not_ready(client: Client) -> None:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'sessions'")

    answer = client.get("/health/ready/")

    assert (answer.status_code, answer.json()) == (503, {"status": "not ready", "why": "1 migrations wait"})


@pytest.mark.django_db
def test_asking_whether_it_is_ready_is_cheap(client: Client) -> None:
    with CaptureQueriesContext(connection) as queries:
        client.get("/health/ready/")

    assert len(queries) <= 2
