"""Every error has its row and its shape; tests/docs has what explains it."""

from typing import Any
from uuid import UUID

import pytest
from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.db import OperationalError
from django.http import Http404
from django.test import RequestFactory
from rest_framework.exceptions import Throttled

from api.v1 import errors
from api.v1.problems import PROBLEMS, problem
from api.v1.schema import EXAMPLE_MEMBERS, example
from games import errors as games_errors
from games import recovery
from games.engine import errors as engine_errors
from games.engine.moves import Move, encode
from games.engine.texts import Text
from games.matches import errors as match_errors
from games.moderation import errors as moderation_errors
from tests.api.client import ApiClient, assert_problem
from tests.factories import NOON


def subclasses(root: type[Any]) -> set[type[Any]]:
    return {below for child in root.__subclasses__() for below in {child, *subclasses(child)}}


@pytest.mark.parametrize(
    "error",
    sorted(
        subclasses(errors.ApiError) | subclasses(games_errors.GameError) | subclasses(engine_errors.EngineError),
        key=str,
    ),
)
def test_every_error_has_a_row(error: type[Any]) -> None:
    assert error.code in PROBLEMS


EMPTY_COLUMN = engine_errors.refusal_text("T1-F", engine_errors.Refusal.COLUMN_EMPTY)
GAME_ERRORS = [
    (games_errors.GameNotFound(game_id=UUID(int=1)), {}),
    (
        games_errors.VersionConflict(version=1, current=3, missing=encode([Move.parse("draw"), Move.parse("W-T5")])),
        {"version": 1, "current_version": 3, "missing_moves": ["draw", "W-T5"]},
    ),
    (games_errors.GameFinished(version=9), {"current_version": 9}),
    (
        games_errors.IllegalAppend(index=1, version=8, move="T1-F", reason="column_empty", detail=EMPTY_COLUMN),
        {"index": 1, "version": 8, "move": "T1-F", "reason": "column_empty"},
    ),
    (games_errors.NoSuchTap(index=0, version=8, pile="T1"), {"index": 0, "version": 8, "move": "T1"}),
    (games_errors.ScoreDiffers(claimed=700, computed=655), {"claimed": 700, "computed": 655}),
    (
        games_errors.LimitExceeded(limit="log_events", maximum=5, got=6),
        {"limit": "log_events", "maximum": 5, "got": 6},
    ),
    (games_errors.LimitReached(limit="open_matches", maximum=5), {"limit": "open_matches", "maximum": 5}),
    (games_errors.ReplayNotAllowed(policy="never"), {"reason": "never"}),
    (games_errors.ProofNotFound(deal="DS1-D1N-AAAAAAB"), {}),
    (games_errors.NoDailyDeals(day=NOON.date(), reason="not_yet"), {"reason": "not_yet"}),
    (games_errors.NotDaily(deal="DS1-D1N-AAAAAAB"), {}),
    (
        games_errors.PostingBanned(since=NOON, cause="abuse", note="Write to us."),
        {"since": NOON, "cause": "abuse", "note": "Write to us."},
    ),
    (games_errors.GameNotFinished(game_id=UUID(int=1)), {}),
    (games_errors.ShareNotFound(game_id=UUID(int=1)), {}),
    (games_errors.AlreadyReported(), {}),
    (games_errors.ReportOfOneself(), {}),
    (moderation_errors.ReasonMissing(), {}),
    (moderation_errors.NothingToDecide(said=Text("Cannot hide a game that is hidden.")), {}),
    (moderation_errors.DecisionNotYours(why="own"), {"reason": "own"}),
    (games_errors.BadName(name="", reason="empty", detail=Text("it is empty.")), {"reason": "empty"}),
    (games_errors.NameTaken(name="Ana"), {}),
    (games_errors.BadPassword(reason="password_too_short", detail="Too short."), {"reason": "password_too_short"}),
    (games_errors.BadEmail(email="x"), {}),
    (games_errors.BadCredentials(), {}),
    (games_errors.WrongPassword(), {}),
    (games_errors.AlreadyAccount(), {}),
    (recovery.BadRecovery(), {}),
    (recovery.RecoveryNotPossible(), {}),
    (games_errors.NotAnAccount(), {}),
    (games_errors.PlayerNotFound(player_id=UUID(int=1)), {}),
    (games_errors.TokenNotFound(token_id=UUID(int=1)), {}),
    (match_errors.MatchNotFound(match_id=UUID(int=1)), {}),
    (match_errors.NotAPlayer(match_id=UUID(int=1)), {}),
    (match_errors.WrongStage(stage="over"), {"stage": "over"}),
    (match_errors.AlreadySeated(), {}),
    (
        match_errors.CountConflict(count=1, current=2, action="draw"),
        {"count": 1, "current_count": 2, "action": "draw"},
    ),
    (
        match_errors.IllegalMatchAction(
            action="T1-F", reason="column_empty", version=3, tops=("AS", *[None] * 7), detail=EMPTY_COLUMN
        ),
        {"action": "T1-F", "reason": "column_empty", "version": 3, "tops": ["AS", *[None] * 7]},
    ),
    (match_errors.NothingToClaim(claim_at=NOON), {"claim_at": NOON}),
    (engine_errors.DealCodeError("x", part="text", problem=Text("it is empty")), {"part": "text"}),
]


def test_every_error_of_the_games_is_tried_below() -> None:
    assert {type(error) for error, _ in GAME_ERRORS} >= subclasses(games_errors.GameError)


@pytest.mark.parametrize(("error", "members"), GAME_ERRORS, ids=lambda value: type(value).__name__)
def test_an_error_becomes_its_problem(rf: RequestFactory, error: Any, members: dict[str, Any]) -> None:
    answer = errors.handle(error, {"request": rf.get("/api/v1/x y/")})
    assert answer is not None
    detail = answer.data.detail
    assert answer.data == problem(code=error.code, detail=detail, instance="/api/v1/x%20y/", **members)
    assert str(error) in detail
    assert answer.status_code == answer.data.status


@pytest.mark.parametrize(
    ("error", "code"),
    (
        (Http404(), "not_found"),
        (PermissionDenied(), "permission_denied"),
        (RequestDataTooBig(), "body_too_long"),
        (SuspiciousOperation(), "bad_request"),
        (OperationalError(), "unavailable"),
    ),
)
def test_what_django_raises_becomes_a_problem_too(rf: RequestFactory, error: Exception, code: str) -> None:
    answer = errors.handle(error, {"request": rf.get("/api/v1/")})
    assert answer is not None
    assert (answer.data.code, answer.headers.get("Retry-After")) == (code, "5" if code == "unavailable" else None)


@pytest.mark.parametrize("error", (ZeroDivisionError(), Throttled()))
def test_a_fault_is_left_to_django_to_log_and_answer(rf: RequestFactory, error: Exception) -> None:
    assert errors.handle(error, {"request": rf.get("/api/v1/")}) is None


@pytest.mark.parametrize("code", PROBLEMS)
def test_the_example_of_a_code_has_the_shape_of_its_row(code: str) -> None:
    kind = PROBLEMS[code]
    given = dict(EXAMPLE_MEMBERS[kind.shape])
    assert isinstance(problem(code=code, detail="", instance="", **given), kind.shape)
    assert set(example(code)) == set(kind.shape.__struct_fields__)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("method", "path", "code", "hint"),
    (
        ("GET", "nothing/", "not_found", "Nothing is at /api/v1/nothing/."),
        ("POST", "players", "not_found", "but at /api/v1/players/ with a slash."),
        ("GET", "nothing", "not_found", "Nothing is at /api/v1/nothing."),
        ("GET", "openapi.xml", "not_found", "Nothing is at /api/v1/openapi.xml."),
        ("GET", "players/7/", "not_found", "Nothing is at"),
        ("GET", "/api/v2/", "not_found", "Nothing is here"),
        ("PUT", "players/", "method_not_allowed", '"PUT" not allowed'),
        ("OPTIONS", "players/", "method_not_allowed", "OPTIONS"),
        ("BREW", "players/", "method_not_allowed", "BREW"),
    ),
)
def test_an_address_or_method_that_is_none_is_a_problem(
    anonymous: ApiClient, method: str, path: str, code: str, hint: str
) -> None:
    answer = anonymous.ask(method, path)
    assert_problem(answer, code)
    assert hint in answer.json()["detail"]
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers.get("Allow") == ("POST" if code == "method_not_allowed" else None)


@pytest.mark.django_db
def test_only_json_is_given(anonymous: ApiClient) -> None:
    assert_problem(anonymous.ask("GET", "limits/", accept="text/html"), "not_acceptable")
    assert anonymous.ask("GET", "limits/", accept="text/html, */*;q=0.1").headers["Content-Type"] == "application/json"


@pytest.mark.django_db
def test_a_fault_of_the_service_is_a_problem_that_names_the_request(
    anonymous: ApiClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> None:
        raise ZeroDivisionError("secret")

    monkeypatch.setattr("api.v1.throttles.rates", fail)
    answer = anonymous.ask("GET", "limits/")
    members = assert_problem(answer, "internal_error")
    assert UUID(members["request_id"])
    assert "secret" not in answer.content.decode()


@pytest.mark.django_db
def test_a_host_that_is_not_ours_is_refused_as_a_problem(anonymous: ApiClient) -> None:
    assert_problem(anonymous.ask("GET", "limits/", host="evil.example"), "bad_request")


def test_outside_of_the_api_errors_are_pages(anonymous: ApiClient) -> None:
    assert anonymous.ask("GET", "/nothing/").headers["Content-Type"].startswith("text/html")
