"""The OpenAPI 3.1 document, derived from what the operations declare and from the structs that they read and write.

Nothing is described a second time here: types, limits and field descriptions are the structs' own (msgspec gives
their JSON Schema), summaries are the handlers' docstrings, and the problems come from `problems.PROBLEMS`.
"""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Final
from uuid import UUID

import msgspec
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import ComponentIdentity, ComponentRegistry, ResolvedComponent
from msgspec import Meta

from api.v1 import idempotency, problems
from api.v1.document import INTRODUCTION, TAGS
from api.v1.languages import holds_texts
from api.v1.operation import Operation, operation_of
from api.v1.parsing import Body, NoQuery, Text
from api.v1.problems import PROBLEMS, TYPE_ROOT, Problem
from api.v1.rendering import JSON, PLAIN, PROBLEM_JSON

Schema = dict[str, Any]

_REFERENCE: Final = "#/components/schemas/{name}"
_SECURITY: Final = "token"
#: What every text that is read must fit, as PostgreSQL cannot keep a NUL (`parsing` refuses it wherever it stands).
_NO_NUL: Final = r"^[^\x00]*$"

#: What stands in addresses, by name. A new name must be described here.
PATH_PARAMETERS: Final[Mapping[str, Any]] = {
    "game_id": Annotated[UUID, Meta(description="The game's id.")],
    "match_id": Annotated[UUID, Meta(description="The match's id.")],
    "player_id": Annotated[UUID, Meta(description="The player's id.")],
    "other_id": Annotated[UUID, Meta(description="The other player's id.")],
    "token_id": Annotated[UUID, Meta(description="The id of the token; not the token itself.")],
    "code": Annotated[
        str,
        Meta(
            description="A deal code; its case does not matter.",
            pattern="^[Dd][Ss]1-[Dd][13][NnVv]-[A-Za-z2-7]{7}$",
            examples=["DS1-D1N-AAAAAAB"],
        ),
    ],
}

#: Extra members of a problem, as an example shows them.
EXAMPLE_MEMBERS: Final[Mapping[type[Problem], Mapping[str, Any]]] = {
    problems.Problem: {},
    problems.BodyProblem: {"errors": [{"pointer": "/name", "code": "invalid", "detail": "Expected str, got int."}]},
    problems.QueryProblem: {
        "errors": [{"parameter": "limit", "code": "invalid", "detail": "Expected int <= 100."}],
    },
    problems.LimitProblem: {"limit": "body_bytes", "maximum": 1048576, "got": 20000000},
    problems.ThrottleProblem: {"limit": "player", "retry_after": 17},
    problems.ReasonProblem: {"reason": "too_long"},
    problems.DealCodeProblem: {"part": "number"},
    problems.MoveProblem: {"index": 3, "move": "T3-T5", "reason": "no_card_fits", "version": 45},
    problems.MovetextProblem: {"line": 6, "index": 2},
    problems.VersionProblem: {"version": 40, "current_version": 42, "missing_moves": ["draw", "W-T5"]},
    problems.FinishedProblem: {"current_version": 420},
    problems.ScoreProblem: {"claimed": 700, "computed": 655},
    problems.BanProblem: {"since": "2026-11-30T12:00:00Z", "cause": "not_played", "note": "Ask us for a review."},
    problems.ActionProblem: {
        "action": "T3-F",
        "reason": "not_next_on_foundation",
        "version": 17,
        "tops": ["4S", None, "AH", None, None, None, "2C", None],
    },
    problems.CountProblem: {"count": 8, "current_count": 9, "action": "draw"},
    problems.StageProblem: {"stage": "over"},
    problems.ClaimProblem: {"claim_at": "2026-11-30T12:02:00Z"},
    problems.InternalProblem: {"request_id": "0199d3c4-7a51-7c52-8f0e-3c1f6f0e8a11"},
}


class Generator(SchemaGenerator):
    """The whole document: what the operations say, and what a client author reads first."""

    def get_schema(self, request: Any = None, public: bool = False) -> Schema:
        document: Schema = super().get_schema(request=request, public=public)  # type: ignore[no-untyped-call]
        document["info"]["description"] = INTRODUCTION
        document["tags"] = [{"name": name, "description": description} for name, description in TAGS.items()]
        document["servers"] = [{"url": "/"}]
        document["components"]["securitySchemes"] = {
            _SECURITY: {
                "type": "http",
                "scheme": "bearer",
                "description": "A token from `POST /api/v1/players/` or `POST /api/v1/sessions/`; it begins `dst_`.",
            }
        }
        return document


class OperationSchema(AutoSchema):
    """Reads one operation's declaration."""

    def get_operation(
        self, path: str, path_regex: str, path_prefix: str, method: str, registry: ComponentRegistry
    ) -> Schema | None:
        """Return the operation as OpenAPI has it, its schemas registered."""
        declared = operation_of(self.view, method=method)
        if declared.tag not in TAGS:
            raise KeyError(f"the tag {declared.tag!r} of {declared.id} is not described")
        self.registry = registry
        described: Schema = {
            "operationId": declared.id,
            "summary": declared.summary,
            "tags": [declared.tag],
            "parameters": [*self._path_parameters(path), *self._query(declared), *_request_headers(declared)],
            "security": [{_SECURITY: []}, {}] if declared.is_public else [{_SECURITY: []}],
            "responses": {**self._answers(declared), **self._refusals(declared)},
        }
        if declared.description:
            described["description"] = declared.description
        if declared.body is not None:
            described["requestBody"] = {"required": _needs_body(declared), "content": self._body(declared)}
        return described

    def _body(self, declared: Operation) -> Schema:
        """Return what the operation takes, by its media type."""
        kind, shown = declared.body, declared.example
        if kind is None:
            raise TypeError(f"{declared.id} takes no body")
        if issubclass(kind, Text):
            return {PLAIN: {"schema": _readable({"type": "string", "minLength": 1}), "example": (shown or {})["text"]}}
        content: Schema = {"schema": self._schema(kind)}
        return {JSON: content | ({} if shown is None else {"example": dict(shown)})}

    def _schema(self, kind: Any) -> Schema:
        """Return the schema of a type, with the structs in it registered as components."""
        (schema,), components = _typed(msgspec.json.schema_components([kind], ref_template=_REFERENCE))
        rules = {body.__name__: body.rules for body in _bodies(Body)}
        for name, plain in components.items():
            component = {**_readable(plain), **rules[name]} if name in rules else plain
            resolved = ResolvedComponent(
                name=name, type=ResolvedComponent.SCHEMA, schema=component, object=ComponentIdentity(name)
            )
            if resolved in self.registry and self.registry[resolved].schema != component:
                raise TypeError(f"two structs are called {name}")
            self.registry.register_on_missing(resolved)
        described: Schema = schema
        return described

    def _path_parameters(self, path: str) -> Iterable[Schema]:
        for part in path.split("/"):
            if part.startswith("{"):
                name = part.strip("{}")
                yield _parameter(name, place="path", schema=self._schema(PATH_PARAMETERS[name]), required=True)

    def _query(self, declared: Operation) -> Iterable[Schema]:
        if declared.query is NoQuery:
            return
        _, components = _typed(msgspec.json.schema_components([declared.query], ref_template=_REFERENCE))
        struct = components[declared.query.__name__]
        for name, schema in struct["properties"].items():
            readable = _readable(_without_null(schema))
            yield _parameter(name, place="query", schema=readable, required=name in struct["required"])

    def _answers(self, declared: Operation) -> Schema:
        return {str(status): self._answer(declared, status, kind) for status, kind in declared.returns.items()} | (
            {"304": {"description": "Not changed since the ETag that was sent."}} if declared.has_etag else {}
        )

    def _answer(self, declared: Operation, status: int, kind: Any) -> Schema:
        answer: Schema = {"description": _SUCCESSES[status]}
        if kind is not None:
            content: Schema = {"schema": self._schema(kind)}
            if declared.answer is not None and status == next(iter(declared.returns)):
                content["example"] = msgspec.to_builtins(declared.answer())
            answer["content"] = {declared.media_type: content}
        headers: Schema = {}
        if status == 201 or (status == 202 and "url" in kind.__struct_fields__):
            headers["Location"] = _header("The address of what was created.")
        if declared.has_etag:
            headers["ETag"] = _header("Send it as `If-None-Match` to be told only of changes.")
        if holds_texts(kind):
            headers["Content-Language"] = _header("The language of its texts. `Accept-Language` asks for one.")
        if declared.is_idempotent:
            headers[idempotency.REPLAYED] = _header("`true` if this answer was given before, to the same key and body.")
        return answer | ({"headers": headers} if headers else {})

    def _refusals(self, declared: Operation) -> Schema:
        """Return the problems by status: those that the operation names, and those that follow from its kind."""
        by_status: dict[int, list[str]] = {}
        for code in dict.fromkeys([*_implied(declared), *declared.errors]):
            by_status.setdefault(PROBLEMS[code].status, []).append(code)
        return {str(status): self._refusal(codes) for status, codes in sorted(by_status.items())} | {
            "default": self._refusal(["internal_error", "unavailable", "method_not_allowed", "not_acceptable"])
        }

    def _refusal(self, codes: list[str]) -> Schema:
        shapes = list(dict.fromkeys(PROBLEMS[code].shape for code in codes))
        schemas = [self._schema(shape) for shape in shapes]
        refusal: Schema = {
            "description": "; ".join(f"`{code}`: {PROBLEMS[code].title}" for code in codes) + ".",
            "content": {
                PROBLEM_JSON: {
                    "schema": schemas[0] if len(schemas) == 1 else {"anyOf": schemas},
                    "examples": {code: {"summary": PROBLEMS[code].title, "value": example(code)} for code in codes},
                }
            },
        }
        headers: Schema = {}
        if "throttled" in codes:
            headers["Retry-After"] = _header("Seconds until the next request can succeed.", kind="integer")
        if {"not_authenticated", "invalid_token"} & set(codes):
            headers["WWW-Authenticate"] = _header("`Bearer`, as RFC 6750 has it.")
        return refusal | ({"headers": headers} if headers else {})


_SUCCESSES: Final = {
    200: "Done.",
    201: "Created.",
    202: "Taken; a worker does the rest.",
    204: "Done; there is nothing to say.",
}


def example(code: str) -> Schema:
    """Return a problem of this code as the documentation shows it."""
    kind = PROBLEMS[code]
    return {
        "type": TYPE_ROOT + code,
        "title": kind.title,
        "status": kind.status,
        "detail": f"{kind.title}.",
        "instance": "/api/v1/",
        "code": code,
        **EXAMPLE_MEMBERS[kind.shape],
    }


def _implied(declared: Operation) -> Iterable[str]:
    """Yield the codes that follow from what an operation takes."""
    yield "invalid_parameters"
    yield "bad_request"
    yield "invalid_token"
    yield "throttled"
    if not declared.is_public:
        yield "not_authenticated"
    if declared.body is not None:
        yield from ("malformed_body", "length_required", "body_too_long", "unsupported_media_type")
    if declared.body is not None and not issubclass(declared.body, Text):
        yield "invalid_fields"
    if declared.is_idempotent:
        yield from ("bad_idempotency_key", "idempotency_key_reused")


def _request_headers(declared: Operation) -> Iterable[Schema]:
    if declared.is_idempotent:
        yield _parameter(
            idempotency.HEADER,
            place="header",
            schema={"type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[ -~]+$"},
            description="Any new text for a new request, a UUID for one. The same key and body within 24 hours gives "
            "the first answer again, so a request whose answer was lost can be sent again.",
        )
    if declared.has_etag:
        yield _parameter(
            "If-None-Match", place="header", schema={"type": "string"}, description="An ETag from an earlier answer."
        )


def _parameter(name: str, *, place: str, schema: Schema, required: bool = False, description: str = "") -> Schema:
    described = dict(schema)
    said = described.pop("description", description)
    return {"name": name, "in": place, "required": required, "schema": described} | (
        {"description": said} if said else {}
    )


def _header(description: str, *, kind: str = "string") -> Schema:
    return {"description": description, "schema": {"type": kind}}


def _needs_body(declared: Operation) -> bool:
    """Return whether the body has a field that must be there."""
    return declared.body is not None and any(field.required for field in msgspec.structs.fields(declared.body))


def _bodies(root: type[Body]) -> Iterable[type[Body]]:
    """Yield all kinds of bodies that there are."""
    for kind in root.__subclasses__():
        yield kind
        yield from _bodies(kind)


def _typed(schema: Any) -> Any:
    """Return a schema in which enumerations of texts say that they are texts: many generators of clients ask for it."""
    if isinstance(schema, (list, tuple)):
        return [_typed(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    typed = {name: _typed(part) for name, part in schema.items()}
    values = typed.get("enum")
    if isinstance(values, list) and all(isinstance(value, str) for value in values):
        typed.setdefault("type", "string")
    return typed


def _readable(schema: Schema) -> Schema:
    """Return a schema of what is read, in which texts that nothing else bounds say that they hold no NUL."""
    read = dict(schema)
    if "properties" in read:
        read["properties"] = {name: _readable(kind) for name, kind in read["properties"].items()}
    if "items" in read:
        read["items"] = _readable(read["items"])
    if "anyOf" in read and "type" not in read:
        read["anyOf"] = [_readable(kind) for kind in read["anyOf"]]
    if read.get("type") == "string" and not {"pattern", "format", "enum", "const"} & set(read):
        read["pattern"] = _NO_NUL
    return read


def _without_null(schema: Schema) -> Schema:
    """Return a query parameter's schema without null: a parameter is given or not."""
    plain = {name: value for name, value in schema.items() if not (name == "default" and value is None)}
    options: list[Schema] = [option for option in plain.pop("anyOf", []) if option != {"type": "null"}]
    if len(options) == 1:
        return options[0] | plain
    return plain | ({"anyOf": options} if options else {})
