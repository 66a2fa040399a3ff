"""The OpenAPI document: complete enough to make a client of, and served with pages to try it in."""

import json
import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
import yaml
from django.urls import get_resolver
from drf_spectacular.validation import validate_schema
from jsonschema import Draft202012Validator

from api.v1.browse import document
from api.v1.operation import Operation
from api.v1.parsing import Body, Text
from api.v1.problems import PROBLEMS
from games.engine.match.actions import ACTIONS
from games.engine.moves import MOVES
from tests.api.client import ApiClient

METHODS = {"get", "post", "put", "patch", "delete"}


def operations() -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, methods in document()["paths"].items():
        for method, described in methods.items():
            yield path, method, described


def declared() -> dict[str, Operation]:
    """The operations of all resources, by their ids."""
    found = {}
    for pattern in get_resolver("api.v1.urls").url_patterns:
        for method in sorted(METHODS):  # every process of a run must collect them in one order
            operation = getattr(getattr(pattern.callback.cls, method, None), "operation", None)  # type: ignore[union-attr]
            if operation is not None:
                found[operation.id] = operation
    return found


def test_the_document_is_valid_openapi_3_1() -> None:
    assert document()["openapi"].startswith("3.1")
    validate_schema(document())


def test_every_operation_of_the_resources_is_in_it_once() -> None:
    ids = [described["operationId"] for _, _, described in operations()]
    assert len(ids) == len(set(ids))
    assert set(ids) == declared().keys() - {"get_openapi_json", "get_openapi_yaml"}


def test_every_operation_says_what_it_does_takes_and_answers() -> None:
    for path, method, described in operations():
        assert described["summary"], path
        assert len(described["tags"]) == 1
        assert {"400", "429", "default"} <= described["responses"].keys()
        assert any(status.startswith("2") for status in described["responses"])
        assert ("requestBody" in described) is (declared()[described["operationId"]].body is not None), (path, method)


def test_what_needs_a_token_says_so() -> None:
    for _, _, described in operations():
        is_public = declared()[described["operationId"]].is_public
        assert described["security"] == ([{"token": []}, {}] if is_public else [{"token": []}])
    assert document()["components"]["securitySchemes"]["token"]["scheme"] == "bearer"


def test_every_address_part_is_described() -> None:
    for path, _, described in operations():
        parts = re.findall(r"{(\w+)}", path)
        assert [row["name"] for row in described["parameters"] if row["in"] == "path"] == parts
        assert all(row.get("description") for row in described["parameters"])


def test_every_post_takes_a_key_but_for_tokens_what_has_versions_and_what_keeps_nothing() -> None:
    without = {
        described["operationId"]
        for _, method, described in operations()
        if method == "post" and not declared()[described["operationId"]].is_idempotent
    }
    mailed = {"ask_recovery", "recover_password"}  # by the address and by the token, each once
    versioned = {"append_moves", "finish_game", "play_action"}
    assert without == {"register_player", "sign_in", "change_password", "new_deal", "open_stream", *mailed, *versioned}


@pytest.mark.parametrize(
    ("body", "field", "all_of_them"),
    (("PostScore", "moves", MOVES), ("SendAction", "action", ACTIONS)),
)
def test_the_pattern_of_a_move_has_all_of_them_and_nothing_else(
    body: str, field: str, all_of_them: tuple[object, ...]
) -> None:
    schema = document()["components"]["schemas"][body]["properties"][field]
    pattern = schema.get("items", schema)["pattern"]
    piles = [f"{letter}{number}" for letter in "WTFS" for number in ("", *range(11))]
    words = ("draw", "recycle", "undo", "pass", "resign", "", "Draw", "draw ", "T1-T2x1")
    texts = [*words, *(f"{source}-{target}" for source in piles for target in piles)]
    assert {text for text in texts if re.search(pattern, text)} == set(map(str, all_of_them))


@pytest.mark.parametrize("sent", ({"tap": "T1", "double_tap": "T1"}, {}, {"tap": None}))
def test_a_tap_that_would_be_refused_is_none_by_the_document(sent: dict[str, Any]) -> None:
    schemas = document()["components"]["schemas"]
    assert Draft202012Validator(schemas["SentTap"]).is_valid({"tap": "T1"})
    assert not Draft202012Validator(schemas["SentTap"]).is_valid(sent)


@pytest.mark.parametrize(
    ("sent", "is_valid"),
    (
        ({}, True),
        ({"name": "Ana", "email": ""}, True),
        ({"name": "Ana", "password": "seven lucky foundations", "email": "ana@example.org"}, True),
        ({"email": "ana@example.org"}, False),
        ({"password": "seven lucky foundations"}, False),
        ({"name": None, "password": "seven lucky foundations"}, False),
    ),
)
@pytest.mark.django_db
def test_what_registers_is_the_same_by_the_document_and_by_the_service(
    anonymous: ApiClient, sent: dict[str, Any], is_valid: bool
) -> None:
    assert Draft202012Validator(document()["components"]["schemas"]["Register"]).is_valid(sent) is is_valid
    assert anonymous.ask("POST", "players/", sent).status_code == (201 if is_valid else 400)


@pytest.mark.parametrize("operation", declared().values(), ids=lambda operation: operation.id)
def test_the_example_of_a_body_is_one(operation: Operation) -> None:
    if operation.body is None:
        assert operation.example is None
        return
    assert issubclass(operation.body, Body)
    example = operation.example or {}
    assert isinstance(msgspec.convert(dict(example), operation.body), operation.body)


def test_every_struct_has_a_description_and_bodies_refuse_other_fields() -> None:
    schemas = document()["components"]["schemas"]
    bodies = {operation.body.__name__ for operation in declared().values() if operation.body not in (None, Text)}
    for name, schema in schemas.items():
        if schema.get("type") == "object":
            assert schema.get("description"), name
    assert all(schemas[name]["additionalProperties"] is False for name in bodies)


def test_every_example_of_a_problem_fits_its_schema() -> None:
    components = document()["components"]
    seen = set()
    for _, _, described in operations():
        for answer in described["responses"].values():
            problem = answer.get("content", {}).get("application/problem+json")
            for code, example in (problem or {}).get("examples", {}).items():
                seen.add(code)
                Draft202012Validator({**problem["schema"], "components": components}).validate(example["value"])
    assert seen <= PROBLEMS.keys()


def test_a_refusal_by_rate_says_when_to_try_again() -> None:
    for _, _, described in operations():
        assert "Retry-After" in described["responses"]["429"]["headers"]


@pytest.mark.django_db
def test_the_document_is_served_as_json_and_as_yaml_and_only_once(anonymous: ApiClient) -> None:
    as_json, as_yaml = anonymous.ask("GET", "openapi.json"), anonymous.ask("GET", "openapi.yaml")
    assert json.loads(as_json.content) == yaml.safe_load(as_yaml.content) == json.loads(json.dumps(document()))
    assert (as_json.headers["Content-Type"], as_yaml.headers["Content-Type"]) == (
        "application/json",
        "application/yaml; charset=utf-8",
    )
    again = anonymous.ask("GET", "openapi.json", if_none_match=as_json.headers["ETag"])
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.django_db
def test_the_pages_to_try_it_in_load_nothing_from_elsewhere(anonymous: ApiClient) -> None:
    html = anonymous.get("/api/v1/docs/").content.decode()
    (own_script,) = re.findall(r'src="(/api/v1/docs/[^"]*)"', html)
    assert "/api/v1/openapi.json" in anonymous.get(own_script).content.decode()
    assert not re.findall(r"""(?:src|href)=["'](?:https?:)?//""", html)
