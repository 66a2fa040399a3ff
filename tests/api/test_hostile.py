"""Nonsense sent to every operation there is: 4xx that says where, never a fault; and logs made to cost as they can.

The operations are found in the URLs, so a new one is tried too.
"""

import gc
import re
import time
from collections.abc import Iterator

import pytest
from msgspec.structs import fields

from api.v1.operation import Operation
from api.v1.parsing import Text
from api.v1.urls import urlpatterns
from games.check import check_waiting
from games.models import Game, Player
from tests.api.client import ApiClient
from tests.api.people import DEAL, post_moves, start

pytestmark = pytest.mark.django_db

NOBODY = "0199d3c4-7a51-7c52-8f0e-3c1f6f0e8a11"

BODIES = (
    b"{",
    b"null",
    b"[]",
    b'"draw"',
    b"-1e999",
    b"\xff\xfe{}",
    b"\x00",
    b"[" * 50_000,
    b'{"deal":' * 50_000,
    b'{"deal": "\\u0000"}',
    b'{"deal": "\\ud800", "name": "\\udc00"}',
    b'{"name": 1, "name": 2}',
    b'{"unheard_of": {"deep": [[[]]]}}',
    b'{"version": 99999999999999999999, "moves": {"0": "draw"}, "deal": [], "name": {}, "cause": 0, "password": []}',
)
VALUES = (
    *("", "%00", "a%00b", "%FF", "%ED%A0%80", "%E2%80%AE", "-1", "1e9", "100000000000000", "9" * 400),
    *("null", "%5B%5D", "%27%22%3B--", "..%2F..%2F", "1999-12-31", "2026-11-30T24:00:00Z", "%F0%9F%82%A1", "x" * 5000),
)


def operations(method: str) -> Iterator[tuple[str, Operation]]:
    """The routes of a method below /api/v1/, each with what it declares."""
    for pattern in urlpatterns[:-1]:
        declared = getattr(getattr(pattern.callback.cls, method, None), "operation", None)  # type: ignore[union-attr]
        if isinstance(declared, Operation):
            yield re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", str(pattern.pattern)), declared


WITH_BODY = [
    (method.upper(), route, declared.body)
    for method in ("post", "patch", "delete")
    for route, declared in operations(method)
    if declared.body is not None
]


@pytest.fixture
def names(client: ApiClient, player: Player) -> dict[str, str]:
    """What addresses may name: a game of one's own in play, a match that one has opened, oneself, a deal."""
    game_id = start(client).split("/")[-2]
    match_id = client.ask("POST", "matches/", {}).json()["id"]
    own = {"player_id": str(player.pk), "other_id": str(player.pk)}
    return {"game_id": game_id, "match_id": match_id, "code": DEAL, "token_id": NOBODY, **own}


@pytest.mark.parametrize(
    ("method", "route"),
    [(method, route) for method, route, body in WITH_BODY if not issubclass(body, Text)],
    ids=str,
)
def test_a_body_of_nonsense_is_refused_with_its_place_and_changes_nothing(
    client: ApiClient, names: dict[str, str], method: str, route: str
) -> None:
    for body in BODIES:
        answer = client.ask(method, route.format(**names), body)
        assert answer.status_code in (400, 422), (body[:40], answer.content)
        problem = answer.json()
        assert problem["code"] in ("malformed_body", "invalid_fields"), (body[:40], problem)
        assert all({"pointer", "code", "detail"} <= error.keys() for error in problem["errors"])
    assert (Player.objects.count(), Game.objects.count()) == (1, 1)


@pytest.mark.parametrize(
    ("method", "route"),
    [(method, route) for method, route, body in WITH_BODY if issubclass(body, Text)],
    ids=str,
)
def test_a_text_of_nonsense_is_refused_and_changes_nothing(
    client: ApiClient, names: dict[str, str], method: str, route: str
) -> None:
    for body in (*BODIES, b'[Deal "DS1-D1N-AAAAAAB"', b"1. draw=XX", b"(" * 50_000):
        answer = client.ask(method, route.format(**names), body, content_type="text/plain")
        assert answer.status_code in (400, 422), (body[:40], answer.content)
    assert (Player.objects.count(), Game.objects.count()) == (1, 1)


@pytest.mark.parametrize("route", [route for route, _ in operations("get")], ids=str)
def test_parameters_of_nonsense_are_refused_by_name_or_find_nothing(
    client: ApiClient, names: dict[str, str], route: str
) -> None:
    (declared,) = [declared for found, declared in operations("get") if found == route]
    parameters = [field.encode_name for field in fields(declared.query)]
    missing = {field.encode_name for field in fields(declared.query) if field.required}
    for name in (*parameters, "unheard_of"):
        for value in VALUES:
            answer = client.ask("GET", f"{route.format(**names)}?{name}={value}")
            assert answer.status_code < 500, (name, value, answer.content)
            if answer.status_code == 400 and answer.json()["code"] == "invalid_parameters":
                named = {error["parameter"] for error in answer.json()["errors"]}
                assert named <= {name, *missing}, (name, value, named)
        assert name in parameters or answer.status_code == 400, (name, answer.content)


@pytest.mark.parametrize("text", ("%00", "%FF", "%ED%A0%80", "x" * 3000, "%F0%9F%82%A1", "-1", NOBODY, "..%2Fetc"))
def test_an_address_of_nonsense_is_not_found_or_refused(client: ApiClient, text: str) -> None:
    routes = [route for route, _ in operations("get") if "{" in route]
    for route in routes:
        answer = client.ask("GET", re.sub(r"{\w+}", text, route))
        assert answer.status_code in (400, 404), (route, answer.content)


@pytest.fixture
def no_collector() -> Iterator[None]:
    """A collection of the garbage of all tests before could take longer than what is measured."""
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("no_collector")
def test_a_log_that_undoes_everything_again_and_again_is_checked_in_time_linear_in_its_length(
    client: ApiClient,
) -> None:
    round_trip = [*([*["draw"] * 59, "recycle"] * 4)[:200], *["undo"] * 200]
    seconds = []
    for length in (5, 50):
        url = post_moves(client, DEAL, round_trip * length, score=0).json()["url"]
        begun = time.process_time()
        assert check_waiting(limit=1) == 1
        seconds.append(time.process_time() - begun)
        state = client.ask("GET", url).json()
        assert (state["status"], state["moves"], state["undos"]) == ("verified", 200 * length, 200 * length)
    assert seconds[1] < 30 * seconds[0], seconds  # ten times as long a log: in quadratic time, a hundred
