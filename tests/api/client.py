"""A client that speaks JSON, and the one assertion for the shape of every error."""

import json
from typing import Any

from django.test import Client
from django.utils.encoding import escape_uri_path

from api.v1.problems import PROBLEMS, TYPE_ROOT
from tests.api.documented import assert_documented


class PlainText(str):
    """A body that is plain text."""

    __slots__ = ()


class ApiClient(Client):
    """Django's client with JSON bodies, a bearer token, and answers instead of exceptions."""

    def __init__(self, token: str | None = None) -> None:
        super().__init__(raise_request_exception=False)
        self.token = token

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        """Send a request; `path` is below /api/v1/, a body of bytes goes as it is, headers are written with `_`."""
        named = {name.replace("_", "-").title(): value for name, value in headers.items()}
        if self.token is not None:
            named.setdefault("Authorization", f"Bearer {self.token}")
        usual = "" if body is None else "text/plain" if isinstance(body, PlainText) else "application/json"
        media_type = named.pop("Content-Type", usual)
        address = path if path.startswith("/") else f"/api/v1/{path}"
        answer = self.generic(method, address, _bytes(body), media_type, headers=named)
        assert_documented(answer)
        return answer


def _bytes(body: Any) -> bytes:
    if isinstance(body, bytes):
        return body
    return b"" if body is None else (body if isinstance(body, PlainText) else json.dumps(body)).encode()


def assert_problem(answer: Any, code: str) -> dict[str, Any]:
    """Check that an answer is the problem of this code; return its members beside those that every problem has."""
    kind = PROBLEMS[code]
    assert answer.status_code == kind.status, answer.content
    assert answer.headers["Content-Type"] == "application/problem+json"
    members: dict[str, Any] = json.loads(answer.content)
    detail = members.pop("detail")
    assert isinstance(detail, str)
    assert detail.endswith((".", "?", "!")), detail
    shape = {"type": TYPE_ROOT + code, "title": kind.title, "status": kind.status, "code": code}
    assert {name: members.pop(name) for name in shape} == shape
    assert members.pop("instance") == escape_uri_path(answer.wsgi_request.path)
    return members
