"""An operation: what one method of one address takes and gives, said once.

The declaration drives everything: what is parsed, who is let in, whether a key makes the request idempotent, and the
OpenAPI document. So none of them can drift from the others.

    class Games(Resource):
        @operation(
            id="start_game",
            tag="Games",
            body=StartGame,                     # a parsing.Body; absent for methods without one
            returns={201: GameState},           # by status; the first one is what a plain return gets
            errors=("bad_deal_code",),          # codes beyond those that follow from the rest
            idempotent=True,                    # takes an Idempotency-Key
        )
        def post(self, request: Request, *, player: Player, body: StartGame) -> Reply:
            \"""Start a game.                    # the first line is the summary, the rest the description

            The log is empty...
            \"""
            game = services.start_game(player=player, code=...)
            return Reply(state_of(game), location=...)

A handler gets what its declaration names: `player` (or, for a public operation, `viewer`, who may be None), `body`,
`query`, and what the address holds. It returns a struct, or a Reply when the status or headers are not the usual ones.
It raises errors; it never builds an answer for them.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import wraps
from hashlib import sha256
from inspect import cleandoc
from typing import Any, Final

import msgspec
from django.http import HttpResponseBase
from django.utils.cache import get_conditional_response
from rest_framework.exceptions import MethodNotAllowed
from rest_framework.request import Request
from rest_framework.response import Response

from api.v1 import idempotency
from api.v1.auth import viewer_of
from api.v1.languages import holds_texts, language_headers
from api.v1.parsing import Body, NoQuery, Query, parse_body, parse_query
from api.v1.rendering import encode
from games.models import Player


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """The declaration of one method."""

    id: str
    tag: str
    summary: str
    description: str
    returns: Mapping[int, Any]
    body: type[Body] | None = None
    query: type[Query] = NoQuery
    errors: tuple[str, ...] = ()
    # Anybody may ask; a token is still checked if there is one.
    is_public: bool = False
    is_idempotent: bool = False
    has_etag: bool = False
    # Names of the rates that count this operation beside those of every request.
    rates: tuple[str, ...] = ()
    # A body to show in the documentation; a test parses it.
    example: Mapping[str, Any] | None = None
    # Makes the answer to show with it; a test holds it against its schema.
    answer: Callable[[], Any] | None = None
    # What the answer is when it is not JSON.
    media_type: str = "application/json"


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer with more to it than its data."""

    data: Any = None
    status: int | None = None
    location: str | None = None
    etag: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict)


Handler = Callable[..., Any]

NO_STORE: Final = "no-store"
REVALIDATE: Final = "private, no-cache"


def operation(  # noqa: PLR0913
    *,
    id: str,
    tag: str,
    returns: Mapping[int, Any],
    body: type[Body] | None = None,
    query: type[Query] | None = None,
    errors: tuple[str, ...] = (),
    public: bool = False,
    idempotent: bool = False,
    etag: bool = False,
    rates: tuple[str, ...] = (),
    example: Mapping[str, Any] | None = None,
    answer: Callable[[], Any] | None = None,
    media_type: str = "application/json",
) -> Callable[[Handler], Callable[..., HttpResponseBase]]:
    """Make a method of a Resource an operation; the module's docstring shows how."""

    def decorate(handler: Handler) -> Callable[..., HttpResponseBase]:
        summary, _, description = cleandoc(handler.__doc__ or "").partition("\n")
        if not summary:
            raise TypeError(f"the operation {id} has no docstring to describe it")
        declared = Operation(
            id=id,
            tag=tag,
            summary=summary.rstrip("."),
            description=description.strip(),
            returns=returns,
            body=body,
            query=query or NoQuery,
            errors=errors,
            is_public=public,
            is_idempotent=idempotent,
            has_etag=etag,
            rates=rates,
            example=example,
            answer=answer,
            media_type=media_type,
        )

        @wraps(handler)
        def run(view: Any, request: Request, **path: Any) -> HttpResponseBase:
            return _run(declared, handler=handler, view=view, request=request, path=path)

        run.operation = declared  # type: ignore[attr-defined]
        return run

    return decorate


def operation_of(view: object, *, method: str) -> Operation:
    """Return what a view's method declares. Raises MethodNotAllowed if there is no such method."""
    declared = getattr(getattr(view, method.lower(), None), "operation", None)
    if not isinstance(declared, Operation):
        raise MethodNotAllowed(method)
    return declared


def _run(
    declared: Operation, *, handler: Handler, view: object, request: Request, path: dict[str, Any]
) -> HttpResponseBase:
    """Parse what the operation takes, do it, and answer."""
    viewer = viewer_of(request)
    arguments: dict[str, Any] = {**path, "viewer" if declared.is_public else "player": viewer}
    query = parse_query(request, declared.query)
    if declared.query is not NoQuery:
        arguments["query"] = query
    if declared.body is not None:
        arguments["body"] = parse_body(request, declared.body)

    key = idempotency.key_of(request) if declared.is_idempotent else None
    if key is None or viewer is None:
        reply = handler(view, request, **arguments)
        return reply if isinstance(reply, HttpResponseBase) else _respond(declared, request=request, reply=reply)
    answer = idempotency.once(
        player=viewer,
        route=f"{request.method} {request.path}",
        key=key,
        body=arguments.get("body"),
        run=lambda: _keep(declared, reply=handler(view, request, **arguments)),
    )
    headers = {**answer.headers, "Cache-Control": NO_STORE}
    if answer.is_replayed:
        headers[idempotency.REPLAYED] = "true"
    return Response(msgspec.Raw(answer.body), status=answer.status, headers=headers)


def _respond(declared: Operation, *, request: Request, reply: Any) -> HttpResponseBase:
    reply = reply if isinstance(reply, Reply) else Reply(reply)
    status = _status(declared, reply=reply)
    headers = _headers(declared, reply=reply)
    if not declared.has_etag:
        return Response(reply.data, status=status, headers=headers)
    # Of what is sent, unless the resource knows better: so it cannot miss a change.
    data = reply.data if isinstance(reply.data, (str, msgspec.Raw)) else msgspec.Raw(encode(reply.data))
    etag = reply.etag or sha256(data.encode() if isinstance(data, str) else data).hexdigest()[:32]
    headers |= {"ETag": f'"{etag}"', "Cache-Control": reply.headers.get("Cache-Control", REVALIDATE)}
    answer = Response(data, status=status, headers=headers)
    return get_conditional_response(request._request, etag=headers["ETag"], response=answer) or answer


def _keep(declared: Operation, *, reply: Any) -> idempotency.Answer:
    reply = reply if isinstance(reply, Reply) else Reply(reply)
    headers = _headers(declared, reply=reply)
    del headers["Cache-Control"]
    return idempotency.Answer(status=_status(declared, reply=reply), body=encode(reply.data), headers=headers)


def _status(declared: Operation, *, reply: Reply) -> int:
    """Return the reply's status. Raises RuntimeError for one that the operation does not declare."""
    status = next(iter(declared.returns)) if reply.status is None else reply.status
    if status not in declared.returns:
        raise RuntimeError(f"the operation {declared.id} answered {status}, which it does not declare")
    return status


def _headers(declared: Operation, *, reply: Reply) -> dict[str, str]:
    headers = {"Cache-Control": NO_STORE, **reply.headers}
    if any(map(holds_texts, declared.returns.values())):
        headers |= language_headers()
    if reply.location is not None:
        headers["Location"] = reply.location
    return headers


__all__ = ["Operation", "Player", "Reply", "operation", "operation_of"]
