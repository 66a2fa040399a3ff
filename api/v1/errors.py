"""From exceptions to problems: the API's own errors, and what turns each exception into its answer.

    ApiError
    ├── MalformedBody         a body that is not JSON, or not UTF-8, and where it stops being so
    ├── InvalidFields         a body with fields that cannot be used
    ├── InvalidParameters     a query with parameters that cannot be used
    ├── BadIdempotencyKey     a key that is no key
    ├── KeyReused             a key that came with another body before
    ├── LengthRequired        a body of unknown length
    ├── BodyTooLong           a body beyond the published limit
    ├── UnsupportedMedia      a body of another media type than the operation takes
    ├── TooManyRequests       beyond a published rate
    └── NothingHere           an address that leads nowhere

Errors of the games and of the engine pass through as they are: their `code` finds the row in `problems.PROBLEMS`, and
`_MEMBERS` has what goes into the answer beside the sentence. A resource raises; it never builds an answer for an error.
"""

import sys
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, ClassVar, Final

import structlog
from django.core.exceptions import BadRequest, PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.http.request import RawPostDataException, UnreadablePostError
from django.template import loader
from django.utils.encoding import escape_uri_path
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django.views import defaults
from rest_framework import exceptions
from rest_framework.response import Response

from api.v1.languages import language_headers
from api.v1.problems import FieldError, ParameterError, Problem, problem
from api.v1.rendering import PROBLEM_JSON, encode
from games import errors as games_errors
from games.engine import errors as engine_errors
from games.engine import moves as engine_moves
from games.limits import MAX_BODY_BYTES
from games.matches import errors as match_errors
from games.moderation import errors as moderation_errors
from games.texts import worded

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

CHALLENGE: Final = 'Bearer realm="double-solitaire"'

_log = structlog.get_logger(__name__)


class ApiError(Exception):
    """The root. `code` has a row in PROBLEMS, `members` are that row's extra members."""

    code: ClassVar[str]
    headers: Mapping[str, str] = {}

    def __init__(self, detail: str, **members: object) -> None:
        super().__init__(detail)
        self.detail = detail
        self.members = members


class MalformedBody(ApiError):
    code = "malformed_body"

    def __init__(self, detail: str, *, pointer: str = "") -> None:
        super().__init__(detail, errors=[FieldError(pointer=pointer, code=self.code, detail=detail)])


class InvalidFields(ApiError):
    """One or several fields that cannot be used, each with its pointer."""

    code = "invalid_fields"

    def __init__(self, *errors: FieldError) -> None:
        body = gettext("The body")
        super().__init__(" ".join(f"{error.pointer or body}: {error.detail}" for error in errors), errors=errors)


class InvalidParameters(ApiError):
    code = "invalid_parameters"

    def __init__(self, *errors: ParameterError) -> None:
        super().__init__(" ".join(f"{error.parameter}: {error.detail}" for error in errors), errors=errors)


class BadIdempotencyKey(ApiError):
    code = "bad_idempotency_key"


class KeyReused(ApiError):
    code = "idempotency_key_reused"


class LengthRequired(ApiError):
    code = "length_required"


class BodyTooLong(ApiError):
    code = "body_too_long"

    def __init__(self, *, got: int | None = None) -> None:
        known = {} if got is None else {"got": got}
        detail = gettext("A body may have %(maximum)s bytes.") % {"maximum": MAX_BODY_BYTES}
        super().__init__(detail, limit="body_bytes", maximum=MAX_BODY_BYTES, **known)


class UnsupportedMedia(ApiError):
    code = "unsupported_media_type"


class TooManyRequests(ApiError):
    code = "throttled"

    def __init__(self, *, limit: str, hits: int, seconds: int, retry_after: int) -> None:
        detail = gettext("More than %(hits)s requests in %(seconds)s seconds.") % {"hits": hits, "seconds": seconds}
        again = ngettext("Try again in %(n)s second.", "Try again in %(n)s seconds.", retry_after) % {"n": retry_after}
        super().__init__(f"{detail} {again}", limit=limit, retry_after=retry_after)
        self.headers = {"Retry-After": str(retry_after)}


class NothingHere(ApiError):
    code = "not_found"


# The members of an answer beside its sentence, for each error that has some.
_MEMBERS: Final[Mapping[type[Exception], Callable[[Any], dict[str, object]]]] = {
    games_errors.VersionConflict: lambda error: {
        "version": error.version,
        "current_version": error.current,
        "missing_moves": [str(move) for move in engine_moves.decode(error.missing)],
    },
    games_errors.GameFinished: lambda error: {"current_version": error.version},
    games_errors.IllegalAppend: lambda error: {
        "index": error.index,
        "move": error.move,
        "reason": error.reason,
        "version": error.version,
    },
    games_errors.NoSuchTap: lambda error: {"index": error.index, "move": error.pile, "version": error.version},
    games_errors.ScoreDiffers: lambda error: {"claimed": error.claimed, "computed": error.computed},
    games_errors.LimitExceeded: lambda error: {"limit": error.limit, "maximum": error.maximum, "got": error.got},
    games_errors.LimitReached: lambda error: {"limit": error.limit, "maximum": error.maximum},
    games_errors.ReplayNotAllowed: lambda error: {"reason": error.policy},
    games_errors.PostingBanned: lambda error: {"since": error.since, "cause": error.cause, "note": error.note},
    moderation_errors.DecisionNotYours: lambda error: {"reason": error.why},
    games_errors.NoDailyDeals: lambda error: {"reason": error.reason},
    games_errors.BadName: lambda error: {"reason": str(error.reason)},
    games_errors.BadPassword: lambda error: {"reason": error.reason},
    match_errors.WrongStage: lambda error: {"stage": error.stage},
    match_errors.CountConflict: lambda error: {
        "count": error.count,
        "current_count": error.current,
        "action": error.action,
    },
    match_errors.IllegalMatchAction: lambda error: {
        "action": error.action,
        "reason": error.reason,
        "version": error.version,
        "tops": list(error.tops),
    },
    match_errors.NothingToClaim: lambda error: {"claim_at": error.claim_at},
    engine_errors.MovetextError: lambda error: {
        "line": error.line,
        **({} if error.index is None else {"index": error.index}),
    },
    engine_errors.DealCodeError: lambda error: {"part": error.part},
}

_FRAMEWORK_CODES: Final[Mapping[type[Exception], str]] = {
    Http404: "not_found",
    PermissionDenied: "permission_denied",
    RequestDataTooBig: "body_too_long",
    SuspiciousOperation: "bad_request",
    BadRequest: "bad_request",
    UnreadablePostError: "bad_request",
    RawPostDataException: "bad_request",
    exceptions.NotFound: "not_found",
    exceptions.ParseError: "bad_request",
    exceptions.NotAuthenticated: "not_authenticated",
    exceptions.AuthenticationFailed: "invalid_token",
    exceptions.PermissionDenied: "permission_denied",
    exceptions.MethodNotAllowed: "method_not_allowed",
    exceptions.NotAcceptable: "not_acceptable",
    exceptions.UnsupportedMediaType: "unsupported_media_type",
    # The database is away, or gave way to somebody else (a deadlock, a time-out): the same request may succeed soon.
    OperationalError: "unavailable",
    InterfaceError: "unavailable",
}
_DETAILS: Final[Mapping[str, "StrOrPromise"]] = {
    "not_found": _("Nothing is here under this address."),
    "permission_denied": _("This may not be done with this token."),
    "bad_request": _("The request cannot be read."),
    "unavailable": _("The service cannot answer at the moment. Try the same again in a few seconds."),
}
_RETRY_UNAVAILABLE: Final = "5"


def handle(error: Exception, context: Mapping[str, Any]) -> Response | None:
    """Return the answer for an exception raised by a resource; None for a fault, which Django logs and answers."""
    request = context["request"]
    described = _describe(error)
    if described is None:
        return None
    code, detail, members = described
    # A cache may keep a 404 of its own accord; what is missing now may be there soon.
    headers = {"Cache-Control": "no-store", **language_headers(), **getattr(error, "headers", {})}
    if code == "unavailable":
        _log.error("api_unavailable", exc_info=error)
        headers["Retry-After"] = _RETRY_UNAVAILABLE
    if isinstance(error, exceptions.MethodNotAllowed):
        headers["Allow"] = ", ".join(context["view"].allowed_methods)
    answer = problem(code=code, detail=detail, instance=_instance(request), **members)
    if answer.status == HTTPStatus.UNAUTHORIZED:
        headers["WWW-Authenticate"] = getattr(error, "auth_header", CHALLENGE)
    return Response(answer, status=answer.status, headers=headers, content_type=PROBLEM_JSON)


def _describe(error: Exception) -> tuple[str, str, dict[str, object]] | None:
    """Return an exception's code, sentence and members; None if it is a fault of the service."""
    if isinstance(error, ApiError):
        return error.code, error.detail, error.members
    if isinstance(error, RequestDataTooBig):
        return _describe(BodyTooLong())
    if isinstance(error, (games_errors.GameError, engine_errors.EngineError)):
        members = _MEMBERS.get(type(error))
        # The engine's texts are clauses, which others put into sentences of their own.
        sentence = worded(error.text) + ("." if isinstance(error, engine_errors.EngineError) else "")
        return error.code, sentence, members(error) if members else {}
    for kind, code in _FRAMEWORK_CODES.items():
        if isinstance(error, kind):
            said = error.detail if isinstance(error, exceptions.APIException) else None
            return code, str(said or _DETAILS[code]), {}
    return None


def problem_response(request: HttpRequest, *, code: str, detail: str, **members: object) -> HttpResponse:
    """Return a problem outside of the resources, as a plain Django answer."""
    answer: Problem = problem(code=code, detail=detail, instance=_instance(request), **members)
    headers = {"Cache-Control": "no-store", **language_headers()}
    return HttpResponse(encode(answer), status=answer.status, content_type=PROBLEM_JSON, headers=headers)


def _instance(request: HttpRequest) -> str:
    return escape_uri_path(request.path)


def _is_api(request: HttpRequest) -> bool:
    return request.path.startswith("/api/")


# What config.urls names as handler400, handler403, handler404 and handler500.


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    """Answer a request that Django refused before it reached a view."""
    if not _is_api(request):
        return defaults.bad_request(request, exception)
    if isinstance(exception, RequestDataTooBig):
        too_long = BodyTooLong()
        return problem_response(request, code=too_long.code, detail=too_long.detail, **too_long.members)
    return problem_response(request, code="bad_request", detail=str(_DETAILS["bad_request"]))


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    if not _is_api(request):
        return defaults.permission_denied(request, exception)
    return problem_response(request, code="permission_denied", detail=str(_DETAILS["permission_denied"]))


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    if not _is_api(request):
        return defaults.page_not_found(request, exception)
    return problem_response(request, code="not_found", detail=str(_DETAILS["not_found"]))


def server_error(request: HttpRequest) -> HttpResponseBase:
    """Answer a fault of the service, or that its database is away; Django has logged it with its traceback."""
    if isinstance(sys.exception(), (OperationalError, InterfaceError)):
        return _unavailable(request)
    if not _is_api(request):
        return defaults.server_error(request)
    request_id = structlog.contextvars.get_contextvars().get("request_id")
    return problem_response(
        request,
        code="internal_error",
        detail=gettext("The service failed; nothing was changed. The fault is logged under the request id."),
        request_id=request_id,
    )


def _unavailable(request: HttpRequest) -> HttpResponseBase:
    """Answer where the database is away before a resource has the request, or under a page."""
    if _is_api(request):
        answer = problem_response(request, code="unavailable", detail=str(_DETAILS["unavailable"]))
    else:
        answer = HttpResponse(loader.render_to_string("503.html"), status=HTTPStatus.SERVICE_UNAVAILABLE)
        answer["Cache-Control"] = "no-store"
    answer["Retry-After"] = _RETRY_UNAVAILABLE
    return answer
