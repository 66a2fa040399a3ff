"""What the OpenAPI document promises, held against what comes."""

import json
import re
from functools import cache
from typing import Any

from django.urls import Resolver404
from jsonschema import Draft202012Validator

from api.v1.browse import document

_PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>")


def assert_documented(answer: Any) -> None:
    """Check an answer's status, media type, code and body against what the document says of its operation."""
    method = answer.wsgi_request.method.lower()
    try:
        match = answer.resolver_match
        view = getattr(match.func, "cls", None)
    except Resolver404:
        return
    if getattr(view, "schema", None) is None:
        return  # no resource, or the document itself
    path = "/" + _PARAMETER.sub(r"{\1}", match.route)
    operation = document()["paths"][path].get("get" if method == "head" else method)
    if operation is None:
        assert answer.status_code in (405, 429)
        return
    answers = operation["responses"]
    status = str(answer.status_code)
    described = answers.get(status) or answers["default"]
    if "content" not in described or method == "head":
        assert answer.content == b""
        return
    media_type = answer.headers["Content-Type"].partition(";")[0]
    assert media_type in described["content"], f"{status} is documented as {list(described['content'])}"
    if media_type.endswith("json"):
        _assert_described(answer.json(), schema=described["content"][media_type])


def _assert_described(value: Any, *, schema: dict[str, Any]) -> None:
    if "code" in value and "instance" in value:
        assert value["code"] in schema["examples"], f"{value['code']} is not documented here"
    error = next(iter(_validator(json.dumps(schema["schema"])).iter_errors(value)), None)
    assert error is None, f"{error.json_path}: {error.message}"


@cache
def _validator(schema: str) -> Draft202012Validator:
    return Draft202012Validator({**json.loads(schema), "components": document()["components"]})
