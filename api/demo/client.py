"""The HTTP client of the demonstration."""

import json
import time
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

_TIMEOUT: Final = 20.0
_MOST_WAITS: Final = 3
_LONGEST_WAIT: Final = 30.0

Json = dict[str, Any]


class NotReachable(Exception):
    """Nothing answers at the address, or not this service."""


class Refused(Exception):
    """A problem that the service answered with."""

    def __init__(self, problem: Json) -> None:
        super().__init__(f"{problem.get('status')} {problem.get('code')}: {problem.get('detail')}")
        self.code = str(problem.get("code"))
        self.problem = problem


@dataclass(frozen=True, kw_only=True)
class Client:
    """One player's way to the service; without a token, anybody's."""

    url: str
    token: str = ""

    def signed_in(self, token: str) -> "Client":
        """Return the client of the player that the token belongs to."""
        return Client(url=self.url, token=token)

    def get(self, path: str) -> Json:
        """Return what is at a path below /api/v1/. Raises NotReachable and Refused."""
        return self._send("GET", path)

    def post(self, path: str, body: Json, *, key: str | None = None) -> Json:
        """Post to a path below /api/v1/, and return the answer. Raises NotReachable and Refused."""
        return self._send("POST", path, body=body, key=key)

    def _send(self, method: str, path: str, *, body: Json | None = None, key: str | None = None) -> Json:
        headers = {"Accept": "application/json"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        if key:
            headers["Idempotency-Key"] = key
        data = None
        if body is not None:
            headers["Content-Type"] = "application/json"
            data = json.dumps(body).encode()
        # The address is the one that the person at the terminal gave; http and https are all the command lets in.
        request = Request(f"{self.url}/api/v1/{path}", data=data, headers=headers, method=method)  # noqa: S310
        for _ in range(_MOST_WAITS):
            answer = self._try(request)
            if answer is not None:
                return answer
        raise NotReachable(f"{self.url} is too busy to answer.")

    def _try(self, request: Request) -> Json | None:
        """Return the answer, or None after a wait that the service asked for."""
        try:
            with urlopen(request, timeout=_TIMEOUT) as answer:  # noqa: S310
                return _parse(answer.read(), url=self.url)
        except HTTPError as error:
            problem = _parse(error.read(), url=self.url)
            wait = float(error.headers.get("Retry-After") or 0)
            if error.code in (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE) and wait <= _LONGEST_WAIT:
                time.sleep(wait)
                return None
            raise Refused(problem) from None
        except (URLError, TimeoutError, ConnectionError) as error:
            raise NotReachable(f"Nothing answers at {self.url} ({getattr(error, 'reason', error)}).") from None


def _parse(raw: bytes, *, url: str) -> Json:
    try:
        answer = json.loads(raw)
    except ValueError:
        answer = None
    if not isinstance(answer, dict):
        raise NotReachable(f"What answers at {url} is not this service.")
    return answer
