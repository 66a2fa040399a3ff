"""A client that posts to the service, and asks again where it got no answer."""

import json
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from http.client import HTTPException
from typing import Any


@dataclass(frozen=True)
class Answer:
    status: int
    body: Any
    headers: Mapping[str, str]


class Client:
    """A player with a token, who asks again until there is an answer, as the guide for clients says."""

    def __init__(self, url: str) -> None:
        self._api = f"{url}/api/v1"
        self.token = ""
        self.token = self.insist("POST", "/players/", {}).body["token"]

    def post_game(self, *, deal: str, moves: list[str], score: int) -> Answer:
        """Post a whole game under a key of its own."""
        body = {"deal": deal, "moves": moves, "score": score}
        return self.insist("POST", "/scores/", body, key=str(uuid.uuid4()))

    def status(self, game_id: str) -> str:
        status: str = self.insist("GET", f"/games/{game_id}/").body["status"]
        return status

    def start(self, deal: str) -> str:
        """Start a live game; return its id."""
        game_id: str = self.insist("POST", "/games/", {"deal": deal}, key=str(uuid.uuid4())).body["id"]
        return game_id

    def append(self, game_id: str, *, version: int, moves: list[str]) -> Answer:
        return self.insist("POST", f"/games/{game_id}/moves/", {"version": version, "moves": moves})

    def finish(self, game_id: str, *, version: int) -> Answer:
        return self.insist("POST", f"/games/{game_id}/finish/", {"version": version})

    def insist(self, method: str, path: str, body: Any = None, *, key: str = "", within: float = 180.0) -> Answer:
        """Return the first answer that is not 503, the only one that a service may have for its own troubles."""
        deadline = time.monotonic() + within
        while True:
            answer = self.ask(method, path, body, key=key)
            if answer is not None and answer.status != HTTPStatus.SERVICE_UNAVAILABLE:
                assert answer.status < 500, f"{method} {path}: {answer}"
                return answer
            if time.monotonic() > deadline:
                raise TimeoutError(f"{method} {path}: {answer}")
            time.sleep(0.2)

    def ask(self, method: str, path: str, body: Any = None, *, key: str = "") -> Answer | None:
        """Ask once, for what is below /api/v1 or at an address. Return the answer, None where the connection broke."""
        headers = {"Content-Type": "application/json"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        if key:
            headers["Idempotency-Key"] = key
        data = None if body is None else json.dumps(body).encode()
        address = path if path.startswith("http") else self._api + path
        request = urllib.request.Request(address, data=data, headers=headers, method=method)  # noqa: S310
        try:
            return _answer(request)
        except (OSError, HTTPException, ValueError):
            return None


def _answer(request: urllib.request.Request) -> Answer:
    """Return what is answered. Raises OSError, HTTPException and ValueError where the answer does not come whole."""
    try:
        with urllib.request.urlopen(request, timeout=60) as response:  # noqa: S310
            return Answer(response.status, json.load(response), dict(response.headers))
    except urllib.error.HTTPError as error:
        with error:
            return Answer(error.code, error.read().decode(errors="replace"), dict(error.headers))
