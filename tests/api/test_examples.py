"""The examples of the OpenAPI document: what one may send, and what really comes back."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from jsonschema import Draft202012Validator

from api.v1 import examples
from api.v1.browse import document
from api.v1.operation import Operation
from api.v1.urls import urlpatterns
from games.check import check_waiting
from tests.api.people import newcomer

DOCUMENT = document()
BODIES = [
    pytest.param(content, id=operation["operationId"])
    for path in DOCUMENT["paths"].values()
    for operation in path.values()
    for content in operation.get("requestBody", {}).get("content", {}).values()
]
ANSWERS = [
    pytest.param(content, id=f"{operation['operationId']} {status}")
    for path in DOCUMENT["paths"].values()
    for operation in path.values()
    for status, answer in operation["responses"].items()
    for content in answer.get("content", {}).values()
    if status < "400" and "example" in content
]


def operations() -> Iterator[Operation]:
    for pattern in urlpatterns:
        view: Any = pattern.callback.cls  # type: ignore[union-attr]
        for method in ("get", "post", "put", "patch", "delete"):
            declared = getattr(getattr(view, method, None), "operation", None)
            if isinstance(declared, Operation):
                yield declared


@pytest.mark.parametrize("content", (*BODIES, *ANSWERS))
def test_an_example_is_what_its_schema_says(content: dict[str, Any]) -> None:
    schema = {**content["schema"], "components": DOCUMENT["components"]}
    assert "example" in content
    assert [error.message for error in Draft202012Validator(schema).iter_errors(content["example"])] == []


@pytest.mark.parametrize("declared", [one for one in operations() if one.body is not None], ids=lambda one: one.id)
def test_an_example_of_a_body_is_read(declared: Operation) -> None:
    assert declared.example is not None
    assert declared.body is not None
    msgspec.convert(declared.example, declared.body, strict=True)


@pytest.mark.django_db
def test_the_game_of_the_examples_is_answered_as_they_say() -> None:
    client = newcomer("Ana").client
    told = {declared.id: declared for declared in operations()}
    started = client.ask("POST", "games/", told["start_game"].example)
    url = started.json()["url"]
    answers = {
        "start_game": started,
        "append_moves": client.ask("POST", f"{url}moves/", told["append_moves"].example),
        "finish_game": client.ask("POST", f"{url}finish/", told["finish_game"].example),
    }
    check_waiting(limit=1)
    answers |= {
        "get_game": client.ask("GET", url),
        "list_games": client.ask("GET", "games/"),
        "get_log": client.ask("GET", f"{url}log/"),
        "get_replay": client.ask("GET", f"{url}replay/"),
    }
    for name, answer in answers.items():
        example = told[name].answer
        assert example is not None
        assert _told(answer.json()) == _told(msgspec.to_builtins(example())), name


def _told(value: Any) -> Any:
    """An answer without what differs from game to game: ids, addresses, times, hashes."""
    differs = ("id", "url", "receipt", "hash", "genesis", "at", "started_at", "finished_at")
    if isinstance(value, dict):
        return {name: _told(part) for name, part in value.items() if name not in differs or isinstance(part, int)}
    return [_told(part) for part in value] if isinstance(value, list) else value


def test_the_receipts_of_the_examples_are_true() -> None:
    state, log = examples.finished(), msgspec.to_builtins(_answer("get_log"))
    assert [batch["hash"] for batch in log["batches"]] == [examples.APPENDED.hex(), state.receipt]
    assert (log["genesis"], log["receipt"]) == (examples.started().receipt, state.receipt)


def _answer(name: str) -> Any:
    (declared,) = (one for one in operations() if one.id == name)
    assert declared.answer is not None
    return declared.answer()


def test_every_answer_about_games_deals_boards_and_matches_has_an_example() -> None:
    tags = ("Games", "Deals", "Scores", "Leaderboards", "Matches")
    answering = [one for one in operations() if one.tag in tags and set(one.returns) != {204}]
    assert [one.id for one in answering if one.answer is None] == []
