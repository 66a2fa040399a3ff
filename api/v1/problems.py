"""The problems that the API answers with (RFC 9457), one row for each code: its status, its title, its members.

Every error of the games and of the engine has a code, and every code stands here; a test holds them together, and
another one holds this table and docs/errors.md together. `type` is the address of the code in that page.
"""

from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Final

from django.utils.translation import gettext_lazy as _
from msgspec import UNSET, Meta, Struct, UnsetType

from api.v1.languages import Worded

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

TYPE_ROOT: Final = "/docs/errors/#"


class Problem(Worded, kw_only=True):
    """What went wrong, as RFC 9457 has it."""

    type: Annotated[str, Meta(description="Where this kind of problem is explained, relative to the service.")]
    title: Annotated[str, Meta(description="The kind of problem in a few words, in the language asked for.")]
    status: Annotated[int, Meta(description="The HTTP status of this answer.", ge=400, le=599)]
    detail: Annotated[
        str, Meta(description="What went wrong this time, in the same language, with the offending input.")
    ]
    instance: Annotated[str, Meta(description="The path that was asked for.")]
    code: Annotated[str, Meta(description="The kind of problem for programs; it never changes its meaning.")]


class FieldError(Struct, kw_only=True):
    """One thing that is wrong in a request body."""

    pointer: Annotated[str, Meta(description="Where in the body, as a JSON pointer (RFC 6901); empty for the whole.")]
    code: str
    detail: str


class ParameterError(Struct, kw_only=True):
    """One thing that is wrong in the query."""

    parameter: str
    code: str
    detail: str


class BodyProblem(Problem, kw_only=True):
    """A request body that cannot be used, and where it goes wrong."""

    errors: list[FieldError]


class QueryProblem(Problem, kw_only=True):
    """Query parameters that cannot be used, by name."""

    errors: list[ParameterError]


class LimitProblem(Problem, kw_only=True):
    """More than a published limit; `/api/v1/limits/` has them all."""

    limit: Annotated[str, Meta(description="The name of the limit.")]
    maximum: int
    got: Annotated[int | UnsetType, Meta(description="How much the request would have taken, where it is known.")] = (
        UNSET
    )


class ThrottleProblem(Problem, kw_only=True):
    """Too many requests; the `Retry-After` header says the same."""

    limit: Annotated[str, Meta(description="The name of the rate; `/api/v1/limits/` has them all.")]
    retry_after: Annotated[int, Meta(description="Seconds until the next request can succeed.")]


class ReasonProblem(Problem, kw_only=True):
    """A refusal with a reason for programs."""

    reason: str


class DealCodeProblem(Problem, kw_only=True):
    """A text that is no deal code."""

    part: Annotated[str, Meta(description="Which part of the code is wrong.")]


class MoveProblem(Problem, kw_only=True):
    """A move that cannot be made; nothing of the request was kept."""

    index: Annotated[int, Meta(description="Which move of the request, counted from 0.")]
    move: Annotated[str | UnsetType, Meta(description="The move, as it was sent.")] = UNSET
    reason: Annotated[str | UnsetType, Meta(description="Why, for programs.")] = UNSET
    version: Annotated[int | UnsetType, Meta(description="The version of the log at that move.")] = UNSET


class MovetextProblem(Problem, kw_only=True):
    """A movetext that cannot be read, or that contradicts its deal; nothing of it was kept."""

    line: Annotated[int, Meta(description="Which line of the text, counted from 1.", ge=1)]
    index: Annotated[int | UnsetType, Meta(description="Which move, counted from 0, where the fault lies in one.")] = (
        UNSET
    )


class VersionProblem(Problem, kw_only=True):
    """The log is at another version than the request says."""

    version: Annotated[int, Meta(description="The version that the request named.")]
    current_version: int
    missing_moves: Annotated[
        list[str], Meta(description="The moves from `version` on that the client lacks; empty if it is ahead.")
    ]


class FinishedProblem(Problem, kw_only=True):
    """The log is closed."""

    current_version: int


class ScoreProblem(Problem, kw_only=True):
    """A claimed score that the log contradicts."""

    claimed: int
    computed: int


class BanProblem(Problem, kw_only=True):
    """A player whom staff have banned from posting."""

    since: datetime
    cause: Annotated[str, Meta(description="Why, for programs; `/docs/moderation/` has them all.")]
    note: Annotated[str, Meta(description="What staff say to the player about it; often empty.")]


class ActionProblem(Problem, kw_only=True):
    """An action of a match that the rules refuse on the table as it is; nothing was logged."""

    action: str
    reason: Annotated[str, Meta(description="Why, for programs.")]
    version: Annotated[int, Meta(description="The version of the log that it was judged on.")]
    tops: Annotated[list[str | None], Meta(description="The top cards of F1 to F8 there, null where there is none.")]


class CountProblem(Problem, kw_only=True):
    """An action that is not the next one of its side."""

    count: Annotated[int, Meta(description="The count that the request named.")]
    current_count: Annotated[int, Meta(description="How many actions the side has in the log.")]
    action: Annotated[str | None, Meta(description="What the log has at that count; null if the client is ahead.")]


class StageProblem(Problem, kw_only=True):
    """A match at which this cannot be done now."""

    stage: Annotated[str, Meta(description="What the match is at.")]


class ClaimProblem(Problem, kw_only=True):
    """A match that cannot be claimed, or not yet."""

    claim_at: Annotated[
        datetime | None,
        Meta(description="From when on it can be, if nothing comes of the opponent; null if it cannot."),
    ]


class InternalProblem(Problem, kw_only=True):
    """A fault of the service."""

    request_id: Annotated[str | None, Meta(description="What the operator can find the fault by.")]


@dataclass(frozen=True, slots=True)
class Kind:
    """A row of the table: the status and title of a code, and the shape of its answer."""

    status: int
    title: "StrOrPromise"
    shape: type[Problem] = Problem


PROBLEMS: Final = MappingProxyType(
    {
        # The request itself.
        "malformed_body": Kind(400, _("The body cannot be read"), BodyProblem),
        "invalid_fields": Kind(400, _("The body has fields that cannot be used"), BodyProblem),
        "invalid_parameters": Kind(400, _("The query has parameters that cannot be used"), QueryProblem),
        "bad_idempotency_key": Kind(400, _("The Idempotency-Key cannot be used")),
        "bad_request": Kind(400, _("The request cannot be read")),
        "not_authenticated": Kind(401, _("A token is needed")),
        "invalid_token": Kind(401, _("The token is not valid")),
        "bad_credentials": Kind(401, _("The name or the password is wrong")),
        "permission_denied": Kind(403, _("This is not allowed")),
        "not_found": Kind(404, _("There is nothing here")),
        "method_not_allowed": Kind(405, _("The method does not apply here")),
        "not_acceptable": Kind(406, _("The answer cannot be given in that media type")),
        "length_required": Kind(411, _("The request does not say how long its body is")),
        "body_too_long": Kind(413, _("The body is too long"), LimitProblem),
        "unsupported_media_type": Kind(415, _("The body is of a media type that is not read here")),
        "idempotency_key_reused": Kind(422, _("The Idempotency-Key was used for another request")),
        "throttled": Kind(429, _("Too many requests"), ThrottleProblem),
        "internal_error": Kind(500, _("The service failed"), InternalProblem),
        "unavailable": Kind(503, _("The service cannot answer now")),
        # Players.
        "player_not_found": Kind(404, _("There is no such player")),
        "token_not_found": Kind(404, _("There is no such token")),
        "already_account": Kind(409, _("The player has an account already")),
        "name_taken": Kind(409, _("The name is taken")),
        "bad_name": Kind(422, _("The name cannot be used"), ReasonProblem),
        "bad_email": Kind(422, _("The e-mail address cannot be used")),
        "not_an_account": Kind(409, _("The player is a guest")),
        "bad_password": Kind(422, _("The password cannot be used"), ReasonProblem),
        "wrong_password": Kind(403, _("The password is wrong")),
        "bad_recovery": Kind(403, _("The link is not valid")),
        "recovery_not_possible": Kind(409, _("Passwords cannot be recovered by mail here")),
        "posting_banned": Kind(403, _("The player is banned from posting"), BanProblem),
        # Games.
        "bad_deal_code": Kind(400, _("That is not a deal code"), DealCodeProblem),
        "bad_notation": Kind(400, _("That is not a move"), MoveProblem),
        "bad_movetext": Kind(400, _("The movetext cannot be used"), MovetextProblem),
        "bad_byte": Kind(400, _("That byte is no action")),
        "unknown_rules": Kind(400, _("There are no such rules")),
        "replay_not_allowed": Kind(403, _("The replay may not be seen yet"), ReasonProblem),
        "proof_not_found": Kind(404, _("It is not shown how to win")),
        "no_daily_deals": Kind(404, _("The day has no deals"), ReasonProblem),
        "not_daily": Kind(404, _("The deal is that of no day")),
        "not_ranked": Kind(404, _("The player is not on this board"), ReasonProblem),
        "game_not_found": Kind(404, _("There is no such game")),
        "version_conflict": Kind(409, _("The log is at another version"), VersionProblem),
        "game_finished": Kind(409, _("The game is finished"), FinishedProblem),
        "game_not_finished": Kind(409, _("The game is not finished")),
        "share_not_found": Kind(404, _("There is no such link")),
        "score_differs": Kind(409, _("The game has another score"), ScoreProblem),
        "illegal_move": Kind(422, _("The move is illegal"), MoveProblem),
        "nothing_to_tap": Kind(422, _("The tap moves nothing"), MoveProblem),
        "limit_exceeded": Kind(422, _("More than the limit"), LimitProblem),
        "limit_reached": Kind(409, _("There are as many as there may be at once"), LimitProblem),
        # Matches.
        "bad_match_options": Kind(400, _("There is no match with such options")),
        "not_a_player": Kind(403, _("Only its players may do this")),
        "bad_ticket": Kind(403, _("The ticket is not valid")),
        "match_not_found": Kind(404, _("There is no such match")),
        "already_seated": Kind(409, _("The match is one's own")),
        "wrong_stage": Kind(409, _("The match is not at that stage"), StageProblem),
        "count_conflict": Kind(409, _("The action is not the next one"), CountProblem),
        "nothing_to_claim": Kind(409, _("The match cannot be claimed"), ClaimProblem),
        "illegal_action": Kind(422, _("The action is illegal"), ActionProblem),
        # Reports, and what staff decide.
        "already_reported": Kind(409, _("It is reported already")),
        "report_of_oneself": Kind(403, _("Nobody reports oneself")),
        "reason_missing": Kind(422, _("A reason is needed")),
        "nothing_to_decide": Kind(409, _("The decision is in force already")),
        "decision_not_yours": Kind(403, _("Somebody else must decide"), ReasonProblem),
    }
)


def problem(*, code: str, detail: str, instance: str, **members: object) -> Problem:
    """Return the problem of a code. Raises KeyError for a code that the table lacks, TypeError for a wrong member."""
    kind = PROBLEMS[code]
    return kind.shape(
        type=TYPE_ROOT + code,
        title=str(kind.title),
        status=kind.status,
        detail=detail,
        instance=instance,
        code=code,
        **members,
    )
