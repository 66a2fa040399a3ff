"""The published limits."""

import pytest
from pytest_django import Settings

from tests.api.client import ApiClient

pytestmark = pytest.mark.django_db


def test_limits_are_those_in_force(anonymous: ApiClient, settings: Settings) -> None:
    settings.THROTTLE_RATES = {"player": "600/minute", "sign_in": "off"}
    answer = anonymous.ask("GET", "limits/")
    assert answer.status_code == 200
    assert answer.json() == {
        "log_events": 20_000,
        "append_events": 5_000,
        "body_bytes": 1_048_576,
        "name_characters": 24,
        "sessions": 50,
        "report_characters": 1_000,
        "page_rows": 100,
        "default_page_rows": 50,
        "games_in_play": 5_000,
        "idempotency_key_seconds": 86_400,
        "check_seconds": 5,
        "proof_nodes": 50_000,
        "daily_grace_seconds": 7_200,
        "abandoned_after_seconds": 604_800,
        "series_matches": 25,
        "open_matches": 5,
        "matches_at_once": 50,
        "match_actions": 4_000,
        "match_open_seconds": 86_400,
        "match_absent_seconds": 120,
        "match_turn_seconds": 600,
        "stream_seconds": 3600,
        "player_streams": 20,
        "address_streams": 2000,
        "process_streams": 5000,
        "stream_request_bytes": 65_536,
        "match_left_seconds": 86_400,
        "rates": [{"name": "player", "counted_by": "player", "requests": 600, "seconds": 60}],
    }
