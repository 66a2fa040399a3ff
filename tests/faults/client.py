"""A client that posts to the service, and asks again where it got no answer."""

import json
import time
import urllib.error
import urllib.request
import uuid
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Answer:
    status: int
    body: Any


class Client:
    """A player with a token, who asks again until there is an answer, as the guide for clients says."""

    def __init__(self, url: str) -> None:
        self._api = f"{url}/api/v1"
        self._token = ""
        self._token = self.insist("POST", "/players/", {}).body["token"]

    def post_game(self, *, deal: str, moves: list[str], score: int) -> Answer:
        """Post a whole game under a key of its own."""
        body = {"deal": deal, "moves": moves, "score": score}
        return self.insist("POST", "/scores/", body, key=str(uuid.uuid4()))

    def status(self, game_id: str) -> str:
        status: str = self.insist("GET", f"/games/{game_id}/").body["status"]
        return status

    def insist(self, method: str, path: str, body: Any = None, *, key: str = "", within: float = 90.0) -> Answer:
        """Return the first answer that is none of 5xx."""
        deadline = time.monotonic() + within
        while True:
            answer = self._ask(method, path, body, key=key)
            if answer is not None and answer.status < 500:
                return answer
            if time.monotonic() > deadline:
                raise TimeoutError(f"{method} {path}: {answer}")
            time.sleep(0.2)

    def _ask(self, method: str, path: str, body: Any, *, key: str) -> Answer | None:
        """Return the answer, or None where the connection broke before there was one."""
        headers = {"Content-Type": "application/json"}
        if self._token:
            headers["Authorization"] = f"Bearer {self._token}"
        if key:
            headers["Idempotency-Key"] = key
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self._api + path, data=data, headers=headers, method=method)  # noqa: S310
        try:
            with urllib.request.urlopen(request, timeout=20) as response:  # noqa: S310
                return Answer(response.status, json.load(response))
        except urllib.error.HTTPError as error:
            with error:
                return Answer(error.code, error.read().decode(errors="replace"))
        except (OSError, ValueError):
            return None
