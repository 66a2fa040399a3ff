"""What the players of the demonstration do, one request after another, each told as it happens."""

import time
import uuid
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from api.demo.cast import Part
from api.demo.client import Client, Json, Refused

_BATCH: Final = 100
_CHECK_SECONDS: Final = 60.0

Tell = Callable[[str], None]


@dataclass(frozen=True, kw_only=True)
class Act:
    """A part as the service took it: the game's address is its player's to ask."""

    part: Part
    client: Client
    game_id: str


class StillUnchecked(Exception):
    """Games that no worker has decided."""


def register(client: Client, name: str) -> tuple[str, Client]:
    """Return a new guest's name and client; where an account has the name, a number tells the guest apart."""
    for shown in (name, *(f"{name} {number}" for number in range(2, 10))):
        try:
            registered = client.post("players/", {"name": shown})
        except Refused as refused:
            if refused.code != "name_taken":
                raise
            continue
        return shown, client.signed_in(registered["token"])
    raise Refused({"status": 409, "code": "name_taken", "detail": f"{name} and eight names like it are taken."})


def perform(part: Part, client: Client, *, tell: Tell) -> Act:
    """Return what became of a part once its log is closed."""
    game = _play_live(part, client, tell=tell) if part.is_live else _post_whole(part, client, tell=tell)
    return Act(part=part, client=client, game_id=game["id"])


def _post_whole(part: Part, client: Client, *, tell: Tell) -> Json:
    """Post a whole game, and once more with the same key, as a client does that has lost the answer."""
    key = str(uuid.uuid4())
    body = {"deal": part.deal, "moves": list(part.moves), "score": part.score}
    game = client.post("scores/", body, key=key)
    tell(f"{len(part.moves)} actions, claiming {part.score}")
    if client.post("scores/", body, key=key)["id"] != game["id"]:
        raise RuntimeError("the same request with the same key made another game")
    return game


def _play_live(part: Part, client: Client, *, tell: Tell) -> Json:
    """Play batch by batch on two devices, of which one falls behind."""
    game = client.post("games/", {"deal": part.deal}, key=str(uuid.uuid4()))
    moves, version = part.moves, 0
    path = f"games/{game['id']}/moves/"
    version = client.post(path, {"version": version, "moves": moves[:_BATCH]})["version"]
    tell(f"{version} actions on the phone")
    ahead = client.post(path, {"version": version, "moves": moves[version : version + _BATCH // 2]})
    tell(f"{len(ahead['moves'])} more on the tablet, which the phone does not know of")
    version = _meet_conflict(part, client, path=path, version=version, tell=tell)
    while version < len(moves):
        version = client.post(path, {"version": version, "moves": moves[version : version + _BATCH]})["version"]
    tell(f"the rest on the phone: {version} actions; the win closes the log")
    return client.post(f"games/{game['id']}/finish/", {"version": version, "score": part.score})


def _meet_conflict(part: Part, client: Client, *, path: str, version: int, tell: Tell) -> int:
    """Append at a version that is no longer the log's; return the one that the answer names."""
    try:
        client.post(path, {"version": version, "moves": part.moves[version : version + _BATCH]})
    except Refused as refused:
        if refused.code != "version_conflict":
            raise
        current, missing = refused.problem["current_version"], refused.problem["missing_moves"]
        tell(f"the phone appends at {version}: conflict, the log is at {current}; it takes the {len(missing)} moves")
        return int(current)
    raise RuntimeError(f"two different appends at version {version} were taken")


def wait_for_checks(acts: Iterable[Act], *, sleep: Callable[[float], None] = time.sleep) -> list[Json]:
    """Return the games once all are decided, in their order. Raises StillUnchecked."""
    deadline = time.monotonic() + _CHECK_SECONDS
    games = []
    for act in acts:
        while (game := act.client.get(f"games/{act.game_id}/"))["status"] == "finished":
            if time.monotonic() > deadline:
                raise StillUnchecked
            sleep(0.5)
        games.append(game)
    return games
