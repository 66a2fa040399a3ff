"""Whatever somebody sends as what the service itself has handed out: cursors, tokens, tickets, ids of events."""

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from api.live import tickets
from api.live.app import _asked
from api.live.refusals import Refused
from api.v1.errors import InvalidParameters
from api.v1.pagination import Keyset, PageQuery, seal, unseal
from games import players
from games.limits import MAX_LOG_EVENTS
from games.models import Player
from tests.api.client import ApiClient, assert_problem

pytestmark = pytest.mark.django_db

CURSOR = seal([0, "2026-11-30 12:00:00+00:00", "0199d3c4-7a51-7c52-8f0e-3c1f6f0e8a11"], name="players")
KEYSET = Keyset(name="players", fields=("-created_at", "id"))
TEXTS = st.text(max_size=80) | st.binary(max_size=80).map(lambda octets: octets.decode("latin-1"))
# A cursor in which somebody has changed, put in or left out something.
EDITED = st.tuples(st.integers(0, len(CURSOR)), st.integers(0, 3), TEXTS).map(
    lambda edit: CURSOR[: edit[0]] + edit[2] + CURSOR[edit[0] + edit[1] :]
)
in_one_database = settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])


@given(cursor=TEXTS | EDITED)
def test_only_the_cursor_that_was_handed_out_is_one(cursor: str) -> None:
    if cursor == CURSOR:
        assert unseal(cursor, name="players")[0] == 0
        return
    with pytest.raises(InvalidParameters):
        unseal(cursor, name="players")


@pytest.mark.parametrize(
    "values", ([], [0], [0, "noon", "x"], [0, None, None, None], [0, "2026-11-30 12:00:00+00:00", "no id"], [0, 1, 2])
)
def test_a_cursor_of_another_version_of_the_service_is_refused_as_a_parameter(values: list[Any]) -> None:
    query = PageQuery(cursor=seal(values, name="players"))
    with pytest.raises(InvalidParameters):
        KEYSET.page(Player.objects.all(), query=query)


@in_one_database
@given(text=TEXTS | TEXTS.map(lambda text: f"dst_{text}") | st.from_regex(r"dst_[ -~\u00e9]{43}", fullmatch=True))
def test_no_text_but_a_token_is_anybodys(text: str) -> None:
    assert players.access_for_token(text) is None


@in_one_database
@given(text=TEXTS | st.from_regex(r"[A-Za-z0-9_-]{32}", fullmatch=True))
def test_no_text_but_a_ticket_opens_a_stream(text: str) -> None:
    assert tickets.take(text=text, match_id=Player().pk) is None


@given(
    query=st.binary(max_size=200), header=st.none() | st.binary(max_size=40) | st.integers().map(lambda n: b"%d" % n)
)
def test_whatever_asks_for_a_stream_names_an_event_or_is_refused(query: bytes, header: bytes | None) -> None:
    headers = [] if header is None else [(b"last-event-id", header)]
    with suppress(Refused):
        ticket, after = _asked({"query_string": query, "headers": headers})
        assert isinstance(ticket, str)
        assert 0 <= after < 10 ** len(str(MAX_LOG_EVENTS))


@pytest.mark.parametrize(
    "header", ("Bearer \x00", "Bearer " + "x" * 60_000, "Bearer dst_" + "\u00ff" * 43, "Bearer a b c")
)
def test_a_header_of_nonsense_is_an_invalid_token(anonymous: ApiClient, header: str) -> None:
    assert_problem(anonymous.ask("GET", "sessions/", authorization=header), "invalid_token")
