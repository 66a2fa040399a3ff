"""Bodies and queries are read strictly, and each refusal says where."""

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from games.limits import MAX_BODY_BYTES
from tests.api.client import ApiClient, assert_problem

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("writes_nothing")]

NAME = b'{"name": %s}'


def errors_of(answer: Any, code: str) -> list[tuple[str, str]]:
    members = assert_problem(answer, code)
    return [(error["pointer"], error["code"]) for error in members["errors"]]


@pytest.mark.parametrize(
    ("body", "pointer"),
    (
        (b"{", ""),
        (b"nonsense", ""),
        (b'{"name": }', ""),
        (b"{'name': 'x'}", ""),
        (b'{"name": "x"} x', ""),
        (NAME % b"NaN", ""),
        (NAME % b"Infinity", ""),
        (NAME % b"-Infinity", ""),
        (NAME % b"1e999", ""),
        (NAME % (b"9" * 30), ""),
        (NAME % (b"9" * 5000), ""),
        (NAME % b'"\xff"', ""),
        (NAME % b'"\xed\xa0\x80"', ""),
        (NAME % b'"a\x00"', ""),
        (NAME % b'"a\\u0000"', "/name"),
        (NAME % b'"\\ud800"', "/name"),
        (NAME % b'"\\udc00\\ud800"', "/name"),
        (b'{"\\ud800": 1}', ""),
        (b'{"name": "a", "name": "b"}', "/name"),
        (b'{"label": {"a/b": {"x~": 1, "x~": 2}}}', "/label/a~1b/x~0"),
        (b'{"label": [0, "\\u0000"]}', "/label/1"),
        (b"[" * 100_000, ""),
        (b'{"a":' * 100_000, ""),
        (b"\xef\xbb\xbf{}", ""),
        ('{"name": "x"}'.encode("utf-16"), ""),
    ),
)
def test_a_body_that_is_not_json_is_refused_with_its_place(anonymous: ApiClient, body: bytes, pointer: str) -> None:
    assert errors_of(anonymous.ask("POST", "players/", body), "malformed_body") == [(pointer, "malformed_body")]


@pytest.mark.parametrize(
    ("body", "pointer", "code"),
    (
        ([], "", "invalid"),
        ("x", "", "invalid"),
        (1, "", "invalid"),
        ({"name": 1}, "/name", "invalid"),
        ({"name": ["x"]}, "/name", "invalid"),
        ({"name": {"x": 1}}, "/name", "invalid"),
        ({"name": True}, "/name", "invalid"),
        ({"nickname": "x"}, "/nickname", "unknown"),
        ({"a/b~c": "x"}, "/a~1b~0c", "unknown"),
        ({"`x`": "x"}, "/`x`", "unknown"),
        ({"": "x"}, "/", "unknown"),
        ({"label": "x" * 61}, "/label", "invalid"),
        ({"name": "x", "password": "x" * 1001}, "/password", "invalid"),
        ({"label": None}, "/label", "invalid"),
    ),
)
def test_a_field_that_cannot_be_used_is_refused_by_name(
    anonymous: ApiClient, body: Any, pointer: str, code: str
) -> None:
    assert errors_of(anonymous.ask("POST", "players/", body), "invalid_fields") == [(pointer, code)]


def test_null_is_json_but_no_body(anonymous: ApiClient) -> None:
    assert errors_of(anonymous.ask("POST", "players/", b"null"), "invalid_fields") == [("", "invalid")]


def test_a_missing_field_is_named(anonymous: ApiClient) -> None:
    assert errors_of(anonymous.ask("POST", "sessions/", {"name": "x"}), "invalid_fields") == [("/password", "missing")]


@pytest.mark.parametrize(
    ("query", "parameter", "code"),
    (
        ("limit=0", "limit", "invalid"),
        ("limit=-1", "limit", "invalid"),
        ("limit=101", "limit", "invalid"),
        ("limit=abc", "limit", "invalid"),
        ("limit=", "limit", "invalid"),
        ("limit=1.5", "limit", "invalid"),
        ("limit=100000000000000", "limit", "invalid"),
        ("limit=" + "9" * 5000, "limit", "invalid"),
        ("limit=%D9%A3", "limit", "invalid"),
        ("limit=5&limit=6", "limit", "repeated"),
        ("page=2", "page", "unknown"),
        ("Limit=2", "Limit", "unknown"),
        ("cursor=x%00", "cursor", "invalid"),
        ("cursor=", "cursor", "invalid"),
        ("cursor=null", "cursor", "invalid"),
        ("limit=NULL", "limit", "invalid"),
        ("cursor=%FF%ED%A0%80", "cursor", "invalid"),
        ("cursor=" + "x" * 1001, "cursor", "invalid"),
    ),
)
def test_a_parameter_that_cannot_be_used_is_refused_by_name(
    client: ApiClient, query: str, parameter: str, code: str
) -> None:
    members = assert_problem(client.ask("GET", f"sessions/?{query}"), "invalid_parameters")
    assert [(error["parameter"], error["code"]) for error in members["errors"]] == [(parameter, code)]


@pytest.mark.parametrize(("method", "path"), (("GET", "limits/?x=1"), ("POST", "players/?name=x")))
def test_what_takes_no_parameters_refuses_them(anonymous: ApiClient, method: str, path: str) -> None:
    assert_problem(anonymous.ask(method, path), "invalid_parameters")


@pytest.mark.parametrize(
    "media_type",
    (
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/json; charset=latin-1",
        "application/xml",
        "nonsense",
    ),
)
def test_a_body_of_another_media_type_is_refused(anonymous: ApiClient, media_type: str) -> None:
    assert_problem(anonymous.ask("POST", "players/", b"{}", content_type=media_type), "unsupported_media_type")


def test_a_body_beyond_the_limit_is_refused_before_it_is_read(anonymous: ApiClient) -> None:
    answer = anonymous.ask("POST", "players/", b"[" * (MAX_BODY_BYTES + 1))
    assert assert_problem(answer, "body_too_long") == {
        "limit": "body_bytes",
        "maximum": MAX_BODY_BYTES,
        "got": MAX_BODY_BYTES + 1,
    }


def test_a_body_at_the_limit_is_read(anonymous: ApiClient) -> None:
    assert_problem(anonymous.ask("POST", "players/", b"[" * MAX_BODY_BYTES), "malformed_body")


def test_a_body_of_unknown_length_is_refused(anonymous: ApiClient) -> None:
    answer = anonymous.generic("POST", "/api/v1/players/", CONTENT_LENGTH="", HTTP_TRANSFER_ENCODING="chunked")
    assert_problem(answer, "length_required")


@given(body=st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | st.text(), st.lists, max_leaves=5))
@hypothesis_settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow], max_examples=50)
def test_no_body_is_a_fault_of_the_service(anonymous: ApiClient, body: Any) -> None:
    for sent in (body, {"name": body}, {"name": "x", "password": body}, {"label": body, str(body)[:9]: body}):
        if sent is None or (isinstance(sent, dict) and body in (None, "")):
            continue
        answer = anonymous.ask("POST", "sessions/", json.dumps(sent).encode())
        assert 400 <= answer.status_code < 500
