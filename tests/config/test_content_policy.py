"""Where clients find the streams of matches, and that pages may ask exactly there."""

from typing import Any
from uuid import UUID

import pytest
from django.test import Client, RequestFactory

from api.live.addresses import stream_url
from config.content_policy import HEADER

MATCH = UUID(int=1)
CASES = (
    # STREAM_URL, the host that is asked, what the address of a stream begins with, the origin beside the pages' own
    ("/live/", "play.example", "/live/", ""),
    (":8001/live/", "127.0.0.1:8000", "http://127.0.0.1:8001/live/", " http://127.0.0.1:8001"),
    (":8001/live/", "localhost", "http://localhost:8001/live/", " http://localhost:8001"),
    (":8001/live/", "[::1]:8000", "http://[::1]:8001/live/", " http://[::1]:8001"),
    ("https://live.example/s/", "play.example", "https://live.example/s/", " https://live.example"),
)


@pytest.mark.parametrize(("setting", "host", "base", "origin"), CASES)
def test_streams_are_where_the_setting_says_and_pages_may_ask_there(
    setting: str, host: str, base: str, origin: str, settings: Any, client: Client
) -> None:
    settings.STREAM_URL, settings.ALLOWED_HOSTS = setting, ["*"]
    request = RequestFactory().get("/", HTTP_HOST=host)
    url = stream_url(request, match_id=MATCH, ticket="abc")
    assert url == f"{base}matches/00000000-0000-0000-0000-000000000001/?ticket=abc"
    policy = client.get("/health/live/", HTTP_HOST=host).headers[HEADER]
    assert f"connect-src 'self'{origin};" in policy


def test_a_host_that_is_not_served_gets_into_no_policy(settings: Any, client: Client) -> None:
    settings.STREAM_URL, settings.ALLOWED_HOSTS = ":8001/live/", ["play.example"]
    answer = client.get("/docs/", HTTP_HOST="evil.example")
    assert (answer.status_code, "evil" in str(answer.headers)) == (400, False)
