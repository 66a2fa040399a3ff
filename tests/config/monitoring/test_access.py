"""The metrics are for whoever has the token; without one, for this machine while it serves nobody else."""

import urllib.request

import pytest
from django.test import Client
from pytest_django import Settings

from config.embedded.ports import any_free, is_free
from config.monitoring.listener import MetricsListener, serve

pytestmark = pytest.mark.django_db

TOKEN = "0123456789abcdef" * 2
PUBLIC = ["play.example.org"]

# Who is served, the token that is set, the request's address and headers, and whether it is answered.
CASES = {
    "this machine alone, from here": (["localhost"], "", {}, 200),
    "from here over IPv6": (["localhost"], "", {"REMOTE_ADDR": "::1"}, 200),
    "from elsewhere": (["localhost"], "", {"REMOTE_ADDR": "192.0.2.7"}, 404),
    "through a proxy": (["localhost"], "", {"HTTP_X_FORWARDED_FOR": "192.0.2.7"}, 404),
    "through another proxy": (["localhost"], "", {"HTTP_FORWARDED": "for=192.0.2.7"}, 404),
    "a server of others without a token, even from here": (PUBLIC, "", {}, 404),
    "a server of others with its token": (PUBLIC, TOKEN, {"HTTP_AUTHORIZATION": f"Bearer {TOKEN}"}, 200),
    "a wrong token": (PUBLIC, TOKEN, {"HTTP_AUTHORIZATION": f"Bearer {TOKEN[:-1]}0"}, 404),
    "no token": (PUBLIC, TOKEN, {}, 404),
    "a token that is no ASCII": (PUBLIC, TOKEN, {"HTTP_AUTHORIZATION": "Bearer \xff"}, 404),
    "no token from here, when there is one": (["localhost"], TOKEN, {}, 404),
}


@pytest.mark.parametrize(("hosts", "token", "request_of", "status"), CASES.values(), ids=CASES)
def test_who_may_read(
    hosts: list[str], token: str, request_of: dict[str, str], status: int, settings: Settings
) -> None:
    settings.ALLOWED_HOSTS, settings.METRICS_TOKEN = hosts, token

    answer = Client(SERVER_NAME=hosts[0]).get("/metrics", **request_of)  # type: ignore[arg-type]

    assert answer.status_code == status
    assert (b"double_solitaire_" in answer.content) is (status == 200)


@pytest.mark.parametrize(
    ("token", "shown", "status"),
    (("", "", "200 OK"), (TOKEN, f"Bearer {TOKEN}", "200 OK"), (TOKEN, "", "403 Forbidden")),
)
def test_a_worker_tells_its_own_to_the_same_token(token: str, shown: str, status: str, settings: Settings) -> None:
    settings.METRICS_TOKEN = token
    said: list[str] = []

    body = b"".join(serve({"HTTP_AUTHORIZATION": shown}, lambda status, headers: said.append(status)))

    assert said == [status]
    assert (b"double_solitaire_" in body) is (status == "200 OK")


def test_a_listener_listens_where_it_is_told_and_no_longer(settings: Settings) -> None:
    settings.METRICS_PORT = any_free()
    listener = MetricsListener()
    listener.start()
    with urllib.request.urlopen(f"http://127.0.0.1:{settings.METRICS_PORT}/", timeout=60) as answer:
        assert b"double_solitaire_requests_total" in answer.read()
    listener.stop()
    assert is_free("127.0.0.1", settings.METRICS_PORT)
