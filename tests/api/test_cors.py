"""Clients in a browser: closed but for the origins that the operator names."""

import pytest
from pytest_django import Settings

from tests.api.client import ApiClient

pytestmark = pytest.mark.django_db

OURS = "https://play.example.org"


@pytest.fixture
def allowed(settings: Settings) -> None:
    settings.CORS_ALLOWED_ORIGINS = [OURS]


def test_without_a_setting_no_origin_is_let_in(anonymous: ApiClient) -> None:
    assert "Access-Control-Allow-Origin" not in anonymous.ask("GET", "limits/", origin=OURS).headers


@pytest.mark.usefixtures("allowed")
def test_a_named_origin_may_read_answers_and_what_their_headers_say(anonymous: ApiClient) -> None:
    answer = anonymous.ask("GET", "limits/", origin=OURS)
    assert answer.headers["Access-Control-Allow-Origin"] == OURS
    assert "Access-Control-Allow-Credentials" not in answer.headers
    exposed = answer.headers["Access-Control-Expose-Headers"].lower().split(", ")
    assert {"location", "retry-after", "etag", "idempotency-replayed", "www-authenticate"} <= set(exposed)


@pytest.mark.usefixtures("allowed")
def test_a_named_origin_may_send_a_token_and_a_key(anonymous: ApiClient) -> None:
    answer = anonymous.options(
        "/api/v1/games/",
        headers={
            "Origin": OURS,
            "Access-Control-Request-Method": "POST",
            "Access-Control-Request-Headers": "authorization,content-type,idempotency-key,if-none-match",
        },
    )
    assert answer.status_code == 200
    allowed = set(answer.headers["Access-Control-Allow-Headers"].lower().split(", "))
    assert {"authorization", "content-type", "idempotency-key", "if-none-match"} <= allowed


@pytest.mark.usefixtures("allowed")
@pytest.mark.parametrize("origin", ("https://evil.example", "http://play.example.org", f"{OURS}.evil.example", "null"))
def test_no_other_origin_is_let_in(anonymous: ApiClient, origin: str) -> None:
    assert "Access-Control-Allow-Origin" not in anonymous.ask("GET", "limits/", origin=origin).headers


@pytest.mark.usefixtures("allowed")
def test_errors_can_be_read_too_and_pages_cannot(anonymous: ApiClient) -> None:
    assert anonymous.ask("GET", "players/me/", origin=OURS).headers["Access-Control-Allow-Origin"] == OURS
    assert "Access-Control-Allow-Origin" not in anonymous.ask("GET", "/docs/", origin=OURS).headers
