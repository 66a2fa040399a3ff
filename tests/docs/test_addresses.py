"""The requests that the pages show are requests that the API takes."""

import json
import re

import msgspec
import pytest
from django.urls import resolve

from api.v1.operation import Operation, operation_of
from tests.docs.page import PAGES, Page

_REQUEST = re.compile(r"\b(GET|POST|PATCH|DELETE) (/api/v1/\S+?)(?:\?[^`\s]*)?(?=[`\s,.]|$)")
_GAME = "019ad3c4-7a51-7c52-8f0e-3c1f6f0e8a11"

SHOWN = sorted({(*found, path.stem) for path in PAGES for found in _REQUEST.findall(path.read_text())})
BODIES = [
    pytest.param(block.text, id=block.text.splitlines()[0])
    for block in Page.of("client-guide").blocks
    if block.language == "http" and block.text.startswith("POST")
]


def operation_at(method: str, path: str) -> Operation:
    path = path.replace("{id}", _GAME).replace("{code}", "DS1-D1N-AAAAAAB")
    return operation_of(resolve(path).func.cls, method=method)  # type: ignore[attr-defined]


@pytest.mark.parametrize(("method", "path", "shown_on"), SHOWN)
def test_an_operation_that_a_page_names_is_there(method: str, path: str, shown_on: str) -> None:
    assert operation_at(method, path), shown_on


@pytest.mark.parametrize("shown", BODIES)
def test_a_body_that_the_guide_shows_is_taken(shown: str) -> None:
    method, path = shown.splitlines()[0].split()
    declared = operation_at(method, path)
    assert declared.body is not None
    body = json.loads(shown[shown.index("\n{") :])
    assert msgspec.convert(body, declared.body, strict=True)


def test_a_post_that_the_guide_sends_with_a_key_takes_one() -> None:
    keyed = [block.text.split()[:2] for block in Page.of("client-guide").blocks if "Idempotency-Key:" in block.text]
    assert keyed == [["POST", "/api/v1/scores/"]]
    assert all(operation_at(*request).is_idempotent for request in keyed)


def test_the_guide_names_every_step_of_a_game() -> None:
    named = {operation_at(method, path).id for method, path, page in SHOWN if page == "client-guide"}
    steps = {"register_player", "new_deal", "start_game", "append_moves", "finish_game", "post_score", "get_game"}
    assert steps <= named
