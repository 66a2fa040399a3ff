"""What the process of streams refuses, as a problem (RFC 9457) in the language that the client asks for."""

from typing import Final

import msgspec
from django.utils import translation

from api.v1.languages import accepted_language, language_headers
from api.v1.problems import ParameterError, Problem, problem
from games.engine.texts import Text
from games.errors import VersionConflict
from games.texts import worded

RETRY_AFTER: Final = 5
"""Seconds after which a client may try again."""


class Refused(Exception):
    """A request that gets the problem of a code; `members` are those of the code's row beside its sentence."""

    def __init__(self, code: str, detail: Text, **members: object) -> None:
        super().__init__(code)
        self.code = code
        self.detail = detail
        self.members = members

    def problem(self, *, path: str) -> Problem:
        """Return the problem, in the language that is active."""
        return problem(code=self.code, detail=worded(self.detail), instance=path, **self.members)


class BadAfter(Refused):
    """A version to begin after that is none."""

    def __init__(self, detail: Text) -> None:
        super().__init__("invalid_parameters", detail)

    def problem(self, *, path: str) -> Problem:
        detail = worded(self.detail)
        error = ParameterError(parameter="after", code="out_of_range", detail=detail)
        return problem(code=self.code, detail=f"after: {detail}", instance=path, errors=[error])


def beyond_log(after: int, *, version: int) -> Refused:
    """Return the refusal of a version beyond a log, which is at `version`."""
    error = VersionConflict(version=after, current=version, missing=b"")
    return Refused(error.code, error.text, version=after, current_version=version, missing_moves=[])


def answer(refused: Refused, *, path: str, accepts: str) -> tuple[int, dict[str, str], bytes]:
    """Return status, headers and body for a client that accepts these languages."""
    with translation.override(accepted_language(accepts)):
        told = refused.problem(path=path)
        headers = {"content-type": "application/problem+json", **language_headers()}
    if told.status in (429, 503):
        headers["retry-after"] = str(RETRY_AFTER)
    if told.status == 405:
        headers["allow"] = "GET"
    return told.status, headers, msgspec.json.encode(told)
