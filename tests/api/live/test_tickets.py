"""A ticket lets whoever may see the match into one stream of it, once and soon."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from api.live import tickets
from api.models import StreamTicket
from api.tasks import purge_idempotency_keys
from tests.api.client import ApiClient, assert_problem
from tests.api.live.streams import Live, OpenStream
from tests.api.people import newcomer
from tests.api.table import begun, opened

pytestmark = pytest.mark.django_db(transaction=True)


def status_of(url: str) -> int:
    with OpenStream(url) as stream:
        return stream.answer.status


def test_of_all_who_bring_a_ticket_at_once_one_is_let_in(live: Live) -> None:
    at = begun()
    url = live.ticket(at.client("A"), at.url)
    with ThreadPoolExecutor(6) as pool:
        statuses = list(pool.map(status_of, [url] * 6))
    assert sorted(statuses) == [200, 403, 403, 403, 403, 403]
    assert not StreamTicket.objects.exists()


def test_a_ticket_that_is_spent_is_told_as_a_problem_that_any_page_may_read(live: Live) -> None:
    at = begun()
    url = live.ticket(at.client("A"), at.url)
    assert status_of(url) == 200
    with OpenStream(url) as stream:
        headers = {name: stream.answer.headers[name] for name in ("Content-Type", "Access-Control-Allow-Origin")}
        assert (stream.answer.status, headers) == (
            403,
            {"Content-Type": "application/problem+json", "Access-Control-Allow-Origin": "*"},
        )


def test_a_ticket_is_for_its_match_alone_and_outlives_a_wrong_one(live: Live) -> None:
    at, other = begun(), opened()
    url = live.ticket(at.client("A"), at.url)
    assert status_of(url.replace(str(at.match.pk), str(other.match.pk))) == 403
    assert status_of(url) == 200


def test_a_ticket_that_comes_too_late_is_refused_and_gone(live: Live) -> None:
    at = begun()
    url = live.ticket(at.client("A"), at.url)
    StreamTicket.objects.update(expires_at=timezone.now())
    assert status_of(url) == 403
    assert not StreamTicket.objects.exists()


def test_a_private_match_gives_tickets_to_its_players_and_to_who_has_its_link(live: Live) -> None:
    at = opened(private=True)
    invite = at.state("A")["invite"]
    stranger = newcomer("Cyd").client
    for client in (stranger, ApiClient()):
        assert_problem(client.ask("POST", f"{at.url}stream/", {}), "match_not_found")
        assert status_of(live.ticket(client, at.url, f"?invite={invite}")) == 200
    assert status_of(live.ticket(at.client("A"), at.url)) == 200


def test_no_ticket_can_be_read_from_the_database_or_the_log(live: Live, caplog: pytest.LogCaptureFixture) -> None:
    at = begun()
    url = live.ticket(at.client("A"), at.url)
    ticket = url.partition("ticket=")[2]
    with connection.cursor() as cursor:
        cursor.execute("SELECT kept::text FROM api_streamticket AS kept")
        (row,) = cursor.fetchone()
    assert ticket not in row
    assert status_of(url) == 200
    assert ticket not in caplog.text


def test_tickets_that_nobody_used_are_purged() -> None:
    match = opened().match
    hour_ago = timezone.now() - timedelta(hours=1)
    for at in (hour_ago, timezone.now()):
        tickets.issue(match_id=match.pk, player=None, address="192.0.2.1", at=at)
    purge_idempotency_keys()
    (left,) = StreamTicket.objects.all()
    assert left.expires_at > timezone.now()
